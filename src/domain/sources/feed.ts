import type { Sliced } from '../slices.js'
import { createLineReader } from './lines.js'

/** The limits of a feed. */
export const feedLimits = { bytes: 10 * 2 ** 20, events: 20_000 } as const

/** The lines of one event that matter for leaves, each `NAME;PARAMETERS:VALUE` with its name in capitals. */
export type EventLines = readonly string[]

/** Why a feed is rejected as a whole; the data from before is kept. */
export interface UnreadableFeed {
  readonly unreadable: string
}

/** Everything else (descriptions, places, pictures) is never read, so it can be neither stored nor leaked. */
const needed: ReadonlySet<string> = new Set([
  'UID',
  'DTSTART',
  'DTEND',
  'DURATION',
  'RRULE',
  'RDATE',
  'EXDATE',
  'RECURRENCE-ID',
  'SUMMARY',
  'STATUS',
  'TRANSP',
  'CATEGORIES',
  'ATTENDEE',
  'ORGANIZER',
  'X-MICROSOFT-CDO-ALLDAYEVENT',
  'X-MICROSOFT-CDO-BUSYSTATUS',
  'X-MICROSOFT-CDO-INTENDEDSTATUS',
])

/** Per event: a list of exceptions may be long, but not endless. */
const mostLines = 1_000

/** The `NAME` of `NAME;PARAMETERS:VALUE` in capitals; null for a line that is not a property. */
const nameOf = (line: string): string | null => /^([A-Za-z0-9-]+)[;:]/.exec(line)?.[1]?.toUpperCase() ?? null

const isWebPage = (line: string): boolean => /^\s*<(!doctype|html|head|\?xml)/i.test(line)

/** Nested components: three kinds are known. */
const deepest = 20

/** Not within a component of the event, such as an alarm. */
const isInEvent = (open: readonly string[]): boolean => open.indexOf('VEVENT') === open.length - 1

/** Lines of one slice. */
const sliceLength = 1_000

const notACalendar: UnreadableFeed = {
  unreadable: 'This is not a calendar: it does not begin with BEGIN:VCALENDAR.',
}
const webPage: UnreadableFeed = {
  unreadable: 'The address returned a web page, perhaps a login page, instead of a calendar.',
}
const cutOff: UnreadableFeed = {
  unreadable: 'The calendar is cut off: it does not end with END:VCALENDAR.',
}

const tooManyEvents: UnreadableFeed = {
  unreadable: `The calendar has more than ${feedLimits.events.toLocaleString('en')} events.`,
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
  const nextLine = createLineReader(bytes)
  const events: string[][] = []
  let open: string[] = []
  let event: string[] | null = null
  let begun = false
  let ended = false
  let count = 0
  for (let line = nextLine(); line !== null; line = nextLine()) {
    if (++count % sliceLength === 0) yield
    if (line.trim() === '') continue
    const name = nameOf(line)
    const value =
      name === 'BEGIN' || name === 'END'
        ? line
            .slice(name.length + 1)
            .trim()
            .toUpperCase()
        : ''
    if (!begun && value !== 'VCALENDAR') return isWebPage(line) ? webPage : notACalendar
    ended = name === 'END' && value === 'VCALENDAR'
    if (name === 'BEGIN') {
      begun = true
      if (open.push(value) > deepest) return notACalendar
      if (value === 'VEVENT' && event === null) event = []
    } else if (name === 'END') {
      if (event && value === 'VEVENT' && isInEvent(open)) {
        if (events.push(event) > feedLimits.events) return tooManyEvents
        event = null
      }
      if (value === 'VCALENDAR') event = null
      open = open.slice(0, Math.max(0, open.lastIndexOf(value)))
    } else if (event && name && isInEvent(open) && needed.has(name) && event.length < mostLines)
      event.push(name + line.slice(name.length))
  }
  if (!begun) return notACalendar
  return ended ? events : cutOff
}
