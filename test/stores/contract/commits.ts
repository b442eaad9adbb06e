import { describe, expect, it } from 'vitest'
import { collect, type Change, type Json } from '../../../src/store/port.js'
import { keyEvent, leave, member, oddEvent, organization, puts } from '../samples.js'
import { describeLargeGroups } from './large.js'
import { describePreconditions } from './preconditions.js'
import { openBench, type Subject } from '../subject.js'

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
      const { store, org } = bench()
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
    const { store, org } = bench()
    const document = oddEvent(org, 'patched', { a: 1, n: { x: 1, y: { z: 1 } } })
    await store.commit([{ put: 'key_events', document }])
    expect(await store.commit([{ patch: 'key_events', id: document._id, set }])).toEqual(done)
    expect(await store.get('key_events', [document._id])).toStrictEqual([
      { ...keyEvent(org, 'patched'), ...expected },
    ])
  })
}

const describeConcurrency = (subject: Subject): void => {
  const bench = openBench(subject)

  it('writes parallel groups one after the other, each whole', async () => {
    const { store, org } = bench()
    const group = (n: number) =>
      puts(
        'key_events',
        [0, 1, 2, 3, 4].map((index) => keyEvent(org, `${index}`, { who: `writer ${n}` })),
      )
    await Promise.all(Array.from({ length: 20 }, (_, n) => store.commit(group(n))))
    const events = await collect(store.find('key_events', { index: 'by_time', equal: { org } }))
    expect(events).toHaveLength(5)
    expect(new Set(events.map(({ who }) => who)).size).toBe(1)
  })
}

export const describeCommits = (subject: Subject): void => {
  describe('with preconditions', () => describePreconditions(subject))
  describe('in groups', () => describeGroups(subject))
  describe('in large groups', () => describeLargeGroups(subject))
  // A group in steps may meet another one half-way.
  if (!subject.inSteps) describe('beside others', () => describeConcurrency(subject))
}
