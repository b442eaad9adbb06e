import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { dayAt, type Day } from '../src/calendar/day.js'
import { openEmbeddedStore } from '../src/store/embedded/store.js'
import type { Store } from '../src/store/port.js'
import { measureBehaviour } from './behaviour.js'
import { measureBlocking } from './blocking.js'
import { measureCalendar } from './calendar.js'
import { seed, subjectOf } from './data.js'
import { digestCounts, digestReportOf, measureDigests, type DigestCounts } from './digests.js'
import { measure } from './load.js'
import { describeMachine, pinRunning } from './machine.js'
import { startMongod } from './mongod.js'
import { readOptions, type Options } from './options.js'
import { startRaw } from './processes.js'
import { reportOf } from './report.js'
import type { StorePlace } from './server-settings.js'
import type { StoreReport } from './store-goals.js'
import { measureThroughput, type Throughput } from './throughput.js'
import { measureWords, wordReportOf } from './words.js'

interface StoreUnderTest {
  readonly name: string
  place(database: string): StorePlace
  open(database: string): Promise<Store>
}

const say = (line: string): void => void process.stderr.write(`${line}\n`)

const measureStore = async (
  folder: string,
  options: Options,
  store: StoreUnderTest,
  throughput: boolean,
): Promise<StoreReport> => {
  const at = new Date()
  const today = dayAt(at, 'Europe/Berlin')
  const sizes: Throughput[] = []
  for (const members of throughput ? options.sizes : []) {
    say(`${store.name}: ${members} members`)
    const subject = subjectOf(`members-${members}`, members)
    const opened = await store.open('throughput')
    await seed(opened, subject, today)
    await opened.close()
    sizes.push(
      await measureThroughput({ folder, subject, place: store.place('throughput'), today, ...options }),
    )
  }
  return {
    store: store.name,
    throughput: sizes,
    ...(options.only.has('behaviour') ? await behaviourOf(folder, options, store, today) : {}),
    ...(options.only.has('calendar') ? await calendarOf(folder, options, store, today) : {}),
  }
}

const calendarOf = async (
  folder: string,
  { rounds, calendar: members }: Options,
  store: StoreUnderTest,
  today: Day,
): Promise<Pick<StoreReport, 'calendar'>> => {
  say(`${store.name}: calendar`)
  const [place, open] = [store.place('calendar'), () => store.open('calendar')]
  return { calendar: await measureCalendar({ folder, place, today, rounds, members, open }) }
}

const behaviourOf = async (
  folder: string,
  options: Options,
  store: StoreUnderTest,
  today: Day,
): Promise<Pick<StoreReport, 'behaviour' | 'blocking'>> => {
  say(`${store.name}: behaviour`)
  const open = () => store.open('behaviour')
  const behaviour = await measureBehaviour({
    folder,
    place: store.place('behaviour'),
    today,
    rounds: options.rounds,
    isQuick: options.isQuick,
    open,
  })
  say(`${store.name}: event loop`)
  const largest = subjectOf('largest', options.largest)
  const opened = await store.open('largest')
  await seed(opened, largest, today)
  await opened.close()
  return {
    behaviour,
    blocking: await measureBlocking(folder, store.place('largest'), largest, today),
  }
}

/** The generator's throughput when the server has next to nothing to do. */
const generatorLimit = async (folder: string): Promise<string> => {
  const body = join(folder, 'two-bytes')
  writeFileSync(body, '{}')
  const server = await startRaw(folder, { body, etag: '"none"' })
  const { requestsPerSecond, generatorCpu, serverCpu } = await measure(
    server,
    { requests: [{ path: '/', headers: {} }], connections: 64 },
    2,
  )
  await server.stop()
  const share = (cpu: number | null): string =>
    cpu === null ? 'an unknown share' : `${Math.round(cpu * 100)} %`
  return `${Math.round(requestsPerSecond)} requests/s of two bytes with ${share(generatorCpu)} of its core, the server at ${share(serverCpu)}`
}

const run = async (folder: string, options: Options, save: (report: string) => void): Promise<void> => {
  const facts = {
    at: new Date(),
    machine: describeMachine(),
    rounds: options.rounds,
    seconds: options.seconds,
  }
  const limit = await generatorLimit(folder)
  const wanted = (part: 'embedded' | 'mongodb'): boolean => options.only.has(part)
  const stores: StoreReport[] = []
  const notes: string[] = []
  const embedded: StoreUnderTest = {
    name: 'Embedded store',
    place: (database) => ({ folder: join(folder, database) }),
    open: (database) => openEmbeddedStore(join(folder, database)),
  }
  if (wanted('embedded') || options.only.has('behaviour') || options.only.has('calendar'))
    stores.push(await measureStore(folder, options, embedded, wanted('embedded')))
  const saveAll = (): void => save(reportOf({ ...facts, limit }, stores, notes))
  saveAll()
  const mongod = wanted('mongodb') ? await startMongod() : null
  if (mongod) {
    const name = (database: string): string => `bench_${process.pid}_${database}`
    const mongodb: StoreUnderTest = {
      name: 'MongoDB, on the same machine',
      place: (database) => ({ mongodb: mongod.uriOf(name(database)) }),
      open: (database) => mongod.open(name(database)),
    }
    stores.push(await measureStore(folder, options, mongodb, true))
    for (const database of ['throughput', 'behaviour', 'largest', 'calendar'])
      await mongod.drop(name(database))
    await mongod.stop()
  } else if (wanted('mongodb'))
    notes.push('MongoDB was skipped: neither a server nor a mongod binary was found.')
  saveAll()
}

const runDigests = async (folder: string, counts: DigestCounts): Promise<string> => {
  const costs = []
  say('digests: embedded store')
  const embedded = await openEmbeddedStore(join(folder, 'digests'))
  costs.push(await measureDigests('Embedded store', embedded, counts))
  await embedded.close()
  const mongod = await startMongod()
  if (mongod) {
    say('digests: MongoDB')
    const database = `bench_${process.pid}_digests`
    const store = await mongod.open(database)
    costs.push(await measureDigests('MongoDB, on the same machine', store, counts))
    await store.close()
    await mongod.drop(database)
    await mongod.stop()
  }
  return digestReportOf(new Date(), describeMachine(), counts, costs)
}

const folder = mkdtempSync(join(tmpdir(), 'whosout-bench-'))
pinRunning('rest', process.pid)
process.setMaxListeners(50)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
try {
  const options = readOptions(process.argv.slice(2))
  const save = (name: string, report: string): void => {
    if (!options.isQuick)
      writeFileSync(fileURLToPath(new URL(`../../bench/${name}`, import.meta.url)), report)
  }
  if (options.only.has('digest')) {
    const report = await runDigests(folder, digestCounts(options.isQuick))
    save('digest-results.md', report)
    process.stdout.write(report)
  }
  if (options.only.has('words')) {
    say('words')
    const costs = []
    for (const members of options.isQuick ? [500, 5_000] : [5_000, 50_000])
      costs.push(await measureWords(members))
    const report = wordReportOf(new Date(), describeMachine(), costs)
    save('words-results.md', report)
    process.stdout.write(report)
  }
  if ([...options.only].some((part) => part !== 'digest' && part !== 'words')) {
    let last = ''
    // After each store, so that an interrupted run keeps its results.
    await run(folder, options, (report) => save('results.md', (last = report)))
    process.stdout.write(last)
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
