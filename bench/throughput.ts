import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { addDays, type Day } from '../src/calendar/day.js'
import { linksOf, type Subject } from './data.js'
import { measure } from './load.js'
import type { AskedRequest } from './asking.js'
import { startPlain, startProduct, startRaw, type ServerProcess } from './processes.js'
import { runRounds, type Cell, type Result } from './rounds.js'
import type { StorePlace } from './server-settings.js'

export const presencePath = '/api/v1/presence'

export const headersOf = ({ secret }: Subject): Readonly<Record<string, string>> => ({
  Authorization: `Bearer ${secret}`,
})

const warm = (subject: Subject): readonly AskedRequest[] => [
  { path: presencePath, headers: headersOf(subject) },
]

/** Every range of 5 to 12 days in 250 days around today: more answers than a server keeps, requested in order. */
export const ranges = (subject: Subject, today: Day): readonly AskedRequest[] =>
  Array.from({ length: 2_000 }, (_, i) => {
    const from = addDays(today, (i % 250) - 125)!
    const to = addDays(from, 4 + Math.floor(i / 250))!
    return { path: `${presencePath}?from=${from}&to=${to}`, headers: headersOf(subject) }
  })

/**
 * The default question, compressed: the compressed form is kept with the answer, so each request sends the same bytes.
 */
const coded = (subject: Subject, coding: 'gzip' | 'br'): readonly AskedRequest[] => [
  { path: presencePath, headers: { ...headersOf(subject), 'Accept-Encoding': coding } },
]

/** What a browser and a calendar program ask of a link; `more` is what follows its token. */
const calendar = (subject: Subject, more = ''): readonly AskedRequest[] =>
  linksOf(subject).map((token) => ({
    path: `/calendar/${token}${more}`,
    headers: { 'Accept-Encoding': 'gzip' },
  }))

const conditional = (subject: Subject, etag: string): readonly AskedRequest[] => [
  { path: presencePath, headers: { ...headersOf(subject), 'If-None-Match': etag } },
]

export interface Setting {
  readonly folder: string
  readonly subject: Subject
  readonly place: StorePlace
  readonly today: Day
  readonly rounds: number
  readonly isQuick: boolean
  readonly seconds: number
}

export interface Throughput {
  readonly members: number
  readonly bytes: number
  readonly results: ReadonlyMap<string, Result>
}

const withMetrics = { env: { METRICS_TOKEN: 'only-for-the-bench' } } as const

const isMongo = (place: StorePlace): place is { readonly mongodb: string } => 'mongodb' in place

/** Saves the default reply's bytes to a file for the yardsticks, and returns its tag. */
const saveReply = async ({ folder, subject }: Setting, product: ServerProcess) => {
  const reply = await fetch(product.url + presencePath, { headers: headersOf(subject) })
  const bytes = Buffer.from(await reply.arrayBuffer())
  const body = join(folder, `body-${subject.members}.json`)
  writeFileSync(body, bytes)
  return { body, bytes: bytes.length, etag: reply.headers.get('etag')! }
}

/** Measures the product beside its yardsticks, all on one store, at one size. */
export const measureThroughput = async (setting: Setting): Promise<Throughput> => {
  const { folder, subject, place, today } = setting
  const product = await startProduct(folder, place)
  const { body, etag, bytes } = await saveReply(setting, product)
  const mongodb = isMongo(place) && { uri: place.mongodb, org: subject.org }
  const raw = await startRaw(folder, { body, etag })
  const floor = mongodb ? await startRaw(folder, { body, etag, mongodb }) : undefined
  // The answer of 50,000 takes so long that counting it cannot be seen.
  const metered = subject.members > 5_000 ? undefined : await startProduct(folder, place, withMetrics)
  const plain = await startPlain(folder, { store: place, org: subject.org, today })
  // A link may be asked 120 times a minute; a limit of none lifts that.
  const linked = await startProduct(folder, place, { env: { RATE_LIMIT: '0' } })
  const servers = { product, raw, floor, metered, linked, plain }
  try {
    const results = await runRounds(cellsOf(setting, servers, etag), setting)
    return { members: subject.members, bytes, results }
  } finally {
    for (const server of Object.values(servers)) await server?.stop()
  }
}

interface Servers {
  readonly product: ServerProcess
  readonly raw: ServerProcess
  readonly floor: ServerProcess | undefined
  readonly metered: ServerProcess | undefined
  readonly linked: ServerProcess
  readonly plain: ServerProcess
}

const cellsOf = ({ subject, today, seconds }: Setting, servers: Servers, etag: string): readonly Cell[] => {
  const { product, raw, floor, metered, linked, plain } = servers
  const cell = (
    name: string,
    server: ServerProcess | undefined,
    connections: number,
    requests: readonly AskedRequest[],
  ): Cell[] => (server ? [{ name, measure: () => measure(server, { requests, connections }, seconds) }] : [])
  return [
    // 64 concurrent bodies of 13 MB would measure the machine's memory.
    ...(subject.members > 5_000 ? [16] : [16, 64]).flatMap((connections) => [
      ...cell(`raw ${connections}`, raw, connections, warm(subject)),
      ...cell(`floor ${connections}`, floor, connections, warm(subject)),
      ...cell(`product ${connections}`, product, connections, warm(subject)),
    ]),
    ...cell('any range', product, 16, ranges(subject, today)),
    ...cell('product gzip', product, 16, coded(subject, 'gzip')),
    ...cell('product br', product, 16, coded(subject, 'br')),
    ...cell('product 304', product, 16, conditional(subject, etag)),
    ...cell('metered 16', metered, 16, warm(subject)),
    ...cell('metered 304', metered, 16, conditional(subject, etag)),
    ...cell('floor 304', floor, 16, conditional(subject, etag)),
    // At most 100 people of a page; the feed of 50,000 is 20 MB.
    ...cell('calendar page', linked, 16, calendar(subject)),
    ...(subject.members > 5_000 ? [] : cell('calendar feed', linked, 16, calendar(subject, '.ics'))),
    // With more members it does not finish one reply within a measurement.
    ...(subject.members > 5_000 ? [] : cell('two finds', plain, 16, warm(subject))),
  ]
}
