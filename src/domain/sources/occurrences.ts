import { dayNumber, type Day, type DayRange, onlyDay, widened } from '../../calendar/day.js'
import type { WallClock } from '../../calendar/wall-clock.js'
import type { Sliced } from '../../calendar/slices.js'
import {
  parseEvent,
  type CalendarEvent,
  type EventStretch,
  type EventText,
  type EventVersion,
  type UnreadableEvent,
} from './events.js'
import { feedLimits, tooManyEvents, type EventLines, type UnreadableFeed } from './feed.js'
import { createZoneReader, millisecondsPerDay } from './points.js'
import { occurrencesOf, type Budget } from './recurrence.js'

/** The window around today in which a feed is read, in days back and ahead. */
const past = 30
const ahead = 400

/** The window of a feed on a day. */
export const feedWindow = (today: Day): DayRange => widened(onlyDay(today), past, ahead)

/** One occurrence of an event. */
export interface EventOccurrence extends EventStretch {
  readonly text: EventText
  /** The event that it was read from, by the words of its feed; null: the event has no UID. */
  readonly event: string | null
  /** It is replaced by an event that cannot be read, so it stands only if it stood before. */
  readonly doubtful?: true
}

/** An event that cannot be read: dates that do not exist, rules without end. */
interface UnreadEvent extends Pick<UnreadableEvent, 'unreadable' | 'text'> {
  readonly event: string | null
}

export interface Occurrences {
  readonly list: readonly EventOccurrence[]
  readonly unread: readonly UnreadEvent[]
}

/** The number of days that all rules of a feed together may examine. */
const ruleBudget = 2_000_000

/** Characters of one slice; an event costs more than its own. */
const sliceLength = 15_000
const eventCost = 300

interface Series {
  readonly masters: CalendarEvent[]
  readonly exceptions: CalendarEvent[]
  /** Exceptions that cannot be read. */
  readonly unread: UnreadableEvent[]
}

/** Two events of one UID are one only if they replace the same start of its series. */
const eventKey = ({ uid, replaces }: EventVersion): string => `${replaces ?? ''} ${uid}`

const eventOf = (version: EventVersion): string | null => (version.uid === null ? null : eventKey(version))

const unreadOf = (event: UnreadableEvent): UnreadEvent => ({
  unreadable: event.unreadable,
  text: event.text,
  event: eventOf(event),
})

const tooOften = 'it repeats too often'

/** All occurrences in a window, with moved and excluded ones applied to each event, in slices. */
export function* readOccurrences(
  events: readonly EventLines[],
  window: DayRange,
): Sliced<Occurrences | UnreadableFeed> {
  const readZone = createZoneReader()
  const read: (CalendarEvent | UnreadableEvent)[] = []
  const single: CalendarEvent[] = []
  const unread: UnreadEvent[] = []
  const series = new Map<string, Series>()
  const seriesOf = (uid: string): Series => {
    const known = series.get(uid) ?? { masters: [], exceptions: [], unread: [] }
    series.set(uid, known)
    return known
  }
  let cost = 0
  for (const lines of events) {
    cost += eventCost + lines.reduce((sum, line) => sum + line.length, 0)
    if (cost > sliceLength) {
      yield
      cost = 0
    }
    read.push(parseEvent(lines, readZone))
  }
  for (const event of latestOf(read)) {
    const { uid, replaces } = event
    // UIDs are only trusted to connect the parts of a series, and versions of an event, because feeds give the same one
    // to different people's events.
    if ('unreadable' in event) {
      if (event.text?.cancelled !== true) unread.push(unreadOf(event))
      if (uid !== null && replaces !== null) seriesOf(uid).unread.push(event)
    } else if (uid !== null && (event.rule || replaces !== null || event.added.length > 0))
      seriesOf(uid)[replaces === null ? 'masters' : 'exceptions'].push(event)
    else single.push(event)
  }
  const isInWindow = createWindow(window)
  const list: EventOccurrence[] = single.flatMap((event) =>
    isInWindow(event) && !event.text.cancelled ? [occurrenceOf(event)] : [],
  )
  const budget: Budget = { left: ruleBudget }
  for (const one of series.values()) {
    yield
    const found = yield* occurrencesOfSeries(one, window, budget, isInWindow)
    if (!found) unread.push(...one.masters.map((master) => unreadOf({ ...master, unreadable: tooOften })))
    for (const occurrence of found ?? []) list.push(occurrence)
    if (list.length > feedLimits.events) return tooManyEvents
  }
  return { list, unread }
}

