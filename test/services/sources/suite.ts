import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Member } from '../../../src/domain/organization/organization.js'
import { Problem } from '../../../src/domain/problem.js'
import { claimLease, contentionTimeout, stateOf } from '../../../src/domain/sources/source.js'
import { fetchTimeout } from '../../../src/feeds/fetch.js'
import { leasePatience } from '../../../src/services/roster/lease.js'
import { createAddressCipher } from '../../../src/services/sources/address-cipher.js'
import { checkSource } from '../../../src/services/sources/check.js'
import { createSourceRuns } from '../../../src/services/sources/due.js'
import type { FetchedFeed, FetchFeed } from '../../../src/services/sources/fetched.js'
import { reencrypt } from '../../../src/services/reencrypt.js'
import { listAudit } from '../../../src/services/records/change.js'
import { createHolidays } from '../../../src/services/holidays/holidays.js'
import { createSources } from '../../../src/services/sources/sources.js'
import type { SyncOutcome, SyncReport } from '../../../src/services/sources/claims.js'
import { createSync } from '../../../src/services/sources/sync.js'
import { collect, importDeadline, type Store } from '../../../src/store/port.js'
import { calendar } from '../../domain/sources/feed.js'
import { createLossyStore, type Fault } from '../../stores/lossy.js'
import { openBench, type Subject } from '../../stores/subject.js'
import { memberDocument } from '../../world/acme.js'
import { actor, createClock, dependenciesOn, openWorld } from '../keys/world.js'

export const names = ['Ana Ruiz', 'Ben Okafor', 'Cleo Ång', 'Dan Wu', 'Eve Stone'] as const

export const people: readonly Pick<Member, 'id' | 'name' | 'email'>[] = names.map((name, index) => ({
  id: `5eed0000-0000-4000-8000-00000000000${index}`,
  name,
  email: `${name.split(' ')[0]!.toLowerCase()}@acme.example`,
}))

export const event = (name: string, from: string, to: string) => [
  `DTSTART;VALUE=DATE:${from}`,
  `DTEND;VALUE=DATE:${to}`,
  `SUMMARY:${name}`,
]
/** The clock of the tests stands at 2026-11-20. */
export const week = (name: string) => event(name, '20261130', '20261205')
const all = names.map((name) => week(name))

export const feedOf = (...events: readonly (readonly string[])[]): FetchedFeed => ({
  kind: 'feed',
  bytes: Buffer.from(calendar(...events)),
  etag: null,
  last_modified: null,
})

/** An organization of five people with one source, a feed that says what a test wants, and replicas that sync it. */
const openSources = async (store: Store) => {
  const clock = createClock()
  const { org, read } = await openWorld(store, 'paid', clock)
  await store.commit([
    ...people.map((one) => ({ put: 'members' as const, document: memberDocument(org, one) })),
    { patch: 'organizations', id: org, set: { revision: 2 } },
  ])
  const key = randomBytes(32)
  const feed = { next: feedOf(...all), asked: [] as (readonly [url: string, etag: string | null])[] }
  const fetchFeed: FetchFeed = async (url, known) => {
    feed.asked.push([url.href, known?.etag ?? null])
    return feed.next
  }
  const toolsOn = (other: Store, owner: string) => ({
    ...dependenciesOn(other, clock),
    owner,
    allowPrivate: false,
    fetchFeed,
    cipher: createAddressCipher([key], randomBytes),
  })
  const sources = createSources(toolsOn(store, 'test'))
  const { _id: id } = await sources.add(org, { name: 'HR', url: 'webcal://hr.example/secret' }, actor)
  const leaves = async (): Promise<readonly string[]> => {
    const found = await collect(store.find('leaves', { index: 'by_end', equal: { org } }))
    const nameOf = (id: string) => people.find((one) => one.id === id)?.name
    return found
      .map(({ member_id, start_date, end_date }) => `${nameOf(member_id)} ${start_date}..${end_date}`)
      .sort()
  }
  const reportOf = (outcome: SyncOutcome): SyncReport => {
    if (outcome.kind !== 'done') throw new Error(outcome.kind)
    return outcome.report
  }
  return {
    org,
    id,
    read,
    clock,
    feed,
    key,
    sources,
    leaves,
    toolsOn,
    source: () => sources.find(org, id),
    sync: async (options = {}) => reportOf(await createSync(toolsOn(store, 'one'))(id, options)),
    replica: (other: Store, owner: string) => createSync(toolsOn(other, owner)),
  }
}

