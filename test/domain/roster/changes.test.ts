import { describe, expect, test } from 'vitest'
import type { Table } from '../../../src/domain/roster/findings.js'
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
  const cases: readonly (readonly [name: string, files: readonly SourceFile[], counts: string])[] = [
    ['the same again', [json({ members: [ann, bob], leaves: [trip, flu] })], 'teams =1 members =2 leaves =2'],
    ['the e-mail in other letters', [json({ members: [{ ...bob, email: 'Bob@acme.test' }] })], 'members ~1'],
    [
      'a leave with the e-mail in other letters',
      [json({ leaves: [{ ...flu, email: 'BOB@ACME.TEST' }] })],
      'leaves =1',
    ],
    ['a name changes', [json({ members: [{ ...bob, name: 'Robert' }] })], 'members ~1'],
    [
      'the same name, decomposed',
      [json({ teams: [{ name: 'Ops' }], members: [{ ...bob, name: 'Bob' }] })],
      'teams =1 members =1',
    ],
    ['columns that are absent stay', [csv('email,active\nann@acme.test,yes\n')], 'members =1'],
    ['a blank cell clears', [csv('email,team\nann@acme.test,\n')], 'members ~1'],
    ['a team in other letters', [csv('email,team\nann@acme.test,oPS\n')], 'teams =1 members =1'],
    [
      'a team by its id',
      [csv(`email,team\nann@acme.test,${teamIdFor(acme, 'ops').toUpperCase()}\n`)],
      'teams =1 members =1',
    ],
    ['a team is written otherwise', [json({ teams: [{ name: 'OPS' }] })], 'teams ~1'],
    [
      'a team is renamed by its id',
      [json({ teams: [{ name: 'Operations', id: teamIdFor(acme, 'ops') }] })],
      'teams ~1',
    ],
    [
      'a team of an id that is new',
      [json({ teams: [{ name: 'Lab', id: x }], members: [{ ...bob, team: x }] })],
      'teams +1 members ~1',
    ],
    [
      'an unknown team makes one, however often it is named',
      [csv('email,name,team\nann@acme.test,Ann,Lab\nbob@acme.test,Bob,LAB\ncid@acme.test,Cid,lab')],
      'teams +1 members +1 ~2',
    ],
    [
      'an e-mail changes by the id',
      [json({ members: [{ ...bob, email: 'rob@acme.test', id: memberIdFor(acme, bob.email) }] })],
      'members ~1',
    ],
    [
      'two people swap their e-mails by their ids',
      [
        json({
          members: [
            { email: bob.email, id: memberIdFor(acme, ann.email) },
            { email: ann.email, id: memberIdFor(acme, bob.email) },
          ],
        }),
      ],
      'members ~2',
    ],
    [
      'a new member and the leave in another file',
      [csv('email,name\ncid@acme.test,Cid'), json({ leaves: [{ ...trip, email: 'cid@acme.test' }] })],
      'members +1 leaves +1',
    ],
    [
      'the leave before the member',
      [json({ leaves: [{ ...trip, email: 'cid@acme.test' }] }), csv('email,name\nCid@acme.test,Cid')],
      'members +1 leaves +1',
    ],
    [
      'a leave on other days is another one',
      [json({ leaves: [{ ...trip, end_date: '2026-11-23' }] })],
      'leaves +1',
    ],
    ['a status changes', [json({ leaves: [{ ...trip, status: 'Cancelled' }] })], 'leaves ~1'],
    [
      'half-day marks',
      [json({ leaves: [{ ...trip, starts_at_noon: true, ends_at_noon: false }] })],
      'leaves ~1',
    ],
    [
      'a leave is moved by its id',
      [json({ leaves: [{ ...flu, end_date: '2026-11-25', id: stored.leaves[1]?.id }] })],
      'leaves ~1',
    ],
    [
      'a leave of an id that is new',
      [json({ leaves: [{ ...flu, start_date: '2026-11-01', id: x.toUpperCase() }] })],
      'leaves +1',
    ],
  ]
  test.each(cases)('%s', (_, files, expected) => {
    const compared = changesOf(files, stored)
    const none = /\b[a-z]+ \+0 ~0 -0 =0 ?| [+~=-]0/g
    expect(countsOf(compared).replaceAll(none, '').trim()).toBe(expected)
    expect(countsOf(changesOf(files, apply(stored, writesOf(compared))))).not.toMatch(/[+~-][1-9]/)
  })

  test('null clears, to the default where there is one', () => {
    const inactive = imported(
      [
        json({
          members: [{ ...ann, active: false }],
          leaves: [{ ...trip, status: 'pending', ends_at_noon: true }],
        }),
      ],
      stored,
    )
    const cleared = imported(
      [
        json({
          members: [{ email: ann.email, team: null, timezone: null, avatar: null, active: null, id: null }],
          leaves: [{ ...trip, status: null, ends_at_noon: null, id: null }],
        }),
      ],
      inactive,
    )
    expect(inactive.members[0]).toMatchObject({ active: false, timezone: 'UTC' })
    expect(cleared.members[0]).toMatchObject({
      name: 'Ann',
      team_id: null,
      timezone: null,
      avatar: null,
      active: true,
    })
    expect(cleared.leaves[0]).toMatchObject({ status: 'approved', ends_at_noon: false })
  })

  test('what a file does not say stays', () => {
    const before = imported(
      [
        json({
          members: [{ ...ann, active: false }],
          leaves: [{ ...trip, status: 'pending', ends_at_noon: true }],
        }),
      ],
      stored,
    )
    const after = imported([json({ members: [{ email: ann.email, name: 'Anna' }], leaves: [trip] })], before)
    expect(after.members[0]).toEqual({ ...before.members[0], name: 'Anna' })
    expect(after.leaves).toEqual(before.leaves)
  })

  test('a leave without an id is the stored one of the same days, whatever its id is', () => {
    const moved = imported(
      [json({ leaves: [{ ...flu, end_date: '2026-11-25', id: stored.leaves[1]?.id }] })],
      stored,
    )
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
    const after = imported(
      [
        json({
          teams: [{ name: 'OPS' }],
          members: [{ ...bob, name: 'Robert' }],
          leaves: [{ ...trip, status: 'pending' }],
        }),
      ],
      byHand(stored),
    )
    for (const table of [after.teams, after.members, after.leaves])
      expect(table.every(({ source }) => source === 'manual')).toBe(true)
  })
})

