import type { Sliced } from '../../calendar/slices.js'
import { createLineReader, toUtf8 } from './lines.js'
import { plainLine } from './quoted-printable.js'

/** Of a feed, and of one of its events: dates in EXDATE and RDATE together, and bytes of all that is read of it. */
export const feedLimits = {
  bytes: 10 * 2 ** 20,
  events: 20_000,
  dates: 2_000,
  eventBytes: 128 * 2 ** 10,
} as const

/** The lines of one event that matter for leaves, each `NAME;PARAMETERS:VALUE` with its name in capitals. */
export type EventLines = readonly string[]

/** Why a feed is rejected as a whole; the data from before is kept. */
export interface UnreadableFeed {
  readonly unreadable: string
}

/** Everything else (descriptions, places, pictures) is never read, so it can be neither stored nor leaked. */
const dayNames = 'DTSTART DTEND DURATION RRULE EXRULE RDATE EXDATE RECURRENCE-ID'.split(' ')
const needed: ReadonlySet<string> = new Set([
  ...dayNames,
  'UID',
  'METHOD',
  'SUMMARY',
  'STATUS',
  'SEQUENCE',
  'TRANSP',
  'CATEGORIES',
  'ATTENDEE',
  'ORGANIZER',
  'X-MICROSOFT-CDO-ALLDAYEVENT',
  'X-MICROSOFT-CDO-BUSYSTATUS',
  'X-MICROSOFT-CDO-INTENDEDSTATUS',
])

/** An event with more attendees than this is a large meeting, not a leave. */
const maxAlike = 20

/** Collects the lines of one event. */
const createEventReader = () => {
  const lines: string[] = []
  const counts = new Map<string, number>()
  let [dates, length] = [0, 0]
  return {
    lines,
    /** False: the event is too long. */
    add(name: string, line: string): boolean {
      const count = (counts.get(name) ?? 0) + 1
      counts.set(name, count)
      if (name === 'EXDATE' || name === 'RDATE') dates += line.split(',').length
      else if (count > maxAlike) return true
      length += line.length
      lines.push(name + line.slice(name.length).replace(/^[ \t]+(?=[;:])/, ''))
      return dates <= feedLimits.dates && length <= feedLimits.eventBytes
    },
  }
}

const dayLine = new RegExp(`^(${dayNames.join('|')})(?![\\w-])`)

/**
 * The `NAME` of `NAME;PARAMETERS:VALUE` in capitals; null for a line that is not a property. One that begins like days
 * is named all the same: without it, its event would be on other days.
 */
const nameOf = (line: string): string | null =>
  (/^([A-Za-z0-9-]+)[ \t]*[;:]/.exec(line) ?? dayLine.exec(line))?.[1]?.toUpperCase() ?? null

/** In place of a line: the end of the event is missing, and maybe some of its lines. */
export const unended = 'BEGIN:VEVENT'

const isWebPage = (line: string): boolean => /^\s*<(!doctype|html|head|\?xml)/i.test(line)

/** Nested components: three kinds are known. */
const deepest = 20

/** Not within a component of the event, such as an alarm. */
const isInEvent = (open: readonly string[]): boolean => open.indexOf('VEVENT') === open.length - 1

const componentOf = (line: string): string =>
  line
    .slice(line.indexOf(':') + 1)
    .trim()
    .toUpperCase()

const beginning = 'BEGIN:VCALENDAR'

/** Characters of one slice; a line costs more than its own. */
const sliceLength = 100_000
const lineCost = 100

const notACalendar: UnreadableFeed = {
  unreadable: 'This is not a calendar: it does not begin with BEGIN:VCALENDAR.',
}
const webPage: UnreadableFeed = {
  unreadable: 'The address returned a web page, perhaps a login page, instead of a calendar.',
}
const cutOff: UnreadableFeed = {
  unreadable: 'The calendar is cut off: it does not end with END:VCALENDAR.',
}

export const tooManyEvents: UnreadableFeed = {
  unreadable: `The calendar has more than ${feedLimits.events.toLocaleString('en')} events.`,
}

const tooLong: UnreadableFeed = {
  unreadable: `An event of the calendar is too long: at most ${feedLimits.dates.toLocaleString('en')} dates in EXDATE and RDATE are read, and ${feedLimits.eventBytes / 2 ** 10} kB.`,
}

export const tooLarge: UnreadableFeed = {
  unreadable: `The calendar is larger than ${feedLimits.bytes / 2 ** 20} MB.`,
}

/**
 * The events of a calendar, line by line, in slices. A line that is not a property is skipped: one bad line must not
 * cost a whole company its leaves. An incomplete calendar is refused, because a missing half would look like leaves
 * that were cancelled.
 */
export function* readFeed(bytes: Uint8Array): Sliced<readonly EventLines[] | UnreadableFeed> {
  if (bytes.length > feedLimits.bytes) return tooLarge
  const nextLine = createLineReader(toUtf8(bytes))
  const events: EventLines[] = []
  let open: string[] = []
  let event: ReturnType<typeof createEventReader> | null = null
  let method: string | null = null
  let first: string | null = null
  let begun = false
  let ended = false
  let cost = 0
  /** Ends the event that is open. False: there are too many. */
  const close = (end: typeof unended | null): boolean => {
    if (!event) return true
    for (const line of [end, method]) if (line !== null) event.lines.push(line)
    events.push(event.lines)
    event = null
    return events.length <= feedLimits.events
  }
  for (let line = nextLine(); line !== null; line = nextLine()) {
    cost += lineCost + line.length
    if (cost > sliceLength) {
      yield
      cost = 0
    }
    if (line.trim() === '') continue
    first ??= line
    if (!begun) {
      // Scripts print notices before their calendar, and some a blank.
      begun = line.trimEnd().toUpperCase().endsWith(beginning)
      if (!begun) continue
      line = beginning
    }
    const name = nameOf(line)
    const value = name === 'BEGIN' || name === 'END' ? componentOf(line) : ''
    if (name === 'BEGIN') {
      ended = false
      if (value === 'VEVENT' && event) {
        if (!close(unended)) return tooManyEvents
        open = open.slice(0, open.indexOf('VEVENT'))
      }
      if (open.push(value) > deepest) return notACalendar
      if (value === 'VEVENT') event = createEventReader()
    } else if (name === 'END') {
      const isCalendar = value === 'VCALENDAR'
      const end = value === 'VEVENT' && isInEvent(open) ? null : unended
      if ((isCalendar || value === 'VEVENT') && !close(end)) return tooManyEvents
      if (isCalendar) method = null
      ended = isCalendar
      const place = open.lastIndexOf(value)
      if (place >= 0) open = open.slice(0, place)
    } else if (name === 'METHOD' && event === null) method = line.toUpperCase()
    else if (event && name && isInEvent(open) && needed.has(name)) {
      if (!event.add(name, plainLine(line, nextLine))) return tooLong
    }
  }
  if (begun) return ended ? events : cutOff
  return first !== null && isWebPage(first) ? webPage : notACalendar
}
