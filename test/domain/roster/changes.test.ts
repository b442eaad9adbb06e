import { describe, expect, test } from 'vitest'
import { tables, type Table } from '../../../src/domain/roster/findings.js'
import { leaveIdFor, memberIdFor, teamIdFor } from '../../../src/domain/roster/identity.js'
import {
  acme,
  apply,
  countsOf,
  csv,
  findingsOf,
  imported,
  json,
  nothing,
  changesOf,
  writesOf,
  type Stored,
  type SourceFile,
} from './support.js'

const x = '11111111-1111-1111-1111-111111111111'
const y = 'aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee'

const ann = { email: 'ann@acme.test', name: 'Ann', team: 'Ops', timezone: 'UTC', avatar: 'https://a.test/1' }
const bob = { email: 'bob@acme.test', name: 'Bob' }
const trip = { email: 'ann@acme.test', type: 'holiday', start_date: '2026-11-20', end_date: '2026-11-22' }
const flu = { email: 'bob@acme.test', type: 'sick', start_date: '2026-11-20', end_date: '2026-11-20' }

/** Ann in Ops with a trip, Bob with a flu; a team that nobody is in. */
const stored = imported([json({ teams: [{ name: 'Design' }], members: [ann, bob], leaves: [trip, flu] })])

/** The ids of Ops, Bob, and his flu. */
const ops = teamIdFor(acme, 'ops')
const bobId = memberIdFor(acme, bob.email)
const fluId = stored.leaves[1]!.id

const members = (...rows: object[]) => json({ members: rows })
const leaves = (...rows: object[]) => json({ leaves: rows })
const teams = (...rows: object[]) => json({ teams: rows })

/** What changes, without the tables and numbers of which there are none. */
const changeIn = (compared: ReturnType<typeof changesOf>): string =>
  countsOf(compared)
    .replaceAll(/\b[a-z]+ \+0 ~0 -0 =0 ?| [+~=-]0/g, '')
    .trim()

const byHand = (of: Stored): Stored => ({
  teams: of.teams.map((team) => ({ ...team, source: 'manual' })),
  members: of.members.map((member) => ({ ...member, source: 'manual' })),
  leaves: of.leaves.map((leave) => ({ ...leave, source: 'manual' })),
})

describe('ids that no file gives', () => {
  test('are UUIDv5 of what names the thing within its parent', () => {
    const member = memberIdFor(acme, 'ann@acme.test')
    expect(stored.members[0]).toMatchObject({
      id: member,
      _id: `${acme}:${member}`,
      team_id: teamIdFor(acme, 'ops'),
    })
    expect(stored.leaves[0]).toMatchObject({
      id: leaveIdFor(member, { type: 'holiday', start_date: '2026-11-20', end_date: '2026-11-22' }),
      member_id: member,
    })
  })

  test('stay as they are in every version of this product', () => {
    expect([
      memberIdFor(acme, 'Ann@Acme.test'),
      teamIdFor(acme, 'STRAßE'),
      leaveIdFor(x, { type: 'bank_holiday', start_date: '2026-12-25', end_date: '2026-12-25' }),
    ]).toEqual([
      '7f98715c-4c37-5107-bcc2-5ee489024926',
      '6f0bfbbd-728a-53fd-8a92-84cc21377291',
      '3cb7de5c-b77f-541a-8208-5caae8041d8a',
    ])
    expect(teamIdFor(acme, 'strasse')).toBe(teamIdFor(acme, 'STRAßE'))
    expect(memberIdFor(x, 'ann@acme.test')).not.toBe(memberIdFor(acme, 'ann@acme.test'))
  })
})

