import { schedule, type Logger as CronLogger } from 'node-cron'
import type { Logger } from './log.js'
import type { DigestDependencies } from './services/digests/dependencies.js'
import { createDigestRuns, type DigestRuns } from './services/digests/engine.js'
import { createHousekeeping } from './services/housekeeping.js'
import type { Services } from './services/index.js'
import { createStatusRuns, type StatusRunDependencies, type StatusRuns } from './services/statuses/runs.js'
import { createWebhookRuns, type WebhookRunDependencies, type WebhookRuns } from './services/webhooks/runs.js'
import { createSourceRuns, type SourceRunDependencies, type SourceRuns } from './services/sources/due.js'

export interface Schedule {
  /** Seconds since the last tick ended, or since the start. */
  lastTickAgeSeconds(): number
  /** Starts no more ticks. */
  stop(): void
}

/** What builds digests and what posts them. */
export type DigestParts = Pick<DigestDependencies, 'poster' | 'build'>

export interface ScheduledDigests extends Pick<DigestRuns, 'postNow' | 'tick'> {
  /** Null when this process does not run ticks. */
  lastTickAgeSeconds(): number | null
  /** Claims no more runs and waits for the current ones: at most as long as one request may take. */
  stop(): Promise<void>
}

/** Milliseconds: how late a tick may start, how often the watchdog looks, and the silence after which it restarts. */
const tolerance = 59_000
const watchEvery = 30_000
const silenceLimit = 150_000
const housekeepingEvery = 60_000

/** Whether the clock may be acted on (`services/clock.ts`). */
interface ByTheClock {
  readonly isClockTrusted: () => boolean
}

const cronLog = (log: Logger, subject: string): CronLogger => ({
  info: (message) => log.debug(message),
  warn: (message) => log.warn(message),
  error: (error, cause) => log.error({ err: cause ?? error }, `the ${subject} tick failed`),
  debug: (message) => log.debug(String(message)),
})

/**
 * Calls `tick` at once and then at every full minute, unless the previous tick is still running. The schedule is in
 * UTC, because in a zone whose clock is set back it would lose an hour. When the system clock is set back, node-cron
 * keeps waiting for the minute it had planned: the watchdog, which uses `elapsed` (monotonic milliseconds), restarts
 * it.
 */
export const startSchedule = (
  tick: () => Promise<void>,
  elapsed: () => number,
  log: Logger,
  subject: 'digest' | 'source' | 'status' = 'digest',
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
    if (elapsed() - Math.max(ended, begun) < silenceLimit) return
    begun = elapsed()
    log.error(
      { lastTickAgeSeconds: lastTickAgeSeconds() },
      `no ${subject} tick has finished for a long time: starting a new one`,
    )
    void Promise.resolve(task.stop()).then(() => task.start())
  }
  const watchdog = setInterval(watch, watchEvery)
  void guarded().catch((error: unknown) => log.error({ err: error }, `the first ${subject} tick failed`))

  return {
    lastTickAgeSeconds,
    stop: () => {
      clearInterval(watchdog)
      void task.destroy()
    },
  }
}

/** Posts digests on request and, if `ticks` is true, every minute as they become due. */
export const startDigests = (
  dependencies: Omit<DigestDependencies, 'log'> & ByTheClock & { readonly log: Logger },
  ticks: boolean,
): ScheduledDigests => {
  const { log, elapsed } = dependencies
  const runs = createDigestRuns(dependencies)
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

const everyMinute = <R extends SourceRuns>(
  runs: R,
  { log, elapsed, isClockTrusted }: ByTheClock & { readonly log: Logger; readonly elapsed: () => number },
  subject: 'source' | 'status',
): R => {
  const tick = async (): Promise<void> => (isClockTrusted() ? runs.tick() : undefined)
  const ticking = startSchedule(tick, elapsed, log, subject)
  return {
    ...runs,
    stop: () => {
      ticking.stop()
      return runs.stop()
    },
  }
}

/** Syncs sources when they are due, checking every minute. */
export const startSources = (
  dependencies: Omit<SourceRunDependencies, 'log'> & ByTheClock & { readonly log: Logger },
): SourceRuns => everyMinute(createSourceRuns(dependencies), dependencies, 'source')

/** Sets the statuses of people who are out, every minute. */
export const startStatuses = (
  dependencies: Omit<StatusRunDependencies, 'log'> & ByTheClock & { readonly log: Logger },
): StatusRuns => everyMinute(createStatusRuns(dependencies), dependencies, 'status')

/** Milliseconds: what another process wrote into the outbox is found within that time. */
const webhooksEvery = 2_000

/** Sends webhooks what is due, looking every few seconds; a slow receiver does not delay the next look. */
export const startWebhooks = (
  dependencies: Omit<WebhookRunDependencies, 'log'> & ByTheClock & { readonly log: Logger },
): WebhookRuns => {
  const runs = createWebhookRuns(dependencies)
  const tick = (): unknown => dependencies.isClockTrusted() && runs.tick()
  const timer = setInterval(tick, webhooksEvery)
  tick()
  return {
    tick: runs.tick,
    stop: () => {
      clearInterval(timer)
      return runs.stop()
    },
  }
}

/** Runs once a minute, independently of digests and sources; does not keep the process alive. */
export const startHousekeeping = ({
  store,
  now,
  lastUse,
  log,
  isClockTrusted,
}: Pick<DigestDependencies, 'store' | 'now'> &
  Pick<Services, 'lastUse'> &
  ByTheClock & { readonly log: Logger }): Pick<Schedule, 'stop'> => {
  const remove = createHousekeeping({ store, now, log })
  let isRemoving = false
  const keep = (): void => {
    void lastUse.flush()
    if (isRemoving || !isClockTrusted()) return
    isRemoving = true
    remove()
      .catch((error: unknown) => log.warn({ err: error }, 'what is to be deleted could not be deleted yet'))
      .finally(() => (isRemoving = false))
  }
  const timer = setInterval(keep, housekeepingEvery).unref()
  return { stop: () => clearInterval(timer) }
}
