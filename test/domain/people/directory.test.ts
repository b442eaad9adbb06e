import { describe, expect, it } from 'vitest'
import type { Member, Team } from '../../../src/domain/organization/organization.js'
import {
  isLargeDeparture,
  needsListing,
  compareDirectory,
  type DirectoryListing,
  type DirectoryPerson,
} from '../../../src/domain/people/directory.js'
import { memberOf, membersInSlack, type SlackMatch } from '../../../src/domain/people/match.js'
import { newMemberTombstone, tombstonesById } from '../../../src/domain/records/tombstone.js'
import { member } from '../../stores/samples.js'

const org = '0a0a0a0a-0000-4000-8000-000000000001'
const id = (number: number): string => `5eed0000-0000-4000-8000-${String(number).padStart(12, '0')}`

const person = (user: string, fields: Partial<DirectoryPerson> = {}): DirectoryPerson => ({
  account: { workspace: 'T1', user },
  email: `${user.toLowerCase()}@acme.test`,
  name: user,
  timezone: 'Europe/Berlin',
  avatar: 'https://a.example/1.png',
  active: true,
  ...fields,
})

const ana = 'ana@acme.test'
const gone = (user: string, email: string | null = `${user.toLowerCase()}@acme.test`): DirectoryPerson =>
  person(user, { active: false, email })

const known = (number: number, user: string, fields: Partial<Member> = {}): Member =>
  member(org, id(number), { email: `${user.toLowerCase()}@acme.test`, name: user, ...fields })

const at = '2026-11-20T09:00:00.000Z'
/** The account on record of the member with a number. */
const record = (number: number, user: string, fields: Partial<SlackMatch> = {}): SlackMatch => {
  const { workspace = 'T1' } = fields
  return {
    _id: `${org}:${workspace}:${user}`,
    org,
    workspace,
    user,
    member_id: id(number),
    matched_by: 'directory',
    matched_at: at,
    automatic: true,
    ...fields,
  }
}
const byHand = (number: number, user: string): SlackMatch => {
  const { automatic: _, ...match } = record(number, user, { matched_by: 'ana' })
  return match
}

const settings = { workspace: 'T1', creates: false, avatars: false, groups: [], members: 0 }

interface Before {
  readonly teams?: readonly Team[]
  readonly erased?: readonly Member[]
  readonly matches?: readonly SlackMatch[]
}

const changesOf = (
  members: readonly Member[],
  listing: Partial<DirectoryListing>,
  set: Partial<typeof settings> = {},
  { teams = [], erased = [], matches = [] }: Before = {},
) => {
  const tombstones = tombstonesById(erased.map((one) => newMemberTombstone(one, [], '2026-11-20')))
  return compareDirectory(
    { org, members, teams, tombstones, matches, at },
    { ...settings, ...set },
    { people: [], groups: [], isComplete: true, ...listing },
  )
}

const roster = { creates: true }
const slack = { source: 'slack', timezone: 'Europe/Berlin' } as const

