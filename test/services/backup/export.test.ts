import fc from 'fast-check'
import { expect, inject, test } from 'vitest'
import { addDays } from '../../../src/calendar/day.js'
import { leaveStatuses } from '../../../src/domain/organization/organization.js'
import { leaveTypes } from '../../../src/domain/presence/leave-types.js'
import { importRoster } from '../../../src/services/roster/import.js'
import { collect, type Change, type Store } from '../../../src/store/port.js'
import { createTerminal } from '../../cli/fake-io.js'
import { newFolder } from '../../process/whosout.js'
import { actor, openWorld } from '../keys/world.js'
import { embeddedSubject } from '../../stores/embedded/subject.js'
import { leave, member, puts, team } from '../../stores/samples.js'
import { openBench } from '../../stores/subject.js'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

const bench = openBench(embeddedSubject)

const name = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
  .filter((text) => !/[\p{Cc}\p{Zl}\p{Zp}\uFEFF\uFFFD\u202A-\u202E\u2066-\u2069]/u.test(text))
  .map((text) => text.normalize('NFC').trim())
  .filter((text) => text !== '')
const names = fc.oneof(name, fc.constantFrom('=1+1', 'a;b', 'x,"y"', '"', "'", 'none', 'team', '-', 'null'))
const day = fc.integer({ min: 0, max: 30 }).map((count) => addDays('2026-11-10', count)!)

const roster = fc.record({
  teams: fc.uniqueArray(names, { maxLength: 4, selector: (text) => text.toUpperCase().toLowerCase() }),
  members: fc.array(
    fc.record({
      id: fc.uuid(),
      name: names,
      team: fc.nat(),
      timezone: fc.constantFrom(null, 'UTC', 'Asia/Kolkata'),
      avatar: fc.constantFrom(null, 'https://a.test/1.png?x=1,2'),
      active: fc.boolean(),
      leaves: fc.uniqueArray(
        fc.record({
          id: fc.uuid(),
          type: fc.constantFrom(...leaveTypes),
          start_date: day,
          length: fc.nat(10),
          status: fc.constantFrom(...leaveStatuses),
          starts_at_noon: fc.boolean(),
          ends_at_noon: fc.boolean(),
        }),
        { maxLength: 4, selector: ({ type, start_date, length }) => `${type} ${start_date} ${length}` },
      ),
    }),
    { maxLength: 5 },
  ),
})

type Roster = typeof roster extends fc.Arbitrary<infer T> ? T : never

const fill = (org: string, { teams, members }: Roster): Change[] => [
  ...puts(
    'teams',
    teams.map((name, n) => team(org, teamId(n), { name })),
  ),
  ...members.flatMap(({ leaves, team, ...fields }, n): Change[] => {
    const place = team % (teams.length + 1)
    const more = { email: `p${n}@acme.test`, team_id: place === 0 ? null : teamId(place - 1) }
    return [
      { put: 'members', document: member(org, fields.id, { ...fields, ...more }) },
      ...leaves.map(({ length, start_date, ...rest }): Change => {
        const more = { member_id: fields.id, ...rest }
        return {
          put: 'leaves',
          document: leave(org, rest.id, start_date, addDays(start_date, length)!, more),
        }
      }),
    ]
  }),
]

const teamId = (n: number): string => `00000000-0000-0000-0000-00000000000${n}`

/** What is stored, without whose it is, and without when it was changed: an export does not carry that. */
const stateOf = async (store: Store, org: string): Promise<string[]> => {
  const byOrg = { index: 'by_org', equal: { org }, order: 'ascending' } as const
  const all = [
    ...(await collect(store.find('teams', byOrg))),
    ...(await collect(store.find('members', byOrg))),
    ...(await collect(store.find('leaves', { index: 'by_end', equal: { org }, order: 'ascending' }))),
  ]
  const fieldsOf = (document: object) => Object.entries(document).filter(([name]) => name !== 'changed_at')
  return all.map((document) => JSON.stringify(fieldsOf(document).sort()).replaceAll(org, 'org')).sort()
}

test.each(['json', 'csv'])(
  'an export as %s imports to the same state, and once more changes nothing',
  async (format) => {
    const { store } = bench()
    const folder = await newFolder()
    const file = join(folder.path, `export.${format}`)
    await fc.assert(
      fc.asyncProperty(roster, async (data) => {
        const [from, to] = [await openWorld(store, 'paid'), await openWorld(store, 'paid')]
        await store.commit(fill(from.org, data))
        const { slug } = await from.read()
        const { code, err } = await createTerminal(() => store).run(
          'export',
          '--org',
          slug,
          '--format',
          format,
          '--out',
          file,
        )
        expect([code, err]).toEqual([0, ''])
        const text = await readFile(file, 'utf8')
        const bring = () =>
          importRoster(to.dependencies, {
            org: to.org,
            actor,
            files: [{ name: file, read: async () => text }],
            replace: new Set(),
            dryRun: false,
          })
        expect(await bring()).toMatchObject({ ok: true, ignored: [], warnings: [] })
        expect(await stateOf(store, to.org)).toEqual(await stateOf(store, from.org))
        const { revision } = await to.read()
        await bring()
        expect((await to.read()).revision).toBe(revision)
      }),
      { numRuns: Math.ceil(inject('cases') / 40) },
    )
    await folder.remove()
  },
)