describe('rows that contradict each other or what is stored', () => {
  const members = (...rows: object[]) => json({ members: rows })
  const cases: readonly (readonly [
    name: string,
    files: readonly SourceFile[],
    findings: readonly string[],
  ])[] = [
    [
      'the same person twice',
      [members(bob, { ...bob, email: 'BOB@acme.test' })],
      ['members[1].email, email: is the same as in file.json members[0]'],
    ],
    [
      'the same person in two files',
      [csv('email,name\nbob@acme.test,Bob', 'a.csv'), csv('email,name\n\nbob@acme.test,Bob', 'b.csv')],
      ['line 3, email: is the same as in a.csv line 2'],
    ],
    [
      'an id of two e-mails',
      [members({ ...ann, id: x }, { ...bob, id: x.toUpperCase() })].map((file) => file),
      [
        'members[0].email, email: belongs to a member with another id',
        'members[1].id, id: belongs to another e-mail address, in file.json members[0]',
      ],
    ],
    [
      'an id against the e-mail of a stored member',
      [members({ ...bob, id: x })],
      ['members[0].email, email: belongs to a member with another id'],
    ],
    [
      'an e-mail taken from a member that keeps it',
      [members({ email: ann.email, id: memberIdFor(acme, bob.email) })],
      ['members[0].email, email: belongs to a member with another id'],
    ],
    [
      'the old e-mail of one who has a new one, without an id',
      [members({ email: 'new@acme.test', id: memberIdFor(acme, bob.email) }, { ...bob, name: 'Bob II' })],
      [
        'members[1].id, id: is missing: the id derived from this e-mail address belongs to a member whose address was changed',
      ],
    ],
    [
      'a new member without a name',
      [csv('email,team\ncid@acme.test,Ops')],
      ['line 2, name: is missing, and the member is new'],
    ],
    [
      'a team id that is no team’s',
      [members({ ...bob, team: x })],
      ['members[0].team, team: does not match any team'],
    ],
    [
      'the same team twice',
      [json({ teams: [{ name: 'Lab' }, { name: 'LAB' }] })],
      ['teams[1]: is the same team as file.json teams[0]'],
    ],
    [
      'one id for two teams',
      [
        json({
          teams: [
            { name: 'Lab', id: x },
            { name: 'Pub', id: x },
          ],
        }),
      ],
      ['teams[1]: is the same team as file.json teams[0]'],
    ],
    [
      'two teams of one name',
      [
        json({
          teams: [
            { name: 'Lab', id: x },
            { name: 'lab', id: y },
          ],
        }),
      ],
      ['teams[1].name, name: is the name of another team'],
    ],
    [
      'the name of a stored team under another id',
      [json({ teams: [{ name: 'ops', id: x }] })],
      ['teams[0].name, name: is the name of another team'],
    ],
    [
      'the old name of a renamed team',
      [
        json({
          teams: [{ name: 'Operations', id: teamIdFor(acme, 'ops') }, { name: 'Ops' }],
          members: [{ ...bob, team: 'OPS' }],
        }),
      ],
      [
        'members[0].team, team: is the former name of a team that was renamed',
        'teams[1].id, id: is missing: the id derived from this name belongs to a team that was renamed',
      ],
    ],
    [
      'the same leave twice',
      [json({ leaves: [trip, { ...trip, email: 'ANN@acme.test', status: 'pending' }] })],
      ['leaves[1]: is the same leave as file.json leaves[0]'],
    ],
    [
      'the same leave in two files',
      [
        json({ leaves: [trip] }, 'a.json'),
        csv('email,type,start_date,end_date\nann@acme.test,holiday,2026-11-20,2026-11-22'),
      ],
      ['line 2: is the same leave as a.json leaves[0]'],
    ],
    [
      'one id for two leaves',
      [
        json({
          leaves: [
            { ...trip, id: x },
            { ...flu, start_date: '2026-11-01', id: x },
          ],
        }),
      ],
      [
        'leaves[0].id, id: differs from the stored id of this leave; leave it out, or use --replace leaves',
        'leaves[1].id, id: is also that of file.json leaves[0]',
      ],
    ],
    [
      'a stored leave under another id',
      [json({ leaves: [{ ...flu, id: x }] })],
      ['leaves[0].id, id: differs from the stored id of this leave; leave it out, or use --replace leaves'],
    ],
    [
      'the old days of a moved leave, without an id',
      [json({ leaves: [{ ...flu, end_date: '2026-11-25', id: stored.leaves[1]?.id }, flu] })],
      ['leaves[1].id, id: is missing: the id derived for this leave belongs to one whose dates were changed'],
    ],
    [
      'a leave of nobody',
      [json({ leaves: [{ ...trip, email: 'cid@acme.test' }] })],
      ['leaves[0].email, email: does not belong to any member'],
    ],
    [
      'all of that beside what the shapes refuse',
      [
        json({
          members: [bob, bob, { ...ann, timezone: 'X' }],
          leaves: [
            { ...trip, email: 'cid@acme.test' },
            { ...trip, type: 'x' },
          ],
        }),
      ],
      [
        'leaves[0].email, email: does not belong to any member',
        'leaves[1].type, type: must be one of holiday, sick, personal, bank_holiday, but is "x"',
        'members[1].email, email: is the same as in file.json members[0]',
        'members[2].timezone, timezone: must be a time zone such as Europe/Berlin, or UTC, but is "X"',
      ],
    ],
  ]
  test.each(cases)('%s', (_, files, findings) => {
    expect(findingsOf(changesOf(files, stored)).toSorted()).toEqual(findings)
  })

  test('a leave is not called nobody’s when the person’s own row is what is wrong', () => {
    const files = [
      csv('email,name\ncid@acme.test,\n'),
      json({ leaves: [{ ...trip, email: 'Cid@acme.test' }] }),
    ]
    expect(findingsOf(changesOf(files))).toEqual(['line 2, name: must not be blank'])
  })

  test('a leave is not called nobody’s when rows about people could not be read', () => {
    const files = [csv('email,name\ncid@acme.test,"C"id\n'), json({ leaves: [trip] })]
    expect(findingsOf(changesOf(files))).toEqual([
      'line 2: text follows a closing quote; double a quote that belongs to the value',
    ])
  })
})

