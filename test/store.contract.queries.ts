import { describe, expect, it } from 'vitest'
import { collect, pageSize, type Bounds, type Json, type Query } from '../src/store/port.js'
import { keyEvent, leave, member, newId, oddEvent, organization } from './store.samples.js'
import { openBench, type Subject } from './store.subject.js'

const idsOf = (documents: readonly { readonly _id: string }[]): string[] =>
  documents.map(({ _id }) => _id.slice(_id.lastIndexOf(':') + 1))

/** In the order of their UTF-8 bytes. UTF-16, which JavaScript compares, has U+E000 and U+FFFD after the emoji. */
const inByteOrder = [
  '',
  '\u0000',
  '\u0000a',
  '\u0001',
  'A',
  'Z',
  'a',
  'a\u0000',
  'a\u0000b',
  'a\u0001',
  'a ',
  'aa',
]
  .concat(['ab', 'b', '\u007f', '\u0080', 'ß', 'é', '\u07ff', '\u0800', '\ue000', '\ufffd', '\ufffd\ufffd'])
  .concat(['\u{10000}', '😀', '😀a', '\u{10ffff}'])
const inNumberOrder = [
  -1.5e300,
  -(2 ** 40),
  -2,
  -1.5,
  -1,
  0,
  5e-324,
  0.5,
  1,
  2,
  9,
  10,
  255,
  256,
  2 ** 31,
  2 ** 53,
  1e300,
]

const bounds: readonly (readonly [Bounds, readonly string[]])[] = [
  [{}, ['1', '2', '3', '4']],
  [{ gt: '2026-02-02' }, ['3', '4']],
  [{ gte: '2026-02-02' }, ['2', '3', '4']],
  [{ lt: '2026-03-03' }, ['1', '2']],
  [{ lte: '2026-03-03' }, ['1', '2', '3']],
  [{ gt: '2026-01-01', lt: '2026-04-04' }, ['2', '3']],
  [{ gte: '2026-01-01', lte: '2026-01-01' }, ['1']],
  [{ gte: '2026-02-02', lt: '2026-02-02' }, []],
  [{ gte: '2026-02-03', lte: '2026-03-02' }, []],
  [{ gt: '2026-02' }, ['2', '3', '4']],
  [{ lt: '2026-02-02T00' }, ['1', '2']],
  [{ gt: '2026-05-05' }, []],
  [{ lt: '2026-01-01' }, []],
  [{ gt: '2026-01-01', gte: '2026-03-03' }, ['3', '4']],
]

const describeOrder = (subject: Subject): void => {
  const bench = openBench(subject)

  describe.each([
    ['text by its UTF-8 bytes', inByteOrder],
    ['numbers by their size', inNumberOrder],
  ] as const)('orders %s', (_, inOrder) => {
    const shuffled = inOrder
      .map((at, n) => ({ at, n }))
      .toSorted((a, b) => ((a.n * 7) % 27) - ((b.n * 7) % 27))
    it.each([undefined, 1, 10, 100])('ascending and descending, at most %s', async (limit) => {
      const { store } = bench()
      const org = newId()
      const events = shuffled.map(({ at, n }) => oddEvent(org, `${n}`, { at }))
      await store.commit(events.map((document) => ({ put: 'key_events', document })))
      const ask = async (order: 'ascending' | 'descending') => {
        const query = { index: 'by_time', equal: { org }, order, ...(limit && { limit }) } as const
        return (await collect(store.find('key_events', query))).map(({ at }) => at)
      }
      expect(await ask('ascending')).toEqual(inOrder.slice(0, limit))
      expect(await ask('descending')).toEqual(inOrder.toReversed().slice(0, limit))
    })
  })

  it('orders by the fields of the index one after the other, then by id, also by its bytes', async () => {
    const { store } = bench()
    const org = newId()
    const rows = [
      ['a', '2026-11-20', '2026-11-20'],
      ['c', '2026-11-19', '2026-11-21'],
      ['A', '2026-11-20', '2026-11-21'],
      ['b', '2026-11-20', '2026-11-21'],
      ['\ufffd', '2026-11-20', '2026-11-21'],
      ['😀', '2026-11-20', '2026-11-21'],
      ['Z', '2026-11-21', '2026-11-21'],
      ['0', '2026-11-01', '2026-12-01'],
    ] as const
    const leaves = rows.map(([id, start, end]) => leave(org, id, start, end))
    await store.commit(leaves.toReversed().map((document) => ({ put: 'leaves', document })))
    const ask = async (order: 'ascending' | 'descending') =>
      idsOf(await collect(store.find('leaves', { index: 'by_end', equal: { org }, order })))
    expect(await ask('ascending')).toEqual(rows.map(([id]) => id))
    expect(await ask('descending')).toEqual(rows.map(([id]) => id).toReversed())
  })

  it('gives documents of an organization only, however its id continues', async () => {
    const { store } = bench()
    const org = newId()
    const orgs = [org, `${org}\u0000`, `${org}\u0000\u0000`, `${org}\u0001`, `${org}a`, `${org}\u{10ffff}`]
    await store.commit(orgs.map((one) => ({ put: 'members', document: member(one, 'm') })))
    for (const one of orgs)
      expect(await collect(store.find('members', { index: 'by_org', equal: { org: one } }))).toEqual([
        member(one, 'm'),
      ])
  })

  it.each([0, 1, 2, 5])('stops at a limit of %i without an order, too', async (limit) => {
    const { store } = bench()
    const org = newId()
    await store.commit([1, 2, 3].map((n) => ({ put: 'members', document: member(org, `${n}`) })))
    const found = await collect(store.find('members', { index: 'by_org', equal: { org }, limit }))
    expect(found).toHaveLength(Math.min(limit, 3))
  })
}

