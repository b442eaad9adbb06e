import { addTo } from '../../calendar/grouped.js'
import type { Day, DayRange } from '../../calendar/day.js'
import { isCancelledByHand, type CancelledDays } from '../../domain/presence/counting.js'
import { rollLeaveFields, type RollFacts, type RollLeave } from '../../domain/presence/roll.js'
import { collect, type Reader } from '../../store/port.js'
import { matchesOf } from '../people/people.js'

/** The query for leaves that touch a range or, without an end, for all that end on or after `from`. */
const leavesIn = (org: string, { from, to }: { readonly from: Day; readonly to?: Day }) =>
  ({
    index: 'by_end',
    equal: { org },
    range: { end_date: { gte: from }, ...(to === undefined ? {} : { start_date: { lte: to } }) },
  }) as const

/** The leaves of an organization, whatever their status, that end on or after a day. */
export const findLeaves = (reader: Reader, org: string, from: Day) =>
  reader.find('leaves', leavesIn(org, { from }))

/** The same text, once in memory however many documents have it: a day, or the id of a member. */
const createShared = () => {
  const known = new Map<string, string>()
  return (text: string): string => known.get(text) ?? (known.set(text, text), text)
}

/** The leaves that touch the window, by member; of a leave only what answers depend on. */
const loadLeaves = async (
  reader: Reader,
  org: string,
  window: DayRange,
): Promise<Pick<RollFacts, 'leaves' | 'cancelled'>> => {
  const shared = createShared()
  const leaves = new Map<string, RollLeave[]>()
  const cancelled = new Map<string, CancelledDays[]>()
  const fields = [...rollLeaveFields, 'status'] as const
  for await (const page of reader.find('leaves', { ...leavesIn(org, window), fields }))
    for (const found of page) {
      if (isCancelledByHand(found)) addTo(cancelled, found.member_id, found)
      if (found.status !== 'approved') continue
      const member_id = shared(found.member_id)
      const [start_date, end_date] = [shared(found.start_date), shared(found.end_date)]
      const { id, type, starts_at_noon, ends_at_noon, source, changed_at } = found
      const days = { member_id, type, start_date, end_date, starts_at_noon, ends_at_noon }
      const leave: RollLeave = { id, ...days, source: shared(source) as RollLeave['source'], changed_at }
      addTo(leaves, member_id, leave)
    }
  return { leaves, cancelled }
}

/** What a roll is made from; null when the organization is gone. Must be read in one view. */
export const loadRollFacts = async (
  reader: Reader,
  org: string,
  window: DayRange,
): Promise<RollFacts | null> => {
  const [organization] = await reader.get('organizations', [org])
  if (!organization) return null
  const ofOrganization = { index: 'by_org', equal: { org } } as const
  return {
    organization,
    teams: await collect(reader.find('teams', ofOrganization)),
    members: await collect(reader.find('members', ofOrganization)),
    calendars: await collect(reader.find('holiday_calendars', ofOrganization)),
    matches: await matchesOf(reader, org),
    ...(await loadLeaves(reader, org, window)),
    window,
  }
}
