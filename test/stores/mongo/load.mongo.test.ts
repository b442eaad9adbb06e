import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Document } from 'mongodb'
import { collect, importDeadline, type Change, type Store } from '../../../src/store/port.js'
import { dropDatabase, newDatabase, withClient } from '../../mongod/servers.js'
import { openTestStore } from './subject.js'
import { keyEvent, leave, member, newId, organization, puts } from '../samples.js'

let uri: string
let store: Store
beforeAll(async () => {
  uri = newDatabase(inject('mongoUri'))
  store = await openTestStore(uri)
})
afterAll(async () => {
  await store.close()
  await dropDatabase(uri)
})

/** What the server did for one collection meanwhile, by its own profile. */
const profiled = (collection: string, run: () => Promise<void>): Promise<Document[]> =>
  withClient(uri, async (client) => {
    const db = client.db()
    await db.command({ profile: 2 })
    await run()
    await db.command({ profile: 0 })
    const seen = await db
      .collection('system.profile')
      .find({ ns: `${db.databaseName}.${collection}` })
      .toArray()
    await db.collection('system.profile').drop()
    return seen
  })

const deadline = importDeadline

describe('a commit of 20,000 documents, the organization first', () => {
  const members = (org: string) =>
    puts(
      'members',
      Array.from({ length: 20_000 }, (_, n) => member(org, `${n}`)),
      'absent',
    )
  const moved = (org: string): Change => ({
    patch: 'organizations',
    id: org,
    set: { revision: 2 },
    when: { revision: 1 },
  })

  it('succeeds beside another writer of the same organization, who loses nothing either', async () => {
    const org = newId()
    await store.commit([{ put: 'organizations', document: organization(org, { keys_revision: 0 }) }])
    let importing = true
    // Alone and in a group by turns; never giving up before the import does.
    const write = async (n: number): Promise<void> => {
      const change: Change = {
        patch: 'organizations',
        id: org,
        set: { keys_revision: n + 1 },
        when: { keys_revision: n },
      }
      const event: Change = { put: 'key_events', document: keyEvent(org, `${n}`), when: 'absent' }
      expect(await store.commit(n % 2 === 0 ? [change] : [change, event], { deadline })).toEqual({
        done: true,
      })
    }
    const writer = async (): Promise<number> => {
      let written = 0
      for (; importing; written++) {
        await write(written)
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
      return written
    }
    const writing = writer()
    const result = await store
      .commit([moved(org), ...members(org)], { deadline })
      .finally(() => (importing = false))
    expect(result).toEqual({ done: true })
    const written = await writing
    const [stored] = await store.get('organizations', [org])
    expect(stored).toMatchObject({ revision: 2, keys_revision: written })
    expect(await collect(store.find('members', { index: 'by_org', equal: { org } }))).toHaveLength(20_000)
  })

  it.each([0, 1, 999, 1_000, 15_500, 19_999])(
    'names the broken one, member %i, and writes nothing',
    async (at) => {
      const org = newId()
      const before = member(org, `${at}`, { name: 'Earlier' })
      await store.commit([
        { put: 'organizations', document: organization(org) },
        { put: 'members', document: before },
      ])
      const changes = [moved(org), ...members(org)]
      expect(await store.commit(changes, { deadline })).toEqual({ done: false, conflict: at + 1 })
      expect(await collect(store.find('members', { index: 'by_org', equal: { org } }))).toEqual([before])
      expect((await store.get('organizations', [org]))[0]?.revision).toBe(1)
    },
  )

  it('names the first of two broken patches among thousands that hold', async () => {
    const org = newId()
    await store.commit(members(org).slice(0, 3_000), { deadline })
    const patches = (set: object, when: (n: number) => string): Change[] =>
      Array.from({ length: 3_000 }, (_, n) => ({
        patch: 'members',
        id: `${org}:${n}`,
        set: { ...set },
        when: { name: when(n) },
      }))
    const broken = patches({ active: false }, (n) => (n === 1_234 || n === 2_345 ? 'Nobody' : `Person ${n}`))
    expect(await store.commit(broken, { deadline })).toEqual({ done: false, conflict: 1_234 })
    const whole = patches({ active: false }, (n) => `Person ${n}`)
    expect(await store.commit(whole, { deadline })).toEqual({ done: true })
    const found = await collect(store.find('members', { index: 'by_org', equal: { org } }))
    expect(found.filter(({ active }) => active)).toEqual([])
  })
})

it('commits and gives back more than one command may carry', async () => {
  const org = newId()
  // One command carries 16 MiB.
  const documents = [1, 2, 3].map((n) => member(org, `${n}`, { name: `${n}`.repeat(5_900_000) }))
  await store.commit(puts('members', documents, 'absent'), { deadline })
  const found = await store.get(
    'members',
    documents.map(({ _id }) => _id),
  )
  const marks = (some: typeof documents) => some.map(({ name }) => name.slice(0, 1) + name.length).sort()
  expect(marks(found)).toEqual(marks(documents))
})

describe('the question for the leaves of a week', () => {
  const day = (n: number): string => new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10)

  /** Leaves of up to two weeks, spread evenly over a year that begins `from` days after 2026 does. */
  const year = (org: string, from: number, members: number): Change[] =>
    Array.from({ length: members * 14 }, (_, n): Change => {
      const start = from + ((n * 131) % 365)
      const document = leave(org, `${from}-${n}`, day(start), day(start + ((n * 7) % 14)), {
        member_id: `member-${n % members}`,
      })
      return { put: 'leaves', document, when: 'absent' }
    })

  const commitAll = async (changes: readonly Change[]): Promise<void> => {
    for (let start = 0; start < changes.length; start += 20_000)
      await store.commit(changes.slice(start, start + 20_000), { deadline })
  }

  /** What the server says it did for the store's own question. */
  const ask = async (org: string): Promise<{ hits: number; keys: number; documents: number }> => {
    const query = {
      index: 'by_end',
      equal: { org },
      range: { end_date: { gte: '2026-11-21' }, start_date: { lte: '2026-11-28' } },
    } as const
    let hits = 0
    const seen = await profiled('leaves', async () => {
      hits = (await collect(store.find('leaves', query))).length
    })
    const total = (field: string) => seen.reduce((sum, one) => sum + Number(one[field]), 0)
    return { hits, keys: total('keysExamined'), documents: total('docsExamined') }
  }

  it('reads at most one and a half index keys a hit, and five more years of leaves change nothing', async () => {
    const org = newId()
    const members = 1_000
    await commitAll(year(org, 0, members))
    const now = await ask(org)
    expect(now.hits).toBeGreaterThan(250)
    expect(now.documents).toBe(now.hits)
    expect(now.keys / now.hits).toBeGreaterThanOrEqual(1)
    expect(now.keys / now.hits).toBeLessThanOrEqual(1.5)
    for (const past of [1, 2, 3, 4, 5]) await commitAll(year(org, -365 * past - 20, members))
    const later = await ask(org)
    expect(later.hits).toBe(now.hits)
    expect(later.keys / now.keys).toBeLessThanOrEqual(1.1)
  })
})

