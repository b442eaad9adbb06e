import { addDays, type Day, type DayRange } from '../../calendar/day.js'
import type { HolidayCalendar } from '../../domain/holidays/calendar.js'
import type { HolidayFacts } from '../../domain/holidays/derive.js'
import type { Leave, Organization } from '../../domain/organization/organization.js'
import type { Facts } from '../../domain/presence/presence.js'
import {
  createSnapshotBuilder,
  seenOfLeave,
  seenOfMember,
  type SnapshotBuilder,
} from '../../domain/presence/fast/build.js'
import { collect, type Reader } from '../../store/port.js'

/** An organization and the data that its answers depend on, in one state. */
export interface Loaded {
  readonly organization: Organization
  readonly facts: Facts
}

/** The query for leaves that touch a range or, without an end, for all that end on or after `from`. */
const leavesIn = (org: string, { from, to }: { from: Day; to?: Day }) =>
  ({
    index: 'by_end',
    equal: { org },
    range: { end_date: { gte: from }, ...(to === undefined ? {} : { start_date: { lte: to } }) },
  }) as const

export const findLeaves = (reader: Reader, org: string, range: { from: Day; to?: Day }) =>
  reader.find('leaves', leavesIn(org, range))

/** Everything needed for an answer, or null when the organization is gone. Must be read in one view. */
export const loadFacts = async (
  reader: Reader,
  org: string,
  range: { readonly from: Day; readonly to?: Day },
): Promise<Loaded | null> => {
  const [organization] = await reader.get('organizations', [org])
  if (!organization) return null
  const teams = await collect(reader.find('teams', all(org)))
  const members = await collect(reader.find('members', all(org)))
  const leaves: Leave[] = await collect(findLeaves(reader, org, range))
  const holidays = await loadHolidays(reader, organization)
  return { organization, facts: { teams, members, leaves, holidays } }
}

/** The data that bank holidays are derived from. */
export const holidayFacts = (
  { holidays, working_days }: Organization,
  calendars: readonly HolidayCalendar[],
): HolidayFacts => ({ calendars, assigned: holidays ?? null, workingDays: working_days })

const loadHolidays = async (reader: Reader, organization: Organization): Promise<HolidayFacts> =>
  holidayFacts(organization, await collect(reader.find('holiday_calendars', all(organization._id))))

/** Without days that no question can reach. */
const sinceDay = (holidays: HolidayFacts, since: Day): HolidayFacts => ({
  ...holidays,
  calendars: holidays.calendars.map((calendar) => ({
    ...calendar,
    days: calendar.days.filter(({ date }) => date >= since),
  })),
})

const all = (org: string) => ({ index: 'by_org', equal: { org } }) as const

/**
 * An organization with its people and the leaves that end on or after `since`; null when it is gone. Must be read in
 * one view.
 */
export const gatherSnapshot = async (
  reader: Reader,
  org: string,
  since: Day,
): Promise<{ readonly organization: Organization; readonly builder: SnapshotBuilder } | null> => {
  const [organization] = await reader.get('organizations', [org])
  if (!organization) return null
  const teams = await collect(reader.find('teams', all(org)))
  const holidays = sinceDay(await loadHolidays(reader, organization), since)
  const builder = createSnapshotBuilder(teams, holidays)
  for await (const page of reader.find('members', { ...all(org), fields: seenOfMember }))
    builder.addMembers(page)
  for await (const page of reader.find('leaves', { ...leavesIn(org, { from: since }), fields: seenOfLeave }))
    builder.meetLeaves(page)
  return { organization, builder }
}

/** How far back a snapshot reaches at least, in days: the furthest back that questions usually go. */
const usualPast = 400

/** The first day that a snapshot covers: a year before the question when the question is further back than usual. */
export const snapshotSince = (question: DayRange, today: Day): Day => {
  const usual = addDays(today, -usualPast) ?? '0001-01-01'
  return question.from >= usual ? usual : (addDays(question.from, -366) ?? '0001-01-01')
}
