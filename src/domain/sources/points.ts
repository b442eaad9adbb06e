import { dayNumber, parseDay } from '../../calendar/day.js'
import { wallClockAt, type WallClock } from '../../calendar/wall-clock.js'
import { canonicalZone } from '../../calendar/zones.js'
import type { EventLines } from './feed.js'

export const millisecondsPerDay = 86_400_000
export const minute = 60_000
const hour = 60 * minute

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
export type ReadZone = ReturnType<typeof createZoneReader>

/** One point in time as written. */
interface Point {
  readonly wall: WallClock
  readonly zone: string | null
  readonly isDate: boolean
}

/** `20261207T230000Z`, and what else occurs: as ISO 8601, without seconds, with hour 24. */
const clock =
  /^(\d{4})-?(\d{2})-?(\d{2})(?:[T ](?:([01]\d|2[0-3]):?([0-5]\d)(?::?([0-5]\d|60)(?:[.,]\d+)?)?|(24):?00(?::?00)?)(?:Z|([+-])(\d{2}):?(\d{2}))?)?$/i

/** Only the written value, never an instant in this machine's zone. Null for a date that does not exist. */
const parsePoint = (text: string, tzid: string | null, readZone: ReadZone): Point | null => {
  const [, year, month, date, at, minutes, seconds = 0, midnight, sign, aheadHours, aheadMinutes] =
    clock.exec(text) ?? []
  const day = parseDay(`${year}-${month}-${date}`)
  if (day === null) return null
  const wall = dayNumber(day) * millisecondsPerDay
  if (at === undefined && midnight === undefined) return { wall, zone: null, isDate: true }
  const time = Number(at ?? midnight) * hour + Number(minutes ?? 0) * minute + Number(seconds) * 1_000
  const ahead =
    Number(`${sign ?? ''}1`) * (Number(aheadHours ?? 0) * hour + Number(aheadMinutes ?? 0) * minute)
  const isUtc = sign !== undefined || /z$/i.test(text)
  return { wall: wall + time - ahead, zone: isUtc ? 'UTC' : readZone(tzid), isDate: false }
}

/** Converts a time to another zone's wall clock; unchanged when either zone is unknown. */
export const wallIn = ({ wall, zone, isDate }: Point, target: string | null): WallClock =>
  // Only UTC is converted: an event hardly ever names two other zones, and this never loses a day.
  !isDate && zone === 'UTC' && target !== null && target !== 'UTC' ? wallClockAt(wall, target) : wall

/** Midnight in the zone of a calendar that tells it in UTC: from 13 hours before it to 11 behind, as zones are. */
const mostAhead = 13 * hour

const midnightOf = (wall: WallClock): WallClock => Math.floor(wall / millisecondsPerDay) * millisecondsPerDay

/** Whole days are exported with hours, too, and even in UTC: they mean dates, wherever their reader is. */
const asDate = ({ wall, zone, isDate }: Point, isEnd: boolean): Point => {
  const until = isEnd ? minute : 0
  if (zone === 'UTC') return { wall: midnightOf(wall + mostAhead + until), zone: null, isDate: true }
  const before = isEnd && !isDate ? millisecondsPerDay - minute : 0
  return { wall: midnightOf(wall + before), zone: null, isDate: true }
}

/** The parameters and the value; null for a line without them. */
const partsOf = (line: string): { readonly parameters: string; readonly value: string } | null => {
  const [, parameters, value] = /^([^:"]*(?:"[^"]*"[^:"]*)*):(.*)$/s.exec(line) ?? []
  return parameters === undefined || value === undefined ? null : { parameters, value: value.trim() }
}

/** The lines of an event by name, and their values. */
export const createLineFinder = (lines: EventLines) => {
  const named = (name: string): readonly string[] =>
    lines.filter((line) => line.startsWith(name) && !/^[\w-]/.test(line.slice(name.length)))
  return {
    named,
    /** The first value, without blanks; undefined when it is empty or there is none, null for a broken line. */
    value(name: string): string | null | undefined {
      const [line] = named(name)
      if (line === undefined) return undefined
      const parts = partsOf(line)
      return parts && (parts.value || undefined)
    },
  }
}
export type LineFinder = ReturnType<typeof createLineFinder>

/** Reads the points in lines of one name: null for one that cannot be read, nothing for an empty value. */
export const createPointReader = ({ named, value }: LineFinder, readZone: ReadZone) => {
  const isAllDay = value('X-MICROSOFT-CDO-ALLDAYEVENT')?.toUpperCase() === 'TRUE'
  const pointOf = (text: string, tzid: string | null, isEnd = false): Point | null => {
    const point = parsePoint(text.trim(), tzid, readZone)
    return point && isAllDay ? asDate(point, isEnd) : point
  }
  const pointsOf = (name: string): readonly (Point | null)[] =>
    named(name).flatMap((line) => {
      const parts = partsOf(line)
      if (!parts) return [null]
      const [, quoted, plain = null] = /;TZID=(?:"([^"]*)"|([^;]*))/i.exec(parts.parameters) ?? []
      const isDate = /;VALUE="?DATE(?![\w-])/i.test(parts.parameters)
      const texts = parts.value.split(/[,;]/).filter((text) => text.trim() !== '')
      return texts.map((text) => {
        // A period begins with its start, and a date has no hours.
        const written = isDate ? text.replace(/[T ]\d.*$/i, '') : text.split('/')[0]!
        return pointOf(written, quoted ?? plain, name === 'DTEND')
      })
    })
  return { pointOf, pointsOf }
}
