import { describe, expect, it } from 'vitest'
import { collect, fetchSize, pageSize } from '../../../src/store/port.js'
import { idsOf, leave, member, oddEvent, organization, puts } from '../samples.js'
import { describeBounds } from './bounds.js'
import { openBench, type Subject } from '../subject.js'

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
const inNumberOrder = [-1.5e300, -(2 ** 40), -2, -1.5, -1, 0, 5e-324, 0.5, 1, 2, 9, 10].concat([
  255,
  256,
  2 ** 31,
  2 ** 53,
  1e300,
])

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
      const { store, org } = bench()
      const events = shuffled.map(({ at, n }) => oddEvent(org, `${n}`, { at }))
      await store.commit(puts('key_events', events))
      const ask = async (order: 'ascending' | 'descending') => {
        const query = { index: 'by_time', equal: { org }, order, ...(limit && { limit }) } as const
        return (await collect(store.find('key_events', query))).map(({ at }) => at)
      }
      expect(await ask('ascending')).toEqual(inOrder.slice(0, limit))
      expect(await ask('descending')).toEqual(inOrder.toReversed().slice(0, limit))
    })
  })

  it('orders by the fields of the index one after the other, then by id, also by its bytes', async () => {
    const { store, org } = bench()
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
    await store.commit(puts('leaves', leaves.toReversed()))
    const ask = async (order: 'ascending' | 'descending') =>
      idsOf(await collect(store.find('leaves', { index: 'by_end', equal: { org }, order })))
    expect(await ask('ascending')).toEqual(rows.map(([id]) => id))
    expect(await ask('descending')).toEqual(rows.map(([id]) => id).toReversed())
  })

  it('gives documents of an organization only, however its id continues', async () => {
    const { store, org } = bench()
    const orgs = [org, `${org}\u0000`, `${org}\u0000\u0000`, `${org}\u0001`, `${org}a`, `${org}\u{10ffff}`]
    await store.commit(
      puts(
        'members',
        orgs.map((one) => member(one, 'm')),
      ),
    )
    for (const one of orgs)
      expect(await collect(store.find('members', { index: 'by_org', equal: { org: one } }))).toEqual([
        member(one, 'm'),
      ])
  })

  it.each([0, 1, 2, 5])('stops at a limit of %i without an order, too', async (limit) => {
    const { store, org } = bench()
    await store.commit([1, 2, 3].map((n) => ({ put: 'members', document: member(org, `${n}`) })))
    const found = await collect(store.find('members', { index: 'by_org', equal: { org }, limit }))
    expect(found).toHaveLength(Math.min(limit, 3))
  })
}

const describeMaintenance = (subject: Subject): void => {
  const bench = openBench(subject)
  const ends = async (org: string): Promise<readonly string[]> =>
    (
      await collect(bench().store.find('leaves', { index: 'by_end', equal: { org }, order: 'ascending' }))
    ).map(({ _id, end_date }) => `${_id.split(':')[1]} ${end_date}`)

  it('follows a document through puts, patches and removals', async () => {
    const { store, org } = bench()
    const id = `${org}:a`
    const [a, b] = [leave(org, 'a', '2026-11-01', '2026-11-05'), leave(org, 'b', '2026-11-01', '2026-11-07')]
    await store.commit(puts('leaves', [a, b]))
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
    const { store, org } = bench()
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
    const { store, org } = bench()
    const count = 2 * fetchSize + 500
    const pad = (n: number): string => `${n}`.padStart(5, '0')
    const documents = Array.from({ length: count }, (_, n) => member(org, pad((n * 7) % count)))
    await store.commit(puts('members', documents))
    for (const [limit, total] of [
      [undefined, count],
      [fetchSize + 1, fetchSize + 1],
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

  it('gives at least the fields that are asked for', async () => {
    const { store, org } = bench()
    const documents = [member(org, 'a', { name: 'Ana' }), member(org, 'b', { team_id: null })]
    await store.commit(puts('members', documents))
    const query = { index: 'by_org', equal: { org }, order: 'ascending' } as const
    for (const fields of [['name', 'team_id'], ['_id', 'active'], ['timezone']] as const) {
      const found = await collect(store.find('members', { ...query, fields }))
      expect(found).toHaveLength(2)
      for (const [index, document] of documents.entries())
        expect(found[index]).toMatchObject(
          Object.fromEntries(fields.map((field) => [field, document[field]])),
        )
    }
  })

  it('may be left in the middle', async () => {
    const { store, org } = bench()
    const documents = Array.from({ length: pageSize + 1 }, (_, n) => member(org, `${n}`))
    await store.commit(puts('members', documents))
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
