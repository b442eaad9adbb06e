/** The process's clock, which a person may move forward. */
export interface MovableClock {
  now(): Date
  /**
   * Does nothing when it is later than that already: what has happened stays in the past. May go a few seconds further:
   * a minute of the process must begin in the first part of one of this clock's, in which digests are worked on.
   */
  moveTo(instant: Date): void
}

/** Milliseconds: at which second of its minutes this clock may stand when one of the process begins. */
const minute = 60_000
const latestBeginning = 45_000

export const createMovableClock = (real: () => Date): MovableClock => {
  let ahead = 0
  return {
    now: () => new Date(real().getTime() + ahead),
    moveTo(instant) {
      ahead = Math.max(ahead, instant.getTime() - real().getTime())
      const begins = ahead % minute
      if (begins > latestBeginning) ahead += minute - begins
    },
  }
}
