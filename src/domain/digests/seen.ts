import { createHash } from 'node:crypto'
import type { Digest } from './digest.js'

/**
 * A short mark of what people see of a digest and may change: its settings and its pause, not what comes next. None: of a
 * digest that is not there.
 */
export const seenDigest = (digest: Digest | undefined): string => {
  if (!digest) return 'none'
  const { time, timezone, days, look_ahead, on_bank_holidays, when_empty, paused } = digest
  const said = [time, timezone, days, look_ahead, on_bank_holidays, when_empty, paused?.at ?? null]
  return createHash('sha256').update(JSON.stringify(said)).digest('hex').slice(0, 12)
}
