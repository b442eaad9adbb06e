import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { addDays } from '../../../src/calendar/day.js'
import type { Presence } from '../../../src/domain/presence/presence.js'
import { createPresenceService, type PresenceService } from '../../../src/services/presence/presence.js'
import { createRolls } from '../../../src/services/roll/rolls.js'
import type { Reader, Store } from '../../../src/store/port.js'
import { member, organization } from '../../stores/samples.js'

const today = '2026-11-20'
const reader = { team_id: null, reasons: 'shown' } as const

const membersOf = (org: string) =>
  Array.from({ length: 100 }, (_, i) => member(org, `${i}`, { name: `Person ${i}` }))

/** Organizations of a hundred members each, whatever they are called; it keeps a list of what was loaded. */
const createCountingStore = () => {
  const loads: string[] = []
  const readerOf = (org: string) => ({
    get: async () => [organization(org)],
    find: async function* (collection: string) {
      if (collection === 'members') yield membersOf(org)
    },
  })
  const view = async (org: string, read: (reader: Reader) => Promise<unknown>) => {
    loads.push(org)
    return read(readerOf(org) as unknown as Reader)
  }
  return { store: { view } as unknown as Store, loads }
}

const serve = (store: Store, limit?: number): PresenceService =>
  createPresenceService(createRolls(store, limit === undefined ? {} : { limit }))

const now = new Date(`${today}T10:00:00Z`)

const askFor = (presence: PresenceService, org: string, shift = 0) =>
  presence.answer(
    organization(org),
    { from: addDays(today, shift)!, to: addDays(today, shift + 7)!, team_id: null },
    reader,
    now,
  )

/** The bytes of an organization in memory, with its first answer. */
const bytesOfOne = async (): Promise<number> => {
  const rolls = createRolls(createCountingStore().store)
  await askFor(createPresenceService(rolls), 'a')
  return rolls.size().bytes
}

describe('answers of the API', () => {
  it('are kept by bytes with their organization: the least recently used goes', async () => {
    const { store, loads } = createCountingStore()
    const presence = serve(store, Math.round(2.5 * (await bytesOfOne())))
    for (const [shift, org] of ['a', 'b', 'a', 'c'].entries()) await askFor(presence, org, shift % 2)
    expect(loads).toEqual(['a', 'b', 'c'])
    await askFor(presence, 'a', 1)
    expect(loads).toEqual(['a', 'b', 'c'])
    await askFor(presence, 'b')
    expect(loads).toEqual(['a', 'b', 'c', 'b'])
  })

  it('of an organization that is larger than all memory are kept while it is asked for', async () => {
    const { store, loads } = createCountingStore()
    const presence = serve(store, 1)
    for (const org of ['a', 'a', 'b', 'b', 'a']) await askFor(presence, org)
    expect(loads).toEqual(['a', 'b', 'a'])
  })

  it('are finished once, and compressed once when they are asked for again', async () => {
    const presence = serve(createCountingStore().store)
    const [first, second, third] = [
      await askFor(presence, 'a'),
      await askFor(presence, 'a'),
      await askFor(presence, 'a'),
    ]
    expect(first.compress).toBeUndefined()
    expect(second.body).toBe(first.body)
    expect(third).toBe(second)
    const [one, same] = await Promise.all([second.compress!('gzip'), third.compress!('gzip')])
    expect(one).toBe(same)
    expect(gunzipSync(one).equals(first.body)).toBe(true)
  })

  it('are made once for all who ask the same meanwhile, and another time for whoever asks something else', async () => {
    const presence = serve(createCountingStore().store)
    const [first, second, other] = await Promise.all([0, 0, 1].map((shift) => askFor(presence, 'a', shift)))
    expect(second!.body).toBe(first!.body)
    expect(other!.etag).not.toBe(first!.etag)
  })

  it('to many questions go when they take too much, those asked for last stay', async () => {
    const presence = serve(createCountingStore().store)
    const old = await askFor(presence, 'a')
    for (let shift = 1; shift < 200; shift++) await askFor(presence, 'a', shift)
    const latest = await askFor(presence, 'a', 199)
    expect((await askFor(presence, 'a', 199)).body).toBe(latest.body)
    expect((await askFor(presence, 'a')).body).not.toBe(old.body)
  })

  it('load an organization once for all who ask at the same time', async () => {
    const { store, loads } = createCountingStore()
    const presence = serve(store)
    await Promise.all([askFor(presence, 'a'), askFor(presence, 'a'), askFor(presence, 'a', 3)])
    expect(loads).toEqual(['a'])
  })

  it('serve the very revision that was read, also when it is a lower one than before', async () => {
    const { presence, reads } = createSteppedStore()
    const first = askAt(presence, 7)
    ;(await reads.next()).answer(7)
    expect(await first).toBe('Person of 7')
    const afterRestore = askAt(presence, 5)
    ;(await reads.next()).answer(5)
    expect(await afterRestore).toBe('Person of 5')
    expect(await askAt(presence, 5)).toBe('Person of 5')
  })

  it.each([
    ['older', 1],
    ['of what was there before a restore', 9],
  ])('do not hand out a load under way that turns out to be %s', async (_, found) => {
    const { presence, reads } = createSteppedStore()
    const early = askAt(presence, found)
    const underWay = await reads.next()
    const late = [askAt(presence, 2), askAt(presence, 2)]
    underWay.answer(found)
    expect(await early).toBe(`Person of ${found}`)
    ;(await reads.next()).answer(2)
    expect(await Promise.all(late)).toEqual(['Person of 2', 'Person of 2'])
    expect(reads.count()).toBe(2)
  })

  it('take what a load finds that began after the question, whatever its revision', async () => {
    const { presence, reads } = createSteppedStore()
    const asked = [askAt(presence, 2), askAt(presence, 2)]
    ;(await reads.next()).answer(3)
    expect(await Promise.all(asked)).toEqual(['Person of 3', 'Person of 3'])
  })
})

/** A store whose loads find what the test says, when it says so: one member, called after the revision. */
const createSteppedStore = () => {
  const begun: { answer(revision: number): void }[] = []
  let taken = 0
  let arrived = () => {}
  const view = (org: string, read: (reader: Reader) => Promise<unknown>) =>
    new Promise<number>((answer) => {
      begun.push({ answer })
      arrived()
    }).then((revision) =>
      read({
        get: async () => [organization(org, { revision })],
        find: async function* (collection: string) {
          if (collection === 'members') yield [{ ...membersOf(org)[0], name: `Person of ${revision}` }]
        },
      } as unknown as Reader),
    )
  const reads = {
    /** The next load that began. */
    next: async () => {
      while (begun.length <= taken) await new Promise<void>((resolve) => (arrived = resolve))
      return begun[taken++]!
    },
    count: () => begun.length,
  }
  return { presence: createPresenceService(createRolls({ view } as unknown as Store)), reads }
}

/** The name of the one member, asked by somebody who read that revision. */
const askAt = async (presence: PresenceService, revision: number): Promise<unknown> => {
  const { body } = await presence.answer(
    organization('a', { revision }),
    { from: today, to: today, team_id: null },
    reader,
    now,
  )
  return (JSON.parse(body.toString()) as Presence).in[0]?.name
}
