import ICAL from 'ical.js'
import { dayNumber, parseDay, lastDay } from '../../calendar/day.js'
import { wallClockAt, type WallClock } from '../../calendar/wall-clock.js'
import { canonicalZone } from '../../calendar/zones.js'
import type { EventLines } from './feed.js'
import { parseRule, type Rule } from './recurrence.js'

// Real feeds often violate RFC 5545: `DTSTART:20261123` without VALUE=DATE is one of many cases.
ICAL.design.strict = false

const millisecondsPerDay = 86_400_000

/** A person named in an event. */
export interface NamedPerson {
  readonly email: string | null
  readonly name: string | null
}

/** The properties of an event besides its days. */
export interface EventText {
  readonly summary: string
  readonly categories: readonly string[]
  readonly attendees: readonly NamedPerson[]
  readonly organizer: NamedPerson | null
  readonly cancelled: boolean
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

/** One event of a feed. */
export interface CalendarEvent extends EventStretch {
  readonly uid: string | null
  /** The version of an event with the same UID; 0 when it has none. */
  readonly sequence: number
  /** It stands in a message that cancels it. */
  readonly calledOff: boolean
  readonly text: EventText
  readonly rule: Rule | null
  /** Additional start times, and excluded ones: in `zone`. */
  readonly added: readonly WallClock[]
  readonly removed: readonly WallClock[]
  /** The start time, in the series with the same UID, that this event replaces. */
  readonly replaces: WallClock | null
  readonly andFollowing: boolean
}

/** `[name, parameters, type, ...values]`. */
type Property = readonly [string, Readonly<Record<string, string | readonly string[]>>, string, ...unknown[]]

const parseProperty = (line: string): Property => ICAL.parse.property(line) as unknown as Property

const parameterOf = ([, parameters]: Property, name: string): string | null => {
  const value = parameters[name]
  return typeof value === 'string' ? value : (value?.[0] ?? null)
}

/** Different names of zones in one feed, and the characters of one: what goes beyond is a zone that nobody knows. */
const maxZones = 1_000
const maxZoneLength = 200

/** Validating a zone takes a while, and a feed names the same few. By its one name: formatters are kept by name. */
export const createZoneReader = (): ((tzid: string | null) => string | null) => {
  const known = new Map<string, string | null>()
  return (tzid) => {
    if (tzid === null || tzid.length > maxZoneLength) return null
    const judged = known.get(tzid)
    if (judged !== undefined) return judged
    if (known.size >= maxZones) return null
    // Old producers put a path in front: /freeassociation.sourceforge.net/Europe/Berlin.
    const name = /[A-Za-z_]+\/[A-Za-z_+-]+(\/[A-Za-z_+-]+)?$/.exec(tzid)?.[0] ?? tzid
    const zone = canonicalZone(tzid) ?? canonicalZone(name)
    known.set(tzid, zone)
    return zone
  }
}
type ReadZone = ReturnType<typeof createZoneReader>

/** One point in time as written. */
interface Point {
  readonly wall: WallClock
  readonly zone: string | null
  readonly isDate: boolean
}

const clock = /^(\d{4}-\d{2}-\d{2})(?:T([01]\d|2[0-3]):([0-5]\d):([0-5]\d|60)(Z)?)?$/

/** Only the written value, never an instant in this machine's zone. Null for a date that does not exist. */
const parsePoint = (value: unknown, tzid: string | null, readZone: ReadZone): Point | null => {
  const match = typeof value === 'string' ? clock.exec(value) : null
  if (!match || parseDay(match[1]!) === null) return null
  const midnight = dayNumber(match[1]!) * millisecondsPerDay
  if (match[2] === undefined) return { wall: midnight, zone: null, isDate: true }
  const seconds = Number(match[2]) * 3_600 + Number(match[3]) * 60 + Number(match[4])
  return { wall: midnight + seconds * 1_000, zone: match[5] ? 'UTC' : readZone(tzid), isDate: false }
}

/** Converts a time to another zone's wall clock; unchanged when either zone is unknown. */
const wallIn = ({ wall, zone, isDate }: Point, target: string | null): WallClock =>
  // Only UTC is converted: an event hardly ever names two other zones, and this never loses a day.
  !isDate && zone === 'UTC' && target !== null && target !== 'UTC' ? wallClockAt(wall, target) : wall

const pointOf = (line: string | undefined, readZone: ReadZone): Point | null => {
  if (line === undefined) return null
  const property = parseProperty(line)
  return parsePoint(property[3], parameterOf(property, 'tzid'), readZone)
}

const pointsOf = (lines: readonly string[], zone: string | null, readZone: ReadZone): readonly WallClock[] =>
  lines.flatMap((line) => {
    const property = parseProperty(line)
    const [, , type, ...values] = property
    return values.flatMap((value) => {
      const begin = type === 'period' && Array.isArray(value) ? (value[0] as unknown) : value
      const point = parsePoint(begin, parameterOf(property, 'tzid'), readZone)
      return point ? [wallIn(point, zone)] : []
    })
  })

const mailbox = /^mailto:(.+)$/i

const personOf = (line: string): NamedPerson => {
  const property = parseProperty(line)
  const address = mailbox.exec(String(property[3]).trim())?.[1] ?? parameterOf(property, 'email')
  return {
    email: address?.trim() || null,
    name: parameterOf(property, 'cn')?.trim().slice(0, maxNameLength) || null,
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

const afterParameters = /^[^:"]*(?:"[^"]*"[^:"]*)*:(.*)$/s

/** The raw value, for cases that the library would refuse or interpret. */
const rawValue = (line: string | undefined): string | null =>
  line === undefined ? null : (afterParameters.exec(line)?.[1]?.trim() ?? '')

/** The end of an event without DTEND: from its DURATION, otherwise a day or no time at all. */
const lengthOf = (duration: string | null, isDate: boolean): number => {
  const fallback = isDate ? millisecondsPerDay : 0
  if (duration === null) return fallback
  const seconds = ICAL.Duration.fromString(duration).toSeconds()
  return Number.isFinite(seconds) ? Math.max(seconds * 1_000, fallback) : fallback
}

const lastWall = (dayNumber(lastDay) + 1) * millisecondsPerDay

/** Null for an invalid event: no start, a date that does not exist, an end before its start, an unreadable line. */
export const parseEvent = (lines: EventLines, readZone: ReadZone): CalendarEvent | null => {
  try {
    return readEvent(lines, readZone)
  } catch {
    return null
  }
}

const readEvent = (lines: EventLines, readZone: ReadZone): CalendarEvent | null => {
  const named = (name: string): readonly string[] =>
    lines.filter((line) => line.startsWith(name) && /^[;:]/.test(line.slice(name.length)))
  const first = (name: string): string | undefined => named(name)[0]

  const start = pointOf(first('DTSTART'), readZone)
  if (!start) return null
  const { zone, isDate } = start
  const endLine = first('DTEND')
  const end = pointOf(endLine, readZone)
  if (endLine !== undefined && !end) return null
  const until = end ? wallIn(end, zone) : start.wall + lengthOf(rawValue(first('DURATION')), isDate)
  if (until < start.wall || until > lastWall) return null

  const ruleLine = rawValue(first('RRULE'))
  const rule = ruleLine === null ? null : parseRule(ruleLine, (value) => untilOf(value, zone, readZone))
  if (ruleLine !== null && rule === null) return null
  const recurrence = first('RECURRENCE-ID')
  const replaces = pointOf(recurrence, readZone)
  if (recurrence !== undefined && !replaces) return null

  const uid = rawValue(first('UID'))
  const calledOff = rawValue(first('METHOD')) === 'CANCEL'
  return {
    uid,
    sequence: Number(rawValue(first('SEQUENCE'))) || 0,
    calledOff,
    // Exported whole days with hours: they mean dates, wherever their reader is.
    ...stretchOf(
      start.wall,
      until,
      zone,
      isDate || rawValue(first('X-MICROSOFT-CDO-ALLDAYEVENT')) === 'TRUE',
    ),
    text: {
      summary: textOf(first('SUMMARY')),
      categories: named('CATEGORIES')
        .flatMap((line) => parseProperty(line).slice(3, 3 + maxCategories))
        .slice(0, maxCategories)
        .map((category) => String(category).slice(0, maxNameLength)),
      attendees: named('ATTENDEE').map(personOf),
      organizer: named('ORGANIZER').map(personOf)[0] ?? null,
      cancelled: calledOff || rawValue(first('STATUS'))?.toUpperCase() === 'CANCELLED',
      isOurs: uid?.endsWith('@whosout') ?? false,
      transparent: rawValue(first('TRANSP'))?.toUpperCase() === 'TRANSPARENT',
      busy:
        rawValue(
          first('X-MICROSOFT-CDO-INTENDEDSTATUS') ?? first('X-MICROSOFT-CDO-BUSYSTATUS'),
        )?.toUpperCase() ?? null,
    },
    rule,
    added: pointsOf(named('RDATE'), zone, readZone),
    removed: pointsOf(named('EXDATE'), zone, readZone),
    replaces: replaces && wallIn(replaces, zone),
    andFollowing: /;RANGE="?THISANDFUTURE/i.test(recurrence ?? ''),
  }
}

/** The last day on which a rule may start; both `20261231` and `20261231T225959Z` occur. */
const untilOf = (value: string, zone: string | null, readZone: ReadZone): number | null => {
  const match = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})(Z)?)?$/.exec(value)
  if (!match) return null
  const [, year, month, date, hour, minute, second, utc] = match
  const time = hour === undefined ? '' : `T${hour}:${minute}:${second}${utc ?? ''}`
  const point = parsePoint(`${year}-${month}-${date}${time}`, null, readZone)
  return point && Math.floor(wallIn(point, zone) / millisecondsPerDay)
}

const isMidnight = (wall: WallClock): boolean => wall % millisecondsPerDay === 0

/** From midnight to midnight is whole days, in any zone; a date that ends where it starts lasts a day. */
const stretchOf = (start: WallClock, end: WallClock, zone: string | null, isDate: boolean): EventStretch => {
  const wholeDays = isDate || (isMidnight(start) && isMidnight(end) && end > start)
  if (!wholeDays) return { start, end, zone, wholeDays }
  const midnight = start - (((start % millisecondsPerDay) + millisecondsPerDay) % millisecondsPerDay)
  const days = Math.max(1, Math.ceil((end - midnight) / millisecondsPerDay))
  return { start: midnight, end: midnight + days * millisecondsPerDay, zone, wholeDays }
}
