import { describe, expect, it } from 'vitest'
import { documentId } from '../../../src/domain/organization/organization.js'
import { collect } from '../../../src/store/port.js'
import { leavesCsv, openImportRoom, peopleCsv } from './room.js'

const { open } = openImportRoom()
type Room = Awaited<ReturnType<typeof open>>

const header = 'email,type,start_date,end_date\n'
const leavesOf = async ({ store, id }: Room) =>
  collect(store.find('leaves', { index: 'by_end', equal: { org: id } }))

/** An organization of so many people, with a leave each. */
const openWith = async (people: number): Promise<Room> => {
  const room = await open()
  await room.takeJson('', peopleCsv(people), leavesCsv(people))
  return room
}

describe('what would remove much is refused', () => {
  const inactive = peopleCsv(8).replaceAll('\n', ',no\n').replace('name,no', 'name,active') + ',no'
  const refused = (members: number, leaves: number) => ({ code: 1, refused: 'removals', members, leaves })
  const done = (table: 'members' | 'leaves', removed: number) => ({ code: 0, [table]: { removed } })

  it.each<readonly [name: string, people: number, options: string, file: string, outcome: object]>([
    ['six of 29 leaves: 21 %', 29, '--replace leaves', leavesCsv(23), refused(0, 6)],
    ['six of 30 leaves: 20 %', 30, '--replace leaves', leavesCsv(24), done('leaves', 6)],
    ['five of 8 leaves', 8, '--replace leaves', leavesCsv(3), done('leaves', 5)],
    ['six of 8 members', 8, '--replace members', peopleCsv(2), refused(6, 0)],
    ['six of 8, allowed', 8, '--replace members --yes', peopleCsv(2), done('members', 6)],
    ['six of 8, within', 8, '--replace leaves --max-removals 6', leavesCsv(2), done('leaves', 6)],
    ['six of 8, beyond', 8, '--replace leaves --max-removals 5', leavesCsv(2), refused(0, 6)],
    ['one of 8, beyond', 8, '--replace leaves --max-removals 0', leavesCsv(7), refused(0, 1)],
    ['a column that makes everybody inactive', 8, '', inactive, refused(8, 0)],
    ['an empty file', 3, '--replace leaves', header, refused(0, 3)],
    ['an empty file that removes nothing', 0, '--replace leaves', header, refused(0, 0)],
    ['an empty file, however many may go', 3, '--replace leaves --max-removals 9', header, refused(0, 3)],
    ['an empty file, allowed', 3, '--replace leaves --yes', header, done('leaves', 3)],
    ['an empty file that replaces nothing', 3, '', header, done('leaves', 0)],
  ])('%s', async (_, people, options, file, outcome) => {
    const room = await openWith(people)
    expect(await room.takeJson(options, file)).toMatchObject(outcome)
    if ('refused' in outcome) expect(await leavesOf(room)).toHaveLength(people)
  })

  it('to the letter in JSON, and with the names of the first ten for people', async () => {
    const room = await openWith(14)
    expect(await room.takeJson('--replace members', peopleCsv(2))).toEqual(refused(12, 0))
    const { err, out, code } = await room.take('--replace members', peopleCsv(2))
    expect([code, out]).toEqual([1, ''])
    expect(err).toContain('deactivate 12 of 14 members')
    expect(err.match(/Person \d+/g)).toHaveLength(10)
    for (const way of ['--yes', '--max-removals 12', 'Nothing was written']) expect(err).toContain(way)
  })
})

describe('a corrected leave', () => {
  const first = `${header}p0@acme.test,holiday,2026-11-18,2026-11-27\np0@acme.test,sick,2026-11-18,2026-11-18\n`
  const corrected = `${header}p0@acme.test,holiday,2026-11-18,2026-11-25\np0@acme.test,sick,2026-11-18,2026-11-18\n`
  const openCorrected = async () => {
    const room = await open()
    await room.takeJson('', peopleCsv(2), first)
    return room
  }

  it('is not left beside the earlier one without a word', async () => {
    const room = await openCorrected()
    const { code, err } = await room.take('', corrected)
    expect(code).toBe(1)
    expect(err).toContain('1 leave overlaps another from earlier imports')
    expect(err).toContain('use --replace leaves or --keep-both')
    expect(await room.takeJson('', corrected)).toMatchObject({ code: 1, refused: 'overlaps', leaves: 1 })
    expect(await leavesOf(room)).toHaveLength(2)
  })

  it('takes its place with --replace leaves, and stands beside it with --keep-both', async () => {
    const replaced = await openCorrected()
    expect(await replaced.takeJson('--replace leaves', corrected)).toMatchObject({
      code: 0,
      leaves: { added: 1, removed: 1, same: 1 },
    })
    const both = await openCorrected()
    expect(await both.takeJson('--keep-both', corrected)).toMatchObject({ code: 0, leaves: { added: 1 } })
    // Once both are there, the same file asks nothing any more.
    expect(await both.takeJson('', corrected)).toMatchObject({ code: 0, leaves: { added: 0, same: 2 } })
  })

  it.each([
    ['another person', `${header}p1@acme.test,holiday,2026-11-18,2026-11-25\n`],
    ['another type', `${header}p0@acme.test,personal,2026-11-18,2026-11-25\n`],
    ['other days', `${header}p0@acme.test,holiday,2026-11-28,2026-11-29\n`],
    [
      'another status',
      `email,type,start_date,end_date,status\np0@acme.test,holiday,2026-11-19,2026-11-25,pending\n`,
    ],
    ['the same file and more', `${first}p0@acme.test,holiday,2026-11-20,2026-11-30\n`],
  ])('is none: %s', async (_, file) => {
    expect(await (await openCorrected()).takeJson('', file)).toMatchObject({ code: 0 })
  })
})

