import { dayAt, weekdayIndex } from '../domain/day.js'

/** The process's clock, which a person may move forward. */
export interface MovableClock {
  now(): Date
  /** Does nothing when it is later than that already: what has happened stays in the past. */
  moveTo(instant: Date): void
}

export const createMovableClock = (real: () => Date): MovableClock => {
  let ahead = 0
  return {
    now: () => new Date(real().getTime() + ahead),
    moveTo: (instant) => void (ahead = Math.max(ahead, instant.getTime() - real().getTime())),
  }
}

const quarter = 15 * 60_000
const quartersOfAWeek = 7 * 24 * 4

/** The next instant, later than `after`, at which it is that time from Monday to Friday. `time`: a quarter of an hour, `09:00`. */
export const nextWorkdayAt = (after: Date, time: string, timeZone: string): Date => {
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' })
  const first = Math.floor(after.getTime() / quarter) + 1
  for (let step = 0; step < quartersOfAWeek; step++) {
    const instant = new Date((first + step) * quarter)
    if (clock.format(instant) === time && weekdayIndex(dayAt(instant, timeZone)) <= 4) return instant
  }
  return after
}
