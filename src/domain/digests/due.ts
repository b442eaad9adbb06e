import { addDays, dayAt, weekdayOf, type Day, type Weekday } from '../../calendar/day.js'
import type { DigestSettings } from './digest.js'
import { firstInstantAt, wallClockOf } from '../../calendar/wall-clock.js'

export interface Occurrence {
  readonly at: Date
  /** In the digest's own zone. */
  readonly date: Day
}

export type Timing = Pick<DigestSettings, 'time' | 'timezone' | 'days'>

/** Milliseconds: how long after its time a digest may still be posted, and the delay from which it is called late. */
export const maxDelay = 3 * 3_600_000
const lateFrom = 10 * 60_000
/** Every digest may still be posted until this time on its day. */
const noon = '12:00'

/** The first instant of a date with the digest's time or later; null where the zone skips that date (Apia, 2011). */
export const dueOn = (date: Day, { time, timezone }: Pick<Timing, 'time' | 'timezone'>): Date | null => {
  const at = new Date(firstInstantAt(wallClockOf(date, time), timezone))
  return dayAt(at, timezone) === date ? at : null
}

const includes = (days: readonly Weekday[], date: Day): boolean => days.includes(weekdayOf(date))

/** Like `dueOn`, but null on weekdays that the digest does not use. */
export const occurrenceOn = (date: Day, timing: Timing): Date | null =>
  includes(timing.days, date) ? dueOn(date, timing) : null

/** Covers a week, a skipped date, and the same weekday a week later. */
const furthestAhead = 15

/**
 * The first occurrence strictly after an instant; null when the digest has no days, or none is left before year 10000.
 */
export const nextOccurrence = (timing: Timing, after: Date): Occurrence | null => {
  const today = dayAt(after, timing.timezone)
  for (let ahead = 0; ahead <= furthestAhead; ahead += 1) {
    const date = addDays(today, ahead)
    const at = date === null ? null : occurrenceOn(date, timing)
    if (date !== null && at !== null && at > after) return { at, date }
  }
  return null
}

/** The end of a local date: the first instant at which the wall clock shows the next date. */
export const endOf = (date: Day, timezone: string): Date =>
  new Date(firstInstantAt(wallClockOf(date, '24:00'), timezone))

/** Noon or three hours after it was due, whichever is later, but still on that date (decisions, "Digest"). */
export const deadlineOf = (date: Day, timezone: string, dueAt: Date): Date => {
  const latest = Math.max(dueAt.getTime() + maxDelay, firstInstantAt(wallClockOf(date, noon), timezone))
  return new Date(Math.min(latest, endOf(date, timezone).getTime()))
}

/** Whether a post is called late. */
export const isLate = (dueAt: Date, now: Date): boolean => now.getTime() - dueAt.getTime() >= lateFrom
