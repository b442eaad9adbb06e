import { dayFromNumber, type Day } from '../../calendar/day.js'
import { firstInstantAt, wallClockAt, type WallClock } from '../../calendar/wall-clock.js'
import type { LeaveDays } from '../presence/absence.js'
import type { EventStretch } from './events.js'

const hour = 3_600_000
const day = 24 * hour
/** The hours in which an absence counts. */
const opens = 8 * hour
const closes = 18 * hour
/** Anything shorter is an errand; from this length on it is a whole day. */
const shortest = 2 * hour
const wholeDay = 6 * hour

/** Converts wall-clock times between zones. Results are cached, because a feed repeats the same hours many times. */
export const createWallClocks = () => {
  const known = new Map<string, WallClock>()
  return (wall: WallClock, from: string | null, to: string): WallClock => {
    if (from === null || from === to) return wall
    const key = `${wall} ${from} ${to}`
    const before = known.get(key)
    if (before !== undefined) return before
    const after = wallClockAt(from === 'UTC' ? wall : firstInstantAt(wall, from), to)
    known.set(key, after)
    return after
  }
}
export type WallClocks = ReturnType<typeof createWallClocks>

/** How much of a day is covered: nothing that counts, a half, or all of it. */
type CoveredPart = 'none' | 'morning' | 'afternoon' | 'whole'

const partOf = (midnight: WallClock, start: WallClock, end: WallClock): CoveredPart => {
  const from = Math.max(start, midnight + opens)
  const to = Math.min(end, midnight + closes)
  if (to - from < shortest) return 'none'
  if (to - from >= wholeDay) return 'whole'
  return (from + to) / 2 < midnight + 12 * hour ? 'morning' : 'afternoon'
}

const dayOf = (wall: WallClock): Day | null => dayFromNumber(Math.floor(wall / day))

const spanOf = (
  first: WallClock,
  last: WallClock,
  noon: { start: boolean; end: boolean },
): LeaveDays | null => {
  const [start_date, end_date] = [dayOf(first), dayOf(last)]
  if (start_date === null || end_date === null) return null
  return { start_date, end_date, starts_at_noon: noon.start, ends_at_noon: noon.end }
}

/**
 * Dates are dates, whatever the zone. Hours are read in the member's: six of them between 8 and 18 make a day, two a
 * morning or an afternoon, depending on their middle, and fewer nothing (null).
 */
export const leaveSpan = (stretch: EventStretch, zone: string, wallClocks: WallClocks): LeaveDays | null => {
  if (stretch.wholeDays) return spanOf(stretch.start, stretch.end - day, { start: false, end: false })
  const start = wallClocks(stretch.start, stretch.zone, zone)
  const end = wallClocks(stretch.end, stretch.zone, zone)
  if (end - start < shortest) return null
  let first = Math.floor(start / day) * day
  let last = Math.floor((end - 1) / day) * day
  if (first === last) {
    const part = partOf(first, start, end)
    return part === 'none'
      ? null
      : spanOf(first, last, { start: part === 'afternoon', end: part === 'morning' })
  }
  const [begins, ends] = [partOf(first, start, end), partOf(last, start, end)]
  if (begins === 'none') first += day
  if (ends === 'none') last -= day
  if (last < first) return null
  // An absence that starts in the morning of its first day covers all of that day; the same applies to the last day.
  return spanOf(first, last, { start: begins === 'afternoon', end: ends === 'morning' })
}
