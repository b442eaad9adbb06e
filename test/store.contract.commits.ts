import { describe, expect, it } from 'vitest'
import type { Change, Fields, Json } from '../src/store/port.js'
import { increment, race } from './store.child.js'
import { apiKey, keyEvent, leave, member, newId, oddEvent, organization } from './store.samples.js'
import { openBench, type Subject } from './store.subject.js'

const done = { done: true }
const conflict = (index: number): object => ({ done: false, conflict: index })

/** What the stored organization holds (`stored` below), what a caller saw, and whether the two agree. */
const preconditions: readonly (readonly [string, Fields, boolean])[] = [
  ['an equal number', { revision: 1 }, true],
  ['another number', { revision: 2 }, false],
  ['a number as text', { revision: '1' }, false],
  ['equal text', { plan: 'paid' }, true],
  ['other text', { plan: 'free' }, false],
  ['text in another case', { plan: 'Paid' }, false],
  ['false', { suspended: false }, true],
  ['true where false is', { suspended: true }, false],
  ['null where false is', { suspended: null }, false],
  ['zero where false is', { suspended: 0 }, false],
  ['missing where false is', { suspended: undefined }, false],
  ['null', { import: null }, true],
  ['missing where null is', { import: undefined }, false],
  ['missing', { nothing: undefined }, true],
  ['null where nothing is', { nothing: null }, false],
  ['a nested field', { 'keys.k1.state': 'active' }, true],
  ['another nested value', { 'keys.k1.state': 'revoked' }, false],
  ['nested null', { 'keys.k1.expires_at': null }, true],
  ['nested missing where null is', { 'keys.k1.expires_at': undefined }, false],
  ['nested missing', { 'keys.k2': undefined }, true],
  ['missing below missing', { 'keys.k2.state': undefined }, true],
  ['missing below null', { 'import.id': undefined }, true],
  ['missing where an object is', { 'keys.k1': undefined }, false],
  ['null where an object is', { keys: null }, false],
  ['two that agree', { revision: 1, 'keys.k1.version': 1 }, true],
  ['one of two that does not', { revision: 1, 'keys.k1.version': 2 }, false],
  ['nothing asked', {}, true],
]

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

const describePreconditions = (subject: Subject): void => {
  const bench = openBench(subject)
  const stored = (org: string) => organization(org, { keys: { k1: apiKey('k1') } })

  describe.each(['put', 'patch', 'remove'] as const)('a %s when the caller saw', (verb) => {
    it.each(preconditions)(`%s`, async (_, when, holds) => {
      const { store } = bench()
      const org = newId()
      await store.commit([{ put: 'organizations', document: stored(org) }])
      const changes = {
        put: { put: 'organizations', document: organization(org, { name: 'New' }), when },
        patch: { patch: 'organizations', id: org, set: { name: 'New' }, when },
        remove: { remove: 'organizations', id: org, when },
      } as const
      const after = {
        put: [organization(org, { name: 'New' })],
        patch: [{ ...stored(org), name: 'New' }],
        remove: [],
      }
      expect(await store.commit([changes[verb]])).toEqual(holds ? done : conflict(0))
      expect(await store.get('organizations', [org])).toEqual(holds ? after[verb] : [stored(org)])
    })

    it('fields of a document that is no longer there: a conflict', async () => {
      const { store } = bench()
      const org = newId()
      const changes = {
        put: { put: 'organizations', document: organization(org), when: { revision: 1 } },
        patch: { patch: 'organizations', id: org, set: { revision: 2 }, when: { revision: 1 } },
        remove: { remove: 'organizations', id: org, when: { revision: 1 } },
      } as const
      expect(await store.commit([changes[verb]])).toEqual(conflict(0))
      expect(await store.get('organizations', [org])).toEqual([])
    })
  })

  it('puts what must be absent once', async () => {
    const { store } = bench()
    const org = newId()
    const put = (name: string): Change => ({
      put: 'organizations',
      document: organization(org, { name }),
      when: 'absent',
    })
    expect(await store.commit([put('first')])).toEqual(done)
    expect(await store.commit([put('second')])).toEqual(conflict(0))
    expect((await store.get('organizations', [org]))[0]?.name).toBe('first')
    await store.commit([{ remove: 'organizations', id: org }])
    expect(await store.commit([put('third')])).toEqual(done)
  })

  it('replaces a document when nothing is asked, and removes as often as you like', async () => {
    const { store } = bench()
    const org = newId()
    const find = async () => (await store.get('organizations', [org])).map(({ name }) => name)
    await store.commit([{ put: 'organizations', document: organization(org) }])
    await store.commit([{ put: 'organizations', document: organization(org, { name: 'Again' }) }])
    expect(await find()).toEqual(['Again'])
    for (let time = 0; time < 3; time++) {
      expect(await store.commit([{ remove: 'organizations', id: org }])).toEqual(done)
      expect(await find()).toEqual([])
    }
  })

  it('names a patch of a document that is not there as the conflict', async () => {
    const { store } = bench()
    const patch: Change = { patch: 'organizations', id: newId(), set: { name: 'Nobody' } }
    expect(await store.commit([patch])).toEqual(conflict(0))
    expect(await store.get('organizations', [patch.id])).toEqual([])
  })

  it('accepts a group of no changes', async () => {
    expect(await bench().store.commit([])).toEqual(done)
  })
}

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

  it('takes a group of 3,000 documents in one commit', async () => {
    const { store } = bench()
    const org = newId()
    const events = Array.from({ length: 3_000 }, (_, n) => keyEvent(org, `${n}`))
    await store.commit(events.map((document) => ({ put: 'key_events', document, when: 'absent' })))
    let found = 0
    for await (const page of store.find('key_events', { index: 'by_time', equal: { org } }))
      found += page.length
    expect(found).toBe(3_000)
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
  describe('beside others', () => describeConcurrency(subject))
}
