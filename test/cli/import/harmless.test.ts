import { describe, expect, it } from 'vitest'
import { collect } from '../../../src/store/port.js'
import { openImportRoom } from './room.js'

const { open } = openImportRoom()
type Room = Awaited<ReturnType<typeof open>>

const numbers = (count: number): readonly number[] => [...Array(count).keys()]
const rows = (header: string, count: number, row: (i: number) => string): string =>
  [header, ...numbers(count).map(row)].join('\n')

/** So many people in a team, the first of them with a picture. */
const people = (count: number): string =>
  rows(
    'email,name,team,timezone,active',
    count,
    (i) => `p${i}@acme.test,Person ${i},Team ${i % 2},Europe/Berlin,yes`,
  )
const team = (count: number, name: string): string =>
  rows('email,name,team', count, (i) => `p${i}@acme.test,Person ${i},${name}`)
const leaves = (count: number, status: string, month = '2026-12'): string =>
  rows(
    'email,type,start_date,end_date,status',
    count,
    (i) => `p${i}@acme.test,holiday,${month}-10,${month}-11,${status}`,
  )

const membersOf = async ({ store, id }: Room) =>
  collect(store.find('members', { index: 'by_org', equal: { org: id } }))
const leavesOf = async ({ store, id }: Room) =>
  collect(store.find('leaves', { index: 'by_end', equal: { org: id }, order: 'ascending' }))
const stateOf = async (room: Room) => [await membersOf(room), await leavesOf(room)]

describe('what an import would change in bulk is refused', () => {
  const both = [people(8), leaves(8, 'approved')]
  const refused = (fields: Readonly<Record<string, number>>) => ({ code: 1, refused: 'changes', fields })
  const cases: readonly (readonly [
    name: string,
    before: readonly string[],
    words: string,
    file: string,
    outcome: object,
  ])[] = [
    ['six of eight change their team', both, '', team(6, 'Other'), refused({ team: 6 })],
    ['five of eight change their team', both, '', team(5, 'Other'), { code: 0, members: { changed: 5 } }],
    [
      'six of 30 in the file, of more that are not',
      [people(40)],
      '',
      `${team(6, 'Other')}\n${people(30).split('\n').slice(7).join('\n').replaceAll(',Europe/Berlin,yes', '')}`,
      { code: 0, members: { changed: 6 } },
    ],
    ['six of 40 who are all of the file', [people(40)], '', team(6, 'Other'), refused({ team: 6 })],
    ['a team is cleared', both, '--clear-empty', team(8, ''), refused({ team: 8 })],
    [
      'a time zone is cleared',
      both,
      '--clear-empty',
      rows('email,name,timezone', 8, (i) => `p${i}@acme.test,Person ${i},`),
      refused({ timezone: 8 }),
    ],
    ['a team is filled in', [team(8, '')], '', team(8, 'Other'), { code: 0, members: { changed: 8 } }],
    ['people are new', [], '', people(8), { code: 0, members: { added: 8 } }],
    ['people become active', [people(8).replaceAll(',yes', ',no')], '', people(8), refused({ active: 8 })],
    [
      'six of 40 who are all of the file become inactive',
      [people(40)],
      '',
      people(6).replaceAll(',yes', ',no'),
      refused({ active: 6 }),
    ],
    [
      'as many become inactive as may be removed',
      [people(40)],
      '--max-removals 6',
      people(6).replaceAll(',yes', ',no'),
      { code: 0 },
    ],
    ['leaves are cancelled', both, '', leaves(8, 'cancelled'), refused({ status: 8 })],
    [
      'leaves are approved after all',
      [people(8), leaves(8, 'rejected')],
      '',
      leaves(8, 'approved'),
      refused({ status: 8 }),
    ],
    ['requests are decided', [people(8), leaves(8, 'pending')], '', leaves(8, 'rejected'), { code: 0 }],
    ['within --max-changes', both, '--max-changes 8', team(8, 'Other'), { code: 0 }],
    ['beyond --max-changes', both, '--max-changes 0', team(1, 'Other'), refused({ team: 1 })],
    ['with --yes', both, '--yes', leaves(8, 'cancelled'), { code: 0, leaves: { changed: 8 } }],
  ]
  it.each(cases)('%s', async (_, before, words, file, outcome) => {
    const room = await open()
    if (before.length > 0) await room.takeJson('', ...before)
    const state = await stateOf(room)
    expect(await room.takeJson(words, file)).toMatchObject(outcome)
    if ('refused' in outcome) expect(await stateOf(room)).toEqual(state)
  })

  it('with ten examples, and the ways out', async () => {
    const room = await open()
    await room.takeJson('', people(12), leaves(12, 'approved'))
    const files = [team(12, 'Other'), leaves(12, 'cancelled')]
    const { examples, ...said } = await room.takeJson('', ...files)
    expect(said).toEqual({ code: 1, refused: 'changes', fields: { team: 12, status: 12 } })
    expect(examples).toHaveLength(10)
    expect(examples).toEqual(
      expect.arrayContaining([
        'Person 0: Team 0 → Other',
        expect.stringMatching(/^Person \d+: 2026-12-10 to 2026-12-11 approved → cancelled$/),
      ]),
    )
    const { err } = await room.take('', ...files)
    for (const text of ['the team of 12 of 12 members', 'the status of 12 of 12 leaves', '--max-changes 24'])
      expect(err).toContain(text)
    expect(await room.takeJson('--dry-run', ...files)).toMatchObject({ code: 0, would_refuse: 'changes' })
  })
})

