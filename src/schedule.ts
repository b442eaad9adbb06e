import { schedule, type Logger as CronLogger } from 'node-cron'
import type { Logger } from './log.js'
import type { DigestDependencies } from './services/digest-dependencies.js'
import { createDigestRuns, type DigestRuns } from './services/digest-runs.js'
import { createExpiry } from './services/expiry.js'
import type { Services } from './services/index.js'

export interface Schedule {
  /** Seconds since a tick ended last, or since the start. */
  lastTickAgeSeconds(): number
  /** No tick is begun any more. */
  stop(): void
}

/** What posts digests and what builds them. */
export type DigestParts = Pick<DigestDependencies, 'poster' | 'build'>

export interface Digests extends Pick<DigestRuns, 'postNow' | 'tick'> {
  /** Null when this process does not tick. */
  lastTickAgeSeconds(): number | null
  /** Claims nothing more, and waits for what is under way: at most as long as one request may take. */
  stop(): Promise<void>
}

/** Milliseconds: how late a tick may begin and still be done; how often the watchdog looks; when it helps. */
const tolerance = 59_000
const watchEvery = 30_000
const longestSilence = 150_000
const housekeepingEvery = 60_000

const cronLog = (log: Logger): CronLogger => ({
  info: (message) => log.debug(message),
  warn: (message) => log.warn(message),
  error: (fault, cause) => log.error({ err: cause ?? fault }, 'the digest tick failed'),
  debug: (message) => log.debug(String(message)),
})

/**
 * Calls `tick` at once and then at every full minute; a tick that still runs is not begun again. In UTC, for a zone
 * whose clock is put back would lose an hour of minutes. A clock that is put back leaves node-cron waiting for the
 * minute it had in mind: the watchdog, on `elapsed` (monotonic milliseconds), begins it anew.
 */
export const startSchedule = (tick: () => Promise<void>, elapsed: () => number, log: Logger): Schedule => {
  let ended = elapsed()
  const guarded = async (): Promise<void> => {
    await tick()
    ended = elapsed()
  }
  const options = {
    name: 'digest-tick',
    timezone: 'UTC',
    noOverlap: true,
    missedExecutionTolerance: tolerance,
    logger: cronLog(log),
  }
  const task = schedule('* * * * *', guarded, options)
  const lastTickAgeSeconds = (): number => Math.round((elapsed() - ended) / 1_000)

  let begun = elapsed()
  const watch = (): void => {
    if (elapsed() - Math.max(ended, begun) < longestSilence) return
    begun = elapsed()
    log.error(
      { lastTickAgeSeconds: lastTickAgeSeconds() },
      'no digest tick has ended for long: it is begun anew',
    )
    void Promise.resolve(task.stop()).then(() => task.start())
  }
  const watchdog = setInterval(watch, watchEvery)
  void guarded().catch((fault: unknown) => log.error({ err: fault }, 'the first digest tick failed'))

  return {
    lastTickAgeSeconds,
    stop: () => {
      clearInterval(watchdog)
      void task.destroy()
    },
  }
}

/** Posts digests: every minute, unless `ticks` is off, and whenever somebody asks for one. */
export const startDigests = (
  dependencies: Omit<DigestDependencies, 'log'> & { readonly log: Logger },
  ticks: boolean,
): Digests => {
  const { log, elapsed } = dependencies
  const runs = createDigestRuns({
    ...dependencies,
    log: {
      info: (fields, message) => log.info(fields, message),
      warn: (fields, message) => log.warn(fields, message),
      error: (fields, message) => log.error(fields, message),
    },
  })
  const ticking = ticks ? startSchedule(runs.tick, elapsed, log) : null
  if (!ticking) log.warn('DIGESTS is off: this process posts digests only when asked')
  return {
    postNow: runs.postNow,
    tick: runs.tick,
    lastTickAgeSeconds: () => ticking?.lastTickAgeSeconds() ?? null,
    async stop() {
      ticking?.stop()
      await runs.stop()
    },
  }
}

/** What is done once a minute, whatever happens elsewhere; it keeps no process alive. */
export const startHousekeeping = ({
  store,
  now,
  lastUse,
  log,
}: Pick<DigestDependencies, 'store' | 'now'> & Pick<Services, 'lastUse'> & { readonly log: Logger }): Pick<
  Schedule,
  'stop'
> => {
  const removeExpired = createExpiry({ store, now })
  const keep = (): void => {
    void lastUse.flush()
    removeExpired().catch((fault: unknown) => log.warn({ err: fault }, 'what has expired is not deleted yet'))
  }
  const timer = setInterval(keep, housekeepingEvery).unref()
  return { stop: () => clearInterval(timer) }
}
