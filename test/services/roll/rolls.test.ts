import { beforeEach, describe, expect, it } from 'vitest'
import { addDays } from '../../../src/calendar/day.js'
import { nameBookOf } from '../../../src/language/who/book.js'
import type { Organization } from '../../../src/domain/organization/organization.js'
import { createRolls, type RollNeed, type Rolls } from '../../../src/services/roll/rolls.js'
import type { Store } from '../../../src/store/port.js'
import { createFaultyStore, type FaultyStore } from '../../stores/faulty.js'
import { embeddedSubject } from '../../stores/embedded/subject.js'
import { leave, member, newId, organization } from '../../stores/samples.js'
import { openBench } from '../../stores/subject.js'

const today = '2026-11-25'

const bench = openBench(embeddedSubject)
let embedded: Store
let store: FaultyStore
let rolls: Rolls
beforeEach(() => {
  embedded = bench().store
  store = createFaultyStore(embedded)
  rolls = createRolls(store)
})

const newOrganization = async (): Promise<Organization> => {
  const org = newId()
  const created = organization(org)
  const longAgo = addDays(today, -600)!
  await embedded.commit([
    { put: 'organizations', document: created },
    { put: 'members', document: member(org, 'ada', { name: 'Ada' }) },
    { put: 'leaves', document: leave(org, 'l1', today, today, { member_id: 'ada' }) },
    { put: 'leaves', document: leave(org, 'l2', longAgo, longAgo, { member_id: 'ada' }) },
    { put: 'leaves', document: leave(org, 'l3', today, today, { member_id: 'ada', status: 'pending' }) },
  ])
  return created
}

const removeLeave = async (created: Organization): Promise<Organization> => {
  const { _id: org } = created
  await embedded.commit([
    { patch: 'organizations', id: org, set: { revision: 2 } },
    { remove: 'leaves', id: `${org}:l1` },
  ])
  return { ...created, revision: 2 }
}

const leavesOf = async (created: Organization, need: Partial<RollNeed> = {}): Promise<readonly string[]> => {
  const roll = await rolls.of(created, { today, ...need })
  return roll.leavesOf(roll.active[0]!).map(({ id }) => id)
}

/** Reads that a question took: the view itself, and what is asked within it. */
const readsOf = async (question: () => Promise<unknown>): Promise<number> => {
  const before = store.calls()
  await question()
  return store.calls() - before
}

const aLoad = 7

