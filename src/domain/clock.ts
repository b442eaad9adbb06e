/** What a process has seen of its clock, which decides whether it may act on it. */
export interface ClockSight {
  /** When it looked last, in milliseconds since 1970. */
  readonly at: number
  /** Ticks in a row, one a minute, at which the clock agreed with the tick before; never more than are needed. */
  readonly agreed: number
}

/** Milliseconds between two ticks from which the clock may be wrong, or was before. */
const jump = 3_600_000
/** Ticks that have to agree after that: a clock that is wrong for a minute or two is right again by then. */
const needed = 5
const minute = 60_000

const minuteOf = (at: number): number => Math.floor(at / minute)

/** At the start there is nothing to compare with, and nothing is waited for. */
export const clockSeen = (before: ClockSight | null, now: Date): ClockSight => {
  const at = now.getTime()
  if (before === null) return { at, agreed: needed }
  if (Math.abs(at - before.at) > jump) return { at, agreed: 0 }
  const isTick = minuteOf(at) !== minuteOf(before.at)
  return { at, agreed: Math.min(before.agreed + (isTick ? 1 : 0), needed) }
}

export const isClockTrusted = ({ agreed }: Pick<ClockSight, 'agreed'>): boolean => agreed >= needed
