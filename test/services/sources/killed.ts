import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { DirectoryListing, DirectoryPerson } from '../../../src/domain/people/directory.js'
import { Problem } from '../../../src/domain/problem.js'
import { claimLease, isClaimed, stateOf, type DataSource } from '../../../src/domain/sources/source.js'
import type { ListDirectory } from '../../../src/services/people/directory.js'
import { listAudit } from '../../../src/services/records/change.js'
import { createAddressCipher } from '../../../src/services/sources/address-cipher.js'
import type { SyncOutcome } from '../../../src/services/sources/claims.js'
import type { FetchedFeed, FetchFeed } from '../../../src/services/sources/fetched.js'
import { createSources } from '../../../src/services/sources/sources.js'
import { createSync } from '../../../src/services/sources/sync.js'
import { collect, type Store } from '../../../src/store/port.js'
import { createStopping, createStoppingStore, type Stopping } from '../../stores/stopping.js'
import { openBench, type Subject } from '../../stores/subject.js'
import { leave, member, puts } from '../../stores/samples.js'
import { actor, createClock, dependenciesOn, openWorld } from '../keys/world.js'
import { listed } from '../people/suite.js'
import { event, feedOf, names, people, week } from './suite.js'

/** What a source is about to bring, and everything that it may read or change. */
interface Scene {
  readonly org: string
  readonly clock: ReturnType<typeof createClock>
  /** A replica that syncs the source when it is due, as its tick does. */
  replica(store: Store, owner: string, stopping: Stopping): () => Promise<SyncOutcome>
  /** The data, in words: what a sync may change, and what it must leave alone. */
  data(): Promise<readonly string[]>
  source(): Promise<DataSource>
}

type OpenScene = (store: Store) => Promise<Scene>

const past = event('Ben Okafor', '20261109', '20261111')

/** As a server that gives every content an ETag would answer. */
const tagged = (etag: string, ...events: readonly (readonly string[])[]) =>
  ({ ...feedOf(...events), etag }) as FetchedFeed

/**
 * A feed that brought four weeks and an earlier leave, an import beside it, and an own entry of Eve's. The first replica
 * sees `next`, whoever takes over `later`.
 */
const calendarScene =
  (next: FetchedFeed, later = next): OpenScene =>
  async (store) => {
    const clock = createClock()
    const { org } = await openWorld(store, 'paid', clock)
    const [ana, eve] = [people[0]!.id, people[4]!.id]
    const imported = leave(org, 'imported', '2026-12-01', '2026-12-01', { member_id: ana, type: 'sick' })
    const own = leave(org, 'own', '2026-12-03', '2026-12-08', {
      member_id: eve,
      type: 'personal',
      source: 'own',
    })
    await store.commit([
      ...puts(
        'members',
        people.map((one) => member(org, one.id, one)),
      ),
      { put: 'leaves', document: imported },
      { patch: 'organizations', id: org, set: { revision: 2 } },
    ])
    let feed = tagged('"1"', past, ...names.slice(0, 4).map(week))
    const fetchFeed =
      ({ step }: Stopping, owner: string): FetchFeed =>
      async (_, known) => {
        if (owner === 'two') feed = later
        await step('the fetch has begun')
        await step('the fetch is done')
        return feed.kind === 'feed' && feed.etag === known?.etag ? { kind: 'unchanged' } : feed
      }
    const cipher = createAddressCipher([randomBytes(32)], randomBytes)
    const tools = { ...dependenciesOn(store, clock), cipher, allowPrivate: false }
    const sources = createSources(tools)
    const { _id: id } = await sources.add(org, { name: 'HR', url: 'https://hr.example/secret' }, actor)
    const replica: Scene['replica'] = (other, owner, stopping) => {
      const sync = createSync({ ...tools, store: other, owner, fetchFeed: fetchFeed(stopping, owner) })
      return () => sync(id, { onlyIfDue: true })
    }
    await replica(store, 'before', createStopping())()
    await store.commit([{ put: 'leaves', document: own }])
    feed = next
    clock.move(2 * 3_600_000)
    return {
      org,
      clock,
      replica,
      source: () => sources.find(org, id),
      data: async () => {
        const leaves = await collect(store.find('leaves', { index: 'by_end', equal: { org } }))
        const audit = next === later ? await listAudit({ store }, org, 100) : []
        return [
          ...leaves.map(({ member_id, type, start_date, end_date, status, source }) =>
            [member_id.at(-1), type, start_date, end_date, status, source.split(':')[0]].join(' '),
          ),
          ...audit.map(({ what, detail: { added, removed, source = '' } }) =>
            ['audit', what, added, removed, source].join(' '),
          ),
        ].sort()
      },
    }
  }