describe('a roll', () => {
  it('has the approved leaves around today, and is read once for a revision', async () => {
    const org = await newOrganization()
    expect(await readsOf(async () => expect(await leavesOf(org)).toEqual(['l1']))).toBe(aLoad)
    const next = { from: addDays(today, 90)!, to: addDays(today, 180)! }
    expect(await readsOf(() => leavesOf(org, { days: next }))).toBe(0)
  })

  it('is never that of another revision, a lower one after a restore included', async () => {
    const org = await newOrganization()
    expect(await leavesOf(org)).toEqual(['l1'])
    expect(await leavesOf(await removeLeave(org))).toEqual([])
    await embedded.commit([{ patch: 'organizations', id: org._id, set: { revision: 1 } }])
    expect(await readsOf(() => leavesOf(org))).toBe(aLoad)
  })

  it('is read for one question, and not kept, where the question reaches further back or ahead', async () => {
    const org = await newOrganization()
    const longAgo = { from: addDays(today, -600)!, to: addDays(today, -590)! }
    expect(await leavesOf(org, { days: longAgo })).toEqual(['l2'])
    const farAhead = { from: addDays(today, 380)!, to: addDays(today, 390)! }
    expect(await readsOf(() => leavesOf(org, { days: farAhead }))).toBe(aLoad)
    expect(rolls.size().organizations).toBe(0)
    expect(await leavesOf(org)).toEqual(['l1'])
    expect(await readsOf(() => leavesOf(org))).toBe(0)
  })

  it('moves with the day: it always reaches a year and more, back and ahead', async () => {
    const org = await newOrganization()
    await leavesOf(org)
    expect(await readsOf(() => leavesOf(org, { today: addDays(today, 2)! }))).toBe(0)
    expect(await readsOf(() => leavesOf(org, { today: addDays(today, 30)! }))).toBe(aLoad)
  })

  it('is read once for questions that meet', async () => {
    const org = await newOrganization()
    const reads = await readsOf(async () => {
      const [first, ...others] = await Promise.all([1, 2, 3].map(() => rolls.of(org, { today })))
      for (const other of others) expect(other).toBe(first)
    })
    expect(reads).toBe(aLoad)
  })

  it('goes on loading for one who waits when another has gone', async () => {
    const org = await newOrganization()
    const caller = new AbortController()
    const gone = rolls.of(org, { today, signal: caller.signal })
    const waiting = rolls.of(org, { today })
    caller.abort(new Error('gone'))
    await expect(gone).rejects.toThrow('gone')
    expect((await waiting).active).toHaveLength(1)
  })

  it.each([1, 2, 3, 4, 5, 6, 7])('is read again after read %i of a load failed', async (call) => {
    const org = await newOrganization()
    store.plan({ call, how: 'unavailable' })
    await expect(rolls.of(org, { today })).rejects.toMatchObject({ code: 'unavailable' })
    store.plan(null)
    expect(await leavesOf(org)).toEqual(['l1'])
  })

  it('is refused when the organization is gone', async () => {
    await expect(rolls.of(organization(newId()), { today })).rejects.toMatchObject({ code: 'unavailable' })
  })

  it('goes when there is no memory left for all, with all that was computed from it: the least recently used first', async () => {
    const [first, second, third] = [await newOrganization(), await newOrganization(), await newOrganization()]
    await leavesOf(first)
    const { bytes } = rolls.size()
    const limit = Math.round(2.5 * bytes)
    rolls = createRolls(store, { limit })
    for (const org of [first, second, first, third]) await leavesOf(org)
    expect(await readsOf(() => leavesOf(first))).toBe(0)
    expect(await readsOf(() => leavesOf(third))).toBe(0)
    expect(await readsOf(() => leavesOf(second))).toBe(aLoad)
    rolls.grow(await rolls.of(second, { today }), 2 * bytes)
    // One that is larger than the memory for all is kept alone.
    expect(rolls.size()).toEqual({ organizations: 1, bytes: limit })
  })
})

describe('ten times as many organizations as there is memory for', () => {
  it('are all answered, freshly, and take no more than that', async () => {
    const all = await Promise.all(Array.from({ length: 60 }, newOrganization))
    await leavesOf(all[0]!)
    const limit = 6 * rolls.size().bytes
    rolls = createRolls(store, { limit })
    for (const org of all) {
      expect(await leavesOf(org)).toEqual(['l1'])
      await rolls.names(await rolls.of(org, { today }))
      expect(rolls.size().bytes).toBeLessThanOrEqual(limit)
    }
    expect(rolls.size().organizations).toBeLessThan(6)
    // One that went, and changed meanwhile.
    expect(await leavesOf(await removeLeave(all[0]!))).toEqual([])
  })
})

describe('the names of an organization', () => {
  it('are indexed once for a roll, and anew for the next one', async () => {
    const org = await newOrganization()
    await embedded.commit([
      { put: 'members', document: member(org._id, 'gone', { name: 'Gone', active: false }) },
    ])
    const roll = await rolls.of(org, { today })
    const first = await rolls.names(roll)
    expect(first.people.map(({ name }) => name)).toEqual(['Ada'])
    expect([...first.byEmail.values()].map(({ name }) => name)).toEqual(['Ada', 'Gone'])
    expect(await rolls.names(roll)).toBe(first)
    const book = nameBookOf(first)
    expect(nameBookOf(await rolls.names(roll))).toBe(book)
    const next = await rolls.names(await rolls.of(await removeLeave(org), { today }))
    expect(next).not.toBe(first)
    expect(next.people).toEqual(first.people)
  })
})
