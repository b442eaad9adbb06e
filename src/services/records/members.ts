import type { Leave, Member, Team } from '../../domain/organization/organization.js'
import { inReplyOrder } from '../../domain/presence/roll.js'
import { shownCalendar, type ShownCalendar } from '../../domain/holidays/assigned.js'
import { changeMember, type MemberChange } from '../../domain/records/member-change.js'
import { erasedByText, memberByText } from '../../domain/records/people.js'
import { tombstonesById, type Tombstone } from '../../domain/records/tombstone.js'
import type { AuditNote } from '../../domain/records/audit.js'
import { Problem } from '../../domain/problem.js'
import type { Reader } from '../../store/port.js'
import type { Actor, Dependencies } from '../dependencies.js'
import { assignedNote, requireCalendar } from '../holidays/assigned.js'
import { findAnyMember } from '../organizations/members.js'
import { readOrganization } from '../organizations/change.js'
import { findTeam } from '../organizations/teams.js'
import { calendarsOf, changeRecords, membersOf, teamsOf, tombstonesOf } from './change.js'
import { eraseMember } from './erase.js'
import { personalDataOf } from './known.js'
import { leavesOfMember } from './leaves.js'

/** A member as lists show it. */
export interface ListedMember extends Pick<
  Member,
  'id' | 'email' | 'name' | 'timezone' | 'active' | 'source'
> {
  readonly team: string | null
}

/** An edit as typed: `team` is a name or an id. */
export interface MemberInput extends Omit<MemberChange, 'team_id' | 'active'> {
  readonly team?: string | null | undefined
}

interface MemberFilter {
  /** A name or an id. */
  readonly team?: string | undefined
  readonly source?: string | undefined
  readonly active?: boolean | undefined
}

export interface ChangedMemberRow {
  readonly row: ListedMember
  readonly changed: boolean
}

const rowOf = (member: Member, teams: readonly Team[]): ListedMember => ({
  id: member.id,
  email: member.email,
  name: member.name,
  team: teams.find(({ id }) => id === member.team_id)?.name ?? null,
  timezone: member.timezone,
  active: member.active,
  source: member.source,
})

const list = async (
  { store }: Dependencies,
  org: string,
  { team, source, active }: MemberFilter,
): Promise<ListedMember[]> =>
  store.view(org, async (reader) => {
    const teamId = team === undefined ? undefined : (await findTeam(reader, org, team)).id
    const teams = await teamsOf(reader, org)
    const members = await membersOf(reader, org)
    return members
      .filter(
        (member) =>
          (teamId === undefined || member.team_id === teamId) &&
          (source === undefined || member.source === source) &&
          (active === undefined || member.active === active),
      )
      .sort(inReplyOrder)
      .map((member) => rowOf(member, teams))
  })

const show = async (
  { store }: Dependencies,
  org: string,
  person: string,
): Promise<{
  readonly row: ListedMember
  readonly avatar: string | null
  readonly external_id: string | null
  /** The code of the holiday calendar of their own; null: their team's or the organization's applies. */
  readonly holidays: string | null
  readonly calendar: ShownCalendar
  readonly leaves: readonly Leave[]
}> =>
  store.view(org, async (reader) => {
    const member = await findAnyMember(reader, org, person)
    const leaves = await leavesOfMember(reader, org, member.id)
    const { avatar, holidays = null, external_id = null } = member
    const teams = await teamsOf(reader, org)
    const organization = await readOrganization({ store: reader }, org)
    const calendar = shownCalendar(member, organization, teams, await calendarsOf(reader, org))
    return { row: rowOf(member, teams), avatar, external_id, holidays, calendar, leaves }
  })

