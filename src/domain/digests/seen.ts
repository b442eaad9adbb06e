import { createHash } from 'node:crypto'
import type { Digest } from './digest.js'

/**
 * A short fingerprint of the parts of a digest that people see and may change: its settings and its pause, not its
 * next occurrence. None when the digest does not exist.
 */
export const seenDigest = (digest: Digest | undefined): string => {
  if (!digest) return 'none'
  const { time, timezone, days, look_ahead, on_bank_holidays, when_empty, paused } = digest
  const said = [time, timezone, days, look_ahead, on_bank_holidays, when_empty, paused?.at ?? null]
  return createHash('sha256').update(JSON.stringify(said)).digest('hex').slice(0, 12)
}
