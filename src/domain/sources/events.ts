import ICAL from 'ical.js'
import { dayNumber, lastDay } from '../../calendar/day.js'
import type { WallClock } from '../../calendar/wall-clock.js'
import { readStatus } from '../roster/types.js'
import { unended, type EventLines } from './feed.js'
import {
  createLineFinder,
  createPointReader,
  millisecondsPerDay,
  minute,
  wallIn,
  type LineFinder,
  type ReadZone,
} from './points.js'
import { parseRule, type Rule } from './recurrence.js'

// Real feeds often violate RFC 5545: `DTSTART:20261123` without VALUE=DATE is one of many cases.
ICAL.design.strict = false

/** A person named in an event. */
export interface NamedPerson {
  readonly email: string | null
  readonly name: string | null
  /** What they answered, as written: `DECLINED`. */
  readonly answer?: string | null
}

/** The properties of an event besides its days. */
export interface EventText {
  readonly summary: string
  readonly categories: readonly string[]
  readonly attendees: readonly NamedPerson[]
  readonly organizer: NamedPerson | null
  readonly cancelled: boolean
  /** `STATUS` as written. */
  readonly status?: string | null
  /** From a calendar of whosout. */
  readonly isOurs: boolean
  /** It does not block anyone's time. */
  readonly transparent: boolean
  /** Outlook's status: `OOF`, `BUSY`, `FREE`, `TENTATIVE`, `WORKINGELSEWHERE`; in capitals. */
  readonly busy: string | null
}

/**
 * From `start` up to but excluding `end`, as wall-clock times in `zone`; null: in the reader's zone, wherever that is.
 */
export interface EventStretch {
  readonly start: WallClock
  readonly end: WallClock
  readonly zone: string | null
  /** Dates without hours: both are midnights. */
  readonly wholeDays: boolean
}

/** Which event it is: UIDs connect the parts of a series, and versions of an event. */
export interface EventVersion {
  readonly uid: string | null
  /** The version of an event with the same UID; 0 when it has none. */
  readonly sequence: number
  /** It stands in a message that cancels it. */
  readonly calledOff: boolean
  /** The start time, in the series with the same UID, that this event replaces. */
  readonly replaces: WallClock | null
  readonly andFollowing: boolean
}

/** One event of a feed. */
export interface CalendarEvent extends EventVersion, EventStretch {
  readonly text: EventText
  readonly rule: Rule | null
  /** Additional start times, and excluded ones: in `zone`. */
  readonly added: readonly WallClock[]
  readonly removed: readonly WallClock[]
}

/** An event whose days cannot be read. */
export interface UnreadableEvent extends EventVersion {
  /** Why, as a phrase. */
  readonly unreadable: string
  /** Null: that cannot be read either. */
  readonly text: EventText | null
}

/** `[name, parameters, type, ...values]`. */
type Property = readonly [string, Readonly<Record<string, string | readonly string[]>>, string, ...unknown[]]

const parseProperty = (line: string): Property => ICAL.parse.property(line) as unknown as Property

const parameterOf = ([, parameters]: Property, name: string): string | null => {
  const value = parameters[name]
  return typeof value === 'string' ? value : (value?.[0] ?? null)
}

const mailbox = /^mailto:(.+)$/i

const personOf = (line: string): NamedPerson => {
  const property = parseProperty(line)
  const address = mailbox.exec(String(property[3]).trim())?.[1] ?? parameterOf(property, 'email')
  return {
    email: address?.trim() || null,
    name: parameterOf(property, 'cn')?.trim().slice(0, maxNameLength) || null,
    answer: parameterOf(property, 'partstat'),
  }
}

/** Characters that are read of a summary, and of a name or a category. */
const maxSummaryLength = 500
const maxNameLength = 200
const maxCategories = 20

const textOf = (line: string | undefined): string =>
  line === undefined
    ? ''
    : String(parseProperty(line)[3] ?? '')
        .trim()
        .slice(0, maxSummaryLength)

/** Weeks, or days and hours. */
const duration = /^\+?P(?=\w)(\d+W)?(\d+D)?(T(?=\d)(\d+H)?(\d+M)?(\d+S)?)?$/i
const until = /^\d{8}(T\d{6}Z?)?$/

const lastWall = (dayNumber(lastDay) + 1) * millisecondsPerDay

/** What an event says of its days. */
type EventDays = Omit<CalendarEvent, 'text' | keyof EventVersion>

