import { describe, expect, it } from 'vitest'
import type { Change, Fields } from '../../../src/store/port.js'
import { apiKey, newId, organization } from '../samples.js'
import { openBench, type Subject } from '../subject.js'

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

export const describePreconditions = (subject: Subject): void => {
  const bench = openBench(subject)
  const stored = (org: string) => organization(org, { keys: { k1: apiKey('k1') } })

  describe.each(['put', 'patch', 'remove'] as const)('a %s when the caller saw', (verb) => {
    const change = (org: string, when: Fields): Change =>
      ({
        put: { put: 'organizations', document: organization(org, { name: 'New' }), when },
        patch: { patch: 'organizations', id: org, set: { name: 'New' }, when },
        remove: { remove: 'organizations', id: org, when },
      })[verb] as Change

    it.each(preconditions)(`%s`, async (_, when, holds) => {
      const { store, org } = bench()
      await store.commit([{ put: 'organizations', document: stored(org) }])
      const after = {
        put: [organization(org, { name: 'New' })],
        patch: [{ ...stored(org), name: 'New' }],
        remove: [],
      }
      expect(await store.commit([change(org, when)])).toEqual(holds ? done : conflict(0))
      expect(await store.get('organizations', [org])).toEqual(holds ? after[verb] : [stored(org)])
    })

    it.each([
      ['a field', { revision: 1 }],
      ['a missing field', { nothing: undefined }],
      ['any fields', {}],
    ])('%s of a document that is no longer there: a conflict', async (_, when) => {
      const { store, org } = bench()
      expect(await store.commit([change(org, when)])).toEqual(conflict(0))
      expect(await store.get('organizations', [org])).toEqual([])
    })
  })

  it('puts what must be absent once', async () => {
    const { store, org } = bench()
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
    const { store, org } = bench()
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