describe('an empty cell', () => {
  const header = 'Email,Name,Team,Abteilung\n'
  it('leaves what is stored, and the filled one of two columns counts', async () => {
    const room = await open()
    await room.takeJson('', people(8))
    const file = rows(header.trim(), 8, (i) => `p${i}@acme.test,Person ${i},,Team ${i % 2}`)
    expect(await room.takeJson('', file)).toMatchObject({
      code: 0,
      members: { same: 8 },
      ignored_columns: [],
    })
    expect(await room.takeJson('', team(8, ''))).toMatchObject({ code: 0, members: { same: 8 } })
    expect(await room.takeJson('--clear-empty --yes', team(8, ''))).toMatchObject({
      members: { changed: 8 },
    })
    expect((await membersOf(room)).map(({ team_id }) => team_id)).toEqual(Array(8).fill(null))
  })

  const clashes: readonly (readonly [file: string, said: string])[] = [
    [`${header}a@acme.test,Ana,Ops,Design\n`, '"Team" and "Abteilung" are both filled and differ'],
    ['Email,Name,Active,Status\na@acme.test,Ana,yes,terminated\n', '"Active" and "Status" are both filled'],
    ['Email,Work email,Name\na@home.test,a@acme.test,Ana\n', '"Email" and "Work email" are both filled'],
  ]
  it.each(clashes)('is needed where two columns contradict each other: %j', async (file, said) => {
    const { takeJson } = await open()
    expect(await takeJson('', file)).toMatchObject({
      code: 1,
      count: 1,
      problems: [{ place: 'line 2', message: expect.stringContaining(said) }],
    })
  })

  it('is not needed where two columns say the same', async () => {
    const { takeJson } = await open()
    const person = 'email,name\na@acme.test,Ana\n'
    const leave = 'Email,Leave type,Absence type,Start,End\na@acme.test,Vacation,PTO,2026-12-01,2026-12-02\n'
    expect(await takeJson('', person, leave)).toMatchObject({ code: 0, leaves: { added: 1 } })
  })
})