describe('what is hardly meant', () => {
  const odd = `${header}p0@acme.test,personal,1926-11-18,2026-11-25\n`
  it('is asked about before it is written', async () => {
    const room = await openWith(1)
    expect(await room.takeJson('', odd)).toMatchObject({ code: 1, refused: 'warnings', warnings: [{}, {}] })
    expect((await room.take('', odd)).err).toContain(
      'start_date: is outside the years 2000 to 2100: 1926-11-18',
    )
    expect(await room.takeJson('--yes', odd)).toMatchObject({
      code: 0,
      leaves: { added: 1 },
      warnings: [{}, {}],
    })
  })
})

describe('what was edited by hand', () => {
  it('stays as it is, and the import says so', async () => {
    const room = await openWith(2)
    const { store, id } = room
    const members = await collect(store.find('members', { index: 'by_org', equal: { org: id } }))
    const member = members.find(({ email }) => email === 'p0@acme.test')!
    const leave = (await leavesOf(room)).find(({ member_id }) => member_id === member.id)!
    await store.commit([
      { put: 'members', document: { ...member, name: 'Ann', source: 'manual' } },
      { put: 'leaves', document: { ...leave, status: 'cancelled', source: 'manual' } },
    ])
    const leaves = `${header.trim()},status\np0@acme.test,holiday,2026-11-20,2026-11-21,approved\n`
    const said = await room.takeJson('', peopleCsv(2), leaves)
    expect(said).toMatchObject({ code: 0, members: { changed: 0, same: 2 }, leaves: { changed: 0, same: 1 } })
    expect(said['warnings']).toHaveLength(2)
    const [kept] = await store.get('leaves', [documentId(id, leave.id)])
    expect(kept).toMatchObject({ status: 'cancelled', source: 'manual' })
    expect((await room.take('', peopleCsv(2))).err).toContain('was edited by hand and was left unchanged')
  })
})

it('a column of statuses is read where --map names it, as the refusal proposes', async () => {
  const room = await openWith(1)
  const file = 'Email,Type,From,To,Stage\np0@acme.test,PTO,2026-12-07,2026-12-09,Rejected\n'
  expect((await room.take('', file)).err).toContain('--map "Stage=status"')
  expect(await room.takeJson('--map Stage=status', file)).toMatchObject({ code: 0, leaves: { added: 1 } })
  expect(await room.json('leaves list --status rejected')).toHaveLength(1)
})

describe('what words mean', () => {
  it('is kept with the organization, and may be given again', async () => {
    const room = await openWith(1)
    const file = (day: string) => `Email,Type,From,To\np0@acme.test,Sabbatical,${day},${day}\n`
    const unknown = await room.take('', file('2026-12-01'))
    expect(unknown).toMatchObject({ code: 1, err: expect.stringContaining('--types "Sabbatical=MEANING"') })
    expect(await room.takeJson('--types Sabbatical=personal', file('2026-12-01'))).toMatchObject({ code: 0 })
    expect(await room.takeJson('', file('2026-12-02'))).toMatchObject({ code: 0, leaves: { added: 1 } })
    expect(await room.takeJson('--types sabbatical=skip', file('2026-12-03'))).toMatchObject({ skipped: 1 })
    expect(await room.takeJson('', file('2026-12-04'))).toMatchObject({ skipped: 1 })
  })

  it('of half a day is asked for, kept with the organization, and may be given again', async () => {
    const room = await openWith(1)
    const file = (day: string) => `Email,Type,From,To,Half day\np0@acme.test,PTO,${day},${day},yes\n`
    const asked = await room.take('', file('2026-12-01'))
    expect(asked.err).toContain('portion: is half a day, but does not say which half: "yes"')
    for (const [halves, day] of [
      ['--halves afternoon', '2026-12-01'],
      ['', '2026-12-02'],
      ['--halves whole', '2026-12-03'],
      ['', '2026-12-04'],
    ] as const)
      expect(await room.takeJson(halves, file(day))).toMatchObject({ code: 0, leaves: { added: 1 } })
    const { out } = await room.run('leaves list --from 2026-12-01 --to 2026-12-04 --json')
    const leaves = JSON.parse(out) as readonly Record<string, unknown>[]
    expect(leaves.map(({ starts_at_noon, ends_at_noon }) => [starts_at_noon, ends_at_noon])).toEqual([
      [true, false],
      [true, false],
      [false, false],
      [false, false],
    ])
  })

  it('is not kept by an import that is refused', async () => {
    const room = await openWith(1)
    const bad = 'Email,Type,From,To\np0@acme.test,Sabbatical,soon,soon\n'
    expect(await room.takeJson('--types Sabbatical=personal', bad)).toMatchObject({ code: 1 })
    const [organization] = await room.store.get('organizations', [room.id])
    expect(organization?.import_types).toBeUndefined()
  })
})

