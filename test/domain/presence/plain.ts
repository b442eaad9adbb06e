import { overlaps, weekdays, type DayRange } from '../../../src/calendar/day.js'
import {
  createBankHolidays,
  noHolidays,
  withBankHolidays,
  type HolidayFacts,
} from '../../../src/domain/holidays/derive.js'
import type { Leave, Member, Organization, Team } from '../../../src/domain/organization/organization.js'
import type {
  OutMember,
  Presence,
  PresenceLeave,
  PresenceMember,
  PresenceQuestion,
} from '../../../src/domain/presence/presence.js'
import { maskedFor, shownType } from '../../../src/domain/presence/reasons.js'
import {
  inReplyOrder,
  rollInSlices,
  type Roll,
  type RollFacts,
  type RollLeave,
} from '../../../src/domain/presence/roll.js'
import { runAtOnce } from '../../../src/calendar/slices.js'
import { visibleTeam, type PresenceReader } from '../../../src/domain/presence/visible-team.js'

/** An organization as a store holds it, without its window: what the plain path reads. */
export interface Facts {
  readonly teams: readonly Team[]
  readonly members: readonly Member[]
  readonly leaves: readonly Leave[]
  /** Absent when nobody has a holiday calendar. */
  readonly holidays?: HolidayFacts
}

/** What the roll of an organization is made from, whatever the days that are asked about. */
export const factsOfRoll = (
  { teams, members, leaves, holidays = noHolidays }: Facts,
  settings: Partial<Organization> = {},
): RollFacts => {
  const byMember = new Map<string, RollLeave[]>()
  for (const leave of leaves.filter(({ status }) => status === 'approved')) {
    const known = byMember.get(leave.member_id)
    if (known) known.push(leave)
    else byMember.set(leave.member_id, [leave])
  }
  const organization = {
    _id: 'acme',
    name: 'Acme',
    revision: 1,
    week_start: 'monday',
    working_days: holidays.workingDays.length > 0 ? holidays.workingDays : weekdays.slice(0, 5),
    privacy: maskedFor('hidden'),
    holidays: holidays.assigned,
    ...settings,
  } as Organization
  return {
    organization,
    teams,
    members,
    calendars: holidays.calendars,
    matches: [],
    leaves: byMember,
    window: { from: '0001-01-01', to: '9999-12-31' },
  }
}

export const rollOf = (...of: Parameters<typeof factsOfRoll>): Roll =>
  runAtOnce(rollInSlices(factsOfRoll(...of)))

/** By `start_date`, `end_date` and the type as shown: sorted after masking, so that the order reveals nothing. */
const inLeaveOrder = (a: PresenceLeave, b: PresenceLeave): number =>
  compare(a.start_date, b.start_date) || compare(a.end_date, b.end_date) || compare(a.type, b.type)

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** A member as the API shows it. */
const presenceMember = (
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
 * The plain path, straight from the documents: who is in and who is out. Every visible active member is in exactly one list: in `out` when at least one
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