it('has the server send no more of a document than the fields that are asked for', async () => {
  const org = newId()
  await store.commit([{ put: 'members', document: member(org, 'a', { name: 'Ana' }) }])
  const query = { index: 'by_org', equal: { org } } as const
  expect(await collect(store.find('members', { ...query, fields: ['name', 'org'] }))).toEqual([
    { name: 'Ana', org },
  ])
  expect(await collect(store.find('members', { ...query, fields: ['_id'] }))).toEqual([{ _id: `${org}:a` }])
})

it('names the organization whenever it names a document of it, so that a cluster may be sharded by it', async () => {
  const org = newId()
  const [a, b] = [member(org, 'a'), member(org, 'b')]
  const seen = await profiled('members', async () => {
    for (const group of [[a], [a, b]]) {
      await store.commit(puts('members', group))
      await store.commit(group.map(({ _id: id }) => ({ patch: 'members', id, set: { name: 'New' } })))
      await store.get(
        'members',
        group.map(({ _id }) => _id),
      )
      await store.commit(group.map(({ _id: id }) => ({ remove: 'members', id, when: { name: 'New' } })))
    }
  })
  const filters = seen.map(({ command }) => command.filter ?? command.q).filter(Boolean)
  expect(filters.length).toBeGreaterThanOrEqual(11)
  expect(filters.filter((filter) => filter._id === undefined || filter.org === undefined)).toEqual([])
})
