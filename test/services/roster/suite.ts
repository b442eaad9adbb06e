import { randomBytes, randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Organization, TypeMeanings } from '../../../src/domain/organization/organization.js'
import type { Table } from '../../../src/domain/roster/findings.js'
import type { Dependencies } from '../../../src/services/dependencies.js'
import { importRoster, type ImportProgress, type ImportResult } from '../../../src/services/roster/import.js'
import { collect, type Change, type Store } from '../../../src/store/port.js'
import { organization } from '../../stores/samples.js'
import { openBench, type Subject } from '../../stores/subject.js'
import { actor, refusalOf } from '../keys/world.js'

export interface Asked {
  readonly replace?: readonly Table[]
  readonly dryRun?: boolean
  readonly types?: TypeMeanings
  readonly people?: Readonly<Record<string, string>>
  readonly progress?: (progress: ImportProgress) => void
}

/** Time passes only when somebody waits. */
const createDependencies = (
  store: Store,
  waited: () => Promise<unknown> = async () => undefined,
): Dependencies => {
  let time = Date.parse('2026-11-20T10:00:00Z')
  return {
    store,
    now: () => new Date((time += 1)),
    random: randomBytes,
    tzdata: 'here',
    wait: async (ms) => {
      time += ms
      await waited()
    },
  }
}

/** Imports JSON values, each a file of its own. */
export const importInto = (
  store: Store,
  org: string,
  values: readonly object[],
  { replace = [], dryRun = false, types, people, progress }: Asked = {},
  waited?: () => Promise<unknown>,
): Promise<ImportResult> =>
  importRoster(createDependencies(store, waited), {
    org,
    actor,
    files: values.map((value, index) => ({ name: `${index}.json`, read: async () => JSON.stringify(value) })),
    replace: new Set(replace),
    dryRun,
    ...(types && { reading: { types } }),
    ...(people && { people }),
    ...(progress && { progress }),
  })

export const newOrganization = async (store: Store): Promise<string> => {
  const _id = randomUUID()
  await store.commit([
    { put: 'organizations', document: organization(_id, { plan: 'free', timezone: 'UTC' }), when: 'absent' },
  ])
  return _id
}

export const organizationOf = async (store: Store, org: string): Promise<Organization> =>
  (await store.get('organizations', [org]))[0]!

/** All that an import may have brought, by kind, sorted. */
export const dataOf = (store: Store, org: string) =>
  store.view(org, async (reader) => ({
    teams: await collect(reader.find('teams', { index: 'by_org', equal: { org }, order: 'ascending' })),
    members: await collect(reader.find('members', { index: 'by_org', equal: { org }, order: 'ascending' })),
    leaves: await collect(reader.find('leaves', { index: 'by_end', equal: { org }, order: 'ascending' })),
  }))

/** So many people, each with one leave. */
export const company = (people: number, type = 'holiday') => ({
  members: Array.from({ length: people }, (_, i) => ({
    email: `p${i}@acme.test`,
    name: `Person ${i}`,
    team: 'All',
  })),
  leaves: Array.from({ length: people }, (_, i) => ({
    email: `p${i}@acme.test`,
    type,
    start_date: '2026-11-20',
    end_date: '2026-11-21',
  })),
})

/** A store that tells what is committed, and may be held up or broken at each commit. */
export const observed = (
  store: Store,
  before: (changes: readonly Change[], count: number) => unknown = () => undefined,
) => {
  const commits: (readonly Change[])[] = []
  const watched: Store = {
    ...store,
    commit: async (changes, options) => {
      commits.push([...changes])
      await before(commits.at(-1) ?? [], commits.length)
      return store.commit(changes, options)
    },
  }
  return { store: watched, commits }
}

const ann = { email: 'ann@acme.test', name: 'Ann', team: 'Ops' }
const trip = {
  email: 'ann@acme.test',
  type: 'holiday',
  start_date: '2026-11-20',
  end_date: '2026-11-22',
}

const countsOf = (result: ImportResult): string => {
  if (!result.ok) return 'count' in result ? `${result.count} findings` : `refused: ${result.refused}`
  return Object.entries(result.counts)
    .map(
      ([table, { added, changed, removed, same }]) => `${table} +${added} ~${changed} -${removed} =${same}`,
    )
    .join(' ')
}

export const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    async (error: unknown) => (await refusalOf(Promise.reject(error))).code,
  )

/** Another import has begun, and moved at that time. */
const recorded = (org: string, moved_at: string): Change => ({
  patch: 'organizations',
  id: org,
  set: { import: { id: 'other', started_at: '2026-11-20T09:00:00.000Z', moved_at } },
})

/** Somebody changes the organization. */
export const touch = async (store: Store, org: string, name?: string): Promise<void> => {
  const { revision } = await organizationOf(store, org)
  await store.commit([
    { patch: 'organizations', id: org, set: { revision: revision + 1, ...(name && { name }) } },
  ])
}