describe('rows against what is stored', () => {
  const swapped = [
    { email: bob.email, id: memberIdFor(acme, ann.email) },
    { email: ann.email, id: bobId },
  ]
  const threeInLab = csv(
    'email,name,team\nann@acme.test,Ann,Lab\nbob@acme.test,Bob,LAB\ncid@acme.test,Cid,lab',
  )
  const cid = csv('email,name\nCid@acme.test,Cid')
  const cidsTrip = leaves({ ...trip, email: 'cid@acme.test' })
  const fluTwice = `email,type,start_date,end_date\n${'ann@acme.test,sick,2026-12-01,2026-12-02\n'.repeat(2)}`

  test.each<readonly [name: string, files: SourceFile | readonly SourceFile[], counts: string]>([
    ['the same again', json({ members: [ann, bob], leaves: [trip, flu] }), 'teams =1 members =2 leaves =2'],
    ['the e-mail in other letters', members({ ...bob, email: 'Bob@acme.test' }), 'members ~1'],
    ['a leave with the e-mail in other letters', leaves({ ...flu, email: 'BOB@ACME.TEST' }), 'leaves =1'],
    ['a name changes', members({ ...bob, name: 'Robert' }), 'members ~1'],
    ['columns that are absent stay', csv('email,active\nann@acme.test,yes\n'), 'members =1'],
    ['a blank cell leaves what is stored', csv('email,team\nann@acme.test,\n'), 'members =1'],
    ['null in JSON clears', members({ ...ann, team: null }), 'members ~1'],
    ['a repeated row counts once', csv('email,name\ncid@acme.test,Cid\nCid@acme.test,Cid\n'), 'members +1'],
    ['a repeated leave counts once', csv(fluTwice), 'leaves +1'],
    ['a team in other letters', csv('email,team\nann@acme.test,oPS\n'), 'teams =1 members =1'],
    ['a team by its id', csv(`email,team\nann@acme.test,${ops.toUpperCase()}\n`), 'teams =1 members =1'],
    ['a team is written otherwise', teams({ name: 'OPS' }), 'teams ~1'],
    ['a team is renamed by its id', teams({ name: 'Operations', id: ops }), 'teams ~1'],
    [
      'a team of an id that is new',
      [teams({ name: 'Lab', id: x }), members({ ...bob, team: x })],
      'teams +1 members ~1',
    ],
    ['an unknown team makes one, however often it is named', threeInLab, 'teams +1 members +1 ~2'],
    ['an e-mail changes by the id', members({ ...bob, email: 'rob@acme.test', id: bobId }), 'members ~1'],
    ['two people swap their e-mails by their ids', members(...swapped), 'members ~2'],
    ['a new member and the leave in another file', [cid, cidsTrip], 'members +1 leaves +1'],
    ['the leave before the member', [cidsTrip, cid], 'members +1 leaves +1'],
    ['a leave on other days is another one', leaves({ ...trip, end_date: '2026-11-23' }), 'leaves +1'],
    ['a status changes', leaves({ ...trip, status: 'Cancelled' }), 'leaves ~1'],
    ['half-day marks', leaves({ ...trip, starts_at_noon: true, ends_at_noon: false }), 'leaves ~1'],
    ['a leave is moved by its id', leaves({ ...flu, end_date: '2026-11-25', id: fluId }), 'leaves ~1'],
    [
      'a leave of an id that is new',
      leaves({ ...flu, start_date: '2026-11-01', id: x.toUpperCase() }),
      'leaves +1',
    ],
  ])('%s', (_, given, expected) => {
    const files = [given].flat()
    const compared = changesOf(files, stored)
    expect(changeIn(compared)).toBe(expected)
    expect(countsOf(changesOf(files, apply(stored, writesOf(compared))))).not.toMatch(/[+~-][1-9]/)
  })

  test('a name that is decomposed is the same', () => {
    const [composed, decomposed] = ['Zoë', 'Zoe\u0308'].map((name) => members({ ...bob, name }))
    expect(changeIn(changesOf([decomposed!], imported([composed!], stored)))).toBe('members =1')
  })

  const unusual = json({
    members: [{ ...ann, active: false }],
    leaves: [{ ...trip, status: 'pending', ends_at_noon: true }],
  })

  test('null clears, to the default where there is one, but makes no leave approved', () => {
    const inactive = imported([unusual], stored)
    const none = { team: null, timezone: null, avatar: null, active: null, id: null }
    const cleared = imported(
      [
        json({
          members: [{ email: ann.email, ...none }],
          leaves: [{ ...trip, status: null, ends_at_noon: null, id: null }],
        }),
      ],
      inactive,
    )
    expect(inactive.members[0]).toMatchObject({ active: false, timezone: 'UTC' })
    const empty = { name: 'Ann', team_id: null, timezone: null, avatar: null, active: true }
    expect(cleared.members[0]).toMatchObject(empty)
    expect(cleared.leaves[0]).toMatchObject({ status: inactive.leaves[0]!.status, ends_at_noon: false })
  })

  test('what a file does not say stays', () => {
    const before = imported([unusual], stored)
    const after = imported([json({ members: [{ email: ann.email, name: 'Anna' }], leaves: [trip] })], before)
    expect(after.members[0]).toEqual({ ...before.members[0], name: 'Anna' })
    expect(after.leaves).toEqual(before.leaves)
  })

  test('a leave without an id is the stored one of the same days, whatever its id is', () => {
    const moved = imported([leaves({ ...flu, end_date: '2026-11-25', id: fluId })], stored)
    const again = changesOf([json({ leaves: [{ ...flu, end_date: '2026-11-25' }] })], moved)
    expect(countsOf(again)).toContain('leaves +0 ~0 -0 =1')
  })

  test('of two stored leaves that are the same one, a row means the first', () => {
    const twice = {
      ...stored,
      leaves: stored.leaves.flatMap((leave) => [leave, { ...leave, _id: `${acme}:${x}`, id: x }]).slice(0, 2),
    }
    const file = json({ leaves: [trip] })
    expect(countsOf(changesOf([file], twice))).toContain('leaves +0 ~0 -0 =1')
    expect(countsOf(changesOf([file], twice, ['leaves']))).toContain('leaves +0 ~0 -1 =1')
  })

  test('what was made by hand stays so, though an import changes it', () => {
    const file = json({
      teams: [{ name: 'OPS' }],
      members: [{ ...bob, name: 'Robert' }],
      leaves: [{ ...trip, status: 'pending' }],
    })
    const after = imported([file], byHand(stored))
    for (const table of [after.teams, after.members, after.leaves])
      expect(table.every(({ source }) => source === 'manual')).toBe(true)
  })
})

