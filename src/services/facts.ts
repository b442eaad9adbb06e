import { addDays, type Day, type DayRange } from '../domain/day.js'
import type { Leave, Organization } from '../domain/organization.js'
import type { Facts } from '../domain/presence.js'
import { collect, type Reader } from '../store/port.js'

/** An organization and what its answers depend on, of one state. */
export interface Loaded {
  readonly organization: Organization
  readonly facts: Facts
}

/** The leaves that touch a range; without an end, all that end on or after `from`. */
export const findLeaves = (reader: Reader, org: string, { from, to }: { from: Day; to?: Day }) =>
  reader.find('leaves', {
    index: 'by_end',
    equal: { org },
    range: { end_date: { gte: from }, ...(to === undefined ? {} : { start_date: { lte: to } }) },
  })

/** Everything for an answer, or null when the organization is gone. To be read in one view. */
export const loadFacts = async (
  reader: Reader,
  org: string,
  range: { readonly from: Day; readonly to?: Day },
): Promise<Loaded | null> => {
  const [organization] = await reader.get('organizations', [org])
  if (!organization) return null
  const teams = await collect(reader.find('teams', { index: 'by_org', equal: { org } }))
  const members = await collect(reader.find('members', { index: 'by_org', equal: { org } }))
  const leaves: Leave[] = await collect(findLeaves(reader, org, range))
  return { organization, facts: { teams, members, leaves, masked: organization.privacy } }
}

/** How far back a snapshot reaches at least, in days: the longest look back that is usual. */
const usualPast = 400

/** The first day a snapshot covers: a year before the question when that lies further back than usual. */
export const snapshotSince = (question: DayRange, today: Day): Day => {
  const usual = addDays(today, -usualPast) ?? '0001-01-01'
  return question.from >= usual ? usual : (addDays(question.from, -366) ?? '0001-01-01')
}
