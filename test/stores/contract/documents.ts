import { expect, it } from 'vitest'
import type { Json } from '../../../src/store/port.js'
import { apiKey, member, newId, oddEvent, organization, puts } from '../samples.js'
import { openBench, type Subject } from '../subject.js'

const values: readonly (readonly [string, Json])[] = [
  ['text beyond ASCII and the BMP', 'Zoë Łukasz 李雷 😀 \u{10FFFF} e\u0301'],
  ['control characters', 'a\u0000b\u0001\n\t\u007f\u2028'],
  ['the empty string', ''],
  ['text that looks like something else', '__proto__ $set null 2026-11-20T09:00:00.000Z'],
  ['a long text', 'x'.repeat(100_000)],
  ['null', null],
  ['booleans', [true, false]],
  ['whole numbers', [0, 1, -1, 2_147_483_647, 2_147_483_648, -2_147_483_649]],
  ['numbers at the edge of exactness', [Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, 2 ** 53 + 2]],
  ['fractions and extremes', [0.1, -1.5, 5e-324, 1.7976931348623157e308]],
  ['empty containers', [[], {}, [[]], [{}], { a: {}, b: [] }]],
  ['deep nesting', { a: [{ b: { c: [1, [2, { d: null }]] } }] }],
  [
    'odd keys',
    { $set: 1, 'a.b': 2, '': 3, ' ': 4, 'ü😀': 5, constructor: 6, length: 7, '0': 8, _id: 9, 'a$b.': 10 },
  ],
]

export const describeFaithfulness = (subject: Subject): void => {
  const bench = openBench(subject)

  it.each(values)('gives back %s as it came', async (_, value) => {
    const document = oddEvent(newId(), 'odd', { value, detail: { value: 1 } })
    await bench().store.commit([{ put: 'key_events', document }])
    expect(await bench().store.get('key_events', [document._id])).toStrictEqual([document])
    for await (const page of bench().store.find('key_events', {
      index: 'by_time',
      equal: { org: document.org },
    }))
      expect(page).toStrictEqual([document])
  })

  it.each([
    ['that its key does not end in', member('org', 'key', { id: 'another' })],
    ['with colons', member('org', ':c::d:')],
    ['that the colons of its key do not tell', member('org', 'b:c', { id: 'c' })],
    ['that is empty', member('', '')],
  ])('keeps an id %s', async (_, document) => {
    await bench().store.commit([{ put: 'members', document }])
    expect(await bench().store.get('members', [document._id])).toStrictEqual([document])
  })

  it('gives many documents at once, leaves out missing ones, and takes each collection by itself', async () => {
    const { store, org } = bench()
    const members = Array.from({ length: 50 }, (_, n) => member(org, `m${n}`))
    await store.commit(puts('members', members))
    const ids = members.map(({ _id }) => _id)
    const found = await store.get('members', [`${org}:nobody`, ...ids])
    expect(new Map(found.map((one) => [one._id, one]))).toEqual(new Map(members.map((one) => [one._id, one])))
    expect(found).toHaveLength(50)
    expect(await store.get('leaves', ids)).toEqual([])
    expect(await store.get('members', [])).toEqual([])
  })

  it('hands out copies: what a reader does to a document changes nothing', async () => {
    const { store, org } = bench()
    await store.commit([
      { put: 'organizations', document: organization(org, { keys: { k1: apiKey('k1') } }) },
    ])
    const query = { index: 'by_slug', equal: { slug: `slug-${org}` } } as const
    const read = async () => (await store.get('organizations', [org]))[0]
    for (const spoil of [await read(), await read()]) {
      if (!spoil) throw new Error('not found')
      Object.assign(spoil, { name: 'spoiled' })
      Object.assign(spoil.keys['k1'] ?? {}, { state: 'revoked' })
    }
    for await (const page of store.find('organizations', query))
      for (const document of page) Object.assign(document, { plan: 'spoiled' })
    expect(await read()).toEqual(organization(org, { keys: { k1: apiKey('k1') } }))
    const [first, second] = await Promise.all([read(), read()])
    expect(first).not.toBe(second)
    expect(first?.keys).not.toBe(second?.keys)
  })

  it('keeps its own copy of what it was given', async () => {
    const { store, org } = bench()
    const key = apiKey('k1')
    const document = organization(org, { keys: { k1: key } })
    await store.commit([{ put: 'organizations', document }])
    Object.assign(key, { state: 'revoked' })
    expect((await store.get('organizations', [org]))[0]?.keys['k1']?.state).toBe('active')
  })
}
