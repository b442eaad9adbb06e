import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { Change, Fields, Json } from '../src/store/port.js'
import { increment, race } from './store.child.js'
import { apiKey, keyEvent, leave, member, newId, oddEvent, organization } from './store.samples.js'
import { describePreconditions } from './store.contract.preconditions.js'
import { openBench, type Subject } from './store.subject.js'

const done = { done: true }
const conflict = (index: number): object => ({ done: false, conflict: index })

const patches: readonly (readonly [string, Record<string, Json | undefined>, Record<string, Json>])[] = [
  ['sets a field', { a: 2 }, { a: 2, n: { x: 1, y: { z: 1 } } }],
  ['sets a new field', { b: null }, { a: 1, b: null, n: { x: 1, y: { z: 1 } } }],
  ['takes a field away', { a: undefined }, { n: { x: 1, y: { z: 1 } } }],
  ['sets a nested field', { 'n.y.z': [1] }, { a: 1, n: { x: 1, y: { z: [1] } } }],
  [
    'sets a new nested field',
    { 'n.k-1': { s: 'on' } },
    { a: 1, n: { x: 1, y: { z: 1 }, 'k-1': { s: 'on' } } },
  ],
  ['makes the objects on the way', { 'm.o.p': 1 }, { a: 1, n: { x: 1, y: { z: 1 } }, m: { o: { p: 1 } } }],
  ['takes a nested field away', { 'n.x': undefined }, { a: 1, n: { y: { z: 1 } } }],
  ['leaves an empty object behind', { 'n.y.z': undefined }, { a: 1, n: { x: 1, y: {} } }],
  ['takes away what is not there', { 'q.r': undefined }, { a: 1, n: { x: 1, y: { z: 1 } } }],
  ['replaces an object whole', { n: {} }, { a: 1, n: {} }],
  ['sets and takes away at once', { a: undefined, 'n.x': 2, 'n.y': undefined }, { n: { x: 2 } }],
  ['changes nothing when nothing is set', {}, { a: 1, n: { x: 1, y: { z: 1 } } }],
]

const describeGroups = (subject: Subject): void => {
  const bench = openBench(subject)

  it.each([0, 1, 3, 6])(
    'writes nothing of a group whose change %i is in conflict, and names it',
    async (at) => {
      const { store } = bench()
      const org = newId()
      await store.commit([
        { put: 'organizations', document: organization(org) },
        { put: 'members', document: member(org, 'leaver') },
      ])
      const before = await store.get('organizations', [org])
      const revision = before[0]?.revision ?? 0
      const good: Change[] = [
        { patch: 'organizations', id: org, set: { revision: revision + 1 }, when: { revision } },
        { put: 'members', document: member(org, 'new'), when: 'absent' },
        { put: 'leaves', document: leave(org, 'l1', '2026-11-20', '2026-11-21') },
        { remove: 'members', id: `${org}:leaver` },
        { put: 'key_events', document: keyEvent(org, 'e1'), when: 'absent' },
        { patch: 'members', id: `${org}:leaver`, set: { active: false } },
      ].slice(0, 5) as Change[]
      const bad: Change = { patch: 'organizations', id: `${org}-other`, set: { revision: 9 } }
      const group = at < good.length ? good.toSpliced(at, 0, bad) : [...good, good[4] as Change, bad]
      const expected = at < good.length ? at : good.length
      expect(await store.commit(group)).toEqual(conflict(expected))
      expect(await store.get('organizations', [org, `${org}-other`])).toEqual(before)
      expect(await store.get('members', [`${org}:leaver`, `${org}:new`])).toEqual([member(org, 'leaver')])
      expect(await store.get('leaves', [`${org}:l1`])).toEqual([])
      const inIndexes = { index: 'by_org', equal: { org } } as const
      for await (const page of store.find('members', inIndexes)) expect(page).toEqual([member(org, 'leaver')])
      expect(await store.commit(good)).toEqual(done)
      expect((await store.get('organizations', [org]))[0]?.revision).toBeGreaterThan(revision)
      expect(await store.get('members', [`${org}:leaver`, `${org}:new`])).toEqual([member(org, 'new')])
    },
  )

  it.each(patches)('patch: %s', async (_, set, expected) => {
    const { store } = bench()
    const org = newId()
    const document = oddEvent(org, 'patched', { a: 1, n: { x: 1, y: { z: 1 } } })
    await store.commit([{ put: 'key_events', document }])
    expect(await store.commit([{ patch: 'key_events', id: document._id, set }])).toEqual(done)
    expect(await store.get('key_events', [document._id])).toStrictEqual([
      { ...keyEvent(org, 'patched'), ...expected },
    ])
  })

  it('adds a key to an organization, changes it and takes it away, and leaves the other keys alone', async () => {
    const { store } = bench()
    const org = newId()
    const id = '0190a1b2-0000-7000-8000-000000000001'
    const keys = async () => (await store.get('organizations', [org]))[0]?.keys
    await store.commit([
      { put: 'organizations', document: organization(org, { keys: { other: apiKey('other') } }) },
    ])
    const patch = (set: Record<string, Json | object | undefined>, when: Fields) =>
      store.commit([{ patch: 'organizations', id: org, set, when }])
    expect(await patch({ [`keys.${id}`]: apiKey(id) }, { [`keys.${id}`]: undefined })).toEqual(done)
    expect(await keys()).toEqual({ other: apiKey('other'), [id]: apiKey(id) })
    expect(await patch({ [`keys.${id}.state`]: 'disabled' }, { [`keys.${id}.version`]: 1 })).toEqual(done)
    expect(await keys()).toEqual({ other: apiKey('other'), [id]: apiKey(id, { state: 'disabled' }) })
    expect(await patch({ [`keys.${id}`]: undefined }, { [`keys.${id}.state`]: 'disabled' })).toEqual(done)
    expect(await keys()).toEqual({ other: apiKey('other') })
  })
}