const describeBounds = (subject: Subject): void => {
  const bench = openBench(subject)
  const days = ['2026-01-01', '2026-02-02', '2026-03-03', '2026-04-04']

  describe.each(['ascending', 'descending'] as const)('%s', (order) => {
    it.each(bounds)('%j', async (range, expected) => {
      const { store } = bench()
      const org = newId()
      const documents = days.map((at, n) => keyEvent(org, `${n + 1}`, { at }))
      await store.commit(documents.map((document) => ({ put: 'key_events', document })))
      const query = { index: 'by_time', equal: { org }, range: { at: range }, order } as const
      const found = idsOf(await collect(store.find('key_events', query)))
      expect(found).toEqual(order === 'ascending' ? expected : expected.toReversed())
    })
  })

  it.each([
    [{ gte: '2026-01-01' }, ['text']],
    [{ lte: '~' }, ['text']],
    [{ gte: 0 }, ['number']],
    [{ lt: 1e9 }, ['number']],
    [{ gte: '' }, ['text']],
  ] as const)('%j finds documents with a value of its type only', async (at, expected) => {
    const { store } = bench()
    const org = newId()
    const values: Record<string, Json> = { text: '2026-11-20', number: 5, null: null, true: true }
    const { at: _, ...without } = keyEvent(org, 'missing')
    const documents = Object.entries(values).map(([id, value]) => oddEvent(org, id, { at: value }))
    await store.commit(
      [...documents, without as (typeof documents)[0]].map((document) => ({ put: 'key_events', document })),
    )
    const found = await collect(store.find('key_events', { index: 'by_time', equal: { org }, range: { at } }))
    expect(idsOf(found)).toEqual(expected)
    expect(await collect(store.find('key_events', { index: 'by_time', equal: { org } }))).toHaveLength(5)
  })

  it.each([
    ['key', null, ['null']],
    ['key', 'a', ['text']],
    ['key', 1, ['number']],
    ['key', '1', ['digit']],
    ['key', true, ['true']],
    ['key', false, ['false']],
  ] as const)('finds %s equal to %j and nothing that is like it', async (field, value, expected) => {
    const { store } = bench()
    const org = newId()
    const values: Record<string, Json> = {
      text: 'a',
      number: 1,
      digit: '1',
      null: null,
      true: true,
      false: false,
    }
    const { key: _, ...without } = keyEvent(org, 'missing')
    const documents = Object.entries(values).map(([id, key]) => oddEvent(org, id, { key }))
    await store.commit(
      [...documents, without as (typeof documents)[0]].map((document) => ({ put: 'key_events', document })),
    )
    const query = { index: 'by_key', equal: { org, [field]: value } } as const
    expect(idsOf(await collect(store.find('key_events', query)))).toEqual(expected)
  })

  it('finds the leaves that touch a range by two bounds, those at its edges included', async () => {
    const { store } = bench()
    const org = newId()
    const leaves = [
      leave(org, 'before', '2026-11-01', '2026-11-22'),
      leave(org, 'ends on the first day', '2026-11-01', '2026-11-23'),
      leave(org, 'spans', '2026-01-01', '2027-01-01'),
      leave(org, 'inside', '2026-11-24', '2026-11-25'),
      leave(org, 'begins on the last day', '2026-11-27', '2026-12-24'),
      leave(org, 'after', '2026-11-28', '2026-11-28'),
    ]
    await store.commit(leaves.map((document) => ({ put: 'leaves', document })))
    const touching: Query<'leaves'> = {
      index: 'by_end',
      equal: { org },
      range: { end_date: { gte: '2026-11-23' }, start_date: { lte: '2026-11-27' } },
      order: 'ascending',
    }
    const expected = ['ends on the first day', 'inside', 'begins on the last day', 'spans']
    expect(idsOf(await collect(store.find('leaves', touching)))).toEqual(expected)
    expect(idsOf(await collect(store.find('leaves', { ...touching, limit: 2 })))).toEqual(
      expected.slice(0, 2),
    )
    const second = { index: 'by_end', equal: { org }, range: { start_date: { gt: '2026-11-24' } } } as const
    expect(idsOf(await collect(store.find('leaves', second))).toSorted()).toEqual([
      'after',
      'begins on the last day',
    ])
  })
}