/** What an import promises on every store. */
export const describeRoster = (subject: Subject): void => {
  describe(`an import on ${subject.name}`, () => {
    const bench = openBench(subject)
    const open = async () => {
      const { store } = bench()
      return { store, org: await newOrganization(store) }
    }

    test('brings everything in one commit that moves the revision, and the second time writes nothing', async () => {
      const { store, org } = await open()
      const { store: watched, commits } = observed(store)
      const first = await importInto(watched, org, [{ members: [ann] }, { leaves: [trip] }])
      expect(countsOf(first)).toBe('teams +1 ~0 -0 =0 members +1 ~0 -0 =0 leaves +1 ~0 -0 =0')
      const after = await organizationOf(store, org)
      expect(after).toMatchObject({
        revision: 2,
        import: null,
        last_import: expect.stringMatching(/^2\d{3}-/),
      })
      const data = await dataOf(store, org)
      expect(data).toMatchObject({
        members: [{ email: ann.email, name: 'Ann', team_id: data.teams[0]?.id }],
        leaves: [{ status: 'approved', member_id: data.members[0]?.id }],
      })
      const again = await importInto(watched, org, [{ members: [ann], leaves: [trip] }])
      expect(countsOf(again)).toBe('teams +0 ~0 -0 =1 members +0 ~0 -0 =1 leaves +0 ~0 -0 =1')
      expect(commits).toHaveLength(1)
      expect(await organizationOf(store, org)).toEqual(after)
    })

    test('keeps who is meant by an address, and who is left out, and a dry run does not', async () => {
      const { store, org } = await open()
      const people = { 'old.ann@acme.test': ann.email, 'zoe@acme.test': 'skip' }
      const leaves = Object.keys(people).map((email) => ({ ...trip, email }))
      const files = [{ members: [ann], leaves }]
      await importInto(store, org, files, { people, dryRun: true })
      expect(await organizationOf(store, org)).not.toHaveProperty('import_people')
      expect(await importInto(store, org, files, { people })).toMatchObject({
        ok: true,
        leftOut: { rows: 1 },
      })
      const { members, leaves: found } = await dataOf(store, org)
      const kept = { 'old.ann@acme.test': members[0]!.id, 'zoe@acme.test': 'skip' }
      expect([found.length, (await organizationOf(store, org)).import_people]).toEqual([1, kept])
      const again = await importInto(store, org, files, { people: {} })
      expect(again).toMatchObject({ ok: true, counts: { leaves: { same: 1 } }, leftOut: { rows: 1 } })
      expect((await organizationOf(store, org)).import_people).toEqual(kept)
    })

    test('keeps what words mean, in the same commit, and without a new revision when nothing else is new', async () => {
      const { store, org } = await open()
      const away = { ...trip, type: 'Sabbatical' }
      const first = await importInto(store, org, [{ members: [ann], leaves: [away] }], {
        types: { sabbatical: 'personal' },
      })
      expect(countsOf(first)).toContain('leaves +1')
      expect(await organizationOf(store, org)).toMatchObject({
        revision: 2,
        import_types: { sabbatical: 'personal' },
      })
      await importInto(store, org, [{ leaves: [away] }], { types: { offsite: 'skip' } })
      expect(await organizationOf(store, org)).toMatchObject({
        revision: 2,
        import_types: { sabbatical: 'personal', offsite: 'skip' },
      })
    })

    test('changes, clears and removes what it is told to', async () => {
      const { store, org } = await open()
      await importInto(store, org, [company(3), { members: [ann] }])
      const result = await importInto(
        store,
        org,
        [{ teams: [], members: [{ ...ann, team: null, name: 'Anna' }], leaves: [] }],
        { replace: ['teams', 'members', 'leaves'] },
      )
      expect(countsOf(result)).toBe('teams +0 ~0 -2 =0 members +0 ~1 -3 =0 leaves +0 ~0 -3 =0')
      const { teams, members, leaves } = await dataOf(store, org)
      expect([teams, leaves]).toEqual([[], []])
      expect(members.filter(({ active }) => active)).toMatchObject([{ name: 'Anna', team_id: null }])
      expect(members.every(({ team_id }) => team_id === null)).toBe(true)
    })

    test('writes nothing when one row is wrong, or with --dry-run', async () => {
      const { store, org } = await open()
      const wrong = await importInto(store, org, [
        { members: [ann], leaves: [{ ...trip, email: 'bob@acme.test' }] },
      ])
      expect(wrong).toMatchObject({
        ok: false,
        count: 1,
        findings: [{ file: '0.json', place: 'leaves[0].email' }],
      })
      const tried = await importInto(store, org, [{ members: [ann], leaves: [trip] }], { dryRun: true })
      expect(countsOf(tried)).toContain('leaves +1')
      expect(await dataOf(store, org)).toEqual({ teams: [], members: [], leaves: [] })
      expect(await organizationOf(store, org)).toMatchObject({ revision: 1 })
    })

    test('is refused for an organization that is not there', async () => {
      const { store } = await open()
      expect(await codeOf(importInto(store, randomUUID(), [{ members: [ann] }]))).toBe('not_found')
      expect(await codeOf(importInto(store, randomUUID(), [{ members: [ann] }], { dryRun: true }))).toBe(
        'not_found',
      )
    })

    test('compares again when somebody changed the organization meanwhile', async () => {
      const { store, org } = await open()
      const { store: watched, commits } = observed(store, async (_, count) => {
        if (count === 1) await importInto(store, org, [{ members: [{ ...ann, name: 'Anna' }] }])
      })
      const result = await importInto(watched, org, [{ members: [ann] }])
      expect(countsOf(result)).toBe('teams +0 ~0 -0 =1 members +0 ~1 -0 =0 leaves +0 ~0 -0 =0')
      expect(commits).toHaveLength(3) // the first try, the record, the second try
      expect(await organizationOf(store, org)).toMatchObject({ revision: 3, import: null })
      expect((await dataOf(store, org)).members).toMatchObject([{ name: 'Ann' }])
    })

    test('is not starved by somebody who changes settings during each of its comparisons', async () => {
      const { store, org } = await open()
      await importInto(store, org, [company(10)])
      const renaming: Store = {
        ...store,
        view: async (id, read) => {
          const answer = await store.view(id, read)
          await touch(store, org)
          return answer
        },
      }
      const result = await importInto(renaming, org, [{ members: [ann] }])
      expect(countsOf(result)).toContain('members +1')
      expect(await organizationOf(store, org)).toMatchObject({ revision: 5, import: null })
      expect(countsOf(await importInto(renaming, org, [{ members: [ann] }]))).toContain('members +0 ~0 -0 =1')
      expect((await organizationOf(store, org)).import).toBeNull()
    })

    test('gives up when others never stop changing the organization', async () => {
      const { store, org } = await open()
      const { store: watched } = observed(store, () => touch(store, org))
      expect(await codeOf(importInto(watched, org, [{ members: [ann] }]))).toBe('conflict')
      expect((await dataOf(store, org)).members).toEqual([])
      expect((await organizationOf(store, org)).import).toBeNull()
    })

    test('waits for keys and settings that change beside it, and loses none of them', async () => {
      const { store, org } = await open()
      const { store: watched } = observed(store, async (_, count) => {
        if (count === 1) await store.commit([{ patch: 'organizations', id: org, set: { keys_revision: 7 } }])
      })
      await importInto(watched, org, [{ members: [ann] }])
      expect(await organizationOf(store, org)).toMatchObject({ revision: 2, keys_revision: 7 })
    })

    test('takes the place of one that was cut off, and clears its record even when nothing is left to do', async () => {
      const { store, org } = await open()
      await importInto(store, org, [{ members: [ann] }])
      await store.commit([recorded(org, '2026-11-20T09:01:00.000Z')])
      const result = await importInto(store, org, [{ members: [ann] }])
      expect(result).toMatchObject({ ok: true, tookOver: '2026-11-20T09:00:00.000Z' })
      expect(await organizationOf(store, org)).toMatchObject({ revision: 2, import: null })
    })

    test('is refused while another one moves, and goes on when that one ends meanwhile', async () => {
      const { store, org } = await open()
      let at = 0
      const move = () => store.commit([recorded(org, String(++at))])
      await move()
      expect(await codeOf(importInto(store, org, [{ members: [ann] }], {}, move))).toBe('conflict')
      expect((await dataOf(store, org)).members).toEqual([])
      const end = () => store.commit([{ patch: 'organizations', id: org, set: { import: null } }])
      expect(await importInto(store, org, [{ members: [ann] }], {}, end)).toMatchObject({
        ok: true,
        tookOver: null,
      })
    })

    test('writes nothing once another one has been recorded, though that one has moved nothing else yet', async () => {
      const { store, org } = await open()
      let at = 0
      const move = () => store.commit([recorded(org, String(++at))])
      const { store: watched, commits } = observed(store, move)
      expect(await codeOf(importInto(watched, org, [{ members: [ann] }], {}, move))).toBe('conflict')
      expect(commits).toHaveLength(1)
      expect((await dataOf(store, org)).members).toEqual([])
    })

    test('of up to 20,000 changed documents is one commit', async () => {
      const { store, org } = await open()
      const { store: watched, commits } = observed(store)
      const people = 9_999 // and as many leaves, the team and a guest: 20,000 documents
      await importInto(watched, org, [
        company(people),
        { members: [{ email: 'x@acme.test', name: 'Guest' }] },
      ])
      expect(commits.map((changes) => changes.length)).toEqual([20_006]) // the organization and five lines of the audit log, too
      const { members, leaves } = await dataOf(store, org)
      expect([members.length, leaves.length]).toEqual([people + 1, people])
    })

    test('tells how far it has come', async () => {
      const { store, org } = await open()
      const steps: string[] = []
      const progress = ({ step, done, total }: ImportProgress) => steps.push(`${step} ${done}/${total}`)
      await importInto(store, org, [company(500)])
      await importInto(store, org, [company(500, 'sick')], { progress })
      expect(steps).toContain('reading 500/null')
      expect(steps).toContain('comparing 500/null')
      expect(steps.slice(-2)).toEqual(['writing 0/500', 'writing 500/500'])
    })
  })
}
