import type { Behaviour } from './behaviour.js'
import type { Blocking } from './blocking.js'
import type { CalendarBlocking } from './calendar.js'
import { goalsTable, type Goal } from './goals.js'
import { canPin, describeMachine, hasWrk } from './machine.js'
import type { HoldUp } from './probe.js'
import type { Result } from './rounds.js'
import { goalsOf, type StoreReport } from './store-goals.js'
import { milliseconds as ms, table, thousands } from './table.js'
import type { Throughput } from './throughput.js'

const two = (value: number | undefined): string =>
  value === undefined || !Number.isFinite(value) ? '–' : value.toFixed(2)
const times = (value: number | undefined): string =>
  value === undefined || !Number.isFinite(value) ? '–' : value >= 10 ? value.toFixed(0) : value.toFixed(1)
const percent = (share: number | null): string => (share === null ? '–' : `${Math.round(share * 100)} %`)

/** The row to compare with: the floor where there is one, otherwise raw. */
const yardstickOf = (results: ReadonlyMap<string, Result>, name: string): string => {
  const connections = name.endsWith('64') ? 64 : 16
  if (!results.has(`floor ${connections}`)) return `raw ${connections}`
  return name.endsWith(' 304') ? 'floor 304' : `floor ${connections}`
}

const labels: Readonly<Record<string, string>> = {
  raw: 'raw `node:http`',
  floor: 'raw + one batched point read',
  product: '**whosout**, default question',
  'any range': '**whosout**, a range not asked before',
  'product gzip': '**whosout**, gzip',
  'product br': '**whosout**, brotli',
  'product 304': '**whosout**, 304',
  metered: '**whosout** with metrics, default question',
  'metered 304': '**whosout** with metrics, 304',
  'calendar page': '**whosout**, calendar page, gzip',
  'calendar feed': '**whosout**, calendar feed, gzip',
  'floor 304': 'raw + one batched point read, 304',
  'two finds': 'two finds and `res.json`',
}

/**
 * A server that got less of its core than this was limited by something else: the generator, the store or the machine.
 */
const busy = 0.9

const throughputRow = (results: ReadonlyMap<string, Result>, name: string): readonly string[] => {
  const [, kind = name, connections = '16'] = /^(.*?) (16|64)$/.exec(name) ?? []
  const result = results.get(name)!
  const yardstick = yardstickOf(results, name)
  const ours = ['product', 'metered', 'any range'].some((one) => kind.startsWith(one))
  const heldUp = result.serverCpu !== null && result.serverCpu < busy
  return [
    `${labels[kind] ?? kind}${heldUp ? ' (held up)' : ''}`,
    connections,
    thousands(result.requestsPerSecond),
    ms(result.p99),
    two(result.ratioTo(`raw ${connections}`)),
    two(result.cpuRatioTo(`raw ${connections}`)),
    ours && yardstick.startsWith('floor') ? two(result.ratioTo(yardstick)) : '–',
    ours && yardstick.startsWith('floor') ? two(result.cpuRatioTo(yardstick)) : '–',
    name === 'product 16' || name === 'calendar page' ? times(result.ratioTo('two finds')) : '–',
    ours ? two(result.p99RatioTo(yardstick)) : '–',
    `${percent(result.serverCpu)}, ${percent(result.generatorCpu)}`,
  ]
}

const throughputHead = [
  'what answers',
  'connections',
  'requests/s',
  'p99',
  'of raw',
  'by CPU',
  'of the floor',
  'by CPU',
  'times two finds',
  'p99 of the yardstick’s',
  'server, generator CPU',
]

const throughputTable = ({ members, bytes, results }: Throughput): string =>
  [
    `### ${thousands(members)} members (${thousands(bytes)} bytes)`,
    table(
      throughputHead,
      [...results.keys()].map((name) => throughputRow(results, name)),
    ),
  ].join('\n\n')