const failed = { kind: 'failed', error: 'The feed answered with status 500.', retryAfter: null } as const

const weekOf = (name: string) => `${name} 2026-11-30..2026-12-04`

export const describeSourcesOn = (subject: Subject) =>
  describe(`sources on ${subject.name}`, () => {
    const bench = openBench(subject)
    const open = () => openSources(bench().store)

    it('bring what a feed says, and write nothing when it says the same', async () => {
      const world = await open()
      const none = { added: 0, changed: 0, removed: 0, kept: 0, unmatched: [], error: null }
      expect(await world.sync()).toEqual({ ...none, ok: true, added: 5 })
      expect(await world.leaves()).toEqual(names.map(weekOf))
      const { revision } = await world.read()
      expect(await world.sync()).toMatchObject({ added: 0, changed: 0, removed: 0, kept: 5 })
      expect((await world.read()).revision).toBe(revision)
      expect(await world.source()).toMatchObject({ leaves: 5, last_error: null, claim: null })
    })

    it('say what a feed would change, and write nothing', async () => {
      const world = await open()
      await world.sync()
      const [before, leaves] = [await world.source(), await world.leaves()]
      world.feed.next = feedOf(...all.slice(1), event('Ana Ruiz', '20261207', '20261208'), week('J. Doe'))
      const check = async () => checkSource(world.toolsOn(bench().store, 'one'), await world.source())
      expect(await check()).toEqual({
        added: 1,
        changed: 0,
        removed: 1,
        kept: 4,
        unmatched: 1,
        unreadable: null,
      })
      expect([await world.source(), await world.leaves()]).toEqual([before, leaves])
      world.feed.next = failed
      await expect(check()).rejects.toThrow('status 500')
    })

    const bytes = (text: string) => ({ ...feedOf(), bytes: Buffer.from(text) }) as FetchedFeed
    it.each<readonly [string, FetchedFeed, RegExp]>([
      ['an error', failed, /status 500/],
      ['a login page', bytes('<html>'), /web page/],
      ['a calendar that is cut off', bytes(calendar(...all).slice(0, 300)), /cut off/],
      [
        'a calendar of which more than half is gone',
        feedOf(...all.slice(3)),
        /3 of 5 upcoming leaves would be/,
      ],
      ['an empty calendar', feedOf(), /5 of 5/],
    ])('keep the last good state after %s, and say why', async (_, next, error) => {
      const world = await open()
      await world.sync()
      const before = await world.leaves()
      world.feed.next = next
      expect(await world.sync()).toEqual({
        ...{ ok: false, added: 0, changed: 0, removed: 0, kept: 5, unmatched: [] },
        error: expect.stringMatching(error),
      })
      expect(await world.leaves()).toEqual(before)
      expect((await world.source()).last_error).toMatch(error)
    })

    it('let a held fetch through when it is confirmed, and nothing worse than it', async () => {
      const world = await open()
      await world.sync()
      world.feed.next = feedOf(...all.slice(3))
      await world.sync()
      const { held } = await world.source()
      expect([stateOf(await world.source()), held]).toMatchObject(['held', { gone: 3, coming: 5 }])
      world.feed.next = feedOf()
      expect(await world.sync({ confirmed: held })).toMatchObject({ ok: false })
      world.feed.next = feedOf(...all.slice(3))
      expect(await world.sync({ confirmed: held, confirmedBy: actor })).toMatchObject({
        ok: true,
        removed: 3,
        kept: 2,
      })
      const lines = await listAudit({ store: bench().store }, world.org, 100)
      expect(lines.map(({ what, subject, who }) => [what, subject, who])).toContainEqual([
        'source_confirmed',
        world.id,
        actor.who,
      ])
      expect(stateOf(await world.source())).toBe('ok')
    })

    it('hold nothing any more once the feed is whole again', async () => {
      const world = await open()
      await world.sync()
      world.feed.next = feedOf()
      await world.sync()
      world.feed.next = feedOf(...all)
      expect(await world.sync()).toMatchObject({ ok: true, kept: 5 })
      expect((await world.source()).held).toBeNull()
    })

    it('wait longer after each failure, and as long as they are asked to', async () => {
      const world = await open()
      const delays: number[] = []
      world.feed.next = failed
      for (let tries = 0; tries < 8; tries += 1) {
        await world.sync()
        delays.push((Date.parse((await world.source()).next_at!) - world.clock.now().getTime()) / 3_600_000)
      }
      for (const [index, delay] of delays.entries()) {
        const wanted = Math.min(2 ** index, 24)
        expect(delay).toBeGreaterThanOrEqual(wanted)
        expect(delay).toBeLessThanOrEqual(wanted * 1.11)
      }
      world.feed.next = { ...failed, retryAfter: 30 * 3_600 }
      await world.sync()
      expect(Date.parse((await world.source()).next_at!) - world.clock.now().getTime()).toBe(30 * 3_600_000)
    })

    it('list what they cannot match with the nearest members, until somebody says whose it is', async () => {
      const world = await open()
      world.feed.next = feedOf(week('A. Ruiz'), week('Ben Okafor'))
      const report = await world.sync()
      expect(report.unmatched).toEqual([
        { summary: 'A. Ruiz', start_date: '2026-11-30', end_date: '2026-12-04', nearest: [people[0]!.id] },
      ])
      expect(await world.source()).toMatchObject({ unmatched: report.unmatched, unmatched_count: 1 })
      await world.sources.match(world.org, world.id, { text: 'a. ruiz', member: 'ANA@acme.example' }, actor)
      expect(await world.sync()).toMatchObject({ added: 1, kept: 1, unmatched: [] })
      expect(await world.leaves()).toContain(weekOf('Ana Ruiz'))
    })

    it('keep what was read from an event that cannot be read any more, and name it until it can be', async () => {
      const world = await open()
      await world.sync()
      const before = await world.leaves()
      world.feed.next = feedOf(['DTSTART:soon', 'SUMMARY:Ana Ruiz'], ...all.slice(1))
      const events = [{ summary: 'Ana Ruiz', reason: 'its start cannot be read' }]
      const unreadable = { events, count: 1, kept: 1 }
      expect(await world.sync()).toMatchObject({ ok: true, removed: 0, kept: 5, unreadable })
      expect(await world.leaves()).toEqual(before)
      expect(await world.source()).toMatchObject({ leaves: 5, last_error: null, unreadable })
      world.feed.next = { kind: 'unchanged' }
      expect(await world.sync()).toMatchObject({ ok: true, kept: 5, unreadable })
      world.feed.next = feedOf(...all)
      expect(await world.sync()).not.toHaveProperty('unreadable')
      expect(await world.source()).toMatchObject({ leaves: 5, unreadable: null })
    })

    it('read types by what the organization has said its words mean', async () => {
      const world = await open()
      world.feed.next = feedOf(week('Ana Ruiz (Sabbatical year)'), week('Ben Okafor (Kick-off)'))
      const import_types = { sabbaticalyear: 'personal', kickoff: 'skip' }
      await bench().store.commit([{ patch: 'organizations', id: world.org, set: { import_types } }])
      expect(await world.sync()).toMatchObject({ ok: true, added: 1 })
      const query = { index: 'by_end', equal: { org: world.org } } as const
      expect(await collect(bench().store.find('leaves', query))).toMatchObject([
        { type: 'personal', source: `calendar:${world.id}` },
      ])
    })

    it('ask whether anything has changed only while nothing else has', async () => {
      const world = await open()
      world.feed.next = { ...feedOf(...all), etag: '"1"' } as FetchedFeed
      await world.sync()
      world.feed.next = { kind: 'unchanged' }
      expect(await world.sync()).toMatchObject({ ok: true, kept: 5 })
      const asked = async () => {
        world.feed.next = { ...feedOf(...all), etag: '"1"' } as FetchedFeed
        await world.sync()
        return world.feed.asked.at(-1)![1]
      }
      expect(await asked()).toBe('"1"')
      const renamed = { ...memberDocument(world.org, people[0]!), name: 'Ana Gómez' }
      await bench().store.commit([{ put: 'members', document: renamed }])
      expect(await asked()).toBeNull()
      expect(await asked()).toBe('"1"')
      world.clock.move(24 * 3_600_000)
      expect(await asked()).toBeNull()
      await world.sources.set(world.org, world.id, { type: 'personal' }, actor)
      expect(await asked()).toBeNull()
    })

    it('keep the address encrypted, for this source and under this key only', async () => {
      const world = await open()
      const [stored] = await bench().store.get('sources', [world.id])
      expect(JSON.stringify(stored)).not.toContain('secret')
      expect([stored?.host, stored?.last_four]).toEqual(['hr.example', 'cret'])
      const tools = world.toolsOn(bench().store, 'one')
      for (const [cipher, error] of [
        [createAddressCipher([randomBytes(32)], randomBytes), 'another key'],
        [null, 'The encryption key for feeds is missing'],
      ] as const)
        expect(await createSync({ ...tools, cipher })(world.id)).toMatchObject({
          report: { ok: false, error: expect.stringContaining(error) },
        })
      const { add } = createSources({ ...tools, cipher: null })
      await expect(add(world.org, { name: 'x', url: 'https://a.example' }, actor)).rejects.toMatchObject({
        code: 'conflict',
      })
    })

    it('are refused, and left as they are, at an address whose name leads to a private network', async () => {
      const world = await open()
      const asked: string[] = []
      const leadsInside = async (host: string) => (asked.push(host), true)
      const { add, set } = createSources({ ...world.toolsOn(bench().store, 'one'), leadsInside })
      const url = 'https://hr.inside.example/x.ics'
      const refused = {
        code: 'invalid',
        issues: [{ path: ['url'], message: expect.stringContaining('private') }],
      }
      await expect(add(world.org, { name: 'x', url }, actor)).rejects.toMatchObject(refused)
      await expect(set(world.org, world.id, { url }, actor)).rejects.toMatchObject(refused)
      await set(world.org, world.id, { name: 'HR' }, actor)
      expect(asked).toEqual(['hr.inside.example', 'hr.inside.example'])
    })

    it('move their addresses to a new key, and say which cannot be read', async () => {
      const world = await open()
      const { store } = bench()
      const [fresh, foreign] = [randomBytes(32), randomBytes(32)]
      const sync = (keys: readonly Uint8Array[]) =>
        createSync({ ...world.toolsOn(store, 'one'), cipher: createAddressCipher(keys, randomBytes) })(
          world.id,
        )
      const move = (keys: readonly Uint8Array[]) =>
        reencrypt(dependenciesOn(store, world.clock), createAddressCipher(keys, randomBytes))
      // Other tests' sources are on the same store, under keys of their own.
      const isHere = ({ unreadable }: Awaited<ReturnType<typeof move>>) =>
        unreadable.some(({ _id }) => _id === world.id)
      expect(isHere(await move([foreign]))).toBe(true)
      expect(isHere(await move([fresh, world.key]))).toBe(false)
      expect(await sync([fresh])).toMatchObject({ report: { ok: true } })
      expect((await move([fresh])).unchanged).toBe(1)
    })

    it('are removed with what they brought, and much of it only after a confirmation', async () => {
      const world = await open()
      const more = ['20261207', '20261214'].flatMap((from) =>
        names.map((name) => event(name, from, String(Number(from) + 1))),
      )
      world.feed.next = feedOf(...all, ...more)
      await world.sync()
      const remove = (confirmed: boolean) => world.sources.remove(world.org, world.id, { confirmed }, actor)
      await expect(remove(false)).rejects.toMatchObject({ code: 'conflict' })
      expect((await world.source()).paused).toBe(false)
      expect(await remove(true)).toMatchObject({ leaves: 15 })
      expect([await world.leaves(), await world.sources.list(world.org)]).toEqual([[], []])
    })

    it('tell the audit log what a sync changed, and who asked for it', async () => {
      const world = await open()
      const { org, id } = world
      world.clock.move(1_000)
      await world.sync()
      await world.sync()
      world.clock.move(1_000)
      world.feed.next = feedOf(...all.slice(1))
      await world.sync({ confirmedBy: actor })
      world.feed.next = failed
      await world.sync({ confirmedBy: actor })
      const lines = await listAudit({ store: bench().store }, org, 100)
      expect(lines.map(({ what, subject, who, detail }) => [what, subject, who, detail])).toEqual([
        ['source_synced', id, actor.who, { name: 'HR', added: 0, changed: 0, removed: 1 }],
        [
          'people_changed',
          id,
          actor.who,
          { '5eed0000-0000-4000-8000-000000000000': 'leave 2026-11-30 to 2026-12-04 removed' },
        ],
        ['source_synced', id, 'schedule', { name: 'HR', added: 5, changed: 0, removed: 0 }],
        ['people_changed', id, 'schedule', expect.any(Object)],
        ['source_added', id, actor.who, { name: 'HR' }],
      ])
    })

    it('tells the audit log who changed a source or a holiday calendar', async () => {
      const world = await open()
      const { org, id, sources } = world
      await sources.set(org, id, { name: 'HR 2' }, actor)
      await sources.pause(org, id, actor)
      await sources.resume(org, id, actor)
      await sources.remove(org, id, { confirmed: true }, actor)
      const holidays = createHolidays(dependenciesOn(bench().store, world.clock))
      const days = [{ date: '2026-12-25', name: 'Christmas' }] as const
      await holidays.accept(org, 'FR', days, actor)
      await holidays.accept(org, 'FR', days, actor)
      await holidays.add(org, 'FR', '2026-12-26', undefined, actor)
      await holidays.assign(org, 'FR', 'organization', actor)
      const lines = await listAudit({ store: bench().store }, org, 100)
      expect(lines.map(({ what, subject }) => [what, subject]).sort()).toEqual([
        ['holidays_accepted', 'FR'],
        ['holidays_assigned', ''],
        ['holidays_changed', 'FR'],
        ...['added', 'changed', 'paused', 'removed', 'resumed'].map((verb) => [`source_${verb}`, id]),
      ])
      expect(new Set(lines.map(({ who }) => who))).toEqual(new Set([actor.who]))
    })

    it('are synced at their time, and not while they are paused', async () => {
      const world = await open()
      const log = { info: () => undefined, warn: () => undefined }
      const tools = world.toolsOn(bench().store, 'tick')
      const runs = createSourceRuns({
        ...tools,
        atOnce: 2,
        elapsed: () => 0,
        log,
        openTools: async () => tools,
      })
      // Other tests' sources are due too, on the same store.
      const tick = async () => {
        const before = world.feed.asked.length
        await runs.tick()
        return world.feed.asked.length - before > 0 && (await world.source()).last_success_at
      }
      await world.sources.pause(world.org, world.id, actor)
      await tick()
      expect((await world.source()).last_success_at).toBeNull()
      await world.sources.resume(world.org, world.id, actor)
      await tick()
      expect((await world.source()).last_success_at).toBe(world.clock.now().toISOString())
      world.clock.move(3_601_000 * 1.2)
      await tick()
      expect((await world.source()).last_success_at).toBe(world.clock.now().toISOString())
      await runs.stop()
    })

    it('are synced by one of several replicas at a time', async () => {
      const world = await open()
      const replicas = ['one', 'two', 'three'].map((owner) => world.replica(bench().store, owner))
      const outcomes = await Promise.all(replicas.map((sync) => sync(world.id)))
      expect(outcomes.map(({ kind }) => kind).sort()).toEqual(['busy', 'busy', 'done'])
      expect([await world.leaves(), world.feed.asked.length]).toEqual([names.map(weekOf), 1])
    })

    it('are left alone at a tick when another replica synced them since they were listed', async () => {
      const world = await open()
      const tick = world.replica(bench().store, 'tick')
      expect((await world.replica(bench().store, 'first')(world.id)).kind).toBe('done')
      expect(await tick(world.id, { onlyIfDue: true })).toEqual({ kind: 'busy' })
      expect(world.feed.asked).toHaveLength(1)
    })

    it('are claimed for longer than a sync takes at most', () => {
      // An import that was interrupted is waited for before people of Slack are written.
      const longest = fetchTimeout + contentionTimeout + leasePatience + importDeadline
      expect(claimLease).toBeGreaterThan(longest)
    })

    it('are taken over from a replica that was too slow, which then writes nothing', async () => {
      const world = await open()
      const { store } = bench()
      let go = (): void => undefined
      const slow = createSync({
        ...world.toolsOn(store, 'slow'),
        fetchFeed: () => new Promise((resolve) => (go = () => resolve(feedOf(...all.slice(1))))),
      })
      const late = slow(world.id)
      await expect.poll(async () => (await world.source()).claim?.owner).toBe('slow')
      expect(await world.replica(store, 'fast')(world.id)).toEqual({ kind: 'busy' })
      world.clock.move(claimLease + 1)
      await expect.poll(() => go.name).not.toBe('')
      expect((await world.replica(store, 'fast')(world.id)).kind).toBe('done')
      go()
      expect(await late).toEqual({ kind: 'gone' })
      expect(await world.leaves()).toEqual(names.map(weekOf))
    })

    it('double nothing and lose nothing wherever a replica dies', async () => {
      const { store } = bench()
      const before = names.slice(0, 4).map(weekOf)
      const after = names.slice(1).map(weekOf)
      const scene = async () => {
        const world = await open()
        world.feed.next = feedOf(...all.slice(0, 4))
        await world.sync()
        world.feed.next = feedOf(...all.slice(1))
        return world
      }
      const counted = await scene()
      const counting = createLossyStore(store)
      await counted.replica(counting.store, 'one')(counted.id)
      const calls = counting.countCalls()
      expect(calls).toBeGreaterThanOrEqual(5)
      for (const fault of ['unavailable', 'lost', 'unheard'] satisfies readonly Fault[])
        for (let call = 1; call <= calls; call += 1) {
          const world = await scene()
          const lossy = createLossyStore(store)
          lossy.failAt(call, fault)
          const sync = world.replica(lossy.store, 'one')
          const died = await sync(world.id).catch((thrown: unknown) => thrown)
          if (died instanceof Error) expect(died).toBeInstanceOf(Problem)
          // Whatever was cut off, what can be read is one of the two states and nothing in between.
          expect([before, after]).toContainEqual(await world.leaves())
          world.clock.move(claimLease + 1)
          expect((await world.replica(store, 'two')(world.id)).kind).toBe('done')
          expect(await world.leaves()).toEqual(after)
          expect(await world.source()).toMatchObject({ leaves: 4, claim: null, last_error: null })
        }
    })

    it('give way to a concurrent change of the organization, and plan again', async () => {
      const world = await open()
      const { store } = bench()
      let met = false
      const meeting: Store = {
        ...store,
        commit: async (changes, options) => {
          const list = [...changes]
          if (!met && list.some((change) => 'put' in change && change.put === 'leaves')) {
            met = true
            const { revision } = await world.read()
            await store.commit([{ patch: 'organizations', id: world.org, set: { revision: revision + 1 } }])
          }
          return store.commit(list, options)
        },
      }
      const outcome = await world.replica(meeting, 'one')(world.id)
      expect([met, outcome]).toMatchObject([true, { kind: 'done', report: { ok: true, added: 5 } }])
      expect(await world.leaves()).toEqual(names.map(weekOf))
    })
  })