const listingOf = (people: readonly DirectoryPerson[]): DirectoryListing => ({
  people,
  groups: [{ name: 'Design', users: people.slice(0, 2).map(({ account }) => account!.user) }],
  isComplete: true,
})

const count = 20
const staff = (from: number, to: number, fields: Partial<DirectoryPerson> = {}): readonly DirectoryPerson[] =>
  Array.from({ length: to - from }, (_, index) => listed(`U0P${from + index}`, fields))

type Listed = DirectoryListing | { readonly failed: string }

/** A workspace whose people are members already, beside a member from an import. */
const directoryScene =
  (next: Listed, later: Listed = next, size = count): OpenScene =>
  async (store) => {
    const clock = createClock()
    const { org, dependencies } = await openWorld(store, 'paid', clock)
    const document = member(org, 'ana', { name: 'Ana Ruiz', email: 'ana@acme.example' })
    await store.commit([{ put: 'members', document }])
    let listing: Listed = listingOf(staff(0, size))
    const listDirectory =
      (stopping: Stopping, owner: string): ListDirectory =>
      async (_, step) => {
        if (owner === 'two') listing = later
        for (const page of ['first', 'second']) {
          await step()
          await stopping.step(`the ${page} page is asked for`)
        }
        return listing
      }
    const tools = { ...dependencies, cipher: null, allowPrivate: false }
    const sources = createSources(tools)
    const settings = { workspace: 'T0ACME', creates: true, avatars: false, groups: ['S0DESIGN'] }
    const { _id: id } = await sources.addDirectory(org, settings, actor)
    const fetchFeed: FetchFeed = async () => ({ kind: 'unchanged' })
    const replica: Scene['replica'] = (other, owner, stopping) => {
      const sync = createSync({
        ...tools,
        store: other,
        owner,
        fetchFeed,
        listDirectory: listDirectory(stopping, owner),
      })
      return () => sync(id, { onlyIfDue: true })
    }
    await replica(store, 'before', createStopping())()
    listing = next
    clock.move(27 * 3_600_000)
    const everything = { index: 'by_org', equal: { org } } as const
    return {
      org,
      clock,
      replica,
      source: () => sources.find(org, id),
      data: async () => [
        ...(await collect(store.find('teams', everything))).map(
          ({ name, source }) => `team ${name} ${source}`,
        ),
        ...(await collect(store.find('members', everything)))
          .map(({ email, name, active, source, team_id, timezone }) =>
            [email, name, active, source, team_id !== null, timezone].join(' '),
          )
          .sort(),
        ...(await collect(store.find('slack_matches', everything)))
          .map(({ user }) => `account ${user}`)
          .sort(),
      ],
    }
  }

const failing: FetchedFeed = { kind: 'failed', error: 'x', retryAfter: null }
const second = tagged('"2"', ...names.slice(2).map(week), event(names[1], '20261201', '20261205'))
const third = tagged('"3"', ...names.slice(2).map(week), week(names[0]))
const changedPeople = listingOf([listed('U0P1', { name: 'Another name' }), ...staff(2, count + 1)])

const scenes: readonly (readonly [name: string, open: OpenScene])[] = [
  ['a calendar with a leave more, one less and one that begins later', calendarScene(second)],
  ['a calendar that changes again before somebody takes over', calendarScene(second, third)],
  ['a calendar that fails once', calendarScene(failing, second)],
  ['a calendar that answers with an error', calendarScene(failing)],
  ['a calendar that has lost most leaves', calendarScene(tagged('"2"', week(names[0])))],
  ['a calendar that has not changed', calendarScene(tagged('"1"'))],
  ['a workspace where somebody left, joined and got another name', directoryScene(changedPeople)],
  ['a workspace that changes again', directoryScene(changedPeople, listingOf(staff(1, count + 2)))],
  ['a workspace that cannot be listed once', directoryScene({ failed: 'x' }, changedPeople)],
  ['a workspace that cannot be listed', directoryScene({ failed: 'x' })],
  ['a workspace that most have left', directoryScene(listingOf(staff(0, 3)))],
]

/** A listing that changes more documents than one commit takes. */
const largeScene = directoryScene(listingOf(staff(200, 5_400, { timezone: 'Asia/Tokyo' })), undefined, 5_300)

const statusOf = (source: DataSource) => ({
  state: stateOf(source),
  error: source.last_error,
  leaves: source.leaves,
  members: source.slack?.members,
  unmatched: source.unmatched_count,
  held: source.held && [source.held.gone, source.held.coming],
  claim: source.claim,
})