const behaviourTable = (behaviour: Behaviour): string =>
  table(
    ['what', 'figure', 'beside it'],
    [
      ['first answer after the start', ms(behaviour.firstAnswer), 'goal 500 ms'],
      [
        'resident at 500 members under load',
        behaviour.megabytes === null ? '–' : `${Math.round(behaviour.megabytes)} MB`,
        'goal 130 MB',
      ],
      [
        'first question to a cold organization, 500 members',
        ms(behaviour.cold),
        `${ms(behaviour.warm)} when warm`,
      ],
      [
        'a thousand organizations of 20 in rotation',
        `${thousands(behaviour.thousand)}/s`,
        `${thousands(behaviour.one)}/s for one of them`,
      ],
      [
        '500 members, changed every 100 ms',
        `${thousands(behaviour.changing)}/s`,
        `${thousands(behaviour.still)}/s when it does not change`,
      ],
    ],
  )

const holdUpTable = (what: readonly string[], holdUps: readonly HoldUp[]): string =>
  table(
    ['', ...what],
    [
      ['elapsed time', ...holdUps.map(({ longest }) => ms(longest))],
      ['less the wait for a CPU', ...holdUps.map(({ own }) => (own === null ? '–' : ms(own)))],
    ],
  )

const blockingTable = ({ members, imported, ...blocking }: Blocking): string => {
  const { first, repeated, ranges, longRanges, importing } = blocking
  const holdUps = [first, repeated, ranges, longRanges, importing]
  return [
    `Longest delay of the event loop, ${thousands(members)} members (goal: 50 ms of its own):`,
    holdUpTable(
      [
        'first answer',
        'default question',
        'ranges not asked before',
        'and of 90 days',
        `while ${thousands(imported)} leaves are imported`,
      ],
      holdUps,
    ),
  ].join('\n\n')
}

const calendarTable = ({ members, leaves, ...calendar }: CalendarBlocking): string => {
  const holdUps = [calendar.firstFeed, calendar.tenFeeds, calendar.firstPage, calendar.tenPages]
  return [
    `Longest delay of the event loop by the calendar of ${thousands(members)} members with ${leaves} leaves each (goal: 20 ms of its own):`,
    holdUpTable(['first feed', 'ten feeds at once', 'first page', 'ten pages at once'], holdUps),
  ].join('\n\n')
}

const storeSection = ({ store, throughput, behaviour, blocking, calendar }: StoreReport): string =>
  [
    `## ${store}`,
    ...throughput.map(throughputTable),
    ...(behaviour ? ['### Other measurements', behaviourTable(behaviour)] : []),
    ...(blocking ? [blockingTable(blocking)] : []),
    ...(calendar ? [calendarTable(calendar)] : []),
  ].join('\n\n')

/** With the name of the store in front. */
const namedGoalsOf = (report: StoreReport): readonly Goal[] =>
  goalsOf(report).map((one) => ({ ...one, what: `${report.store}: ${one.what}` }))

export interface RunFacts {
  readonly at: Date
  readonly machine: ReturnType<typeof describeMachine>
  readonly rounds: number
  readonly seconds: number
  /** The generator's throughput against a server that answers two bytes. */
  readonly limit: string
}

/** The whole report as Markdown. */
export const reportOf = (facts: RunFacts, stores: readonly StoreReport[], notes: readonly string[]): string =>
  [
    '# Results of `npm run bench`',
    `${facts.at.toISOString()}. ${facts.machine}.`,
    `Medians of ${facts.rounds} rounds of ${facts.seconds} s each, in a new random order in every round; ratios are medians over ` +
      'the rounds of the ratio within a round. The product is the built `whosout serve` with everything on: key and ' +
      'revision check, validation, rate limit, security headers, access log to a file.',
    `${canPin ? 'The server has a core to itself; generator, MongoDB and imports share the other' : 'Nothing is pinned to cores here'}. ` +
      `The generator is ${hasWrk ? 'wrk with one thread' : 'our own process'}; its limit: ${facts.limit}.`,
    'A yardstick counts only where nothing but the server itself was the limit: compare requests/s when the ' +
      'server is near 100 %, otherwise the “by CPU” columns (requests per second of the server’s CPU time), which other ' +
      'work on the machine hardly changes.',
    ...notes,
    goalsTable(stores.flatMap(namedGoalsOf)),
    ...stores.map(storeSection),
  ].join('\n\n') + '\n'
