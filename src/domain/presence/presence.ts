import { overlaps, type Day, type DayRange } from '../../calendar/day.js'
import { createBankHolidays, noHolidays, withBankHolidays, type HolidayFacts } from '../holidays/derive.js'
import type { Leave, Member, Team } from '../organization/organization.js'
import { shownType, type LeaveType } from './privacy.js'
import { visibleTeam, type PresenceReader } from './visible-team.js'

export interface PresenceMember {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly avatar: string | null
  readonly team_id: string | null
  readonly team_name: string | null
  readonly timezone: string | null
}

export interface PresenceLeave {
  readonly type: LeaveType
  readonly start_date: Day
  readonly end_date: Day
}

export interface OutMember extends PresenceMember {
  readonly leaves: readonly PresenceLeave[]
}

/** The body of a 200 reply, field by field in the order of the contract. */
export interface Presence {
  readonly from: Day
  readonly to: Day
  readonly team_id: string | null
  readonly team_name: string | null
  readonly in: readonly PresenceMember[]
  readonly out: readonly OutMember[]
}

/** Everything in an organization that a presence answer depends on. */
export interface Facts {
  readonly teams: readonly Team[]
  readonly members: readonly Member[]
  readonly leaves: readonly Leave[]
  /** Absent when nobody has a holiday calendar. */
  readonly holidays?: HolidayFacts
}

/** The question with its days resolved. `team_id` is in lower case, null for all teams. */
export interface PresenceQuestion extends DayRange {
  readonly team_id: string | null
}

const collator = new Intl.Collator('en')

/** By name (Unicode root collation), then by id, so that equal data gives byte-equal bodies. */
export const inReplyOrder = (
  a: { readonly name: string; readonly id: string },
  b: { readonly name: string; readonly id: string },
): number => collator.compare(a.name, b.name) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)

/** By `start_date`, `end_date` and the type as shown: sorted after masking, so that the order reveals nothing. */
const inLeaveOrder = (a: PresenceLeave, b: PresenceLeave): number =>
  compare(a.start_date, b.start_date) || compare(a.end_date, b.end_date) || compare(a.type, b.type)

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** A member as the API shows it. */
export const presenceMember = (
  member: Omit<PresenceMember, 'team_name'>,
  teams: ReadonlyMap<string, Team>,
): PresenceMember => {
  const team = member.team_id === null ? undefined : teams.get(member.team_id)
  return {
    id: member.id,
    name: member.name,
    email: member.email,
    avatar: member.avatar,
    team_id: team?.id ?? null,
    team_name: team?.name ?? null,
    timezone: member.timezone,
  }
}

/**
 * Who is in and who is out. Every visible active member is in exactly one list: in `out` when at least one
 * approved leave touches the range, with those leaves unclipped, else in `in` (decisions, "Presence").
 */
export const presenceIn = (facts: Facts, question: PresenceQuestion, reader: PresenceReader): Presence => {
  const teams = new Map(facts.teams.map((team) => [team.id, team]))
  const sight = visibleTeam(reader, question.team_id, (id) => teams.has(id))
  const seen = facts.members.filter(
    (member) => member.active && sight !== 'nobody' && (sight === null || member.team_id === sight),
  )
  const stored = leavesByMember(facts, question)
  const bankHolidays = createBankHolidays(facts.holidays ?? noHolidays, facts.teams)
  const present: PresenceMember[] = []
  const out: OutMember[] = []
  for (const member of [...seen].sort(inReplyOrder)) {
    const touching = bankHolidays(member).filter((leave) => touches(leave, question))
    const absences = withBankHolidays(stored.get(member.id) ?? [], touching)
    const shown = presenceMember(member, teams)
    if (absences.length > 0) out.push({ ...shown, leaves: shownLeaves(absences, reader) })
    else present.push(shown)
  }
  return {
    from: question.from,
    to: question.to,
    team_id: question.team_id,
    team_name: (question.team_id !== null && sight !== 'nobody' && teams.get(question.team_id)?.name) || null,
    in: present,
    out,
  }
}

const touches = ({ start_date, end_date }: Leave, range: DayRange): boolean =>
  overlaps({ from: start_date, to: end_date }, range)

const shownLeaves = (leaves: readonly Leave[], { reasons }: PresenceReader): readonly PresenceLeave[] =>
  leaves
    .map(({ type, start_date, end_date }) => ({
      type: shownType(type, reasons),
      start_date,
      end_date,
    }))
    .sort(inLeaveOrder)

const leavesByMember = (facts: Facts, range: DayRange): ReadonlyMap<string, readonly Leave[]> => {
  const found = new Map<string, Leave[]>()
  for (const leave of facts.leaves) {
    if (leave.status !== 'approved' || !touches(leave, range)) continue
    const known = found.get(leave.member_id)
    if (known) known.push(leave)
    else found.set(leave.member_id, [leave])
  }
  return found
}
