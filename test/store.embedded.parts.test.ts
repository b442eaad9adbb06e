import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Stored } from '../src/store/changes.js'
import { fillingPages, readingAhead, type IndexedStep } from '../src/store/embedded-ahead.js'
import { createCommitter, type Draft } from '../src/store/embedded-commit.js'
import { pack, shapes, unpack, type Packed } from '../src/store/embedded-pack.js'
import type { Change } from '../src/store/port.js'
import { member, organization, problemOf } from './store.samples.js'

/** In the order of their bytes, which is not JavaScript's. */
const names = ['', 'a', 'b', 'ba', 'c', '\ud7ff', '\ue000', '\ufffd', '😀', '😀a', '\u{10ffff}']

/** A database that is empty and stays so. */
const draft: Draft = {
  get: () => undefined,
  keyAfter: () => undefined,
  put: () => {},
  remove: () => {},
  addEntry: () => {},
  removeEntry: () => {},
}

describe('the outcome of a commit', () => {
  const changes: readonly Change[] = [{ put: 'organizations', document: organization('o') }]
  const fault = new Error('/var/lib/data.mdb: no space left')
  const never = new Promise<never>(() => {})

  it.each([
    ['unavailable', 'the lock never comes', () => never],
    ['unavailable', 'the lock cannot be had', () => Promise.reject(fault)],
    [
      'outcome_unknown',
      'all is written and the disk does not answer',
      (work) => work(draft).then(() => never),
    ],
    [
      'outcome_unknown',
      'all is written and the disk has a fault',
      (work) => work(draft).then(() => Promise.reject(fault)),
    ],
    [
      'unavailable',
      'a write fails',
      (work) =>
        work({
          ...draft,
          put: () => {
            throw fault
          },
        }),
    ],
  ] satisfies [string, string, Parameters<typeof createCommitter>[0]][])(
    'is %s when %s',
    async (code, _, transact) => {
      const { commit } = createCommitter(transact)
      const problem = await problemOf(commit(changes, { deadline: 20 }))
      expect(problem.code).toBe(code)
      expect(problem.message).not.toContain('data.mdb')
    },
  )

  it('does not depend on an earlier commit that failed', async () => {
    let calls = 0
    const { commit } = createCommitter((work) => (calls++ === 0 ? Promise.reject(fault) : work(draft)))
    expect((await problemOf(commit(changes))).cause).toBe(fault)
    expect(await commit(changes)).toEqual({ done: true })
  })
})

describe('a large commit', () => {
  it('lets the event loop turn between its slices', async () => {
    let inThisTurn = 0
    let most = 0
    let ended = false
    const count: Draft = { ...draft, put: () => (most = Math.max(most, ++inThisTurn)) }
    const nextTurn = (): void => {
      inThisTurn = 0
      if (!ended) setImmediate(nextTurn)
    }
    nextTurn()
    const { commit } = createCommitter((work) => work(count))
    const changes = Array.from({ length: 20_000 }, (_, n): Change => ({
      put: 'members',
      document: member('org', `${n}`),
    }))
    await commit(changes).finally(() => (ended = true))
    expect(most).toBeGreaterThan(0)
    expect(most).toBeLessThanOrEqual(500)
  })
})

describe('the steps of a commit', () => {
  it('are all made, those of one document in their order, however many pages they fill', () => {
    const steps = Array.from({ length: 20_000 }, (_, n): IndexedStep => {
      const id = `${Math.floor(n / 3)}`
      return [n, { verb: 'remove', collection: 'members', id, when: 'any' }]
    })
    const order = [...fillingPages(steps)]
    expect(order.map(([n]) => n)).not.toEqual(steps.map(([n]) => n))
    expect(order.toSorted(([a], [b]) => a - b)).toEqual(steps)
    const seen = new Map<string, number>()
    for (const [n, { id }] of order) {
      expect(seen.get(id) ?? -1).toBeLessThan(n)
      seen.set(id, n)
    }
  })

  it('read what is there, whatever they know of what lies ahead', () => {
    const key = fc.constantFrom(...names)
    const step = fc.record({ key, writes: fc.boolean() })
    fc.assert(
      fc.property(fc.array(key), fc.array(step), (there, steps) => {
        const kept = new Set(there)
        const get = (at: Buffer) => (kept.has(at.toString()) ? { _id: at.toString() } : undefined)
        const keyAfter = (at: Buffer) =>
          names.map((name) => Buffer.from(name)).find((name) => Buffer.compare(name, at) > 0 && get(name))
        const read = readingAhead({ ...draft, get, keyAfter })
        for (const { key, writes } of steps) {
          expect(read(Buffer.from(key))).toEqual(get(Buffer.from(key)))
          if (writes) kept.add(key)
        }
      }),
      { numRuns: 2_000 },
    )
  })

  it('are spared most of the reading where nothing is', () => {
    let reads = 0
    const counted: Draft = { ...draft, get: () => void reads++ }
    const read = readingAhead(counted)
    for (let n = 10_000; n < 20_000; n++) read(Buffer.from(`${n}`))
    expect(reads).toBe(1)
  })
})

describe('the files of the embedded store', () => {
  it('are written in shapes that never change, for every version reads them', () => {
    expect(shapes).toEqual([
      ['name', 'source'],
      ['email', 'name', 'avatar', 'team_id', 'timezone', 'active', 'source'],
      ['member_id', 'type', 'start_date', 'end_date', 'status', 'starts_at_noon', 'ends_at_noon', 'source'],
    ])
  })

  const full = member('org', 'm')
  const { timezone: _, ...without } = full
  it.each([
    ['of a shape without its names', 'members', full, Array],
    ['with another field as it is', 'members', { ...full, more: 1 }, Object],
    ['without one of the fields as it is', 'members', without, Object],
    ['with another field instead as it is', 'members', { ...without, more: 1 }, Object],
    ['with an id that its key does not say as it is', 'members', { ...full, id: 'other' }, Object],
    ['with an organization that its key does not say as it is', 'members', { ...full, org: 'other' }, Object],
    ['with a colon in its id', 'members', member('a', 'b:c'), Array],
    ['with a colon in its organization as it is', 'members', member('a:b', 'c'), Object],
    ['of another collection as it is', 'key_events', full, Object],
  ] as const)('keep a document %s', (_case, collection, document, kind) => {
    // The samples are JSON; their interfaces lack the index signature of `Stored`.
    const stored = document as object as Stored
    const packed: Packed = JSON.parse(JSON.stringify(pack(collection, stored)))
    expect(packed.constructor).toBe(kind)
    expect(unpack(stored._id, packed)).toStrictEqual(document)
  })
})
