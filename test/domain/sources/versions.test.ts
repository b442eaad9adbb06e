import { describe, expect, it, test } from 'vitest'
import { addDays } from '../../../src/calendar/day.js'
import { calendar, leavesIn, member, shown } from './feed.js'

type Lines = readonly string[]

const event = (uid: string, first: number, ...more: Lines): Lines => [
  `UID:${uid}`,
  `DTSTART;VALUE=DATE:202611${first}`,
  `DTEND;VALUE=DATE:202611${first + 1}`,
  'SUMMARY:Ana Ruiz',
  ...more,
]
const dayOf = (day: number): string => `Ana Ruiz holiday 2026-11-${day}..2026-11-${day}`
const cancelling = (...events: readonly Lines[]): string =>
  calendar(...events).replace('VERSION:2.0', 'VERSION:2.0\r\nMETHOD:CANCEL')
const daily = ['RRULE:FREQ=DAILY;COUNT=3']

describe('of the events with one UID', () => {
  it.each<[string, string, readonly string[]]>([
    [
      'the highest SEQUENCE counts',
      calendar(event('a', 24, 'SEQUENCE:0'), event('a', 26, 'SEQUENCE:2')),
      [dayOf(26)],
    ],
    [
      'its place in the feed does not',
      calendar(event('a', 26, 'SEQUENCE:2'), event('a', 24, 'SEQUENCE:1')),
      [dayOf(26)],
    ],
    ['none is lower than any', calendar(event('a', 24), event('a', 26, 'SEQUENCE:1')), [dayOf(26)]],
    [
      'a later cancellation cancels',
      calendar(event('a', 24), event('a', 24, 'SEQUENCE:1', 'STATUS:CANCELLED')),
      [],
    ],
    ['all of one SEQUENCE count', calendar(event('a', 24), event('a', 26)), [dayOf(24), dayOf(26)]],
    [
      'others are not concerned',
      calendar(event('a', 24), event('b', 26, 'SEQUENCE:3')),
      [dayOf(24), dayOf(26)],
    ],
    [
      'an occurrence that was moved stays with a newer series',
      calendar(
        event('a', 24, 'SEQUENCE:4', ...daily),
        event('a', 28, 'SEQUENCE:1', 'RECURRENCE-ID;VALUE=DATE:20261125'),
      ),
      [dayOf(24), dayOf(26), dayOf(28)],
    ],
    ['METHOD:CANCEL cancels a calendar of them', cancelling(event('a', 24), event('b', 26)), []],
    ['METHOD:CANCEL cancels the same elsewhere', calendar(event('a', 24)) + cancelling(event('a', 24)), []],
    [
      'METHOD:CANCEL does not cancel what is newer',
      calendar(event('a', 24, 'SEQUENCE:2')) + cancelling(event('a', 24, 'SEQUENCE:1')),
      [dayOf(24)],
    ],
    [
      'METHOD:CANCEL cancels one occurrence',
      calendar(event('a', 24, ...daily)) + cancelling(event('a', 25, 'RECURRENCE-ID;VALUE=DATE:20261125')),
      [dayOf(24), dayOf(26)],
    ],
  ])('%s', (_, feed, leaves) => expect(shown(feed)).toEqual(leaves))
})

describe('a feed is read', () => {
  const feed = calendar(event('a', 24).map((line) => line.replace('Ana Ruiz', 'Łukasz Müller (krank)')))
  const read = ['Łukasz Müller sick 2026-11-24..2026-11-24']
  const utf16 = Buffer.from(feed, 'utf16le')
  const marked = Buffer.concat([Buffer.from([0xff, 0xfe]), utf16])
  it.each([
    ['in UTF-16', marked],
    ['in UTF-16 without a byte order mark', utf16],
    ['in UTF-16 with the higher byte first', Buffer.from(marked).swap16()],
  ])('%s', (_, bytes) => expect(shown(bytes)).toEqual(read))

  it.each([
    ['in one line', 'SUMMARY;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:=C5=81ukasz M=C3=BCller krank'],
    ['over two lines', 'SUMMARY;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=C5=81ukasz =\r\nM=C3=BCller krank'],
    ['in another code page', 'SUMMARY;ENCODING=QUOTED-PRINTABLE:Lukasz M=FCller krank'],
  ])('with a quoted-printable summary %s', (_, summary) =>
    expect(
      shown(calendar([...event('a', 24).filter((line) => !line.startsWith('SUMMARY')), summary])),
    ).toEqual(read),
  )
})

