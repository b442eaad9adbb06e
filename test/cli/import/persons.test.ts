import { describe, expect, it } from 'vitest'
import { openImportRoom } from './room.js'

const { open } = openImportRoom()

const people = 'Employee #,Name,Email\n0042,Hugo Lang,hugo@acme.test\n43,Hugo Linde,linde@acme.test\n'
const leaves = (who: string, day: string) => `Name,Type,Date\n${who},PTO,${day}\n`

it('a person named by hand is known from then on, until they are erased', async () => {
  const room = await open()
  await room.takeJson('', people)
  const { code, err } = await room.take('', leaves('Hugo L.', '2026-11-20'))
  expect([code, err]).toEqual([
    1,
    expect.stringContaining('(--map-person "Hugo L.=hugo@acme.test", or linde@acme.test)'),
  ])
  const added = { code: 0, leaves: { added: 1 } }
  const named = ['--map-person', 'Hugo L.=linde@acme.test'] as const
  expect(
    await room.run('import --json', ...named, await room.write(leaves('Hugo L.', '2026-11-20'))),
  ).toMatchObject({ code: 0 })
  expect(await room.takeJson('', leaves('HUGO L', '2026-11-23'))).toMatchObject(added)
  const { out } = await room.run('members show linde@acme.test --json')
  expect(JSON.parse(out)).toMatchObject({
    external_id: '43',
    leaves: [{ start_date: '2026-11-20' }, { start_date: '2026-11-23' }],
  })
  await room.run('members erase linde@acme.test --yes')
  const [organization] = await room.store.get('organizations', [room.id])
  expect(organization?.import_people).toEqual({})
})

it('an address that nobody has is a problem, and one that is none is wrong usage', async () => {
  const room = await open()
  await room.takeJson('', people)
  const file = await room.write(leaves('Hugo L.', '2026-11-20'))
  const { err } = await room.run('import', file, '--map-person', 'Hugo L.=nobody@acme.test')
  expect(err).toContain('has nobody for --map-person "Hugo L."')
  expect(await room.run('import', file, '--map-person', 'Hugo L.')).toMatchObject({ code: 2 })
})

it('somebody whom a file names in three ways is one person, however often it is imported', async () => {
  const room = await open()
  await room.takeJson('', people)
  const file = [
    'Employee #,Email,Name,Type,Start,End',
    '42,,Hugo Lang,PTO,2026-11-23,2026-11-24',
    ',hugo@acme.test,,PTO,2026-12-01,2026-12-02',
    ',,Hugo Lang,PTO,2026-12-08,2026-12-09',
    '42,,,PTO,2026-12-08,2026-12-09',
  ].join('\n')
  expect(await room.takeJson('', file)).toMatchObject({ code: 0, leaves: { added: 3 } })
  for (const options of ['--replace leaves', ''])
    expect(await room.takeJson(options, file)).toMatchObject({
      code: 0,
      leaves: { added: 0, changed: 0, removed: 0, same: 3 },
    })
})

describe('leave of people who are not in the organization', () => {
  const file = [
    'Email,Name,Type,Date,Status',
    'hugo@acme.test,Hugo Lang,PTO,2026-12-07,Approved',
    'zoe@acme.test,Zoe Adams,PTO,2026-12-07,Approved',
    ',Ben Nowak,PTO,2026-12-07,Approved',
    ',H. Linde,PTO,2026-12-07,Approved',
    'max@acme.test,Max,PTO,2026-12-07,Declined',
  ].join('\n')
  const openWithPeople = async () => {
    const room = await open()
    await room.takeJson('', people)
    return {
      ...room,
      take: async (...options: string[]) => room.run('import', ...options, await room.write(file)),
    }
  }

  it('is refused with both ways out to paste, and nobody who may be a member is left out', async () => {
    const { take } = await openWithPeople()
    const { code, err } = await take()
    expect([code, err.split('\n').filter((line) => line.startsWith('To '))]).toEqual([
      1,
      [
        'To say who somebody is, now and later: --map-person "zoe@acme.test=EMAIL"',
        'To leave out people who are not in the organization, now and later: --map-person "zoe@acme.test=skip" --map-person "Ben Nowak=skip"',
        'To leave out all who are not in the organization, in this import: --skip-unknown',
      ],
    ])
    expect(err).toContain('"H. Linde" (--map-person "H. Linde=linde@acme.test")')
  })

  it('is skipped once that is said, and from then on without saying it, but for erased names', async () => {
    const { take, run, store, id } = await openWithPeople()
    const said = ['zoe@acme.test=skip', 'Ben Nowak=skip', 'H. Linde=linde@acme.test']
    const first = await take(...said.flatMap((one) => ['--map-person', one]))
    expect(first.out).toContain('2 leaves added.\n')
    expect(first.out).toContain('1 row skipped: not approved, and of people who are not members.\n')
    expect(first.out).toContain(
      '2 rows skipped, of people who are not members: "zoe@acme.test", "Ben Nowak".',
    )
    const { code, out } = await take('--json')
    expect([code, JSON.parse(out)]).toMatchObject([
      0,
      { leaves: { same: 2 }, left_out: { not_approved: 1, rows: 2, people: ['zoe@acme.test', 'Ben Nowak'] } },
    ])
    await run('members erase linde@acme.test --yes')
    const [organization] = await store.get('organizations', [id])
    expect(organization?.import_people).toEqual({ 'zoe@acme.test': 'skip', 'ben nowak': 'skip' })
  })

  it('is skipped with --skip-unknown, unless they are more than half', async () => {
    const { take } = await openWithPeople()
    const mapped = ['--map-person', 'H. Linde=linde@acme.test']
    expect((await take('--skip-unknown', ...mapped)).out).toContain('2 rows skipped, of people who are not')
    const { code, err } = await (await open()).take('--skip-unknown', people, file.replace('hugo@', 'tom@'))
    expect([code, err]).toEqual([1, expect.stringContaining('are mostly not in the organization, 3 of 3')])
    expect(err).not.toContain('in this import: --skip-unknown')
  })
})

it('whoever was skipped and then erased is no longer named', async () => {
  const room = await open()
  const leave = `Email,Type,Date\nzoe@acme.test,PTO,2026-12-07\nben@acme.test,PTO,2026-12-07`
  const said = ['zoe@acme.test=skip', 'ben@acme.test=skip'].flatMap((one) => ['--map-person', one])
  expect(await room.run('import', ...said, await room.write(leave))).toMatchObject({ code: 0 })
  await room.takeJson('', 'Email,Name\nzoe@acme.test,Zoe Adams\n')
  await room.run('members erase zoe@acme.test --yes')
  const [organization] = await room.store.get('organizations', [room.id])
  expect(organization?.import_people).toEqual({ 'ben@acme.test': 'skip' })
})
