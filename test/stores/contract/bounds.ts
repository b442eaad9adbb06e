import { describe, expect, it } from 'vitest'
import { collect, type Bounds, type Json, type Query } from '../../../src/store/port.js'
import { idsOf, keyEvent, leave, oddEvent, puts } from '../samples.js'
import { openBench, type Subject } from '../subject.js'
import type { KeyEvent } from '../../../src/store/schema.js'

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

export const describeBounds = (subject: Subject): void => {
  const bench = openBench(subject)
  const days = ['2026-01-01', '2026-02-02', '2026-03-03', '2026-04-04']

  describe.each(['ascending', 'descending'] as const)('%s', (order) => {
    it.each(bounds)('%j', async (range, expected) => {
      const { store, org } = bench()
      const documents = days.map((at, n) => keyEvent(org, `${n + 1}`, { at }))
      await store.commit(puts('key_events', documents))
      const query = { index: 'by_time', equal: { org }, range: { at: range }, order } as const
      const found = idsOf(await collect(store.find('key_events', query)))
      expect(found).toEqual(order === 'ascending' ? expected : expected.toReversed())
    })
  })

  /** One event for each kind of value of a field, and one without the field. */
  const eventsWith = (org: string, field: 'at' | 'key', values: Readonly<Record<string, Json>>) => {
    const { [field]: _, ...without } = keyEvent(org, 'missing')
    const events = Object.entries(values).map(([id, value]) => oddEvent(org, id, { [field]: value }))
    return puts('key_events', [...events, without as KeyEvent])
  }

  it.each([
    [{ gte: '2026-01-01' }, ['text']],
    [{ lte: '~' }, ['text']],
    [{ gte: 0 }, ['number']],
    [{ lt: 1e9 }, ['number']],
    [{ gte: '' }, ['text']],
  ] as const)('%j finds documents with a value of its type only', async (at, expected) => {
    const { store, org } = bench()
    await store.commit(eventsWith(org, 'at', { text: '2026-11-20', number: 5, null: null, true: true }))
    const query = { index: 'by_time', equal: { org } } as const
    expect(idsOf(await collect(store.find('key_events', { ...query, range: { at } })))).toEqual(expected)
    expect(await collect(store.find('key_events', query))).toHaveLength(5)
  })

  it.each([
    [null, ['null']],
    ['a', ['text']],
    [1, ['number']],
    ['1', ['digit']],
    [true, ['true']],
    [false, ['false']],
  ] as const)('finds what is equal to %j and nothing that is like it', async (key, expected) => {
    const { store, org } = bench()
    const values = { text: 'a', number: 1, digit: '1', null: null, true: true, false: false }
    await store.commit(eventsWith(org, 'key', values))
    const query = { index: 'by_key', equal: { org, key: key as string } } as const
    expect(idsOf(await collect(store.find('key_events', query)))).toEqual(expected)
  })

  it('finds the leaves that touch a range by two bounds, those at its edges included', async () => {
    const { store, org } = bench()
    const leaves = [
      leave(org, 'before', '2026-11-01', '2026-11-22'),
      leave(org, 'ends on the first day', '2026-11-01', '2026-11-23'),
      leave(org, 'spans', '2026-01-01', '2027-01-01'),
      leave(org, 'inside', '2026-11-24', '2026-11-25'),
      leave(org, 'begins on the last day', '2026-11-27', '2026-12-24'),
      leave(org, 'after', '2026-11-28', '2026-11-28'),
    ]
    await store.commit(puts('leaves', leaves))
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
