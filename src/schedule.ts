import { schedule, type Logger as CronLogger } from 'node-cron'
import type { Logger } from './log.js'
import type { DigestDependencies } from './services/digests/dependencies.js'
import { createDigestRuns, type DigestRuns } from './services/digests/engine.js'
import { createExpiry } from './services/expiry.js'
import type { Services } from './services/index.js'
import { createSourceRuns, type SourceRunDependencies, type SourceRuns } from './services/sources/due.js'

export interface Schedule {
  /** Seconds since a tick ended last, or since the start. */
  lastTickAgeSeconds(): number
  /** No tick is begun any more. */
  stop(): void
}

/** What posts digests and what builds them. */
export type DigestParts = Pick<DigestDependencies, 'poster' | 'build'>

export interface ScheduledDigests extends Pick<DigestRuns, 'postNow' | 'tick'> {
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

/** The log as services see it. */
const serviceLog = (log: Logger) => ({
  info: (fields: object, message: string): void => log.info(fields, message),
  warn: (fields: object, message: string): void => log.warn(fields, message),
  error: (fields: object, message: string): void => log.error(fields, message),
})

const cronLog = (log: Logger, subject: string): CronLogger => ({
  info: (message) => log.debug(message),
  warn: (message) => log.warn(message),
  error: (fault, cause) => log.error({ err: cause ?? fault }, `the ${subject} tick failed`),
  debug: (message) => log.debug(String(message)),
})

/**
 * Calls `tick` at once and then at every full minute; a tick that still runs is not begun again. In UTC, for a zone
 * whose clock is put back would lose an hour of minutes. A clock that is put back leaves node-cron waiting for the
 * minute it had in mind: the watchdog, on `elapsed` (monotonic milliseconds), restarts it.
 */
export const startSchedule = (
  tick: () => Promise<void>,
  elapsed: () => number,
  log: Logger,
  subject: 'digest' | 'source' = 'digest',
): Schedule => {
  let ended = elapsed()
  const guarded = async (): Promise<void> => {
    await tick()
    ended = elapsed()
  }
  const options = {
    name: `${subject}-tick`,
    timezone: 'UTC',
    noOverlap: true,
    missedExecutionTolerance: tolerance,
    logger: cronLog(log, subject),
  }
  const task = schedule('* * * * *', guarded, options)
  const lastTickAgeSeconds = (): number => Math.round((elapsed() - ended) / 1_000)

  let begun = elapsed()
  const watch = (): void => {
    if (elapsed() - Math.max(ended, begun) < longestSilence) return
    begun = elapsed()
    log.error(
      { lastTickAgeSeconds: lastTickAgeSeconds() },
      `no ${subject} tick has finished for a long time: starting a new one`,
    )
    void Promise.resolve(task.stop()).then(() => task.start())
  }
  const watchdog = setInterval(watch, watchEvery)
  void guarded().catch((fault: unknown) => log.error({ err: fault }, `the first ${subject} tick failed`))

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
): ScheduledDigests => {
  const { log, elapsed } = dependencies
  const runs = createDigestRuns({
    ...dependencies,
    log: serviceLog(log),
  })
  const ticking = ticks ? startSchedule(runs.tick, elapsed, log) : null
  if (!ticking) log.warn('DIGESTS is off: this process only posts digests on request')
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

/** Syncs sources at their time, on the same minute. */
export const startSources = (
  dependencies: Omit<SourceRunDependencies, 'log'> & { readonly log: Logger },
): SourceRuns => {
  const { log, elapsed } = dependencies
  const runs = createSourceRuns({
    ...dependencies,
    log: serviceLog(log),
  })
  const ticking = startSchedule(runs.tick, elapsed, log, 'source')
  return {
    tick: runs.tick,
    stop: () => {
      ticking.stop()
      return runs.stop()
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
  let isRemoving = false
  const keep = (): void => {
    void lastUse.flush()
    if (isRemoving) return
    isRemoving = true
    removeExpired()
      .catch((fault: unknown) => log.warn({ err: fault }, 'expired documents could not be deleted yet'))
      .finally(() => (isRemoving = false))
  }
  const timer = setInterval(keep, housekeepingEvery).unref()
  return { stop: () => clearInterval(timer) }
}
