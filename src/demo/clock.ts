/** Milliseconds: the latest point within a minute at which this clock may be when a minute of the process starts. */
const minute = 60_000
const latestBeginning = 45_000

/** The process's clock, which a person may move forward; at first it is `behind` by so many milliseconds. */
export const createMovableClock = (real: () => Date, behind = 0) => {
  let ahead = -behind
  return {
    now: () => new Date(real().getTime() + ahead),
    /** Does nothing for an earlier time, because events cannot be undone. */
    moveTo: (instant: Date) => void (ahead = Math.max(ahead, instant.getTime() - real().getTime())),
    /**
     * Advances the clock by up to 15 seconds, so that this process's minutes start in the part of the clock's minutes in
     * which digests are posted. Otherwise the tasks that start every minute would do nothing.
     */
    align() {
      const begins = ((ahead % minute) + minute) % minute
      if (begins > latestBeginning) ahead += minute - begins
    },
  }
}

export type MovableClock = ReturnType<typeof createMovableClock>