/** The latest versions of events with one UID. A cancelling message cancels all that are not newer. */
const latestOf = <E extends EventVersion>(events: readonly E[]): readonly E[] => {
  const latest = new Map<string, number>()
  const calledOff = new Map<string, number>()
  const raise = (map: Map<string, number>, key: string, sequence: number): void =>
    void map.set(key, Math.max(map.get(key) ?? 0, sequence))
  for (const event of events) {
    if (event.uid === null) continue
    raise(latest, eventKey(event), event.sequence)
    if (event.calledOff) raise(calledOff, eventKey(event), event.sequence)
  }
  const isCalledOff = (key: string, { sequence, calledOff: isMessage }: EventVersion): boolean =>
    !isMessage && sequence <= (calledOff.get(key) ?? -1)
  return events.filter(
    (event) =>
      event.uid === null ||
      (event.sequence === latest.get(eventKey(event)) &&
        !isCalledOff(eventKey(event), event) &&
        !isCalledOff(` ${event.uid}`, event)),
  )
}

const occurrenceOf = (event: CalendarEvent): EventOccurrence => {
  const { start, end, zone, wholeDays, text } = event
  return { start, end, zone, wholeDays, text, event: eventOf(event) }
}

type IsInWindow = (stretch: EventStretch) => boolean

/** A day wider on both sides, because a member's zone is applied later. */
const createWindow = ({ from, to }: DayRange): IsInWindow => {
  const [first, last] = [dayNumber(from) - 1, dayNumber(to) + 2]
  return ({ start, end }) => start < last * millisecondsPerDay && end > first * millisecondsPerDay
}

const inSeries = (
  event: CalendarEvent,
  begin: WallClock,
  from: WallClock = event.start,
): EventOccurrence => ({
  ...occurrenceOf(event),
  start: begin + event.start - from,
  end: begin + event.end - from,
})

/** Whether a start was excluded or replaced; a date excludes every start on that day. */
const createGone = (named: readonly WallClock[]): ((begin: WallClock) => boolean) => {
  const points = new Set(named)
  const days = new Set(named.filter((wall) => wall % millisecondsPerDay === 0))
  return (begin) => points.has(begin) || days.has(begin - (begin % millisecondsPerDay))
}

/** Changes to a series from some day on. */
const maxFollowing = 100

/** Masters of one slice. */
const mastersAtOnce = 100

/** At most one more than a feed may have. */
function* occurrencesOfSeries(
  { masters, exceptions, unread }: Series,
  window: DayRange,
  budget: Budget,
  isInWindow: IsInWindow,
): Sliced<readonly EventOccurrence[] | null> {
  const found: EventOccurrence[] = []
  const take = (occurrence: EventOccurrence): void => {
    if (isInWindow(occurrence) && !occurrence.text.cancelled && found.length <= feedLimits.events)
      found.push(occurrence)
  }
  // An exception whose series is not in the feed still takes place.
  for (const exception of exceptions) take(occurrenceOf(exception))
  const cancelled = unread.filter(({ text }) => text?.cancelled)
  const isReplaced = createGone([...exceptions, ...cancelled].map(({ replaces }) => replaces!))
  const isUnread = createGone(unread.map(({ replaces }) => replaces!))
  const unreadFrom = Math.min(
    ...unread.map(({ replaces, andFollowing }) => (andFollowing ? replaces! : Infinity)),
  )
  const following = exceptions
    .filter(({ andFollowing }) => andFollowing)
    .sort((a, b) => b.replaces! - a.replaces!)
    .slice(0, maxFollowing)
  for (const [index, master] of masters.entries()) {
    if (index % mastersAtOnce === mastersAtOnce - 1) yield
    const begins = yield* beginsOf(master, window, budget)
    if (!begins) return null
    const isRemoved = createGone(master.removed)
    for (const begin of begins) {
      if (isRemoved(begin) || isReplaced(begin)) continue
      const changed = following.find(({ replaces }) => replaces! < begin)
      const occurrence = changed ? inSeries(changed, begin, changed.replaces!) : inSeries(master, begin)
      take(isUnread(begin) || begin >= unreadFrom ? { ...occurrence, doubtful: true } : occurrence)
    }
  }
  return found
}

/** When a series starts within the window, or before it but early enough to reach into it. */
function* beginsOf(
  { rule, start, end, added }: CalendarEvent,
  { from, to }: DayRange,
  budget: Budget,
): Sliced<readonly WallClock[] | null> {
  const first = Math.floor(start / millisecondsPerDay)
  const time = start - first * millisecondsPerDay
  const length = Math.ceil((end - start) / millisecondsPerDay)
  const range = { from: dayNumber(from) - length - 1, to: dayNumber(to) + 1 }
  const days = rule ? yield* occurrencesOf(rule, first, range, budget) : [first]
  return days && [...new Set([...days.map((day) => day * millisecondsPerDay + time), ...added])]
}
