import { clockSeen, isClockTrusted, type ClockSight } from '../domain/clock.js'

interface ClockLog {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
}

/**
 * Whether the clock of this process may be acted on, asked before each tick of whatever goes by the time of day. One for
 * all of them: after a jump the five ticks that have to agree are minutes, however often somebody asks.
 */
export const createClockTrust = (now: () => Date, log: ClockLog): (() => boolean) => {
  let seen: ClockSight | null = null
  return () => {
    const before: ClockSight | null = seen
    seen = clockSeen(before, now())
    const [was, is] = [before === null || isClockTrusted(before), isClockTrusted(seen)]
    if (was && !is)
      log.warn(
        { seconds: Math.round((seen.at - before!.at) / 1_000) },
        'the clock jumped, or this machine slept: nothing is planned, sent or given up for five minutes',
      )
    if (is && !was) log.info({}, 'the clock has agreed for five minutes: everything goes on')
    return is
  }
}
