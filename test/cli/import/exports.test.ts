import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { collect } from '../../../src/store/port.js'
import { openImportRoom } from './room.js'
import { workbook } from './workbook.js'

const room = openImportRoom()

const exported = (name: string): string =>
  readFileSync(new URL(`../../cases/exports/${name}`, import.meta.url), 'utf8')

const excel = workbook({
  'Absences & more': [
    ['Absences 2026'],
    ['E-mail', 'Leave type', 'Start', 'End', 'Status'],
    ['eva.novak@acme.test', 'Vacation', { day: '2026-12-21' }, { day: '2026-12-31' }, 'Approved'],
    ['ian.hart@acme.test', 'Sick day', { day: '2026-11-20' }, { day: '2026-11-20' }, 'Approved'],
    ['ian.hart@acme.test', 'Home office', { day: '2026-11-23' }, { day: '2026-11-23' }, 'Approved'],
    [null, null],
  ],
  People: [
    ['Name', 'Work email', 'Department', 'Start date'],
    ['Eva Novák', 'eva.novak@acme.test', 'Lab', { day: '2020-02-29' }],
    ['Ian Hart', 'ian.hart@acme.test', 'Lab', { day: '2021-03-01' }],
  ],
})

/** What is read: how much, the columns that are not read, the rows that are skipped, and the leaves in full. */
interface Wanted {
  readonly counts: string
  readonly ignored: string
  readonly skipped: number
  /** Each leave as `e-mail type days status`. */
  readonly leaves: readonly string[]
}

const cases: readonly (readonly [tool: string, files: readonly string[], wanted: Wanted])[] = [
  [
    'BambooHR',
    ['bamboohr-employees.csv', 'bamboohr-time-off.csv'],
    {
      counts: 'members +3 leaves +3 teams +2',
      ignored: 'Division, Job Title, Hire Date, Requested On',
      skipped: 1,
      leaves: [
        'ana.ruiz holiday 2026-11-18 2026-11-27 approved',
        'ben.okafor sick 2026-11-20 2026-11-20 approved',
        'cleo.marsh personal 2026-12-07 2026-12-08 pending',
      ],
    },
  ],
  [
    'Personio, in German',
    ['personio-mitarbeiter.csv', 'personio-abwesenheiten.csv'],
    {
      counts: 'members +3 leaves +3 teams +2',
      ignored: 'Position, Vorgesetzter, Eintrittsdatum, Kommentar',
      skipped: 2,
      leaves: [
        'max.mustermann holiday 2026-11-23 2026-11-27 approved',
        'petra.krueger personal 2027-03-01 2027-05-31 pending',
        'petra.krueger sick 2026-11-19 2026-11-20 approved',
      ],
    },
  ],
  [
    'HiBob',
    ['hibob-people.csv', 'hibob-time-off.csv'],
    {
      counts: 'members +3 leaves +4 teams +2',
      ignored: 'Site, Reports to, Start date',
      skipped: 1,
      leaves: [
        'dana.katz sick 2026-11-20 2026-11-20 approved',
        'noa.levi holiday 2026-11-23 2026-11-24 approved',
        'tom.baker personal 2026-12-14 2026-12-15 rejected',
        'tom.baker personal 2027-01-04 2027-02-26 pending',
      ],
    },
  ],
  [
    'Google Sheets',
    ['google-sheets-team.csv', 'google-sheets-holidays.csv'],
    {
      counts: 'members +2 leaves +4 teams +1',
      ignored: 'Notes',
      skipped: 0,
      leaves: [
        'ines.prado holiday 2026-12-24 2027-01-02 approved',
        'liam.byrne bank_holiday 2026-12-25 2026-12-25 approved',
        'liam.byrne holiday 2026-12-03 2026-12-04 approved',
        'liam.byrne personal 2026-12-07 2026-12-07 rejected',
      ],
    },
  ],
]

const countsOf = (said: Record<string, unknown>): string =>
  ['members', 'leaves', 'teams']
    .map((table) => `${table} +${(said[table] as { added: number }).added}`)
    .join(' ')

