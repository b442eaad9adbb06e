import type { CalendarOrigin, Member, Organization, Team } from '../organization/organization.js'
import { createAssigned } from './derive.js'
import type { HolidayCalendar } from './calendar.js'

/** The holiday calendar that applies to a member, and who or what assigned it; both null when none does. */
export interface ShownCalendar {
  readonly calendar: string | null
  readonly from: CalendarOrigin | 'manual' | 'team' | 'organization' | null
}

const originOf = ({ holidays, holidays_from }: Pick<Member, 'holidays' | 'holidays_from'>) =>
  holidays_from && holidays_from.calendar === holidays ? holidays_from.by : 'manual'

/**
 * Whether a member's calendar was assigned by hand. Imports used to keep any place as if it were a calendar: one that
 * names none was such a place, any other without an origin counts as entered by hand.
 */
export const isAssignedByHand = (
  member: Pick<Member, 'holidays' | 'holidays_from' | 'source'>,
  calendars: ReadonlySet<string>,
): boolean =>
  typeof member.holidays === 'string' &&
  originOf(member) === 'manual' &&
  (member.source !== 'import' || calendars.has(member.holidays))

export const shownCalendar = (
  member: Member,
  { holidays }: Pick<Organization, 'holidays'>,
  teams: readonly Team[],
  calendars: readonly HolidayCalendar[],
): ShownCalendar => {
  const found = createAssigned({ calendars, assigned: holidays ?? null }, teams)(member)
  if (!found) return { calendar: null, from: null }
  return { calendar: found.calendar.code, from: found.from === 'member' ? originOf(member) : found.from }
}
