import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client'
import { runStates, type RunState } from '../domain/digests/digest.js'
import type { Warn, Meter } from '../services/dependencies.js'
import type { Store } from '../store/port.js'
import { watchSlackCalls } from './slack-calls.js'
import { createSourceFigures, type SourceFigures } from './sources.js'
import { meterStore } from './store.js'
import { createTimer } from './timer.js'

/** State that is read when metrics are requested. */
interface MetricsSources {
  rollSize(): { readonly organizations: number; readonly bytes: number }
  /** Null: this process does not tick. */
  lastTickAgeSeconds(): number | null
  logLinesLost(): number
  /** Null: this process sets no statuses. */
  statusLag(): { readonly waiting: number; readonly seconds: number } | null
}

/** Seconds: from a 304 for a small organization to the deadline of a store. */
const replyBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]
const storeBuckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 3]
const slackBuckets = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** For an operator: no label names an organization, person, channel or token. `build`: what runs here, as labels. */
export const createMetrics = (
  elapsed: () => number,
  warn: Warn,
  build: { readonly version: string; readonly node: string; readonly store: string },
) => {
  const registry = new Registry()
  const registers: [Registry] = [registry]
  collectDefaultMetrics({ register: registry })
  // Three of them are gauges with the name of a counter, which `promtool check metrics` reports; their parts stay.
  for (const metric of registry.getMetricsAsArray())
    if (metric.name.endsWith('_total') && !(metric instanceof Counter))
      registry.removeSingleMetric(metric.name)

  const replied = createTimer(
    'whosout_http_request_duration_seconds',
    'Time from a request to the last byte of its reply.',
    ['route', 'status'],
    replyBuckets,
  )
  const stored = createTimer(
    'whosout_store_call_duration_seconds',
    'Duration of store calls.',
    ['call', 'outcome'],
    storeBuckets,
  )
  const called = createTimer(
    'whosout_slack_call_duration_seconds',
    'Time until Slack answered.',
    ['method', 'outcome'],
    slackBuckets,
  )

  // Plain numbers, because tens of thousands of questions may arrive per second.
  let kept = 0
  let built = 0
  let loaded = 0
  let linesLost = (): number => 0
  /** A counter whose values, each with its labels, are read when metrics are requested. */
  const counter = (
    name: string,
    help: string,
    read: () => readonly [labels: Record<string, string>, number][],
  ) =>
    new Counter({
      name,
      help,
      labelNames: Object.keys(read()[0]![0]),
      registers,
      collect() {
        this.reset()
        for (const [labels, count] of read()) this.inc(labels, count)
      },
    })
  counter('whosout_answers_total', 'Answers of the presence path, by whether they were cached.', () => [
    [{ how: 'kept' }, kept],
    [{ how: 'built' }, built],
  ])
  counter('whosout_snapshot_loads_total', 'Organizations loaded into memory.', () => [[{}, loaded]])
  counter('whosout_log_lines_lost_total', 'Lines of the log that could not be written.', () => [
    [{}, linesLost()],
  ])
  const digestRuns = new Counter({
    name: 'whosout_digest_runs_total',
    help: 'Digest runs that reached a state.',
    labelNames: ['state'],
    registers,
  })
  // Prometheus sees no increase in a series that begins with 1: the first failure would raise no alarm.
  for (const state of runStates) digestRuns.inc({ state }, 0)
  const webhookAttempts = new Counter({
    name: 'whosout_webhook_attempts_total',
    help: 'Attempts to deliver to a webhook.',
    labelNames: ['outcome'],
    registers,
  })
  for (const outcome of ['received', 'failed']) webhookAttempts.inc({ outcome }, 0)
  const gauge = (name: string, help: string, labelNames: string[] = []): Gauge =>
    new Gauge({ name, help, labelNames, registers })
  gauge('whosout_build_info', 'Versions of whosout and Node, and the kind of store.', Object.keys(build)).set(
    { ...build },
    1,
  )
  const shown = {
    organizations: gauge('whosout_snapshot_organizations', 'Organizations in memory.'),
    bytes: gauge('whosout_snapshot_bytes', 'Bytes of the organizations and answers in memory.'),
    tick: gauge('whosout_digest_tick_age_seconds', 'Time since the last digest tick ended.'),
    waiting: gauge('whosout_statuses_waiting', 'People whose status in Slack is due to change.'),
    statusLag: gauge('whosout_status_lag_seconds', 'How long the first of them has waited.'),
    sources: gauge('whosout_sources', 'Calendar feeds and Slack directories, by their state.', ['state']),
    oldest: gauge(
      'whosout_source_oldest_success_timestamp_seconds',
      'Last successful fetch of the calendar feed that has gone longest without one.',
    ),
    webhooks: gauge('whosout_webhooks', 'Webhooks, by their state.', ['state']),
    nextDelivery: gauge(
      'whosout_webhook_next_delivery_timestamp_seconds',
      'When the first waiting delivery is or was due.',
    ),
    unmatched: gauge('whosout_source_unmatched_events', 'Unmatched events of calendar feeds.'),
  }
  let look = async (): Promise<void> => undefined
  let unwatch = (): void => undefined

  const lookAt = async (
    readFigures: () => Promise<SourceFigures>,
    { rollSize, lastTickAgeSeconds, statusLag }: MetricsSources,
  ): Promise<void> => {
    const { organizations, bytes } = rollSize()
    shown.organizations.set(organizations)
    shown.bytes.set(bytes)
    const age = lastTickAgeSeconds()
    if (age === null) shown.tick.remove()
    else shown.tick.set(age)
    const lag = statusLag()
    if (lag === null) for (const one of [shown.waiting, shown.statusLag]) one.remove()
    else {
      shown.waiting.set(lag.waiting)
      shown.statusLag.set(lag.seconds)
    }
    shown.sources.reset()
    shown.oldest.remove()
    shown.unmatched.remove()
    shown.webhooks.reset()
    shown.nextDelivery.remove()
    const figures = await readFigures()
    for (const [state, count] of Object.entries(figures.states)) shown.sources.set({ state }, count)
    if (figures.oldestSuccess !== null) shown.oldest.set(figures.oldestSuccess)
    shown.unmatched.set(figures.unmatched)
    for (const [state, count] of Object.entries(figures.webhooks)) shown.webhooks.set({ state }, count)
    if (figures.nextDelivery !== null) shown.nextDelivery.set(figures.nextDelivery)
  }

  return {
    /** The same store, with its calls counted. */
    meterStore: (store: Store): Store =>
      meterStore(store, elapsed, (call, failed, ms) => stored.observe(ms, call, failed ? 'failed' : 'ok')),
    /** Starts counting the calls to Slack at that address. */
    watchSlack(apiUrl: string): void {
      unwatch()
      unwatch = watchSlackCalls(apiUrl, elapsed, (method, outcome, ms) => called.observe(ms, method, outcome))
    },
    /** A reply was sent. `route` is a template, never an arbitrary path; milliseconds. */
    replied: (route: string, status: number, ms: number): void => replied.observe(ms, route, status),
    answered(how: Parameters<Meter['answered']>[0]): void {
      if (how === 'kept') kept++
      else built++
    },
    rollLoaded: () => void loaded++,
    digestRun: (state: RunState) => digestRuns.inc({ state }),
    webhookAttempt: (outcome: Parameters<Meter['webhookAttempt']>[0]) => webhookAttempts.inc({ outcome }),
    /** Sets the state to read on requests; until then none of it is shown. */
    show(store: Store, sources: MetricsSources): void {
      const readFigures = createSourceFigures(store, elapsed)
      look = () => lookAt(readFigures, sources)
      linesLost = sources.logLinesLost
    },
    /** The text format of Prometheus, and its content type. */
    async text() {
      // If the store is unavailable, everything is shown except its figures.
      await look().catch((error: unknown) => warn(error, 'the figures of sources could not be read'))
      const timed = [replied, stored, called].map((timer) => timer.text())
      return { type: registry.contentType, body: [await registry.metrics(), ...timed].join('') }
    },
    stop(): void {
      unwatch()
      registry.clear()
    },
  }
}

export type Metrics = ReturnType<typeof createMetrics>