describe('a calendar of whosout', () => {
  it.each([
    ['Ana Ruiz: out', 'personal', ''],
    ['Ana Ruiz: out (afternoon)', 'personal', ' from noon'],
    ['Ana Ruiz: away', 'personal', ''],
    ['Ana Ruiz: away (morning)', 'personal', ' until noon'],
    ['Ana Ruiz: sick and other leave', 'sick', ''],
    ['Ana Ruiz: personal leave', 'personal', ''],
    ['Ana Ruiz: holiday', 'holiday', ''],
  ])('that says %s means %s', (summary, type, half) => {
    const lines = event('0123@whosout', 24).map((line) =>
      line.replace('SUMMARY:Ana Ruiz', `SUMMARY:${summary}`),
    )
    expect(shown(calendar(lines))).toEqual([`Ana Ruiz ${type} 2026-11-24..2026-11-24${half}`])
  })

  it('is another matter than any that says "away"', () =>
    expect(
      shown(calendar(event('a', 24, 'X:').map((line) => line.replace('Ana Ruiz', 'Ana Ruiz: away')))),
    ).toEqual([dayOf(24)]))
})

describe('a person is found', () => {
  const days = event('a', 24).filter((line) => !line.startsWith('SUMMARY'))
  it.each([
    'Ana Ruiz, Dr.',
    '(Ana Ruiz), Dr.',
    'Ruiz, Ana, Dr.',
    'Ruiz, Dr. Ana',
    'Prof. Dr. Ana Ruiz',
    'Dipl.-Ing. Ana Ruiz, MBA (vacation)',
  ])('in %j', (summary) => {
    for (const name of ['Ana Ruiz', 'Dr. Ana Ruiz', 'Ana Ruiz, PhD'])
      expect(shown(calendar([...days, `SUMMARY:${summary}`]), { members: [member(name)] })).toEqual([
        `${name} holiday 2026-11-24..2026-11-24`,
      ])
  })

  it('as an attendee with a title', () =>
    expect(
      shown(calendar([...days, 'SUMMARY:PTO', 'ATTENDEE;CN="Ruiz, Ana, Dr.":mailto:x@hr.example'])),
    ).toEqual([dayOf(24)]))

  it('never by a title and a first name', () =>
    expect(shown(calendar([...days, 'SUMMARY:Dr. Ana']))).toEqual(['? Dr. Ana']))
})

describe('hours across midnight are days of the person’s zone', () => {
  it.each([
    ['Pacific/Auckland', '20261123T200000Z', '20261124T040000Z', [dayOf(24)]],
    ['Europe/Berlin', '20261123T230000Z', '20261124T230000Z', [dayOf(24)]],
    ['America/New_York', '20261123T140000Z', '20261124T013000Z', [dayOf(23)]],
    ['Europe/Berlin', '20261123T220000Z', '20261124T050000Z', []],
  ])('%s: %s to %s', (zone, start, end, leaves) =>
    expect(
      shown(calendar([`DTSTART:${start}`, `DTEND:${end}`, 'SUMMARY:Ana Ruiz']), {
        members: [member('Ana Ruiz', zone)],
      }),
    ).toEqual(leaves),
  )
})

test('of three thousand events each day is there', () => {
  const members = Array.from({ length: 30 }, (_, index) => {
    const letter = String.fromCharCode(97 + (index % 26)).repeat(3 + Math.floor(index / 26))
    return member(`Anna ${letter}son`)
  })
  const plain = (day: string): string => day.replaceAll('-', '')
  const events = members.flatMap(({ name }) =>
    Array.from({ length: 100 }, (_, ahead) => {
      const day = addDays('2026-11-23', ahead)!
      return [
        `UID:${name} ${day}`,
        `DTSTART;VALUE=DATE:${plain(day)}`,
        `DTEND;VALUE=DATE:${plain(addDays(day, 1)!)}`,
        `SUMMARY:${name}`,
      ]
    }),
  )
  const found = leavesIn(calendar(...events), { members })
  expect(
    typeof found === 'string'
      ? found
      : new Set([...found.leaves.values()].map((leave) => leave.member_id + leave.start_date)).size,
  ).toBe(3_000)
})
