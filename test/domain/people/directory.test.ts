import { describe, expect, it } from 'vitest'
import type { Member, Team } from '../../../src/domain/organization/organization.js'
import {
  isLargeDeparture,
  planDirectory,
  type DirectoryListing,
  type DirectoryPerson,
} from '../../../src/domain/people/directory.js'
import { membersInSlack } from '../../../src/domain/people/match.js'
import { buryMember, tombstonesById } from '../../../src/domain/records/tombstone.js'
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

const known = (number: number, user: string, fields: Partial<Member> = {}): Member =>
  member(org, id(number), { email: `${user.toLowerCase()}@acme.test`, name: user, ...fields })

const settings = { workspace: 'T1', creates: false, avatars: false, groups: [], members: 0 }

const plan = (
  members: readonly Member[],
  listing: Partial<DirectoryListing>,
  set: Partial<typeof settings> = {},
  teams: readonly Team[] = [],
  erased: readonly Member[] = [],
) =>
  planDirectory(
    {
      org,
      members,
      teams,
      tombstones: tombstonesById(erased.map((one) => buryMember(one, [], '2026-11-20'))),
      ...membersInSlack(members, []),
    },
    { ...settings, ...set },
    { people: [], groups: [], isComplete: true, ...listing },
  )

const roster = { creates: true }
const slack = { source: 'slack', timezone: 'Europe/Berlin' } as const

describe('the people of a workspace', () => {
  it('link members by their address and fill what is empty, and nothing else', () => {
    const members = [known(1, 'ANA'), known(2, 'BO', { timezone: 'Asia/Tokyo' }), known(3, 'CY')]
    const found = plan(members, { people: [person('ANA', { name: 'Another' }), person('BO'), person('X')] })
    expect(found).toMatchObject({ added: 0, changed: 1, deactivated: 0, linked: 2, unmatched: 1 })
    expect(found.members).toEqual([{ ...members[0]!, timezone: 'Europe/Berlin' }])
  })

  it('bring pictures only when asked', () => {
    const { members } = plan([known(1, 'ANA')], { people: [person('ANA')] }, { avatars: true })
    expect(members[0]).toMatchObject({ avatar: 'https://a.example/1.png' })
  })

  it('are made members only where Slack is the roster, and not without an address', () => {
    const people = [person('ANA'), person('BO', { email: null })]
    expect(plan([], { people })).toMatchObject({ added: 0, unmatched: 2 })
    const made = plan([], { people }, roster)
    expect(made).toMatchObject({ added: 1, unmatched: 1 })
    expect(made.members[0]).toMatchObject({ name: 'ANA', source: 'slack', active: true, avatar: null })
    // Made once: the next listing finds them.
    expect(plan(made.members, { people }, roster)).toMatchObject({ added: 0, changed: 0, members: [] })
  })

  it('do not come back who were erased', () => {
    expect(plan([], { people: [person('ANA')] }, roster, [], [known(1, 'ANA')])).toMatchObject({ added: 0 })
  })

  const departures: readonly [string, Partial<DirectoryListing>, Partial<Member>, boolean, number][] = [
    ['absent from a whole listing', {}, slack, true, 1],
    ['deactivated in Slack', { people: [person('ANA', { active: false })] }, slack, true, 1],
    ['absent from a part', { isComplete: false }, slack, true, 0],
    [
      'deactivated, as an event says',
      { isComplete: false, people: [person('ANA', { active: false })] },
      slack,
      true,
      1,
    ],
    ['absent where Slack is no roster', {}, slack, false, 0],
    ['absent, but imported', {}, {}, true, 0],
    ['absent, but edited by hand', {}, { source: 'manual' }, true, 0],
  ]
  it.each(departures)('are gone or stay: %s', (_, listing, fields, creates, gone) => {
    const found = plan([known(1, 'ANA', fields)], listing, { creates })
    expect(found.deactivated).toBe(gone)
    expect(found.members.map(({ active }) => active)).toEqual(gone === 1 ? [false] : [])
  })

  it('come back when their account does', () => {
    const gone = known(1, 'ANA', { ...slack, active: false })
    expect(plan([gone], { people: [person('ANA')] }, roster).members).toEqual([{ ...gone, active: true }])
    const byHand = known(1, 'ANA', { ...slack, source: 'manual', active: false })
    expect(plan([byHand], { people: [person('ANA')] }, roster).members).toEqual([])
  })

  it('are held when more than a tenth would go', () => {
    expect(isLargeDeparture({ deactivated: 1, own: 10 })).toBe(false)
    expect(isLargeDeparture({ deactivated: 2, own: 19 })).toBe(true)
    expect(isLargeDeparture({ deactivated: 0, own: 0 })).toBe(false)
  })

  it('are in the team of the first group that has them; a team of that name is the one', () => {
    const team: Team = { _id: `${org}:t`, org, id: 't', name: 'design', source: 'import' }
    const groups = [
      { name: 'Design', users: ['ANA'] },
      { name: 'Ops', users: ['ANA', 'BO'] },
      { name: 'Empty', users: [] },
    ]
    const set = { ...roster, groups: ['S1', 'S2', 'S3'] }
    const found = plan([], { people: [person('ANA'), person('BO')], groups }, set as never, [team])
    expect(found.teams.map(({ name, source }) => [name, source])).toEqual([['Ops', 'slack']])
    const teamOf = new Map(found.members.map(({ name, team_id }) => [name, team_id]))
    expect([teamOf.get('ANA'), teamOf.get('BO')]).toEqual(['t', found.teams[0]!.id])
  })

  it('keep the team that an import gave them', () => {
    const before = known(1, 'ANA', { team_id: 'mine', timezone: 'UTC' })
    const groups = [{ name: 'Ops', users: ['ANA'] }]
    expect(plan([before], { people: [person('ANA')], groups }).members).toEqual([])
  })
})
