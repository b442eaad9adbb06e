import { earlier, type ApiKey } from './key.js'
import { parseDuration, parseMoment } from './moments.js'

/** Milliseconds: an old secret keeps working for at most seven days after a rotation (decisions, "API keys"). */
export const maxGrace = 7 * 86_400_000
export const defaultGrace = '24h'

/** `0`, `90m`, `24h` or `7d` in milliseconds; null for anything else, or more than seven days. */
export const parseGrace = (text: string): number | null => {
  const grace = text === '0' ? 0 : parseDuration(text)
  return grace !== null && grace <= maxGrace ? grace : null
}

/** Milliseconds until the given end of a grace period, 0 when it is past; null for text that is no moment. */
export const parseGraceUntil = (text: string, now: Date, timeZone: string): number | null => {
  const grace = parseGrace(text.trim())
  if (grace !== null) return grace
  const moment = parseMoment(text, now, timeZone)
  return moment && Math.max(0, moment.getTime() - now.getTime())
}

/** When the old secret of a rotated key ends: after the grace period, or before that with the key itself. */
export const endAfterGrace = (
  grace: number,
  { expires_at }: Pick<ApiKey, 'expires_at'>,
  now: Date,
): string => {
  const end = new Date(now.getTime() + grace).toISOString()
  return earlier(end, expires_at) ?? end
}
