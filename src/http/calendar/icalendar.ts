import { addDays, type Day } from '../../calendar/day.js'
import type { FeedEvent } from '../../domain/links/events.js'
import type { Sliced } from '../../calendar/slices.js'
import type { ShownFeed } from '../../services/links/calendar.js'

/** Octets of a line, without its line break (RFC 5545 §3.1). */
const maxLineLength = 75

/** Text as a value (RFC 5545 §3.3.11), without characters that calendars cannot show. */
const escapeText = (text: string): string =>
  text
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n|[\r\n]/g, '\\n')
    .replace(/\p{Cc}/gu, '')

/** At most 75 octets, never within a character: libraries count characters, and Google drops the whole feed. */
export const foldLine = (line: string): string => {
  if (line.length * 3 <= maxLineLength || Buffer.byteLength(line) <= maxLineLength) return line
  const pieces: string[] = []
  let piece = ''
  let octets = 0
  for (const character of line) {
    const length = Buffer.byteLength(character)
    if (octets + length > maxLineLength) {
      pieces.push(piece)
      piece = ''
      // The leading space of a piece counts.
      octets = 1
    }
    piece += character
    octets += length
  }
  return [...pieces, piece].join('\r\n ')
}

const dateValue = (day: Day): string => day.replaceAll('-', '')

/** `20261120T103000Z`: the last change of the leave, never the time of the request. */
const instantValue = (instant: string): string => `${instant.slice(0, 19).replaceAll(/[-:]/g, '')}Z`

const eventLines = ({ uid, from, to, summary, changed_at }: FeedEvent, isOwn: boolean): string[] => [
  'BEGIN:VEVENT',
  `UID:${uid}`,
  `DTSTAMP:${instantValue(changed_at)}`,
  `LAST-MODIFIED:${instantValue(changed_at)}`,
  `DTSTART;VALUE=DATE:${dateValue(from)}`,
  // The end is the day after the last day; the calendar's last day has no next one, so there it is the day itself.
  ...[addDays(to, 1)].flatMap((end) => (end === null ? [] : [`DTEND;VALUE=DATE:${dateValue(end)}`])),
  `SUMMARY:${escapeText(summary)}`,
  'CLASS:PUBLIC',
  `TRANSP:${isOwn ? 'OPAQUE' : 'TRANSPARENT'}`,
  `X-MICROSOFT-CDO-BUSYSTATUS:${isOwn ? 'OOF' : 'FREE'}`,
  'END:VEVENT',
]

/** Events written per turn of the event loop. */
const sliceLength = 25

/** By hand: no METHOD, which would make it an invitation (RFC 5546), no description or attendees. */
export function* feedInSlices({ name, events, isOwn }: ShownFeed): Sliced<Buffer> {
  const title = escapeText(name)
  const write = (lines: readonly string[]): string => lines.map((line) => `${foldLine(line)}\r\n`).join('')
  const parts: Buffer[] = []
  let text = write([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//whosout//calendar//EN',
    'CALSCALE:GREGORIAN',
    `NAME:${title}`,
    `X-WR-CALNAME:${title}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
  ])
  for (const [index, event] of events.entries()) {
    text += write(eventLines(event, isOwn))
    if ((index + 1) % sliceLength !== 0) continue
    parts.push(Buffer.from(text))
    text = ''
    yield
  }
  return Buffer.concat([...parts, Buffer.from(`${text}END:VCALENDAR\r\n`)])
}