describe('a leave is not approved by accident', () => {
  const person = 'email,name\na@acme.test,Ana\n'
  const leave = (column: string, status: string): string =>
    `email,type,start_date,end_date,${column}\na@acme.test,holiday,2026-12-01,2026-12-02,${status}\n`

  it('by a word that nobody knows, and its meaning is kept', async () => {
    const room = await open()
    const file = leave('status', 'In Progress')
    const { code, err } = await room.take('', person, file)
    expect([code, err]).toEqual([1, expect.stringContaining('--statuses "In Progress=MEANING"')])
    expect(await room.takeJson('', person, file)).toMatchObject({
      problems: [{ column: 'status', message: expect.stringContaining('--statuses "In Progress=MEANING"') }],
    })
    expect(await room.takeJson('--statuses "In Progress=pending"', person, file)).toMatchObject({
      code: 0,
    })
    expect(await room.takeJson('', file)).toMatchObject({ code: 0, leaves: { same: 1 } })
    expect((await leavesOf(room)).map(({ status }) => status)).toEqual(['pending'])
    expect((await room.take('--statuses x=maybe', file)).code).toBe(2)
  })

  const cases: readonly (readonly [
    name: string,
    words: string,
    column: string,
    status: string,
    outcome: object,
  ])[] = [
    ['by ignoring its status', '--map Status=-', 'Status', 'Declined', { code: 1, count: 1 }],
    ['by ignoring an unknown status', '--map Status=-', 'Status', 'Foo', { code: 1, count: 1 }],
    ['by ignoring an empty status', '--map Status=-', 'Status', '', { code: 0 }],
    ['by a column of another name', '', 'Decision', 'declined', { code: 1, count: 1 }],
    ['by a column of something else', '', 'Decision', 'by Bo', { code: 0 }],
    ['but where that is said', '--map Status=- --all-approved', 'Status', 'Declined', { code: 0 }],
  ]
  it.each(cases)('%s', async (_, words, column, status, outcome) => {
    const { takeJson } = await open()
    expect(await takeJson('', person)).toMatchObject({ code: 0 })
    const said = await takeJson(words, leave(column, status))
    expect(said).toMatchObject(outcome)
    if ('count' in outcome) expect(JSON.stringify(said)).toContain('--all-approved')
  })
})

describe('a file that means leaves is not read as members', () => {
  const cases: readonly (readonly [header: string, row: string, said: string])[] = [
    [
      'Email,Name,Leave type,Off since,Back on',
      'Vacation,2026-12-01,2026-12-05',
      '"start_date" is missing: use --map "Off since=start_date"',
    ],
    ['Email,Name,Leave type', 'Vacation', 'it has "Leave type"'],
    ['Email,Name,Out,Back', '2026-12-01,05.12.2026', 'it has "Out" and "Back"'],
    ['Email,Name,From,Back', '2026-12-01,2026-12-05', '"type" and "end_date" are missing'],
  ]
  it.each(cases)('%s', async (header, row, said) => {
    const { takeJson } = await open()
    expect(await takeJson('', `${header}\na@acme.test,Ana,${row}\n`)).toMatchObject({
      code: 1,
      problems: [{ message: expect.stringContaining(said) }],
    })
  })

  it.each([
    ['Hire date,Date of birth,Contract end,Exit date', '2020-01-01,1990-01-01,2027-12-31,2028-01-01'],
    ['Start date,Geburtsdatum', '2020-01-01,1990-01-01'],
    ['Type,Zip code,Employee ID', 'Full time,46346,46347'],
  ])('but one of people is: %s', async (columns, row) => {
    const { takeJson } = await open()
    expect(await takeJson('', `Email,Name,${columns}\na@acme.test,Ana,${row}\n`)).toMatchObject({
      code: 0,
      members: { added: 1 },
    })
  })
})

