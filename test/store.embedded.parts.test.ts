import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Stored } from '../src/store/changes.js'
import { fillingPages, readingAhead } from '../src/store/embedded-ahead.js'
import { createArena } from '../src/store/embedded-arena.js'
import { createCommitter, type Draft } from '../src/store/embedded-commit.js'
import type { Prepared } from '../src/store/embedded-prepare.js'
import { pack, shapes, unpack, type Packed } from '../src/store/embedded-pack.js'
import { importDeadline, type Change } from '../src/store/port.js'
import { leave, member, organization, problemOf } from './store.samples.js'

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

const numbered = (n: number): string => `${n}`.padStart(6, '0')

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
    await commit(changes, { deadline: importDeadline }).finally(() => (ended = true))
    expect(most).toBeGreaterThan(0)
    expect(most).toBeLessThanOrEqual(500)
  })
})

describe('what others wait for', () => {
  it('is not the encoding of a group, and no entry of an index that the keys of documents answer', async () => {
    const made: Record<string, number> = {}
    const count = (what: string) => (): undefined => void (made[what] = (made[what] ?? 0) + 1)
    let isLocked = false
    const { commit } = createCommitter((work) => {
      isLocked = true
      return work({
        get: count('get'),
        keyAfter: count('keyAfter'),
        put: count('put'),
        remove: count('remove'),
        addEntry: count('addEntry'),
        removeEntry: count('removeEntry'),
      })
    })
    const size = 5_000
    const changes = function* (): Iterable<Change> {
      for (let n = 0; n < 2 * size; n++) {
        if (isLocked) count('taken late')()
        const id = numbered(n)
        if (n < size) yield { put: 'leaves', document: leave('org', id, '2026-11-20', '2026-11-21') }
        else yield { put: 'members', document: member('org', id) }
      }
    }
    expect(await commit(changes(), { deadline: importDeadline })).toEqual({ done: true })
    expect(made).toEqual({ get: 1, keyAfter: 1, put: 2 * size, addEntry: size })
  })
})

describe('rows of texts', () => {
  it('come back as bytes, as they were and in their order, whatever they begin with in common', () => {
    const text = fc
      .tuple(
        fc.constantFrom('', 'leaves', 'leaves\0org:', 'é', '😀', '\ud83d'),
        fc.string({ unit: 'grapheme' }),
      )
      .map((parts) => parts.join(''))
    const row = fc.record({ number: fc.nat(), texts: fc.array(text, { maxLength: 4 }) })
    fc.assert(
      fc.property(fc.array(row), fc.integer({ min: 1, max: 400 }), (rows, chunkSize) => {
        const arena = createArena(chunkSize)
        for (const { number, texts } of rows) arena.add(number, texts)
        // All at once: none may lie in memory that was given back.
        const drained = [...arena.drain()]
        expect(drained).toEqual(
          rows.map(({ number, texts }) => ({ number, parts: texts.map((one) => Buffer.from(one)) })),
        )
        expect([...arena.drain()]).toEqual([])
      }),
    )
  })

  it('may share more than can be counted', () => {
    const long = 'a'.repeat(70_000)
    const arena = createArena()
    for (const number of [1, 2]) arena.add(number, [`${long}${number}`])
    expect([...arena.drain()].map(({ parts }) => parts.join())).toEqual([`${long}1`, `${long}2`])
  })
})

describe('the steps of a commit', () => {
  const key = fc.constantFrom(...names)
  const removal = (index: number, key: string): Prepared => ({
    index,
    key: Buffer.from(key),
    after: undefined,
    step: undefined,
  })
  it('are all made, in an order that fills pages where each is about another document', () => {
    const steps = Array.from({ length: 20_000 }, (_, n) => removal(n, numbered(n)))
    const order = [...fillingPages(steps, draft)].map(([{ index }]) => index)
    expect(order).not.toEqual(order.toSorted((a, b) => a - b))
    expect(order.toSorted((a, b) => a - b)).toEqual(steps.map(({ index }) => index))
  })

  it('are made as they came where several are about one document', () => {
    const steps = Array.from({ length: 20_000 }, (_, n) => removal(n, numbered(Math.floor(n / 3))))
    expect([...fillingPages(steps, draft)].map(([step]) => step)).toEqual(steps)
  })

  it('read what is there, whatever they know of what lies ahead', () => {
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