describe('rows that contradict each other or what is stored', () => {
  const twoFiles = [
    csv('email,name\nbob@acme.test,Bob', 'a.csv'),
    csv('email,name\n\nbob@acme.test,Rob', 'b.csv'),
  ]
  const tripInCsv = csv(
    'email,type,start_date,end_date,starts_at_noon\nann@acme.test,holiday,2026-11-20,2026-11-22,yes',
  )
  const oldNameOfTeam = json({
    teams: [{ name: 'Operations', id: ops }, { name: 'Ops' }],
    members: [{ ...bob, team: 'OPS' }],
  })
  const allAtOnce = json({
    members: [bob, { ...bob, name: 'Rob' }, { ...ann, timezone: 'X' }],
    leaves: [
      { ...trip, email: 'cid@acme.test' },
      { ...trip, type: 'x' },
    ],
  })
  const otherId = 'belongs to a member with another id'
  const otherLeave = 'differs from the stored id of this leave; leave it out, or use --replace leaves'

  test.each<[name: string, files: SourceFile | readonly SourceFile[], ...findings: string[]]>([
    [
      'the same person twice',
      members(bob, { ...bob, email: 'BOB@acme.test', name: 'Rob', active: true }),
      'members[1]: is about the same person as file.json members[0], but differs in name, active',
    ],
    [
      'the same person in two files',
      twoFiles,
      'line 3: is about the same person as a.csv line 2, but differs in name',
    ],
    [
      'an id of two e-mails',
      members({ ...ann, id: x }, { ...bob, id: x.toUpperCase() }),
      `members[0].email, email: ${otherId}`,
      'members[1].id, id: belongs to another e-mail address, in file.json members[0]',
    ],
    [
      'an id against the e-mail of a stored member',
      members({ ...bob, id: x }),
      `members[0].email, email: ${otherId}`,
    ],
    [
      'an e-mail taken from a member that keeps it',
      members({ email: ann.email, id: bobId }),
      `members[0].email, email: ${otherId}`,
    ],
    [
      'the old e-mail of one who has a new one, without an id',
      members({ email: 'new@acme.test', id: bobId }, { ...bob, name: 'Bob II' }),
      'members[1].id, id: is missing: the id derived from this e-mail address belongs to a member whose address was changed',
    ],
    [
      'a new member without a name',
      csv('email,team\ncid@acme.test,Ops'),
      'line 2, name: is missing, and the member is new',
    ],
    [
      'a team id that is no team’s',
      members({ ...bob, team: x }),
      'members[0].team, team: does not match any team',
    ],
    [
      'the same team twice',
      teams({ name: 'Lab' }, { name: 'LAB' }),
      'teams[1]: is about the same team as file.json teams[0], but differs in name',
    ],
    [
      'one id for two teams',
      teams({ name: 'Lab', id: x }, { name: 'Pub', id: x }),
      'teams[1]: is about the same team as file.json teams[0], but differs in name',
    ],
    [
      'two teams of one name',
      teams({ name: 'Lab', id: x }, { name: 'lab', id: y }),
      'teams[1].name, name: is the name of another team',
    ],
    [
      'the name of a stored team under another id',
      teams({ name: 'ops', id: x }),
      'teams[0].name, name: is the name of another team',
    ],
    [
      'the old name of a renamed team',
      oldNameOfTeam,
      'members[0].team, team: is the former name of a team that was renamed',
      'teams[1].id, id: is missing: the id derived from this name belongs to a team that was renamed',
    ],
    [
      'the same leave twice',
      leaves(trip, { ...trip, email: 'ANN@acme.test', status: 'pending' }),
      'leaves[1]: is about the same leave as file.json leaves[0], but differs in status',
    ],
    [
      'the same leave in two files',
      [json({ leaves: [trip] }, 'a.json'), tripInCsv],
      'line 2: is about the same leave as a.json leaves[0], but differs in starts_at_noon',
    ],
    [
      'one id for two leaves',
      leaves({ ...trip, id: x }, { ...flu, start_date: '2026-11-01', id: x }),
      `leaves[0].id, id: ${otherLeave}`,
      'leaves[1].id, id: is also that of file.json leaves[0]',
    ],
    ['a stored leave under another id', leaves({ ...flu, id: x }), `leaves[0].id, id: ${otherLeave}`],
    [
      'the old days of a moved leave, without an id',
      leaves({ ...flu, end_date: '2026-11-25', id: fluId }, flu),
      'leaves[1].id, id: is missing: the id derived for this leave belongs to one whose dates were changed',
    ],
    [
      'a leave of nobody',
      leaves({ ...trip, email: 'cid@acme.test' }),
      'leaves[0].email, email: does not belong to any member',
    ],
    [
      'all of that beside what the shapes refuse',
      allAtOnce,
      'leaves[0].email, email: does not belong to any member',
      'leaves[1].type, type: must be one of holiday, sick, personal, bank_holiday, but is "x"',
      'members[1]: is about the same person as file.json members[0], but differs in name',
      'members[2].timezone, timezone: must be a time zone such as Europe/Berlin, or UTC, but is "X"',
    ],
  ])('%s', (_, files, ...findings) => {
    expect(findingsOf(changesOf([files].flat(), stored)).toSorted()).toEqual(findings)
  })

  test('a leave is not called nobody’s when the person’s own row is what is wrong', () => {
    const files = [
      csv('email,name\ncid@acme.test,\n'),
      json({ leaves: [{ ...trip, email: 'Cid@acme.test' }] }),
    ]
    expect(findingsOf(changesOf(files))).toEqual(['line 2, name: is missing, and the member is new'])
  })

  test('a leave is not called nobody’s when rows about people could not be read', () => {
    const files = [csv('email,name\ncid@acme.test,"C"id\n'), json({ leaves: [trip] })]
    expect(findingsOf(changesOf(files))).toEqual([
      'line 2: text follows a closing quote; double a quote that belongs to the value',
    ])
  })
})