describe('the export of', () => {
  type Room = Awaited<ReturnType<typeof room.open>>
  const membersOf = ({ id, store }: Room) =>
    collect(store.find('members', { index: 'by_org', equal: { org: id } }))
  const leavesOf = async (organization: Room): Promise<string[]> => {
    const emails = new Map((await membersOf(organization)).map(({ id, email }) => [id, email]))
    const { id, store } = organization
    const leaves = await collect(store.find('leaves', { index: 'by_end', equal: { org: id } }))
    return leaves
      .map(({ member_id, type, start_date, end_date, status }) =>
        [emails.get(member_id)!.replace('@acme.test', ''), type, start_date, end_date, status].join(' '),
      )
      .sort()
  }

  it.each(cases)(
    '%s is imported by one command, and the second time changes nothing',
    async (_, names, wanted) => {
      const organization = await room.open()
      const files = names.map(exported)
      const said = await organization.takeJson('', ...files)
      expect(said).toMatchObject({ code: 0, skipped: wanted.skipped, warnings: [] })
      expect((said['ignored_columns'] as string[]).join(', ')).toBe(wanted.ignored)
      expect(countsOf(said)).toBe(wanted.counts)
      expect(await leavesOf(organization)).toEqual(wanted.leaves)
      expect(countsOf(await organization.takeJson('', ...files))).toBe('members +0 leaves +0 teams +0')
    },
  )

  it('Excel is imported by one command that names its sheets', async () => {
    const organization = await room.open()
    const said = await organization.takeJson('--sheet people --sheet "Absences & more"', excel)
    expect(said).toMatchObject({ code: 0, ignored_columns: ['Start date'], skipped: 1, warnings: [] })
    expect(countsOf(said)).toBe('members +2 leaves +2 teams +1')
    expect(await leavesOf(organization)).toEqual([
      'eva.novak holiday 2026-12-21 2026-12-31 approved',
      'ian.hart sick 2026-11-20 2026-11-20 approved',
    ])
  })

  it('people who have left makes them inactive', async () => {
    const organization = await room.open()
    await organization.takeJson('', exported('bamboohr-employees.csv'))
    const active = (await membersOf(organization)).filter((member) => member.active)
    expect(active.map(({ name }) => name).sort()).toEqual(['Ana Ruiz', 'Ben Okafor'])
  })

  it('people who have given notice keeps them active, and says so until they are deactivated', async () => {
    const organization = await room.open()
    const { takeJson } = organization
    const csv = 'Name,Email,Status\nAna,ana@acme.test,Gekündigt\nBo,bo@acme.test,aktiv\n'
    const said = await takeJson('', csv)
    const message = expect.stringContaining('"Gekündigt" counts as still active')
    expect(said).toMatchObject({ code: 0, warnings: [{ place: 'line 2', column: 'status', message }] })
    expect((await membersOf(organization)).map(({ active }) => active)).toEqual([true, true])
    await organization.run('members deactivate Ana')
    expect(await takeJson('', csv)).toMatchObject({
      warnings: [{ message: expect.stringContaining('edited by hand') }],
    })
  })

  it.each(['Elternzeit', 'beurlaubt', 'On leave', 'Sabbatical', 'Mutterschutz', 'LOA'])(
    'people whose status is %s keeps them active, and says whose leave is to be entered',
    async (status) => {
      const organization = await room.open()
      const said = await organization.takeJson(
        '',
        `Name,Email,Status\nAna Ruiz,ana@acme.test,${status}\nBo,bo@acme.test,Active\nCy,cy@acme.test,Probation\n`,
      )
      const message = `"${status}" (Ana Ruiz) counts as in, because no days are given: enter the leave with whosout leaves add`
      expect(said).toMatchObject({
        code: 0,
        warnings: [
          { place: 'line 2', column: 'status', message: expect.stringContaining(message) as string },
        ],
      })
      expect((await membersOf(organization)).map(({ active }) => active)).toEqual([true, true, true])
    },
  )
})