describe('the people of a workspace', () => {
  it('link members by their address and fill what is empty, and nothing else', () => {
    const members = [known(1, 'ANA'), known(2, 'BO', { timezone: 'Asia/Tokyo' }), known(3, 'CY')]
    const found = changesOf(members, {
      people: [person('ANA', { name: 'Another' }), person('BO'), person('X')],
    })
    expect(found).toMatchObject({ added: 0, changed: 1, deactivated: 0, linked: 2, unmatched: 1 })
    expect(found.members).toEqual([{ ...members[0]!, timezone: 'Europe/Berlin' }])
  })

  it('bring pictures only when asked', () => {
    const { members } = changesOf([known(1, 'ANA')], { people: [person('ANA')] }, { avatars: true })
    expect(members[0]).toMatchObject({ avatar: 'https://a.example/1.png' })
  })

  it('are made members only where Slack is the roster, and not without an address', () => {
    const people = [person('ANA'), person('BO', { email: null })]
    expect(changesOf([], { people })).toMatchObject({ added: 0, unmatched: 2 })
    const made = changesOf([], { people }, roster)
    expect(made).toMatchObject({ added: 1, unmatched: 1 })
    expect(made.members[0]).toMatchObject({ name: 'ANA', source: 'slack', active: true, avatar: null })
    // Made once: the next listing finds them.
    expect(changesOf(made.members, { people }, roster)).toMatchObject({ added: 0, changed: 0, members: [] })
  })

  it('do not come back after they were erased', () => {
    expect(changesOf([], { people: [person('ANA')] }, roster, { erased: [known(1, 'ANA')] })).toMatchObject({
      added: 0,
    })
  })

  const part = { isComplete: false }
  const departures: readonly [
    string,
    listing: Partial<DirectoryListing>,
    fields: Partial<Member>,
    creates: boolean,
    gone: number,
    ...SlackMatch[],
  ][] = [
    ['absent from a whole listing', {}, slack, true, 1],
    ['deactivated in Slack', { people: [gone('ANA')] }, slack, true, 1],
    ['absent from a part', part, slack, true, 0],
    ['an event: that on record', { ...part, people: [gone('ANA', null)] }, slack, true, 1, record(1, 'ANA')],
    [
      'an event: that matched by hand',
      { ...part, people: [gone('OTHER')] },
      slack,
      true,
      1,
      byHand(1, 'OTHER'),
    ],
    [
      'an event: another with their address',
      { ...part, people: [gone('DUP', ana)] },
      slack,
      true,
      0,
      record(1, 'ANA'),
    ],
    ['an event: one that nobody has on record', { ...part, people: [gone('ANA')] }, slack, true, 0],
    [
      'listed without an address',
      { people: [person('ANA', { email: null })] },
      slack,
      true,
      0,
      record(1, 'ANA'),
    ],
    ['absent, and in another workspace', {}, slack, true, 0, record(1, 'ANA', { workspace: 'T2' })],
    ['absent where Slack is no roster', {}, slack, false, 0],
    ['absent, but imported', {}, {}, true, 0],
    ['absent, but edited by hand', {}, { source: 'manual' }, true, 0],
  ]
  it.each(departures)('are gone or stay: %s', (_, listing, fields, creates, gone, ...matches) => {
    const found = changesOf([known(1, 'ANA', fields)], listing, { creates }, { matches })
    expect(found.deactivated).toBe(gone)
    expect(found.members.map(({ active }) => active)).toEqual(gone === 1 ? [false] : [])
  })

  it('come back when their account does', () => {
    const gone = known(1, 'ANA', { ...slack, active: false })
    expect(changesOf([gone], { people: [person('ANA')] }, roster).members).toEqual([
      { ...gone, active: true },
    ])
    const byHand = known(1, 'ANA', { ...slack, source: 'manual', active: false })
    expect(changesOf([byHand], { people: [person('ANA')] }, roster).members).toEqual([])
  })

  it('are held when more than a tenth would go', () => {
    expect(isLargeDeparture({ deactivated: 1, own: 10 })).toBe(false)
    expect(isLargeDeparture({ deactivated: 2, own: 19 })).toBe(true)
    expect(isLargeDeparture({ deactivated: 0, own: 0 })).toBe(false)
  })

  it('are left to the listing beyond a tenth, or one, of events since the last one', () => {
    const cases = [
      [{ deactivated: 1, own: 3 }, 0, false],
      [{ deactivated: 1, own: 2 }, 1, true],
      [{ deactivated: 1, own: 19 }, 1, false],
      [{ deactivated: 1, own: 18 }, 2, true],
      [{ deactivated: 0, own: 5 }, 9, false],
    ] as const
    expect(cases.map(([found, before]) => needsListing(found, before))).toEqual(
      cases.map(([, , left]) => left),
    )
  })

  const married = person('ANA', { email: 'married@acme.test' })
  const own = known(1, 'ANA', slack)
  const onRecord = [record(1, 'ANA')]
  const hand = byHand(1, 'PRIVATE')
  const taken = [own, known(2, 'MARRIED', { timezone: 'UTC' })]
  const imported = [known(1, 'ANA', { timezone: 'UTC' })]
  const inherited = [person('BO', { email: ana }), married]
  const ownAgain = [gone('ANA'), person('NEW', { email: ana })]
  const second = [person('NEW', { email: ana }), person('ANA')]
  const withPrivate = [person('ANA'), person('PRIVATE', { name: 'ANA' })]
  /** Who was there, who is listed, the matches; then the changed members by address, and the numbers. */
  const addresses: readonly [
    string,
    members: readonly Member[],
    people: readonly DirectoryPerson[],
    matches: readonly SlackMatch[],
    puts: readonly string[],
    numbers: Partial<ReturnType<typeof changesOf>>,
  ][] = [
    [
      'their member keeps everything else',
      [own],
      [married],
      onRecord,
      ['married@acme.test'],
      { added: 0, changed: 1 },
    ],
    [
      'not of an account matched by hand, which may have another',
      [own],
      withPrivate,
      [hand],
      [],
      { linked: 1, unmatched: 1 },
    ],
    [
      'an import decides about those of its members',
      imported,
      [married],
      onRecord,
      [],
      { linked: 1, unmatched: 0 },
    ],
    [
      'not to one that another member has',
      taken,
      [married],
      onRecord,
      [],
      { changed: 0, linked: 1, deactivated: 0 },
    ],
    [
      'the old one is somebody else’s at once',
      [own],
      inherited,
      onRecord,
      ['married@acme.test', ana],
      { added: 1, changed: 1, deactivated: 0, unmatched: 0 },
    ],
    [
      'a new account with the address of who left is theirs',
      [{ ...own, active: false }],
      ownAgain,
      onRecord,
      [ana],
      { added: 0, changed: 1 },
    ],
    [
      'a second account with the address of a member is nobody’s',
      [own],
      second,
      onRecord,
      [],
      { linked: 1, unmatched: 1 },
    ],
  ]
  it.each(addresses)('follow a changed address: %s', (_, members, people, matches, puts, numbers) => {
    const found = changesOf(members, { people }, roster, { matches })
    expect(found.members.map(({ email }) => email)).toEqual(puts)
    expect(found.members.every(({ active }) => active)).toBe(true)
    expect(found).toMatchObject(numbers)
    // The same listing again changes nothing.
    const after = new Map([...members, ...found.members].map((one) => [one.id, one]))
    const { puts: added, removes } = found.accounts
    const kept = new Map([...matches, ...added].map((match) => [match._id, match]))
    for (const gone of removes) kept.delete(gone)
    const again = changesOf([...after.values()], { people }, roster, { matches: [...kept.values()] })
    expect(again).toMatchObject({ members: [], accounts: { puts: [], removes: [] }, deactivated: 0 })
  })

  it('do not take the address of an erased member', () => {
    const erased = [known(9, 'MARRIED')]
    expect(changesOf([own], { people: [married] }, roster, { erased, matches: onRecord }).members).toEqual([])
  })

  it('have their account on record once a listing led to a member, and a match by hand stays', () => {
    const members = [own, known(2, 'BO', { active: false }), known(3, 'CY')]
    const people = [person('ANA'), person('BO'), person('C2', { email: 'cy@acme.test' }), person('DI')]
    const hand = byHand(3, 'CY')
    const { accounts, members: changed } = changesOf(members, { people }, roster, { matches: [hand] })
    const made = changed.find(({ name }) => name === 'DI')!
    expect(accounts).toEqual({
      puts: [record(1, 'ANA'), record(2, 'BO'), record(1, 'DI', { member_id: made.id })],
      removes: [],
    })
  })

  it('move on record with their member to a new account, one for each workspace', () => {
    const found = changesOf([own], { people: [person('NEW', { email: ana })] }, roster, { matches: onRecord })
    expect(found).toMatchObject({ deactivated: 0, added: 0 })
    expect(found.accounts).toEqual({ puts: [record(1, 'NEW')], removes: [`${org}:T1:ANA`] })
  })

  it('keep their account on record when an event tells of another one with their address', () => {
    const people = [person('NEW', { email: ana })]
    const found = changesOf([own], { people, isComplete: false }, roster, { matches: onRecord })
    expect(found).toMatchObject({ members: [], unmatched: 1, accounts: { puts: [], removes: [] } })
  })

  it('who left one of two workspaces are gone when they leave the other', () => {
    const both = [record(1, 'ANA'), record(1, 'ANA', { workspace: 'T2' })]
    const found = changesOf([own], {}, roster, { matches: both })
    expect(found).toMatchObject({ deactivated: 0, accounts: { removes: [`${org}:T1:ANA`] } })
    expect(changesOf([own], {}, { ...roster, workspace: 'T2' }, { matches: both.slice(1) })).toMatchObject({
      deactivated: 1,
    })
  })

  const asked: readonly [string, readonly SlackMatch[], Partial<Member>, Partial<Member>, number][] = [
    ['the account on record before the address', onRecord, slack, slack, 1],
    ['a match made by hand before both', [byHand(1, 'ANA')], { active: false }, {}, 1],
    ['the address where an import made a new member for it', onRecord, {}, {}, 2],
    ['the address when the recorded one is deactivated', onRecord, { ...slack, active: false }, slack, 2],
    ['the account on record when the address is of nobody active', onRecord, {}, { active: false }, 1],
  ]
  it.each(asked)('are known by %s', (_, matches, first, second, number) => {
    const members = [known(1, 'ANA', first), known(2, 'MARRIED', second)]
    expect(memberOf(membersInSlack(members, matches), married)?.id).toBe(id(number))
  })

  it('are in the team of the first group that has them; a team of that name is the one', () => {
    const team: Team = { _id: `${org}:t`, org, id: 't', name: 'design', source: 'import' }
    const groups = [
      { name: 'Design', users: ['ANA'] },
      { name: 'Ops', users: ['ANA', 'BO'] },
      { name: 'Empty', users: [] },
    ]
    const set = { ...roster, groups: ['S1', 'S2', 'S3'] }
    const found = changesOf([], { people: [person('ANA'), person('BO')], groups }, set as never, {
      teams: [team],
    })
    expect(found.teams.map(({ name, source }) => [name, source])).toEqual([['Ops', 'slack']])
    const teamOf = new Map(found.members.map(({ name, team_id }) => [name, team_id]))
    expect([teamOf.get('ANA'), teamOf.get('BO')]).toEqual(['t', found.teams[0]!.id])
  })

  it('keep the team that an import gave them', () => {
    const before = known(1, 'ANA', { team_id: 'mine', timezone: 'UTC' })
    const groups = [{ name: 'Ops', users: ['ANA'] }]
    expect(changesOf([before], { people: [person('ANA')], groups }).members).toEqual([])
  })
})
