import { describe, expect, it } from 'vitest'
import { calendar, shown } from './feed.js'

const ana = 'SUMMARY:Ana Ruiz'
const first = 'DTSTART;VALUE=DATE:20261123'
const oneDay = (...more: readonly string[]) => calendar([first, ...more, ana])
const of = (summary: string) => calendar([first, `SUMMARY:${summary}`])
const leave = (from: string, to = from) => `Ana Ruiz holiday ${from}..${to}`
const monday = [leave('2026-11-23')]

/** A line folded in the middle of the two bytes of `ó`. */
const foldedInACharacter = (): Buffer => {
  const text = Buffer.from(of('Ana Ruiz Gómez'))
  const at = text.indexOf(Buffer.from('ó')) + 1
  return Buffer.concat([text.subarray(0, at), Buffer.from('\r\n '), text.subarray(at)])
}

const series = (...lines: readonly string[]) => calendar(['UID:1', first, ...lines, ana])
const moved = (...lines: readonly string[]) => ['UID:1', ...lines, ana]
const weekly = ['UID:1', first, 'RRULE:FREQ=WEEKLY;COUNT=3', ana]

/** From one hour of the 23rd to another, in a zone. */
const hours = (zone: string, from: string, to: string) =>
  calendar([`DTSTART;TZID=${zone}:20261123T${from}0000`, `DTEND;TZID=${zone}:20261123T${to}0000`, ana])

const gomez = ['Ana Ruiz Gómez holiday 2026-11-23..2026-11-23']
const alarm = ['BEGIN:VALARM', 'DTSTART;VALUE=DATE:20270101', 'SUMMARY:Nobody', 'END:VALARM']
const toDo = 'BEGIN:VTODO\r\nSUMMARY:Ana Ruiz\r\nDTSTART:20270101\r\nEND:VTODO\r\n'

const notACalendar = 'This is not a calendar: it does not begin with BEGIN:VCALENDAR.'
const webPage = 'The address returned a web page, perhaps a login page, instead of a calendar.'
const cutOff = 'The calendar is cut off: it does not end with END:VCALENDAR.'

