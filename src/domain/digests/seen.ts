import { createHash } from 'node:crypto'
import type { Digest } from './digest.js'

/** A fingerprint of what people see and may change of a digest; its next occurrence is not a part of it. */
export const seenDigest = (digest: Digest | undefined): string => {
  if (!digest) return 'none'
  const { time, timezone, days, look_ahead, on_bank_holidays, when_empty, paused } = digest
  const said = [time, timezone, days, look_ahead, on_bank_holidays, when_empty, paused?.at ?? null]
  return createHash('sha256').update(JSON.stringify(said)).digest('hex').slice(0, 12)
}
