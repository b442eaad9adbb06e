import { addDays, onlyDay, overlaps, widened, type Day, type DayRange } from '../../calendar/day.js'
import type { ChartFacts } from '../chart/chart.js'
import type { Member } from '../organization/organization.js'
import type { Absence } from '../presence/absence.js'
import { isBankHoliday } from '../presence/leave-types.js'
import type { RollLeave } from '../presence/roll.js'
import { showAbsence } from '../reply/absences.js'
import type { ShownAbsence } from '../reply/asked.js'
import { keyedId } from '../secrets/keyed-id.js'
import { compare, sortInSlices, type Sliced } from '../../calendar/slices.js'
import { reasonName, whatWords } from '../words/absence.js'
import { people } from '../words/message.js'

/** An all-day event, both days included. */
export interface FeedEvent {
  /** Reveals nothing, and stays the same as long as the leave exists. */
  readonly uid: string
  readonly from: Day
  readonly to: Day
  readonly summary: string
  /** ISO 8601: when its content last changed. */
  readonly changed_at: string
}

export interface EventFacts extends ChartFacts {
  /** The link's key for making event ids. */
  readonly eventKey: string
  /** A fixed instant for leaves without a known time of change. */
  readonly oldest: string
}

/** Days that a feed covers before and after today. */
const past = 30
const future = 365

export const feedRange = (today: Day): DayRange => widened(onlyDay(today), past, future)

const uidOf = (eventKey: string, id: string): string => `${keyedId(eventKey, id)}@whosout`

const lastChange = (leaves: readonly Pick<RollLeave, 'changed_at'>[], oldest: string): string =>
  leaves.reduce((latest, { changed_at }) => (changed_at && changed_at > latest ? changed_at : latest), oldest)

/** " (morning)", " (from noon)": calendars show whole days, so half days are named in the title. */
const halfWords = ({ from, to, starts_at_noon, ends_at_noon }: ShownAbsence): string => {
  if (from === to) return starts_at_noon ? ' (afternoon)' : ends_at_noon ? ' (morning)' : ''
  const parts = [...(starts_at_noon ? ['from noon'] : []), ...(ends_at_noon ? ['until noon'] : [])]
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`
}

/** The leave that an absence begins with; bank holidays of a place have no id of their own. */
const idOf = ({ leaves, from }: Absence<RollLeave>, member: string): string =>
  leaves.find(({ id }) => id !== '')?.id ?? `${member}:${from}`

const eventOf = (
  { id, name }: Member,
  absence: Absence<RollLeave>,
  { sight, eventKey, oldest }: EventFacts,
): FeedEvent => {
  const shown = showAbsence(absence, sight)
  return {
    uid: uidOf(eventKey, idOf(absence, id)),
    from: absence.from,
    to: absence.to,
    summary: `${name}: ${whatWords(shown) || reasonName('away')}${halfWords(shown)}`,
    changed_at: lastChange(absence.leaves, oldest),
  }
}

/** A bank holiday of several people, shown as one event for all of them. */
interface Shared {
  count: number
  changed_at: string
}

const sharedEvent = (day: Day, { count, changed_at }: Shared, facts: EventFacts): FeedEvent => ({
  uid: uidOf(facts.eventKey, `bank_holiday:${day}`),
  from: day,
  to: day,
  summary: facts.members.length === count ? 'Bank holiday' : `Bank holiday (${people(count)})`,
  changed_at,
})

const inFeedOrder = (a: FeedEvent, b: FeedEvent): number =>
  compare(a.from, b.from) || compare(a.to, b.to) || compare(a.summary, b.summary) || compare(a.uid, b.uid)

/** Members processed between two turns of the event loop. */
const sliceLength = 20

const share = (
  shared: Map<Day, Shared>,
  { leaves }: Absence<RollLeave>,
  range: DayRange,
  oldest: string,
): void => {
  for (const leave of leaves)
    for (let day: Day | null = leave.start_date; day && day <= leave.end_date; day = addDays(day, 1)) {
      if (day < range.from || day > range.to) continue
      const known = shared.get(day) ?? { count: 0, changed_at: oldest }
      shared.set(day, { count: known.count + 1, changed_at: lastChange([leave], known.changed_at) })
    }
}

/** One event for each absence that touches the range, and one for each bank holiday. */
export function* eventsInSlices(facts: EventFacts, range: DayRange): Sliced<readonly FeedEvent[]> {
  const events: FeedEvent[] = []
  const shared = new Map<Day, Shared>()
  for (const [index, member] of facts.members.entries()) {
    if ((index + 1) % sliceLength === 0) yield
    for (const absence of facts.roll.absencesOf(member)) {
      if (!overlaps(absence, range)) continue
      if (absence.leaves.every(isBankHoliday)) share(shared, absence, range, facts.oldest)
      else events.push(eventOf(member, absence, facts))
    }
  }
  for (const [day, one] of shared) events.push(sharedEvent(day, one, facts))
  return yield* sortInSlices(events, inFeedOrder)
}