const feeds: readonly (readonly [
  name: string,
  feed: string | Buffer,
  expected: readonly string[] | string,
])[] = [
  ['no DTEND is one day', oneDay(), monday],
  ['DTEND that equals DTSTART is one day', oneDay('DTEND;VALUE=DATE:20261123'), monday],
  ['DTEND is exclusive', oneDay('DTEND;VALUE=DATE:20261126'), [leave('2026-11-23', '2026-11-25')]],
  ['DURATION in days', oneDay('DURATION:P3D'), [leave('2026-11-23', '2026-11-25')]],
  ['DURATION in weeks', oneDay('DURATION:P2W'), [leave('2026-11-23', '2026-12-06')]],
  ['DTEND before DTSTART cannot be', oneDay('DTEND;VALUE=DATE:20261120'), ['refused 1']],
  ['a date without VALUE=DATE', calendar(['DTSTART:20261123', 'DTEND:20261124', ana]), monday],
  ['a month 13 cannot be', calendar(['DTSTART;VALUE=DATE:20261399', ana]), ['refused 1']],
  ['30 February cannot be', calendar(['DTSTART;VALUE=DATE:20270230', ana]), ['refused 1']],
  ['an hour 25 cannot be', calendar(['DTSTART:20261123T250000Z', ana]), ['refused 1']],
  ['an event without a beginning', calendar([ana]), ['refused 1']],
  ['lower case', oneDay().toLowerCase(), monday],
  ['line ends of Unix', oneDay().replaceAll('\r\n', '\n'), monday],
  ['line ends of an old Mac', oneDay().replaceAll('\r\n', '\r'), monday],
  ['a byte order mark', `\uFEFF${oneDay()}`, monday],
  ['blank lines before and behind', `\r\n\r\n${oneDay()}\r\n\r\n`, monday],
  ['a fold within a character', foldedInACharacter(), gomez],
  ['a fold with a tab', oneDay().replace('Ana Ruiz', 'Ana\r\n\t Ruiz'), monday],
  ['Latin-1 instead of UTF-8', Buffer.from(of('Ana Ruiz Gómez'), 'latin1'), gomez],
  ['a line of junk', oneDay('this is no property', ':', ';;;', '='), monday],
  ['a very long description', oneDay(`DESCRIPTION:${'x'.repeat(200_000)}`), monday],
  ['an alarm with days of its own', oneDay(...alarm), monday],
  ['to-dos and time zones beside it', oneDay().replace('BEGIN:VEVENT', `${toDo}BEGIN:VEVENT`), monday],
  [
    'two calendars in one file',
    oneDay() + oneDay('DTEND;VALUE=DATE:20261125'),
    [leave('2026-11-23'), leave('2026-11-23', '2026-11-24')],
  ],
  ['a cancelled event', oneDay('STATUS:CANCELLED'), []],
  [
    'one UID for two people',
    calendar(['UID:1', first, ana], ['UID:1', first, 'SUMMARY:John Doe']),
    [leave('2026-11-23'), 'John Doe holiday 2026-11-23..2026-11-23'],
  ],
  ['a UID of __proto__', oneDay('UID:__proto__', 'RRULE:FREQ=DAILY;COUNT=1'), monday],
  ['the same event twice', calendar([first, ana], [first, ana]), monday],
  ['a series', calendar(weekly), [leave('2026-11-23'), leave('2026-11-30'), leave('2026-12-07')]],
  [
    'a series without one',
    calendar([...weekly, 'EXDATE;VALUE=DATE:20261130']),
    [leave('2026-11-23'), leave('2026-12-07')],
  ],
  [
    'a series of which one was moved',
    calendar(weekly, moved('RECURRENCE-ID;VALUE=DATE:20261130', 'DTSTART;VALUE=DATE:20261202')),
    [leave('2026-11-23'), leave('2026-12-02'), leave('2026-12-07')],
  ],
  [
    'a series of which one was cancelled, said first',
    calendar(
      moved('RECURRENCE-ID;VALUE=DATE:20261130', 'DTSTART;VALUE=DATE:20261130', 'STATUS:CANCELLED'),
      weekly,
    ),
    [leave('2026-11-23'), leave('2026-12-07')],
  ],
  [
    'a series that changes from some day on',
    calendar(
      weekly,
      moved(
        'RECURRENCE-ID;RANGE=THISANDFUTURE;VALUE=DATE:20261130',
        'DTSTART;VALUE=DATE:20261201',
        'DURATION:P2D',
      ),
    ),
    [leave('2026-11-23'), leave('2026-12-01', '2026-12-02'), leave('2026-12-08', '2026-12-09')],
  ],
  [
    'further days',
    series('RDATE;VALUE=DATE:20261201,20261203'),
    [leave('2026-11-23'), leave('2026-12-01'), leave('2026-12-03')],
  ],
  [
    'a series that began in 1904',
    calendar(['UID:1', 'DTSTART;VALUE=DATE:19041124', 'RRULE:FREQ=YEARLY', ana]),
    [leave('2026-11-24'), leave('2027-11-24')],
  ],
  ['a series that repeats every second', series('RRULE:FREQ=SECONDLY'), ['refused 1']],
  ['a series on a day that never comes', series('RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30'), monday],
  ['a series with an absurd interval', series('RRULE:FREQ=DAILY;INTERVAL=999999999'), monday],
  ['a rule that is none', series('RRULE:FREQ=FORTNIGHTLY;BYDAY=XX'), ['refused 1']],
  ['a zone that nobody knows is read as written', hours('Nowhere', '09', '17'), monday],
  ['a zone with a path', hours('/x.org/Olson/America/New_York', '17', '20'), []],
  ['hours of another zone, next day there', hours('America/New_York', '02', '12'), monday],
  ['under two hours', calendar(['DTSTART:20261123T090000Z', 'DTEND:20261123T103000Z', ana]), []],
  ['no time at all', calendar(['DTSTART:20261123T090000Z', ana]), []],
  ['long ago', calendar(['DTSTART;VALUE=DATE:20260901', ana]), []],
  ['far ahead', calendar(['DTSTART;VALUE=DATE:20290101', ana]), []],
  ['until the end of time', oneDay('DTEND;VALUE=DATE:99991231'), [leave('2026-11-23', '9999-12-30')]],
  ['names that are escaped', of('Ruiz\\, Ana\\; sick'), ['Ana Ruiz sick 2026-11-23..2026-11-23']],
  ['control characters in a name nobody has', of('Eve\u0007 \u202EReve'), ['? Eve Reve']],
  ['nothing at all', '', notACalendar],
  ['JSON', '{"error":"login"}', notACalendar],
  ['a login page', '<!DOCTYPE html><html><body>Sign in</body></html>', webPage],
  ['an empty calendar', calendar(), []],
  ['a blank before it', ` ${oneDay()}`, monday],
  ['a notice before it', `<b>Notice</b>: x\n<br />${oneDay()}`, monday],
  ['a comment behind it', `${oneDay()}<!-- x -->`, monday],
  ['a notice alone', '<b>Notice</b>: x', notACalendar],
  ['a notice before one that is cut off', `Notice: x\n${oneDay().slice(0, -40)}`, cutOff],
  ['cut off within an event', oneDay().slice(0, -40), cutOff],
  ['cut off between events', oneDay().replace('END:VCALENDAR\r\n', ''), cutOff],
  ['an end in the middle only', oneDay() + 'BEGIN:VCALENDAR\r\n', cutOff],
  ['an event that never ends', oneDay().replace('END:VEVENT\r\n', ''), ['refused 1']],
  [
    'an event that never ends before another one',
    calendar([first, ana], [first, 'SUMMARY:John Doe']).replace('END:VEVENT\r\n', ''),
    ['John Doe holiday 2026-11-23..2026-11-23', 'refused 1'],
  ],
  [
    'an alarm that never ends',
    calendar([first, 'BEGIN:VALARM', ana], [first, 'SUMMARY:John Doe']),
    ['John Doe holiday 2026-11-23..2026-11-23', 'refused 1'],
  ],
  ['an end of what never began', oneDay('END:VALARM'), monday],
  ['an event within an event', oneDay('BEGIN:VEVENT', 'END:VEVENT'), ['refused 2']],
]

describe('nasty feeds', () => {
  it.each(feeds)('%s', (_, feed, expected) => {
    expect(shown(feed)).toEqual(typeof expected === 'string' ? expected : [...expected].sort())
  })

  it('are refused when they are too large, or have too many events', () => {
    const events = Array.from({ length: 20_001 }, () => [first, ana])
    expect(shown(calendar(...events))).toBe('The calendar has more than 20,000 events.')
    expect(shown(Buffer.alloc(10 * 2 ** 20 + 1, 32))).toBe('The calendar is larger than 10 MB.')
  })
})
