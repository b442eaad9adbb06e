import { setImmediate as turn } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { Problem } from '../../../src/domain/problem.js'
import { collect, type Change, type Reader, type Store } from '../../../src/store/port.js'
import type { KeyEvent } from '../../../src/store/schema.js'
import { newDatabase, startReplicaSet, withClient, type Deployment } from '../../mongod/servers.js'
import { openTestStore } from './subject.js'
import { keyEvent, newId, organization } from '../samples.js'

/** Ends the writers after their present step, or, when the test is given up, at once. */
let [stopped, closed] = [false, false]
let set: Deployment
let uri: string
let store: Store
beforeAll(async () => {
  set = await startReplicaSet(inject('mongodBinary'), 3)
  uri = newDatabase(set.uri)
  store = await openTestStore(uri)
})
afterAll(async () => {
  closed = true
  await store.close()
  await set.stop()
})

const groupSize = 5

/** Step `n` of a lane: the organization from `n - 1` to `n`, with events that say which try wrote them, or alone. */
const step = (org: string, n: number, attempt: string, grouped: boolean): Change[] => [
  {
    patch: 'organizations',
    id: org,
    set: { revision: n, name: attempt },
    when: { revision: n - 1 },
  },
  ...Array.from({ length: grouped ? groupSize : 0 }, (_, index): Change => {
    const document = keyEvent(org, `${n}-${index}`, { key: `step-${n}`, who: attempt })
    return { put: 'key_events', document, when: 'absent' }
  }),
]

interface Lane {
  readonly org: string
  readonly grouped: boolean
  /** The attempt that was acknowledged for each step; undefined where only a later look told that it was done. */
  readonly steps: (string | undefined)[]
}

type Outcome = 'acknowledged' | 'conflict' | 'unavailable' | 'unknown'

const commitOnce = async (changes: readonly Change[]): Promise<Outcome> => {
  try {
    return (await store.commit(changes)).done ? 'acknowledged' : 'conflict'
  } catch (error) {
    if (closed) throw error
    if (error instanceof Problem && error.code === 'unavailable') return 'unavailable'
    if (error instanceof Problem && error.code === 'outcome_unknown') return 'unknown'
    throw error
  }
}

/** What a service does after an unknown outcome: it looks, as often as it takes. */
const nameOf = async (org: string): Promise<string | undefined> => {
  for (;;) {
    await turn()
    try {
      return (await store.get('organizations', [org]))[0]?.name
    } catch (error) {
      if (closed || !(error instanceof Problem && error.code === 'unavailable')) throw error
    }
  }
}

/** Does one step, by as many tries as it takes. A conflict is one only after a try whose outcome was unknown. */
const take = async (lane: Lane, n: number): Promise<void> => {
  const unknown = new Set<string>()
  for (let tried = 0; ; tried++) {
    await turn()
    const attempt = `step ${n} try ${tried}`
    const outcome = await commitOnce(step(lane.org, n, attempt, lane.grouped))
    if (outcome === 'acknowledged') return void lane.steps.push(attempt)
    if (outcome === 'unavailable') continue
    if (outcome === 'unknown') unknown.add(attempt)
    const name = await nameOf(lane.org)
    if (name !== undefined && unknown.has(name)) return void lane.steps.push(undefined)
    expect(outcome, `nobody else writes ${lane.org}, and it says ${name}`).toBe('unknown')
  }
}

const runLane = async (lane: Lane, onStep: () => void): Promise<void> => {
  await store.commit([{ put: 'organizations', document: organization(lane.org, { revision: 0 }) }])
  for (let n = 1; !stopped; n++) {
    await take(lane, n)
    onStep()
  }
}

const stepDown = (): Promise<void> =>
  withClient(set.uri, (client) =>
    client
      .db('admin')
      .command({ replSetStepDown: 10, force: true })
      .then(
        () => undefined,
        () => undefined,
      ),
  )

const killPrimary = (): Promise<void> =>
  withClient(set.uri, async (client) => {
    const { me } = await client.db('admin').command({ hello: 1 })
    const primary = set.members.find((member) => member.uri.includes(String(me)))
    if (!primary) throw new Error('the primary is none of ours')
    primary.signal('SIGKILL')
  })

const expectWhole = async (reader: Reader, lane: Lane): Promise<void> => {
  const [stored] = await reader.get('organizations', [lane.org])
  expect(stored?.revision).toBe(lane.steps.length)
  const last = lane.steps.at(-1)
  if (last !== undefined) expect(stored?.name).toBe(last)
  const query = { index: 'by_time', equal: { org: lane.org } } as const
  const byStep = new Map<string, KeyEvent[]>()
  for (const event of await collect(reader.find('key_events', query)))
    byStep.set(event.key, [...(byStep.get(event.key) ?? []), event])
  expect(byStep.size).toBe(lane.grouped ? lane.steps.length : 0)
  if (!lane.grouped) return
  for (const [index, attempt] of lane.steps.entries()) {
    const events = byStep.get(`step-${index + 1}`) ?? []
    expect(events).toHaveLength(groupSize)
    const writers = new Set(events.map(({ who }) => who))
    expect(writers.size).toBe(1)
    if (attempt !== undefined) expect([...writers]).toEqual([attempt])
  }
}

it('every acknowledged commit is there, once and whole, after a step-down and a kill -9 of the primary', async () => {
  const lanes = [true, true, true, false, false].map((grouped): Lane => ({
    org: newId(),
    grouped,
    steps: [],
  }))
  let [steps, waiting] = [0, { until: 0, go: (): void => undefined }]
  const moreSteps = (count: number): Promise<void> =>
    new Promise((go) => (waiting = { until: steps + count, go }))
  const writers = Promise.all(
    lanes.map((lane) => runLane(lane, () => ++steps === waiting.until && waiting.go())),
  )
  const disturb = async (): Promise<void> => {
    await moreSteps(100)
    await stepDown()
    await moreSteps(100)
    await killPrimary()
    await moreSteps(100)
  }
  await Promise.race([disturb(), writers]).finally(() => (stopped = true))
  await writers
  for (const lane of lanes) await store.view(lane.org, (reader) => expectWhole(reader, lane))
})
