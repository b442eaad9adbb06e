import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { nameBookOf } from '../../../src/domain/ask/who/book.js'
import { createAskService } from '../../../src/services/ask/ask.js'
import { createRecentFacts, type RecentFacts } from '../../../src/services/presence/recent-facts.js'
import { openEmbeddedStore } from '../../../src/store/embedded/store.js'
import type { Store } from '../../../src/store/port.js'
import { createFaultyStore, type FaultyStore } from '../../stores/faulty.js'
import { leave, member, newId, organization } from '../../stores/samples.js'

const today = '2026-11-25'

let folder: string
let embedded: Store
let store: FaultyStore
let recent: RecentFacts
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'whosout-recent-'))
  embedded = await openEmbeddedStore(folder)
  store = createFaultyStore(embedded)
  recent = createRecentFacts()
})
afterEach(async () => {
  await embedded.close()
  await rm(folder, { recursive: true, force: true })
})

const newOrganization = async (): Promise<string> => {
  const org = newId()
  await embedded.commit([
    { put: 'organizations', document: organization(org) },
    { put: 'members', document: member(org, 'ada', { name: 'Ada' }) },
    { put: 'leaves', document: leave(org, 'l1', today, today, { member_id: 'ada' }) },
    { put: 'leaves', document: leave(org, 'l2', '2026-03-02', '2026-03-06', { member_id: 'ada' }) },
  ])
  return org
}

const removeLeave = (org: string) =>
  embedded.commit([
    { patch: 'organizations', id: org, set: { revision: 2 } },
    { remove: 'leaves', id: `${org}:l1` },
  ])

const ask = async (org: string, text = 'today', facts = recent): Promise<number> => {
  const { reply } = await createAskService(store, facts).forAsk(
    { _id: org },
    {
      asker: { account: null, email: null, timezone: null, locale: null },
      text,
      now: new Date(`${today}T10:00:00Z`),
      audience: 'asker',
      mentioned: new Map(),
    },
  )
  return reply.kind === 'presence' ? reply.out_count : NaN
}

/** Reads that a question took: the view itself, and what is asked within it. */
const readsOf = async (question: () => Promise<unknown>): Promise<number> => {
  const before = store.calls()
  await question()
  return store.calls() - before
}

describe('the facts behind the latest answers', () => {
  it('cost the next question of the same revision one document', async () => {
    const org = await newOrganization()
    expect(await readsOf(() => ask(org))).toBe(7)
    expect(await readsOf(() => ask(org, 'next week'))).toBe(2)
  })

  it('are never those of an older revision', async () => {
    const org = await newOrganization()
    expect(await ask(org)).toBe(1)
    await removeLeave(org)
    expect(await ask(org)).toBe(0)
  })

  it('are read again for a question that reaches further back', async () => {
    const org = await newOrganization()
    expect(await ask(org)).toBe(1)
    expect(await ask(org, '2026-03-02')).toBe(1)
    expect(await readsOf(() => ask(org))).toBe(2)
  })

  it('are read once for questions that meet', async () => {
    const org = await newOrganization()
    const reads = await readsOf(async () => {
      expect(await Promise.all([ask(org), ask(org), ask(org)])).toEqual([1, 1, 1])
    })
    expect(reads).toBe(3 * 2 + 5)
  })

  it.each([3, 4, 5, 6])('are read again after read %i of a question failed', async (call) => {
    const org = await newOrganization()
    store.plan({ call, how: 'unavailable' })
    await expect(ask(org)).rejects.toMatchObject({ code: 'unavailable' })
    store.plan(null)
    expect(await ask(org)).toBe(1)
  })

  it('go when there are too many documents, the least recently used first', async () => {
    const few = createRecentFacts(5)
    const [first, second, third] = [await newOrganization(), await newOrganization(), await newOrganization()]
    for (const org of [first, second, first, third]) await ask(org, 'today', few)
    expect(await readsOf(() => ask(first, 'today', few))).toBe(2)
    expect(await readsOf(() => ask(third, 'today', few))).toBe(2)
    expect(await readsOf(() => ask(second, 'today', few))).toBe(7)
  })
})

describe('the names of an organization', () => {
  const namesOf = (org: string) =>
    embedded.view(org, async (view) => {
      const [found] = await view.get('organizations', [org])
      return recent.names(view, found!)
    })

  it('are indexed once for a revision, and anew for the next one', async () => {
    const org = await newOrganization()
    await embedded.commit([
      { put: 'members', document: member(org, 'gone', { name: 'Gone', active: false }) },
    ])
    const first = await namesOf(org)
    expect(first.people.map(({ name }) => name)).toEqual(['Ada'])
    expect([...first.byEmail.values()].map(({ name }) => name)).toEqual(['Ada', 'Gone'])
    expect(await namesOf(org)).toBe(first)
    const book = nameBookOf(first)
    expect(nameBookOf(await namesOf(org))).toBe(book)
    await removeLeave(org)
    const next = await namesOf(org)
    expect(next).not.toBe(first)
    expect(next.people).toEqual(first.people)
  })
})