describe('a dry run', () => {
  it('says which half of a day is free', async () => {
    const room = await openWith(1)
    const halves = 'Email,Type,From,To,Half day\np0@acme.test,PTO,2026-11-24,2026-11-24,PM\n'
    const { out } = await room.take('--dry-run', halves)
    expect(out).toContain('  leave of Person 0: holiday 2026-11-24, from noon')
  })

  it('lists who and what, the first 20 of each or all, and what it would ask', async () => {
    const room = await openWith(8)
    const more = '--dry-run --replace leaves'
    const files = [peopleCsv(40), leavesCsv(1)] as const
    const { code, out, err } = await room.take(more, ...files)
    expect(code).toBe(0)
    expect(out.split('\n').filter((line) => line.startsWith('  member Person'))).toHaveLength(20)
    expect(out).toContain('… and 12 more (--all lists them)')
    expect(out).toContain('  leave of Person 3: holiday 2026-11-20 to 2026-11-21')
    expect(err).toContain('Without --dry-run: This import would remove 7 of 8 leaves')
    const all = await room.take(`${more} --all`, ...files)
    expect(all.out.split('\n').filter((line) => line.startsWith('  member Person'))).toHaveLength(32)
    const said = await room.takeJson(`${more} --all`, ...files)
    expect(said).toMatchObject({ code: 0, would_refuse: 'removals' })
    expect((said['changes'] as { removed: string[] }).removed).toHaveLength(7)
    expect(await leavesOf(room)).toHaveLength(8)
  })
})

describe('misuse of import', () => {
  it.each([
    ['--date-format', 'YYYY'],
    ['--map', 'Mail'],
    ['--map', 'Mail=colour'],
    ['--types', 'Sabbatical'],
    ['--types', 'Sabbatical=colour'],
    ['--max-removals', 'many'],
    ['--replace', 'keys'],
  ])('%s %s is refused with the way out', async (option, value) => {
    const { run } = await open()
    const { code, err } = await run(`import x.csv ${option} ${value}`)
    expect(code).toBe(2)
    expect(err).toContain('Use ')
    expect(err).toContain('whosout help import')
  })
})

describe('problems of a file', () => {
  it('are told a line a cause, with every value and the first places', async () => {
    const room = await openWith(1)
    const rows = ['Sabbatical', 'Offsite', 'Sabbatical'].map((type) => `p0@acme.test,${type},3.11.2026,x\n`)
    const { err } = await room.take('', `Email,Type,From,To\n${rows.join('')}`)
    expect(err.split('\n')).toEqual([
      '3: type: must be one of holiday, sick, personal, bank_holiday, but is "Sabbatical" (2), "Offsite" (3 times: lines 2, 3, 4)',
      '3: end_date: must be an existing date, YYYY-MM-DD, but is "x" (3 times: lines 2, 3, 4)',
      'Set the meaning of a word with --types "Sabbatical=MEANING", where MEANING is holiday, sick, personal, bank_holiday or skip (no absence); it is kept for later imports.',
      '6 problems; nothing was written. --all lists them one by one.',
    ])
  })
})

it('a file of people whose addresses are not recognized is said once, not again for each leave', async () => {
  const { take } = await open()
  const people = 'Personalnr.;Vorname;Nachname;Dienst-Mail;Abteilung\n7;Ana;Ruiz;ana@acme.test;Design\n'
  const leaves = 'Personalnr.;Mitarbeiter;Art;Von;Bis\n7;Ana Ruiz;Urlaub;01.12.2026;02.12.2026\n'
  const { err } = await take('', people, leaves)
  expect(err).toMatch(
    /perhaps it is --map "Dienst-Mail=email"\nColumns that were not read: "Dienst-Mail"\. .*\n2 problems; .* --all lists them/,
  )
  expect((await take('--all', people, leaves)).err).toContain('does not match exactly one member')
  expect((await take('--map Dienst-Mail=email', people, leaves)).code).toBe(0)
})

it('leaves without an end are said in one line, with their rows', async () => {
  const room = await openWith(3)
  const days = [1, 2, 3].map((day) => `p${day - 1}@acme.test,PTO,2026-12-0${day},\n`)
  const { code, err } = await room.take(
    '',
    `Email,Type,From,To\n${days.join('')}p0@acme.test,PTO,2026-12-08,2026-12-09`,
  )
  expect([code, err]).toEqual([
    0,
    'warning: 3: end_date: is blank, so that this leave is one day, although others in the file have an end (3 times: lines 2, 3, 4)',
  ])
})
