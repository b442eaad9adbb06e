import { describe, expect, it } from 'vitest'
import { addDays } from '../../../src/calendar/day.js'
import type { Member, Organization } from '../../../src/domain/organization/organization.js'
import { snapshotBytes } from '../../../src/domain/presence/fast/snapshot.js'
import { createSnapshots, type Snapshots } from '../../../src/services/presence/snapshots.js'
import type { Reader, Store } from '../../../src/store/port.js'
import { snapshotOf } from '../../domain/presence/organizations.js'

const today = '2026-11-20'
const reader = { team_id: null, reasons: 'shown' } as const

const membersOf = (org: string): Member[] =>
  Array.from({ length: 100 }, (_, i) => ({
    _id: `${org}:${i}`,
    org,
    id: `00000002-0000-4000-8000-${String(i).padStart(12, '0')}`,
    email: `m${i}@example.com`,
    name: `Person ${i}`,
    avatar: null,
    team_id: null,
    timezone: null,
    active: true,
    source: 'import',
  }))

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

/** The fields that a snapshot depends on. */
const organization = (org: string, revision = 1) =>
  ({ _id: org, revision, privacy: [] }) as unknown as Organization

const askFor = (snapshots: Snapshots, org: string, shift = 0) =>
  snapshots.answer(
    organization(org),
    { from: addDays(today, shift)!, to: addDays(today, shift + 7)!, team_id: null },
    reader,
    today,
  )

const oneSnapshot = snapshotBytes(snapshotOf({ teams: [], members: membersOf('a'), leaves: [] }))

describe('snapshots', () => {
  it('are kept by bytes: the least recently used organization goes', async () => {
    const { store, loads } = createCountingStore()
    const snapshots = createSnapshots(store, 2.5 * oneSnapshot)
    for (const [shift, org] of ['a', 'b', 'a', 'c'].entries()) await askFor(snapshots, org, shift)
    expect(loads).toEqual(['a', 'b', 'c'])
    await askFor(snapshots, 'a', 1)
    expect(loads).toEqual(['a', 'b', 'c'])
    await askFor(snapshots, 'b')
    expect(loads).toEqual(['a', 'b', 'c', 'b'])
  })

  it('count the answers that are kept with them', async () => {
    const { store, loads } = createCountingStore()
    const snapshots = createSnapshots(store, 2.5 * oneSnapshot)
    await askFor(snapshots, 'a')
    for (const shift of [1, 1]) await askFor(snapshots, 'b', shift)
    for (const shift of [2, 2]) await askFor(snapshots, 'b', shift)
    await askFor(snapshots, 'a')
    expect(loads).toEqual(['a', 'b', 'a'])
  })

  it('keep the one that is larger than all memory for them while it is asked for', async () => {
    const { store, loads } = createCountingStore()
    const snapshots = createSnapshots(store, 1)
    for (const org of ['a', 'a', 'b', 'b', 'a']) await askFor(snapshots, org)
    expect(loads).toEqual(['a', 'b', 'a'])
  })

  it('keep the answer to a question that is asked again, and not those that are asked once', async () => {
    const { store } = createCountingStore()
    const snapshots = createSnapshots(store)
    const [first, second, third] = [
      await askFor(snapshots, 'a'),
      await askFor(snapshots, 'a'),
      await askFor(snapshots, 'a'),
    ]
    expect(second).toEqual({ body: first!.body, etag: first!.etag })
    expect(third).toBe(second)
    for (let shift = 1; shift < 300; shift++) (await askFor(snapshots, 'a', shift))!.release!()
    expect(await askFor(snapshots, 'a')).toBe(second)
  })

  it('make one answer for all who ask the same meanwhile, and another one for whoever asks something else', async () => {
    const snapshots = createSnapshots(createCountingStore().store)
    const [first, second, other] = await Promise.all([0, 0, 1].map((shift) => askFor(snapshots, 'a', shift)))
    expect(second!.body).toBe(first!.body)
    expect(other!.etag).not.toBe(first!.etag)
  })

  it('write the next answer over one that was sent, but never over one that somebody else may still send', async () => {
    const snapshots = createSnapshots(createCountingStore().store)
    await askFor(snapshots, 'a', 9)
    const alone = await askFor(snapshots, 'a', 1)
    alone!.release!()
    const [first, second] = await Promise.all([askFor(snapshots, 'a', 2), askFor(snapshots, 'a', 2)])
    expect(first!.body.buffer).toBe(alone!.body.buffer)
    const sent = second!.body.toString()
    first!.release!()
    await askFor(snapshots, 'a', 3)
    expect(second!.body.toString()).toBe(sent)
  })

  it('let answers to many repeated questions go when they take too much', async () => {
    const { store } = createCountingStore()
    const snapshots = createSnapshots(store)
    await askFor(snapshots, 'a')
    const kept = await askFor(snapshots, 'a')
    for (let shift = 1; shift < 200; shift++) for (const _ of [1, 2]) await askFor(snapshots, 'a', shift)
    expect(await askFor(snapshots, 'a')).not.toBe(kept)
  })

  it('load an organization once for all who ask at the same time', async () => {
    const { store, loads } = createCountingStore()
    const snapshots = createSnapshots(store)
    await Promise.all([askFor(snapshots, 'a'), askFor(snapshots, 'a'), askFor(snapshots, 'a', 3)])
    expect(loads).toEqual(['a'])
  })

  it('serve the very revision that was read, also when it is a lower one than before', async () => {
    const { snapshots, reads } = createSteppedStore()
    const first = askAt(snapshots, 7)
    ;(await reads.next()).answer(7)
    expect(await first).toBe('Person of 7')
    const afterRestore = askAt(snapshots, 5)
    ;(await reads.next()).answer(5)
    expect(await afterRestore).toBe('Person of 5')
    expect(await askAt(snapshots, 5)).toBe('Person of 5')
  })

  it.each([
    ['older', 1],
    ['of what was there before a restore', 9],
  ])('do not hand out a load under way that turns out to be %s', async (_, found) => {
    const { snapshots, reads } = createSteppedStore()
    const early = askAt(snapshots, found)
    const underWay = await reads.next()
    const late = [askAt(snapshots, 2), askAt(snapshots, 2)]
    underWay.answer(found)
    expect(await early).toBe(`Person of ${found}`)
    ;(await reads.next()).answer(2)
    expect(await Promise.all(late)).toEqual(['Person of 2', 'Person of 2'])
    expect(reads.count()).toBe(2)
  })

  it('take what a load finds that began after the question, whatever its revision', async () => {
    const { snapshots, reads } = createSteppedStore()
    const asked = [askAt(snapshots, 2), askAt(snapshots, 2)]
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
        get: async () => [organization(org, revision)],
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
  return { snapshots: createSnapshots({ view } as unknown as Store), reads }
}

/** The name of the one member, asked by somebody who read that revision. */
const askAt = async (snapshots: Snapshots, revision: number): Promise<unknown> => {
  const question = { from: today, to: today, team_id: null }
  const answer = await snapshots.answer(organization('a', revision), question, reader, today)
  return JSON.parse(answer!.body.toString()).in[0].name
}