describe('--replace', () => {
  const cases: readonly (readonly [
    name: string,
    replace: Table[],
    file: SourceFile,
    before: Stored,
    counts: string,
  ])[] = [
    ['leaves', ['leaves'], json({ leaves: [trip] }), stored, 'leaves -1 =1'],
    ['leaves with none', ['leaves'], csv('email,type,start_date,end_date\n'), stored, 'leaves -2'],
    ['leaves under other ids', ['leaves'], json({ leaves: [{ ...flu, id: x }] }), stored, 'leaves +1 -2'],
    ['members', ['members'], json({ members: [bob] }), stored, 'members -1 =1'],
    ['teams that no row names', ['teams'], json({ members: [ann] }), stored, 'teams -1 =1 members =1'],
    [
      'teams, and members lose them',
      ['teams'],
      json({ teams: [{ name: 'Design' }] }),
      stored,
      'teams -1 =1 members ~1',
    ],
    [
      'teams, and members without the column lose them',
      ['teams'],
      json({ teams: [], members: [{ email: ann.email }] }),
      stored,
      'teams -2 members ~1',
    ],
    [
      'all',
      ['teams', 'members', 'leaves'],
      json({ teams: [], members: [], leaves: [] }),
      stored,
      'teams -2 members -2 leaves -2',
    ],
    [
      'nothing that was made by hand',
      ['teams', 'members', 'leaves'],
      json({ teams: [], members: [], leaves: [] }),
      byHand(stored),
      '',
    ],
    ['nothing unless asked', [], json({ teams: [], members: [], leaves: [] }), stored, ''],
  ]
  test.each(cases)('%s', (_, replace, file, before, expected) => {
    const compared = changesOf([file], before, replace)
    expect(
      countsOf(compared)
        .replaceAll(/\b[a-z]+ \+0 ~0 -0 =0 ?| [+~=-]0/g, '')
        .trim(),
    ).toBe(expected)
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