/** What an event says of its days, or why they cannot be read. */
const readDays = (
  { named, value }: LineFinder,
  { pointOf, pointsOf }: ReturnType<typeof createPointReader>,
): EventDays | string => {
  const [start] = pointsOf('DTSTART')
  if (start === undefined) return 'it has no start'
  if (start === null) return 'its start cannot be read'
  const { zone, isDate } = start
  const [end] = pointsOf('DTEND')
  if (end === null) return 'its end cannot be read'
  const lasts = value('DURATION')
  if (!end && lasts !== undefined && !duration.test(lasts ?? '')) return 'its duration cannot be read'
  const length = !end && lasts ? ICAL.Duration.fromString(lasts.toUpperCase()).toSeconds() * 1_000 : 0
  const stop = end ? wallIn(end, zone) : start.wall + Math.max(length, isDate ? millisecondsPerDay : 0)
  if (stop < start.wall) return 'it ends before it starts'
  if (stop > lastWall) return 'its end cannot be read'

  const repeats = value('RRULE')
  const readUntil = (text: string): number | null => {
    const point = until.test(text) ? pointOf(text, null) : null
    return point && Math.floor(wallIn(point, zone) / millisecondsPerDay)
  }
  const rule = typeof repeats === 'string' ? parseRule(repeats, readUntil) : repeats
  // One rule, and none for days that are left out (RFC 2445): such days would count.
  if (rule === null || named('RRULE').length > 1 || named('EXRULE').length > 0)
    return 'its rule for repeating cannot be read'
  const wallsOf = (name: string) => pointsOf(name).map((point) => point && wallIn(point, zone))
  const [added, removed] = [wallsOf('RDATE'), wallsOf('EXDATE')]
  const known = (wall: WallClock | null): wall is WallClock => wall !== null
  if (!added.every(known) || !removed.every(known)) return 'a day of its series cannot be read'
  return { ...stretchOf(start.wall, stop, zone, isDate), rule: rule ?? null, added, removed }
}

const readText = (
  { named, value }: LineFinder,
  { uid, calledOff }: Pick<EventVersion, 'uid' | 'calledOff'>,
): EventText | null => {
  try {
    return {
      summary: textOf(named('SUMMARY')[0]),
      categories: named('CATEGORIES')
        .flatMap((line) => parseProperty(line).slice(3, 3 + maxCategories))
        .slice(0, maxCategories)
        .map((category) => String(category).slice(0, maxNameLength)),
      attendees: named('ATTENDEE').map(personOf),
      organizer: named('ORGANIZER').map(personOf)[0] ?? null,
      cancelled: calledOff || readStatus(value('STATUS') ?? '') === 'cancelled',
      status: value('STATUS') ?? null,
      isOurs: uid?.endsWith('@whosout') ?? false,
      transparent: value('TRANSP')?.toUpperCase() === 'TRANSPARENT',
      busy:
        (value('X-MICROSOFT-CDO-INTENDEDSTATUS') ?? value('X-MICROSOFT-CDO-BUSYSTATUS'))?.toUpperCase() ??
        null,
    }
  } catch {
    return null
  }
}

/** One event, or why it cannot be read and what is known of it all the same. */
export const parseEvent = (lines: EventLines, readZone: ReadZone): CalendarEvent | UnreadableEvent => {
  const found = createLineFinder(lines)
  const { value, named } = found
  const points = createPointReader(found, readZone)
  const days = lines.includes(unended) ? 'it has no end' : readDays(found, points)
  const [replaced] = points.pointsOf('RECURRENCE-ID')
  const uid = value('UID') ?? null
  const calledOff = value('METHOD')?.toUpperCase() === 'CANCEL'
  const version: EventVersion = {
    uid,
    sequence: Number(value('SEQUENCE')) || 0,
    calledOff,
    replaces: replaced ? wallIn(replaced, typeof days === 'string' ? null : days.zone) : null,
    andFollowing: /;RANGE="?THISANDFUTURE/i.test(named('RECURRENCE-ID')[0] ?? ''),
  }
  const text = readText(found, version)
  if (typeof days === 'string') return { ...version, unreadable: days, text }
  if (replaced === null) return { ...version, unreadable: 'the day that it replaces cannot be read', text }
  return text
    ? { ...version, ...days, text }
    : { ...version, unreadable: 'a line of it cannot be read', text }
}

const isMidnight = (wall: WallClock): boolean => wall % millisecondsPerDay === 0

/**
 * From midnight to midnight is whole days, in any zone, with its last minute or without; a date that ends where it starts
 * lasts a day.
 */
const stretchOf = (start: WallClock, end: WallClock, zone: string | null, isDate: boolean): EventStretch => {
  const last = isMidnight(end + minute - (end % minute)) ? end + minute - (end % minute) : end
  const wholeDays = isDate || (isMidnight(start) && isMidnight(last) && end > start)
  if (!wholeDays) return { start, end, zone, wholeDays }
  const days = Math.max(1, Math.ceil((last - start) / millisecondsPerDay))
  return { start, end: start + days * millisecondsPerDay, zone, wholeDays }
}