describe('a repeated row', () => {
  const person = 'email,name,team\na@acme.test,Ana,Ops\n'
  const leave = 'email,type,start_date,end_date\na@acme.test,sick,2026-12-01,2026-12-02\n'
  it('counts once, with a warning', async () => {
    const { takeJson } = await open()
    const said = await takeJson('', `${person}A@acme.test,Ana,Ops\n`, leave + leave.split('\n')[1])
    expect(said).toMatchObject({ code: 0, members: { added: 1 }, leaves: { added: 1 } })
    expect(said['warnings']).toEqual([
      expect.objectContaining({ place: 'line 3', message: expect.stringContaining('counts once') }),
      expect.objectContaining({ place: 'line 3', message: expect.stringContaining('counts once') }),
    ])
  })

  it('that differs is a problem', async () => {
    const { takeJson } = await open()
    expect(await takeJson('', `${person}a@acme.test,Ana,Design\n`)).toMatchObject({
      code: 1,
      problems: [{ place: 'line 3', message: expect.stringContaining('differs in team') }],
    })
  })
})

describe('--replace leaves', () => {
  const openYears = async (): Promise<Room> => {
    const room = await open()
    await room.takeJson('', people(8), leaves(8, 'approved', '2026-12'), leaves(8, 'approved', '2027-03'))
    return room
  }
  const daysOf = async (room: Room) => new Set((await leavesOf(room)).map(({ start_date }) => start_date))
  const replace = '--replace leaves --yes'

  it('keeps the leaves before the days of the file, and says so', async () => {
    const room = await openYears()
    const { out } = await room.take(replace, leaves(8, 'approved', '2027-02'))
    expect(out).toContain('8 imported leaves outside the days of the files (from 2027-02-10 on) stayed')
    expect(await daysOf(room)).toEqual(new Set(['2026-12-10', '2027-02-10']))
  })

  it.each([
    ['--from 2026-01-01', ['2027-02-10']],
    ['--to 2027-02-28', ['2026-12-10', '2027-02-10', '2027-03-10']],
    ['--from 2027-03-11 --to 2027-12-31', ['2026-12-10', '2027-02-10', '2027-03-10']],
  ])('within %j leaves those of %j', async (words, days) => {
    const room = await openYears()
    expect((await room.take(`${replace} ${words}`, leaves(8, 'approved', '2027-02'))).code).toBe(0)
    expect(await daysOf(room)).toEqual(new Set(days))
  })

  it('names the day from which an overlapping leave would be replaced', async () => {
    const room = await openYears()
    const file = 'email,type,start_date,end_date\np0@acme.test,holiday,2026-12-11,2026-12-11\n'
    const { code, err } = await room.take(replace, file)
    expect([code, err]).toEqual([1, expect.stringContaining('use --from 2026-12-10 or --keep-both')])
  })

  it.each([['--from 2027-01-01'], [`${replace} --from 2027-01-01 --to 2026-01-01`]])(
    'is needed for days, in their order: %j',
    async (words) => {
      const room = await open()
      expect((await room.take(words, people(1))).code).toBe(2)
    },
  )
})

it('the audit log tells for each person what an import changed, without a reason', async () => {
  const room = await open()
  await room.takeJson('', people(2), leaves(2, 'pending'))
  await room.takeJson('', team(1, 'Other'), leaves(1, 'approved'))
  const lines =
    await room.json<{ what: string; subject_name: string; detail: Readonly<Record<string, unknown>> }[]>(
      'audit',
    )
  // The clock stands still: the entries about people are the older ones.
  expect(lines.map(({ what }) => what)).toEqual([
    'imported',
    'imported',
    ...Array<string>(3).fill('people_changed'),
  ])
  const told = lines.slice(2).map(({ subject_name, detail: { changed } }) => `${subject_name}: ${changed}`)
  const added = 'added; leave 2026-12-10 to 2026-12-11 added, pending'
  expect(told.toSorted()).toEqual([
    `Person 0: ${added}`,
    expect.stringMatching(
      /^Person 0: team_id: \S+ → \S+; leave 2026-12-10 to 2026-12-11: status: pending → approved$/,
    ),
    `Person 1: ${added}`,
  ])
  expect((await room.run('audit')).out).toContain('team_id: Team 0 → Other; leave')
  expect(JSON.stringify(lines)).not.toContain('"holiday')
})