const describeMaintenance = (subject: Subject): void => {
  const bench = openBench(subject)
  const ends = async (org: string): Promise<readonly string[]> =>
    (
      await collect(bench().store.find('leaves', { index: 'by_end', equal: { org }, order: 'ascending' }))
    ).map(({ _id, end_date }) => `${_id.split(':')[1]} ${end_date}`)

  it('follows a document through puts, patches and removals', async () => {
    const { store } = bench()
    const org = newId()
    const id = `${org}:a`
    const [a, b] = [leave(org, 'a', '2026-11-01', '2026-11-05'), leave(org, 'b', '2026-11-01', '2026-11-07')]
    await store.commit([a, b].map((document) => ({ put: 'leaves', document })))
    expect(await ends(org)).toEqual(['a 2026-11-05', 'b 2026-11-07'])
    await store.commit([{ put: 'leaves', document: { ...a, end_date: '2026-11-09' } }])
    expect(await ends(org)).toEqual(['b 2026-11-07', 'a 2026-11-09'])
    await store.commit([{ patch: 'leaves', id, set: { end_date: '2026-11-06' } }])
    expect(await ends(org)).toEqual(['a 2026-11-06', 'b 2026-11-07'])
    await store.commit([{ patch: 'leaves', id, set: { status: 'rejected' } }])
    expect(await ends(org)).toEqual(['a 2026-11-06', 'b 2026-11-07'])
    await store.commit([
      { remove: 'leaves', id },
      { remove: 'leaves', id: b._id },
    ])
    expect(await ends(org)).toEqual([])
  })

  it('follows an organization through a change of its slug', async () => {
    const { store } = bench()
    const org = newId()
    const named = (slug: string) =>
      collect(store.find('organizations', { index: 'by_slug', equal: { slug } }))
    await store.commit([{ put: 'organizations', document: organization(org) }])
    await store.commit([{ patch: 'organizations', id: org, set: { slug: `new-${org}` } }])
    expect(await named(`slug-${org}`)).toEqual([])
    expect(await named(`new-${org}`)).toEqual([{ ...organization(org), slug: `new-${org}` }])
  })
}

const describePages = (subject: Subject): void => {
  const bench = openBench(subject)

  it('gives every document once, in pages, and lets the event loop turn between them', async () => {
    const { store } = bench()
    const org = newId()
    const count = 2 * pageSize + 500
    const pad = (n: number): string => `${n}`.padStart(5, '0')
    const documents = Array.from({ length: count }, (_, n) => member(org, pad((n * 7) % count)))
    await store.commit(documents.map((document) => ({ put: 'members', document })))
    for (const [limit, total] of [
      [undefined, count],
      [pageSize + 1, pageSize + 1],
      [pageSize, pageSize],
    ] as const) {
      const query = { index: 'by_org', equal: { org }, order: 'ascending', ...(limit && { limit }) } as const
      const found: string[] = []
      let turned = true
      for await (const page of store.find('members', query)) {
        expect(page.length).toBeLessThanOrEqual(pageSize)
        expect(page.length).toBeGreaterThan(0)
        expect(turned).toBe(true)
        turned = false
        setImmediate(() => (turned = true))
        found.push(...idsOf(page))
      }
      expect(found).toEqual(Array.from({ length: total }, (_, n) => pad(n)))
    }
  })

  it('may be left in the middle', async () => {
    const { store } = bench()
    const org = newId()
    const documents = Array.from({ length: pageSize + 1 }, (_, n) => member(org, `${n}`))
    await store.commit(documents.map((document) => ({ put: 'members', document })))
    const query = { index: 'by_org', equal: { org } } as const
    for await (const page of store.find('members', query)) {
      expect(page).toHaveLength(pageSize)
      break
    }
    expect(await collect(store.find('members', query))).toHaveLength(pageSize + 1)
  })
}

export const describeQueries = (subject: Subject): void => {
  describe('in order', () => describeOrder(subject))
  describe('within bounds', () => describeBounds(subject))
  describe('by indexes that follow every change', () => describeMaintenance(subject))
  describe('in pages', () => describePages(subject))
}
