/** A calendar date `YYYY-MM-DD`, year 0001 to 9999. Days compare with `<`; they carry no hour and no zone. */
export type Day = string

/** The ends of the calendar. */
export const firstDay: Day = '0001-01-01'
export const lastDay: Day = '9999-12-31'

/** `2026-11` */
export const monthOf = (day: Day): string => day.slice(0, 7)

/** Both ends included. */
export interface DayRange {
  readonly from: Day
  readonly to: Day
}

const shape = /^\d{4}-\d{2}-\d{2}$/
/** Without dayjs: the API steps through days for every question, at an eighth of its cost (measured). */
export const millisecondsPerDay = 86_400_000
/** The calendar repeats after 400 years. `Date.UTC`, and so dayjs, reads the years 0 to 99 as 1900 to 1999. */
export const daysIn400Years = 146_097

/** Days since 1970-01-01, negative before it. The day must be one that `parseDay` accepts. */
export const dayNumber = (day: Day): number => {
  const [year, month, date] = [Number(day.slice(0, 4)), Number(day.slice(5, 7)), Number(day.slice(8, 10))]
  return Date.UTC(year + 400, month - 1, date) / millisecondsPerDay - daysIn400Years
}

/** The day with that number, or null outside the years 0001 to 9999. */
export const dayFromNumber = (number: number): Day | null => {
  const instant = number * millisecondsPerDay
  if (!(Math.abs(instant) <= 8.64e15)) return null
  const date = new Date(instant)
  const year = date.getUTCFullYear()
  if (year < 1 || year > 9999) return null
  return `${String(year).padStart(4, '0')}-${twoDigits(date.getUTCMonth() + 1)}-${twoDigits(date.getUTCDate())}`
}

const twoDigits = (number: number): string => (number < 10 ? `0${number}` : String(number))

/** The text itself when it is an existing day, otherwise null. Nothing is trimmed or guessed. */
export const parseDay = (text: string): Day | null =>
  shape.test(text) && dayFromNumber(dayNumber(text)) === text ? text : null

/** `count` days later (earlier when negative); null outside the years 0001 to 9999. */
export const addDays = (day: Day, count: number): Day | null => dayFromNumber(dayNumber(day) + count)

/** From `before` days before a range to `after` days after it, cut where the calendar ends. */
export const widened = ({ from, to }: DayRange, before: number, after: number): DayRange => ({
  from: addDays(from, -before) ?? firstDay,
  to: addDays(to, after) ?? lastDay,
})

export const onlyDay = (day: Day): DayRange => ({ from: day, to: day })

/** `to - from` in days: 0 for a single day. */
export const daysBetween = (from: Day, to: Day): number => dayNumber(to) - dayNumber(from)

/** Whether two ranges share a day: `a.from <= b.to && a.to >= b.from` (decisions, "Days"). */
export const overlaps = (a: DayRange, b: DayRange): boolean => a.from <= b.to && a.to >= b.from

export const weekdays = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const
export type Weekday = (typeof weekdays)[number]

/** 0 is Monday, 6 is Sunday. */
export const weekdayIndex = (day: Day): number => (((dayNumber(day) + 3) % 7) + 7) % 7

export const weekdayOf = (day: Day): Weekday => weekdays[weekdayIndex(day)]!

/** Cached per zone, because a formatter takes milliseconds to create. `also`: fields besides the date. */
export const createZoneFormatters = (also: Intl.DateTimeFormatOptions) => {
  const formatters = new Map<string, Intl.DateTimeFormat>()
  return (timeZone: string): Intl.DateTimeFormat => {
    const known = formatters.get(timeZone)
    if (known) return known
    const made = new Intl.DateTimeFormat('en-CA', {
      timeZone,
      calendar: 'iso8601',
      numberingSystem: 'latn',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      ...also,
    })
    formatters.set(timeZone, made)
    return made
  }
}

const formatterFor = createZoneFormatters({})

/** The only bridge from an instant to a day. Throws a RangeError for a zone that `isTimeZone` refuses. */
export const dayAt = (instant: Date, timeZone: string): Day => {
  const parts = { year: '', month: '', day: '' } as Record<string, string>
  for (const { type, value } of formatterFor(timeZone).formatToParts(instant)) parts[type] = value
  return `${parts['year']!.padStart(4, '0')}-${parts['month']}-${parts['day']}`
}

/** Zones that the runtime knows, so far: a formatter takes milliseconds to create. Names may be written in any case. */
const knownZones = new Set(['UTC'])
const mostKnownZones = 1_000

/**
 * `UTC`, or a name containing `/` that the runtime knows (decisions, "Days"). Offsets are refused because they have no
 * DST. `Intl.supportedValuesOf` is not used: it lacks Asia/Kolkata, Europe/Kyiv and others.
 */
export const isTimeZone = (name: string): boolean => {
  if (knownZones.has(name)) return true
  if (!name.includes('/')) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    if (knownZones.size < mostKnownZones) knownZones.add(name)
    return true
  } catch {
    return false
  }
}

/** A stored zone, or UTC where this runtime does not know it. */
export const zoneOrUtc = (name: string): string => (isTimeZone(name) ? name : 'UTC')
