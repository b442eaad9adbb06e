import type { Day } from '../src/calendar/day.js'
import type { Store } from '../src/store/port.js'
import { seed, subjectOf, type Subject } from './data.js'
import { measure } from './load.js'
import { residentMegabytes } from './machine.js'
import { launchProduct, startProduct, type ServerProcess } from './processes.js'
import { median } from './rounds.js'
import type { StorePlace } from './server-settings.js'
import { headersOf, presencePath } from './throughput.js'

export interface BehaviourSetting {
  readonly folder: string
  readonly place: StorePlace
  readonly today: Day
  readonly rounds: number
  readonly isQuick: boolean
  open(): Promise<Store>
}

export interface Behaviour {
  /** Milliseconds from the start of the process to its first 200. */
  readonly firstAnswer: number
  readonly megabytes: number | null
  /** Milliseconds for one request at a time: an organization's first, and one after it. */
  readonly cold: number
  readonly warm: number
  /** Requests per second: for one small organization, and for a thousand of them in rotation. */
  readonly one: number
  readonly thousand: number
  /** Requests per second for an organization that does not change, and for one that changes every 100 ms. */
  readonly still: number
  readonly changing: number
}

const coldSubjects = Array.from({ length: 20 }, (_, i) => subjectOf(`cold-${i}`, 500))
const steady = subjectOf('steady', 500)

const ask = async (server: ServerProcess, subject: Subject): Promise<number> => {
  const begun = performance.now()
  const reply = await fetch(server.url + presencePath, { headers: headersOf(subject) })
  await reply.arrayBuffer()
  if (reply.status !== 200) throw new Error(`a request for ${subject.slug} got status ${reply.status}`)
  return performance.now() - begun
}

const connections = 16

const requestsPerSecond = async (
  server: ServerProcess,
  subjects: readonly Subject[],
  isQuick: boolean,
): Promise<number> => {
  // One request each, because the cost of a cold organization is measured separately.
  for (let at = 0; at < subjects.length; at += connections)
    await Promise.all(subjects.slice(at, at + connections).map((subject) => ask(server, subject)))
  const requests = subjects.map((subject) => ({ path: presencePath, headers: headersOf(subject) }))
  if (!isQuick) await measure(server, { requests, connections }, 1)
  return (await measure(server, { requests, connections }, isQuick ? 0.25 : 2)).requestsPerSecond
}

const firstAnswer = async ({ folder, place }: BehaviourSetting): Promise<number> => {
  const begun = performance.now()
  const { server } = await launchProduct(folder, place)
  for (;;) {
    const answered = await ask(server, steady).catch(() => undefined)
    if (answered !== undefined) break
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
  const passed = performance.now() - begun
  await server.stop()
  return passed
}

const repeated = async (times: number, run: () => Promise<number>): Promise<number> => {
  const seen: number[] = []
  for (let i = 0; i < times; i++) seen.push(await run())
  return median(seen)
}

/** Changes a leave and the revision of an organization every 100 ms until stopped. */
const keepChanging = (store: Store, { org }: Subject): (() => Promise<void>) => {
  let going = true
  const changing = (async () => {
    for (let revision = 2; going; revision++) {
      await store.commit([{ patch: 'organizations', id: org, set: { revision } }])
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  })()
  return () => {
    going = false
    return changing
  }
}

const whileChanging = async (
  { open }: BehaviourSetting,
  subject: Subject,
  run: () => Promise<number>,
): Promise<number> => {
  const store = await open()
  const stop = keepChanging(store, subject)
  try {
    return await run()
  } finally {
    await stop()
    await store.close()
  }
}

/** Measures what a throughput table does not show: cold starts, many organizations, changes and memory. */
export const measureBehaviour = async (setting: BehaviourSetting): Promise<Behaviour> => {
  const count = setting.isQuick ? 50 : 1_000
  const smallSubjects = Array.from({ length: count }, (_, i) => subjectOf(`small-${i}`, 20))
  const store = await setting.open()
  for (const subject of [steady, ...coldSubjects, ...smallSubjects]) await seed(store, subject, setting.today)
  await store.close()
  const started = await repeated(setting.rounds, () => firstAnswer(setting))
  const server = await startProduct(setting.folder, setting.place)
  const measured = (subjects: readonly Subject[]): Promise<number> =>
    requestsPerSecond(server, subjects, setting.isQuick)
  try {
    const still = await measured([steady])
    const megabytes = residentMegabytes(server.pid)
    const rest = coldSubjects.values()
    return {
      firstAnswer: started,
      megabytes,
      still,
      cold: await repeated(coldSubjects.length, () => ask(server, rest.next().value!)),
      warm: await repeated(coldSubjects.length, () => ask(server, steady)),
      one: await measured(smallSubjects.slice(0, 1)),
      thousand: await measured(smallSubjects),
      changing: await whileChanging(setting, steady, () => measured([steady])),
    }
  } finally {
    await server.stop()
  }
}
