/** The process's clock, which a person may move forward. */
export interface MovableClock {
  now(): Date
  /** Does nothing when it is later than that already: what has happened stays in the past. */
  moveTo(instant: Date): void
  /**
   * Goes on by up to 15 seconds, so that the process's minutes begin in that part of this clock's minutes in which
   * digests are posted: what the process begins every minute is of use.
   */
  align(): void
}

/** Milliseconds: the second within a minute at which this clock may be when a minute of the process begins. */
const minute = 60_000
const latestBeginning = 45_000

export const createMovableClock = (real: () => Date): MovableClock => {
  let ahead = 0
  return {
    now: () => new Date(real().getTime() + ahead),
    moveTo: (instant) => void (ahead = Math.max(ahead, instant.getTime() - real().getTime())),
    align() {
      const begins = ahead % minute
      if (begins > latestBeginning) ahead += minute - begins
    },
  }
}