/** Does `work` again and again until `running` has settled; how often. */
const whileRunning = async (running: Promise<unknown>, work: () => Promise<void>): Promise<number> => {
  let settled = false
  const end = running.finally(() => (settled = true))
  let times = 0
  for (; !settled; times++) await work()
  await end
  return times
}

const describeLargeGroups = (subject: Subject): void => {
  const bench = openBench(subject)
  const size = 3_000
  const events = (org: string): Change[] =>
    Array.from({ length: size }, (_, n) => ({
      put: 'key_events',
      document: keyEvent(org, `${n}`),
      when: 'absent',
    }))
  const count = async (org: string): Promise<number> => {
    let found = 0
    for await (const page of bench().store.find('key_events', { index: 'by_time', equal: { org } }))
      found += page.length
    return found
  }

  it('takes 3,000 documents in one commit', async () => {
    const org = newId()
    expect(await bench().store.commit(events(org))).toEqual(done)
    expect(await count(org)).toBe(size)
  })

  it('shows none of it to readers until it is committed, and takes other commits meanwhile', async () => {
    const { store } = bench()
    const org = newId()
    await store.commit([{ put: 'organizations', document: organization(org, { revision: 0 }) }])
    const ends = [`${org}:0`, `${org}:${size - 1}`]
    const states: number[] = []
    const increments = await whileRunning(store.commit(events(org)), async () => {
      states.push((await store.view(org, (reader) => reader.get('key_events', ends))).length)
      await Promise.all([increment(store, org, 1), turn()])
      states.push((await store.get('key_events', ends)).length)
    })
    expect(states[0]).toBe(0)
    expect(states.filter((state) => state !== 0 && state !== 2)).toEqual([])
    expect((await store.get('organizations', [org]))[0]?.revision).toBe(increments)
    expect(await count(org)).toBe(size)
  })

  it('leaves nothing of one with a conflict at its end, and all of those beside it', async () => {
    const { store } = bench()
    const org = newId()
    await store.commit([{ put: 'organizations', document: organization(org, { revision: 0 }) }])
    const bad: Change = { patch: 'members', id: `${org}:nobody`, set: { active: false } }
    const running = store.commit([...events(org), bad, bad])
    const others: Promise<void>[] = []
    await whileRunning(running, async () => {
      if (others.length < 50) others.push(increment(store, org, 1))
      await turn()
    })
    await Promise.all(others)
    expect(await running).toEqual(conflict(size))
    expect(await count(org)).toBe(0)
    expect((await store.get('organizations', [org]))[0]?.revision).toBe(others.length)
  })

  it('makes the changes of one document in the order they came, and names the first conflict', async () => {
    const { store } = bench()
    const org = newId()
    const once = events(org).slice(0, 500)
    const ids = once.map((change) => ('put' in change ? change.document._id : ''))
    const patched = (what: string): Change[] => ids.map((id) => ({ patch: 'key_events', id, set: { what } }))
    const removed = ids.slice(0, 100).map((id): Change => ({ remove: 'key_events', id, when: { what: 'b' } }))
    const again = once.slice(0, 50)
    const group = [...once, ...patched('a'), ...patched('b'), ...removed, ...again]
    expect(await store.commit([...group, ...patched('c').slice(60), ...once.slice(300)])).toEqual(
      conflict(group.length),
    )
    expect(await count(org)).toBe(0)
    expect(await store.commit(group)).toEqual(done)
    const what = (await store.get('key_events', ids)).map(({ _id, what }) => `${ids.indexOf(_id)} ${what}`)
    const expected = ids.flatMap((_, n) => (n < 50 ? [`${n} created`] : n < 100 ? [] : [`${n} b`]))
    expect(what.toSorted()).toEqual(expected.toSorted())
  })
}

const describeConcurrency = (subject: Subject): void => {
  const bench = openBench(subject)

  it('loses no increment of ten that compare and set at once, ten times each', async () => {
    const { store } = bench()
    const org = newId()
    await store.commit([{ put: 'organizations', document: organization(org, { revision: 0 }) }])
    await Promise.all(Array.from({ length: 10 }, () => increment(store, org, 10)))
    expect((await store.get('organizations', [org]))[0]?.revision).toBe(100)
  })

  it('lets one of 20 parallel puts win that want it absent', async () => {
    const org = newId()
    expect(await race(bench().store, org, 20, 'here')).toBe(1)
  })

  // A group in steps may meet another one half-way.
  if (subject.inSteps) return
  it('writes parallel groups one after the other, each whole', async () => {
    const { store } = bench()
    const org = newId()
    const group = (n: number): Change[] =>
      Array.from({ length: 5 }, (_, index) => ({
        put: 'key_events',
        document: keyEvent(org, `${index}`, { who: `writer ${n}` }),
      }))
    await Promise.all(Array.from({ length: 20 }, (_, n) => store.commit(group(n))))
    const events = await store.get(
      'key_events',
      group(0).map((_, index) => `${org}:${index}`),
    )
    expect(events).toHaveLength(5)
    expect(new Set(events.map(({ who }) => who)).size).toBe(1)
  })
}

export const describeCommits = (subject: Subject): void => {
  describe('with preconditions', () => describePreconditions(subject))
  describe('in groups', () => describeGroups(subject))
  describe('in large groups', () => describeLargeGroups(subject))
  describe('beside others', () => describeConcurrency(subject))
}
