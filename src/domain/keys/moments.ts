import { addDays, parseDay } from '../../calendar/day.js'
import { parseInstant } from '../../calendar/instant.js'
import { firstInstantAt, wallClockOf } from '../../calendar/wall-clock.js'

const units: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 }

/** `90m`, `24h`, `30d` or `2w` in milliseconds; null for anything else. */
export const parseDuration = (text: string): number | null => {
  const [, count, unit] = /^(\d{1,5})([mhdw])$/.exec(text) ?? []
  return count === undefined ? null : Number(count) * units[unit!]!
}

/** A date (the last valid day: up to its midnight in the zone), a duration or an instant with its offset. */
export const parseMoment = (typed: string, now: Date, timeZone: string): Date | null => {
  const text = typed.trim()
  const duration = parseDuration(text)
  if (duration !== null) return new Date(now.getTime() + duration)
  const day = parseDay(text)
  if (day === null) return parseInstant(text)
  const next = addDays(day, 1)
  return next === null ? null : new Date(firstInstantAt(wallClockOf(next, '00:00'), timeZone) - 1)
}

/** The end as an ISO instant; anything else as it was typed, for whoever checks it next to name. */
export const momentText = (typed: string, now: Date, timeZone: string): string =>
  parseMoment(typed, now, timeZone)?.toISOString() ?? typed
