import { createZoneFormatters, dayNumber, millisecondsPerDay, type Day } from './day.js'

/** A wall clock's reading, as the milliseconds since 1970 at which a clock in UTC showed it. */
export type WallClock = number

const formatterFor = createZoneFormatters({
  hourCycle: 'h23',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})

/** To the second; `instant` in milliseconds. Throws a RangeError for an unknown zone. */
export const wallClockAt = (instant: number, timeZone: string): WallClock => {
  const shown: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {}
  for (const { type, value } of formatterFor(timeZone).formatToParts(instant)) shown[type] = Number(value)
  const { year, month, day, hour, minute, second } = shown
  return Date.UTC(year!, month! - 1, day, hour, minute, second)
}

/** `HH:mm` on a day as a wall clock reading; `24:00` is the next midnight. */
export const wallClockOf = (day: Day, time: string): WallClock =>
  dayNumber(day) * millisecondsPerDay +
  Number(time.slice(0, 2)) * 3_600_000 +
  Number(time.slice(3, 5)) * 60_000

/** The zone's wall clock time as `HH:mm`. */
export const timeAt = (instant: Date, timeZone: string): string =>
  new Date(wallClockAt(instant.getTime(), timeZone)).toISOString().slice(11, 16)

/** Milliseconds: no zone was ever further from UTC, and no zone ever changed twice within the stride. */
const furthest = 16 * 3_600_000
const stride = 4 * 3_600_000

const offsetAt = (instant: number, timeZone: string): number => wallClockAt(instant, timeZone) - instant

/**
 * The first instant after `low` at which the zone has the offset of `high` rather than that of `low`, to the second.
 */
const changeBetween = (low: number, high: number, timeZone: string): number => {
  const before = offsetAt(low, timeZone)
  let [same, other] = [low, high]
  while (other - same > 1_000) {
    const middle = same + Math.floor((other - same) / 2_000) * 1_000
    if (offsetAt(middle, timeZone) === before) same = middle
    else other = middle
  }
  return other
}

/**
 * The first instant (in milliseconds) at which a zone's clock shows `wall` or later: put forward over that time, the
 * change itself; put back, the first of the two.
 */
export const firstInstantAt = (wall: WallClock, timeZone: string): number => {
  let from = wall - furthest
  for (;;) {
    const offset = offsetAt(from, timeZone)
    const next = from + stride
    const until = offsetAt(next, timeZone) === offset ? next : changeBetween(from, next, timeZone)
    if (wall - offset < until) return Math.max(from, wall - offset)
    from = until
  }
}