describe('--replace', () => {
  const noLeaves = csv('email,type,start_date,end_date\n')
  const nothingOfAll = json({ teams: [], members: [], leaves: [] })
  const withoutTeam = json({ teams: [], members: [{ email: ann.email }] })

  test.each<[name: string, replace: readonly Table[], file: SourceFile, counts: string, before?: Stored]>([
    ['leaves', ['leaves'], leaves(trip), 'leaves -1 =1'],
    ['leaves with none', ['leaves'], noLeaves, 'leaves -2'],
    ['leaves under other ids', ['leaves'], leaves({ ...flu, id: x }), 'leaves +1 -2'],
    ['members', ['members'], members(bob), 'members -1 =1'],
    ['teams that no row names', ['teams'], members(ann), 'teams -1 =1 members =1'],
    ['teams, and members lose them', ['teams'], teams({ name: 'Design' }), 'teams -1 =1 members ~1'],
    ['teams, and members without the column lose them', ['teams'], withoutTeam, 'teams -2 members ~1'],
    ['all', tables, nothingOfAll, 'teams -2 members -2 leaves -2'],
    ['nothing that was made by hand', tables, nothingOfAll, '', byHand(stored)],
    ['nothing unless asked', [], nothingOfAll, ''],
  ])('%s', (_, replace, file, expected, before = stored) => {
    const compared = changesOf([file], before, replace)
    expect(changeIn(compared)).toBe(expected)
    expect(countsOf(changesOf([file], apply(before, writesOf(compared)), replace))).not.toMatch(/[+~-][1-9]/)
  })

  test('deactivates members and keeps all else of them, but for a team that goes', () => {
    const after = imported([json({ teams: [], members: [] })], stored, ['members', 'teams'])
    expect(after.members).toEqual(
      stored.members.map((member) => ({ ...member, active: false, team_id: null })),
    )
    expect(after.leaves).toEqual(stored.leaves)
    expect(after.teams).toEqual([])
  })

  test.each(['teams', 'members', 'leaves'] as const)(
    '%s is refused with files that say nothing of them',
    (table) => {
      const files = [json({ teams: [], members: [], leaves: [], [table]: undefined })]
      expect(findingsOf(changesOf(files, stored, [table]))).toEqual([
        `file: has no ${table}, although they are to be replaced`,
      ])
    },
  )

  test('removals are written last, and documents that others refer to first', () => {
    const file = json({
      teams: [{ name: 'Lab' }],
      members: [{ ...bob, team: 'Lab', name: 'B' }],
      leaves: [{ ...flu, status: 'pending' }],
    })
    const order = writesOf(changesOf([file], stored, ['teams', 'members', 'leaves'])).map((write) =>
      'remove' in write
        ? `-${write.remove}`
        : write.put === 'members' && !write.document.active
          ? '-members'
          : write.put,
    )
    expect(order).toEqual(['teams', 'members', 'leaves', '-members', '-leaves', '-teams', '-teams'])
  })
})

test('an organization without anything takes a file with nothing', () => {
  expect(countsOf(changesOf([json({})], nothing))).toBe(
    'teams +0 ~0 -0 =0 members +0 ~0 -0 =0 leaves +0 ~0 -0 =0',
  )
})