/** The time until the source is due again. */
const untilDue = async ({ source, clock }: Scene): Promise<number> =>
  Date.parse((await source()).next_at!) - clock.now().getTime()

/** Stops one replica at a step, lets another take over, and wakes the first one up at the end. */
const dieAt = async (open: OpenScene, store: Store, stopAt: number) => {
  const scene = await open(store)
  const { data, source, clock, replica } = scene
  const earlier = await data()
  const stopping = createStopping(stopAt)
  const died = replica(createStoppingStore(store, stopping), 'one', stopping)()
  const ended = died.then(
    () => true,
    () => true,
  )
  if (await Promise.race([ended, stopping.stopped.then(() => false)])) return null
  const left = await data()
  const isHeldByOne = isClaimed(await source(), clock.now())
  const begun = createStopping()
  const two = replica(createStoppingStore(store, begun), 'two', begun)
  const meanwhile = isHeldByOne ? (await two()).kind : 'nothing to exclude'
  clock.move(claimLease + 1)
  await two()
  const taken = await data()
  // One that died when all was written has left nothing to do until the next fetch is due.
  clock.move(await untilDue(scene))
  await two()
  const after = { data: await data(), status: statusOf(await source()) }
  stopping.goOn()
  // It ends, or is refused because its time is up.
  await died.catch((fault: unknown) => expect(fault).toBeInstanceOf(Problem))
  const woken = { data: await data(), status: statusOf(await source()) }
  return { step: stopping.steps[stopAt - 1], earlier, left, meanwhile, taken, after, woken }
}

/** What a sync that nobody stops makes of a scene, then and when it is due again; and its steps. */
const runClean = async (open: OpenScene, store: Store) => {
  const scene = await open(store)
  const { data, source, clock, replica } = scene
  const stopping = createStopping()
  await replica(createStoppingStore(store, stopping), 'one', stopping)()
  const steps = [...stopping.steps]
  const first = await data()
  clock.move(await untilDue(scene))
  await replica(store, 'two', createStopping())()
  return { steps, first, data: await data(), status: statusOf(await source()) }
}

/** Own entries are shortened in a commit of their own, right after the leaves that they yield to. */
const withoutOwn = (data: readonly string[]): readonly string[] =>
  data.filter((line) => !line.endsWith(' own'))

/**
 * Sources × steps of a sync, on either store; `large`: of the commits of a large one each, every so many, or none (0);
 * `every`: of the steps of the others each, or every so many; both begin with another one in each run.
 */
export const describeKilledSyncsOn = (subject: Subject, large: number, every = 1) =>
  describe(`a replica that is killed in the middle of a sync, on ${subject.name}`, () => {
    const bench = openBench(subject)

    it.each(scenes)('of %s doubles nothing, loses nothing and is taken over', async (_, open) => {
      const { store } = bench()
      const clean = await runClean(open, store)
      expect(clean.steps.length).toBeGreaterThanOrEqual(7)
      const first = 1 + Math.floor(Math.random() * every)
      for (let stopAt = first; stopAt <= clean.steps.length; stopAt += every) {
        const found = await dieAt(open, store, stopAt)
        if (!found) throw new Error(`step ${stopAt} was never reached`)
        const at = `${stopAt}: ${found.step}`
        // What is read after the death is one of the two states, and nothing in between.
        expect([found.earlier, clean.first].map(withoutOwn), at).toContainEqual(withoutOwn(found.left))
        expect(['busy', 'nothing to exclude'], at).toContain(found.meanwhile)
        expect([clean.first, clean.data].map(withoutOwn), at).toContainEqual(withoutOwn(found.taken))
        expect(found.after, at).toEqual({ data: clean.data, status: clean.status })
        expect(found.woken, at).toEqual(found.after)
      }
    })

    if (large > 0)
      it('of a workspace too large for one commit does so, too', async () => {
        const { store } = bench()
        const clean = await runClean(largeScene, store)
        const commits = clean.steps.flatMap((name, index) =>
          / commit of .*(members|slack_matches)/.test(name) ? [index + 1] : [],
        )
        expect(commits.length).toBeGreaterThanOrEqual(4)
        const first = Math.floor(Math.random() * large)
        for (const stopAt of commits.filter((_, index) => index % large === first)) {
          const found = await dieAt(largeScene, store, stopAt)
          expect(found?.taken, found?.step).toEqual(clean.first)
          expect(found?.after, found?.step).toEqual({ data: clean.data, status: clean.status })
          expect(found?.woken, found?.step).toEqual(found?.after)
        }
      })
  })
