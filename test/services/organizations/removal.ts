import { expect, it } from 'vitest'
import { damagedProblem } from '../../../src/domain/damage.js'
import { createHousekeeping } from '../../../src/services/housekeeping.js'
import { createLastUse } from '../../../src/services/keys/last-use.js'
import { createOrganizations } from '../../../src/services/organizations/organizations.js'
import type { Change, Store } from '../../../src/store/port.js'
import { indexes, type CollectionName } from '../../../src/store/schema.js'
import { leave, member, organization, team } from '../../stores/samples.js'
import { createStopping, createStoppingStore } from '../../stores/stopping.js'
import { openBench, type Subject } from '../../stores/subject.js'
import { createClock, dependenciesOn, refusalOf, type Clock } from '../keys/world.js'

const minutes = 60_000

/** What is about Slack or the process, and expires by itself. */
const ofNobody = [
  'slack_events',
  'spent_tickets',
  'install_states',
  'rate_limit_holds',
  'restores',
  'removals',
]

/** A document in every collection that may hold something of an organization. */
export const changesOf = (org: string): Change[] => {
  const slug = `slug-${org}`
  const one = { org, hash: `hash-${org}`, digest: `digest-${org}`, version: 1, source: 'import' }
  const own: Readonly<Record<string, object>> = {
    organizations: organization(org, { slug }),
    slugs: { _id: slug, org },
    link_hashes: { _id: one.hash, org },
    digests: { ...one, _id: one.digest },
    status_checks: { _id: org },
    teams: team(org, '1'),
    members: member(org, '1'),
    leaves: leave(org, '1', '2026-11-20', '2026-11-23'),
  }
  const changes = (Object.keys(indexes) as CollectionName[])
    .filter((name) => !ofNobody.includes(name))
    .map((name) => ({ put: name, document: own[name] ?? { ...one, _id: `${org}:1` } }))
  // Stores take documents of any shape.
  return changes as unknown as Change[]
}

/** The collections that hold something of an organization. */
export const heldBy = (store: Store, org: string): Promise<readonly string[]> =>
  store.readAll(
    async (pages) => {
      const held: string[] = []
      for await (const { collection, documents } of pages)
        for (const document of documents)
          if (JSON.stringify(document).includes(org)) held.push(`${collection} ${document._id}`)
      return held
    },
    { leaveOut: () => undefined },
  )

const workspaceOf = (org: string): string => `workspaces ${org}:1`

export const housekeeperOf = (store: Store, clock: Clock) => {
  const lines: (readonly [object, string])[] = []
  const log = { info: (fields: object, message: string) => void lines.push([fields, message]) }
  return { lines, tick: createHousekeeping({ store, now: clock.now, log }) }
}

export const describeRemovalOn = (subject: Subject): void => {
  const bench = openBench(subject)

  /** An organization to remove, one beside it, and the commits of a process that stops at one of its steps. */
  const open = async (stopAt = 0) => {
    const [{ store, org }, other] = [bench(), bench().org]
    await store.commit([...changesOf(org), ...changesOf(other)])
    const stopping = createStopping(stopAt)
    const clock = createClock()
    const organizations = createOrganizations(dependenciesOn(createStoppingStore(store, stopping), clock))
    return { store, org, other, clock, stopping, organizations, ...housekeeperOf(store, clock) }
  }
  const pass = async ({ clock, tick }: Awaited<ReturnType<typeof open>>): Promise<void> => {
    for (let minute = 0; minute < 25; minute += 1) {
      clock.move(minutes)
      await tick()
    }
  }

  it('leaves nothing of an organization, and everything of others', async () => {
    const scene = await open()
    const { store, org, other, organizations } = scene
    const before = await heldBy(store, other)
    await organizations.remove(org)
    // The workspace is bound to nobody, and the record waits for what was being written.
    expect((await heldBy(store, org)).map((held) => held.split(' ')[0])).toEqual(['removals', 'workspaces'])
    await pass(scene)
    expect(await heldBy(store, org)).toEqual([workspaceOf(org)])
    expect(await heldBy(store, other)).toEqual(before)
  })

  it('is completed wherever it stopped, by any process, with ids and numbers in the log', async () => {
    const { stopping, organizations, org: first } = await open()
    await organizations.remove(first)
    const steps = stopping.steps
    expect(steps.length).toBeGreaterThan(20)
    for (const [index, step] of steps.entries()) {
      const scene = await open(index + 1)
      const { store, org, other, lines } = scene
      const before = await heldBy(store, other)
      const all = await heldBy(store, org)
      void scene.organizations.remove(org).catch(() => undefined)
      await scene.stopping.stopped
      const hasBegun = (await store.get('removals', [org])).length > 0
      await pass(scene)
      expect([step, await heldBy(store, org)]).toEqual([step, hasBegun ? [workspaceOf(org)] : all])
      expect(await heldBy(store, other)).toEqual(before)
      for (const [fields, message] of lines) {
        expect([message, fields]).toEqual([
          'removed an organization',
          { organization: org, removed: expect.any(Object) as object },
        ])
        expect(JSON.stringify(fields)).not.toContain('@')
      }
    }
  })

  it('removes what was being written while it ran', async () => {
    const scene = await open()
    const { store, org, clock, organizations } = scene
    const lastUse = createLastUse(store)
    const use = { org, key: 'late', hash: 'ab', from: null, at: clock.now() }
    lastUse.record(use)
    await lastUse.flush()
    lastUse.record(use)
    await organizations.remove(org)
    clock.move(minutes)
    await lastUse.flush()
    expect(await store.get('key_uses', [`${org}:late`])).toHaveLength(1)
    await pass(scene)
    expect(await store.get('key_uses', [`${org}:late`])).toEqual([])
    expect(scene.lines).toEqual([
      [{ organization: org, removed: { key_uses: 1 } }, 'removed an organization'],
    ])
  })

  it('does not remove a slug that another organization has taken meanwhile', async () => {
    const scene = await open()
    const { store, org, other } = scene
    await store.commit([
      { remove: 'organizations', id: org },
      { put: 'slugs', document: { _id: `slug-${org}`, org: other } },
      { put: 'removals', document: { _id: org, slug: `slug-${org}`, started_at: '', next_at: '2026' } },
    ])
    await pass(scene)
    expect(await store.get('slugs', [`slug-${org}`])).toEqual([{ _id: `slug-${org}`, org: other }])
    expect(await store.get('teams', [`${org}:1`])).toEqual([])
  })

  it('neither begins nor goes on while damage is known', async () => {
    const scene = await open()
    const { store, org, clock } = scene
    const damaged = damagedProblem({ collection: 'teams', key: null, what: 'a broken page' })
    const sick = { ...store, ping: () => Promise.reject(damaged) }
    const before = await heldBy(store, org)
    const problem = await refusalOf(createOrganizations(dependenciesOn(sick, clock)).remove(org))
    expect(problem).toMatchObject({ code: 'unavailable', damage: { collection: 'teams' } })
    const removal = { _id: org, slug: `slug-${org}`, started_at: '', next_at: '2026' }
    await store.commit([{ put: 'removals', document: removal }])
    expect(await refusalOf(housekeeperOf(sick, clock).tick())).toBe(damaged)
    expect(await heldBy(store, org)).toEqual([...before, `removals ${org}`].sort())
    await pass(scene)
    expect(await heldBy(store, org)).toEqual([workspaceOf(org)])
  })
}