const change = (
  dependencies: Dependencies,
  org: string,
  person: string,
  {
    team,
    holidays,
    ...input
  }: MemberInput & { readonly active?: boolean; readonly holidays?: string | null },
  actor: Actor,
  seen?: MemberStanding,
): Promise<ChangedMemberRow> =>
  changeRecords<ChangedMemberRow>(dependencies, org, actor, async (_, reader) => {
    const members = await membersOf(reader, org)
    const tombstones = tombstonesById(await tombstonesOf(reader, org))
    const before = memberByText(org, members, person, tombstones)
    if (seen && !isAsSeen(before, seen)) throw changedSince()
    const team_id = typeof team === 'string' ? (await findTeam(reader, org, team)).id : team
    const { member, note } = changeMember(before, { ...input, team_id }, members)
    const placed = await placeMember(reader, member, holidays)
    const row = rowOf(member, await teamsOf(reader, org))
    const notes = [...(note === null ? [] : [note]), ...placed.notes]
    if (notes.length === 0) return { changes: [], notes, result: { row, changed: false } }
    return { changes: [{ put: 'members', document: placed.member }], notes, result: { row, changed: true } }
  })

/** The next account to sign in with their address is bound to them. */
const forgetAccount = (
  dependencies: Dependencies,
  org: string,
  person: string,
  actor: Actor,
): Promise<ChangedMemberRow> =>
  changeRecords<ChangedMemberRow>(dependencies, org, actor, async (_, reader) => {
    const member = await findAnyMember(reader, org, person)
    const row = rowOf(member, await teamsOf(reader, org))
    const [account] = await reader.get('agent_accounts', [member._id])
    if (!account) return { changes: [], notes: [], result: { row, changed: false } }
    return {
      changes: [{ remove: 'agent_accounts', id: account._id }],
      notes: [{ what: 'agent_forgotten', subject: member.id, member: member.id, detail: {} }],
      result: { row, changed: true },
    }
  })

/** The state of a member that was shown to the person deciding. */
export interface MemberStanding extends Pick<Member, 'team_id' | 'active'> {
  readonly holidays: string | null
}

const isAsSeen = ({ team_id, active, holidays = null }: Member, seen: MemberStanding): boolean =>
  team_id === seen.team_id && active === seen.active && holidays === seen.holidays

/** The member with another holiday calendar. Assigning one is not an edit of the member: an import may still change the rest. */
const placeMember = async (
  reader: Reader,
  member: Member,
  holidays: string | null | undefined,
): Promise<{ readonly member: Member; readonly notes: readonly AuditNote[] }> => {
  if (holidays === undefined || holidays === (member.holidays ?? null)) return { member, notes: [] }
  await requireCalendar(reader, member.org, holidays)
  return {
    member: { ...member, holidays, ...(member.holidays_from && { holidays_from: null }) },
    notes: [assignedNote(holidays, member)],
  }
}

const changedSince = (): Problem =>
  new Problem('conflict', 'Nothing was changed: someone else changed this member in the meantime.')

/** `person`: an e-mail address, a name, a number or an id. Each throws a Problem when refused. */
export const createMembers = (dependencies: Dependencies) => ({
  /** Sorted by name, including deactivated members. */
  list: list.bind(null, dependencies),
  show: show.bind(null, dependencies),
  set: (org: string, person: string, input: MemberInput, actor: Actor) =>
    change(dependencies, org, person, input, actor),
  /** Sets team, state and holiday calendar in one change; throws `conflict` when they are not what was seen. */
  edit: (
    org: string,
    id: string,
    wanted: { readonly team: string | null; readonly active: boolean; readonly holidays: string | null },
    seen: MemberStanding,
    actor: Actor,
  ) => change(dependencies, org, id, wanted, actor, seen),
  deactivate: (org: string, person: string, actor: Actor) =>
    change(dependencies, org, person, { active: false }, actor),
  reactivate: (org: string, person: string, actor: Actor) =>
    change(dependencies, org, person, { active: true }, actor),
  forgetAccount: forgetAccount.bind(null, dependencies),
  known: personalDataOf.bind(null, dependencies),
  /** What remains of somebody who was erased before; undefined when that is not so. */
  erasedBefore: (org: string, person: string): Promise<Tombstone | undefined> =>
    dependencies.store.view(org, async (reader) =>
      erasedByText(
        org,
        await membersOf(reader, org),
        person,
        tombstonesById(await tombstonesOf(reader, org)),
      ),
    ),
  erase: eraseMember.bind(null, dependencies),
})
