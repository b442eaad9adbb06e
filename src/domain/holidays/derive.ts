import type { Weekday } from '../../calendar/day.js'
import { isWorkingDay } from '../../calendar/week.js'
import type { Leave, Member, Organization, Team } from '../organization/organization.js'
import type { HolidayCalendar } from './calendar.js'

/** The data that bank holidays depend on, besides members and teams. */
export interface HolidayFacts {
  readonly calendars: readonly HolidayCalendar[]
  /** The organization's calendar, by its code. */
  readonly assigned: string | null
  readonly workingDays: readonly Weekday[]
}

export const noHolidays: HolidayFacts = { calendars: [], assigned: null, workingDays: [] }

export type PlacedMember = Pick<Member, 'team_id' | 'holidays'>

/** A calendar, and what it is assigned to. */
export interface AssignedCalendar {
  readonly calendar: HolidayCalendar
  readonly from: 'member' | 'team' | 'organization'
}

/** The first that exists of the member's, the team's and the organization's: an HR tool's place may have none. */
export const createAssigned = (
  { calendars, assigned }: Pick<HolidayFacts, 'calendars' | 'assigned'>,
  teams: readonly Pick<Team, 'id' | 'holidays'>[],
): ((member: PlacedMember) => AssignedCalendar | null) => {
  const byId = new Map(teams.map((team) => [team.id, team]))
  const byCode = new Map(calendars.map((calendar) => [calendar.code, calendar]))
  const withCode = (
    from: AssignedCalendar['from'],
    code: string | null | undefined,
  ): AssignedCalendar | undefined => {
    const calendar = code === null || code === undefined ? undefined : byCode.get(code)
    return calendar && { calendar, from }
  }
  return ({ holidays, team_id }) =>
    withCode('member', holidays) ??
    withCode('team', team_id === null ? null : byId.get(team_id)?.holidays) ??
    withCode('organization', assigned) ??
    null
}

export const createCalendarOf = (
  ...of: Parameters<typeof createAssigned>
): ((member: PlacedMember) => HolidayCalendar | null) => {
  const assignedTo = createAssigned(...of)
  return (member) => assignedTo(member)?.calendar ?? null
}

/** The data that the bank holidays of an organization are derived from. */
export const holidayFactsOf = (
  { holidays, working_days }: Pick<Organization, 'holidays' | 'working_days'>,
  calendars: readonly HolidayCalendar[],
): HolidayFacts => ({ calendars, assigned: holidays ?? null, workingDays: working_days })

/** Bank holidays as leaves of one day, derived from the calendar: members have no rows of their own for them. */
const leaveOf = (date: string): Leave => ({
  _id: '',
  org: '',
  id: '',
  member_id: '',
  type: 'bank_holiday',
  start_date: date,
  end_date: date,
  status: 'approved',
  starts_at_noon: false,
  ends_at_noon: false,
  source: 'manual',
})

const none: readonly Leave[] = []

/** The bank holidays of members as leaves, first to last; on a non-working day they put nobody out. */
export const createBankHolidays = (
  facts: HolidayFacts,
  teams: readonly Pick<Team, 'id' | 'holidays'>[],
): ((member: PlacedMember) => readonly Leave[]) => {
  const { calendars, workingDays } = facts
  const byCalendar = new Map(
    calendars.map((calendar) => [
      calendar,
      calendar.days.filter(({ date }) => isWorkingDay(date, workingDays)).map(({ date }) => leaveOf(date)),
    ]),
  )
  const calendarOf = createCalendarOf(facts, teams)
  return (member) => {
    const calendar = calendarOf(member)
    return (calendar && byCalendar.get(calendar)) ?? none
  }
}

/** Approved leaves with bank holidays; one that is also stored as a leave of that member counts once. */
export const withBankHolidays = <L extends Pick<Leave, 'type' | 'start_date' | 'end_date'>>(
  stored: readonly L[],
  holidays: readonly L[],
): readonly L[] => {
  if (holidays.length === 0) return stored
  if (stored.length === 0) return holidays
  const known = stored.filter(({ type }) => type === 'bank_holiday')
  const isKnown = ({ start_date: day }: L): boolean =>
    known.some(({ start_date, end_date }) => start_date <= day && end_date >= day)
  return [...stored, ...(known.length === 0 ? holidays : holidays.filter((holiday) => !isKnown(holiday)))]
}
