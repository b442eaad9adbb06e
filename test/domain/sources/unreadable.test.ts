import { describe, expect, it } from 'vitest'
import type { Leave } from '../../../src/domain/organization/organization.js'
import { runAtOnce } from '../../../src/calendar/slices.js'
import { createFeedComparer } from '../../../src/domain/sources/changes.js'
import { calendar, leavesIn, reading, shown, today } from './feed.js'

type Lines = readonly string[]

const changesOf = (stored: readonly Leave[], ...events: readonly Lines[]) => {
  const found = leavesIn(calendar(...events))
  if (typeof found === 'string') throw new Error(found)
  const comparer = createFeedComparer('org', `calendar:${reading.source}`, today, found)
  comparer.meet(stored)
  return runAtOnce(comparer.finish())
}

/** The stored leaves after a feed was read. */
const after = (stored: readonly Leave[], ...events: readonly Lines[]): readonly Leave[] => {
  const { puts, removes } = changesOf(stored, ...events)
  const all = new Map([...stored, ...puts].map((leave) => [leave._id, leave]))
  return [...all.values()].filter(({ _id }) => !removes.includes(_id))
}
const daysOf = (leaves: readonly Leave[]) =>
  leaves.map(({ member_id, start_date, end_date }) => `${member_id} ${start_date} ${end_date}`).sort()

const of = (uid: string, name: string, ...lines: Lines): Lines => [`UID:${uid}`, `SUMMARY:${name}`, ...lines]
const start = 'DTSTART;VALUE=DATE:20261207'
const ana = of('a', 'Ana Ruiz', start, 'DTEND;VALUE=DATE:20261210')
const anaToo = of('a2', 'Ana Ruiz', 'DTSTART;VALUE=DATE:20261221')
const john = of('j', 'John Doe', 'DTSTART;VALUE=DATE:20261214')
const stored = after([], ana, anaToo, john)
const broken = of('a', 'Ana Ruiz', start, 'DTEND;VALUE=DATE:20261201')

const kinds: readonly (readonly [reason: string, ...lines: Lines])[] = [
  ['it ends before it starts', start, 'DTEND;VALUE=DATE:20261201'],
  ['its start cannot be read', 'DTSTART;VALUE=DATE:20270230'],
  ['its end cannot be read', start, 'DTEND;VALUE=DATE:20261399'],
  ['its end cannot be read', start, 'DTEND;VALUE=DATE 20261210'],
  ['its end cannot be read', start, 'DTEND 20261210'],
  ['its end cannot be read', start, 'DTEND=2026-12-10T00:00:00'],
  ['its rule for repeating cannot be read', start, 'RRULE:FREQ=WEEKLY;INTERVAL=0'],
  ['its rule for repeating cannot be read', start, 'RRULE:FREQ=WEEKLY;COUNT=0'],
  ['its rule for repeating cannot be read', start, 'RRULE:FREQ=WEEKLY;BYDAY=MON'],
  ['its rule for repeating cannot be read', start, 'RRULE:INTERVAL=2'],
  ['its rule for repeating cannot be read', start, 'RRULE:FREQ=WEEKLY;UNTIL=2026-12-21'],
  ['its rule for repeating cannot be read', start, 'RRULE FREQ=WEEKLY'],
  ['its rule for repeating cannot be read', start, 'RRULE:FREQ=DAILY;COUNT=3', 'EXRULE:FREQ=WEEKLY'],
  ['its rule for repeating cannot be read', start, 'RRULE:FREQ=DAILY;COUNT=3', 'RRULE:FREQ=WEEKLY'],
  ['a day of its series cannot be read', start, 'RRULE:FREQ=DAILY;COUNT=3', 'EXDATE;VALUE=DATE:2026120'],
  ['its duration cannot be read', start, 'DURATION:3 days'],
  ['its duration cannot be read', start, 'DURATION:PT'],
  ['it has no start', 'DTEND;VALUE=DATE:20261210'],
  ['its start cannot be read', 'DTSTART:', 'DTSTART:tomorrow'],
  ['its start cannot be read', 'DTSTART;TZID=tzone://Microsoft/Custom:20261207T000000'],
  ['its start cannot be read', 'DTSTART;X-NOTE=a:b;VALUE=DATE:20261207'],
  ['its start cannot be read', 'DTSTART:20261207T250000Z'],
  ['the day that it replaces cannot be read', start, 'RECURRENCE-ID:soon'],
  ['it has no end', start, 'BEGIN:VALARM'],
]

describe('an event that becomes unreadable', () => {
  it.each(kinds)('keeps what was read from it last, because %s: %s %s', (reason, ...lines) => {
    const feed = [of('a', 'Ana Ruiz', ...lines), anaToo, john] as const
    const found = leavesIn(calendar(...feed))
    expect(found).toMatchObject({ unread: [{ summary: 'Ana Ruiz', reason }] })
    const changes = changesOf(stored, ...feed)
    expect(changes).toMatchObject({ added: 0, changed: 0, removed: 0, kept: 3, unread: 1, gone: 0 })
    expect(daysOf(after(after(stored, ...feed), ...feed))).toEqual(daysOf(stored))
  })

  it('keeps no other leave: neither of its member nor of others', () => {
    const left = after(stored, broken)
    expect(daysOf(left)).toEqual(['Ana Ruiz 2026-12-07 2026-12-09'])
  })

  it.each([
    [
      'can be read again',
      [of('a', 'Ana Ruiz', 'DTSTART;VALUE=DATE:20261208')],
      ['Ana Ruiz 2026-12-08 2026-12-08'],
    ],
    ['is deleted', [], []],
    ['is cancelled', [[...broken, 'STATUS:CANCELLED']], []],
  ])('loses it when it %s', (_, events, expected) => {
    const before = after(stored, broken, anaToo, john)
    const rest = ['Ana Ruiz 2026-12-21 2026-12-21', 'John Doe 2026-12-14 2026-12-14']
    expect(daysOf(after(before, ...events, anaToo, john))).toEqual([...expected, ...rest])
  })

  it('keeps those of its member where UIDs are not known, as in leaves of an earlier version', () => {
    const old = stored.map(({ event: _, ...leave }) => leave)
    expect(daysOf(after(old, broken))).toEqual(daysOf(old).slice(0, 2))
    expect(daysOf(after(old, of('a', 'Nobody Known', 'DTSTART:soon')))).toEqual(daysOf(old))
  })

  it('keeps those of its member where events have another UID with each fetch', () => {
    const again = [anaToo, john].map((lines, index) => [`UID:${index}`, ...lines.slice(1)])
    const feed = [['UID:3', ...broken.slice(1)], ...again]
    expect(daysOf(after(stored, ...feed))).toEqual(daysOf(stored))
    expect(changesOf(stored, ...feed).puts).toEqual([])
  })

  it('keeps any where it has no UID and names nobody', () => {
    expect(daysOf(after(stored, ['SUMMARY:PTO', 'DTSTART:soon'], john))).toEqual(daysOf(stored))
  })

  it('keeps none where it is no leave, such as a birthday', () => {
    const birthday = of('a', 'Birthday of Ana Ruiz', 'DTSTART:soon')
    expect(daysOf(after(stored, birthday, john))).toEqual(['John Doe 2026-12-14 2026-12-14'])
    expect(shown(calendar(birthday))).toEqual([])
  })

  it('takes the place of an earlier version of itself that can be read', () => {
    expect(shown(calendar([...ana, 'SEQUENCE:1'], [...broken, 'SEQUENCE:2']))).toEqual(['refused 1'])
    expect(shown(calendar([...ana, 'SEQUENCE:2'], [...broken, 'SEQUENCE:1']))).toEqual([
      'Ana Ruiz holiday 2026-12-07..2026-12-09',
    ])
  })
})

describe('a day of a series that becomes unreadable', () => {
  const weekly = of('w', 'Ana Ruiz', start, 'RRULE:FREQ=WEEKLY;COUNT=3')
  const moved = (day: string, ...more: Lines) =>
    of('w', 'Ana Ruiz', 'RECURRENCE-ID;VALUE=DATE:20261214', `DTSTART;VALUE=DATE:${day}`, ...more)
  const [unread, cancelled] = [moved('20261399'), moved('', 'STATUS:CANCELLED')]
  const first = 'Ana Ruiz 2026-12-07 2026-12-07'
  const last = 'Ana Ruiz 2026-12-21 2026-12-21'

  it.each([
    ['stays where it was moved to', [weekly, moved('20261216')], 'Ana Ruiz 2026-12-16 2026-12-16'],
    ['stays where the series has it', [weekly], 'Ana Ruiz 2026-12-14 2026-12-14'],
  ])('%s', (_, events, day) => {
    const before = after([], ...events)
    expect(daysOf(after(before, weekly, unread))).toEqual([first, day, last])
    expect(daysOf(after(before, weekly, cancelled))).toEqual([first, last])
  })

  it('is not there before it was read', () => {
    expect(daysOf(after([], weekly, unread))).toEqual([first, last])
  })
})

describe('an event is read where its meaning is obvious', () => {
  const oneDay = 'Ana Ruiz holiday 2026-12-07..2026-12-07'
  const three = 'Ana Ruiz holiday 2026-12-07..2026-12-09'
  it.each([
    [
      'hour 24',
      oneDay,
      'DTSTART;TZID=Europe/Berlin:20261207T000000',
      'DTEND;TZID=Europe/Berlin:20261207T240000',
    ],
    ['an empty end', oneDay, start, 'DTEND:'],
    ['an empty rule', oneDay, start, 'RRULE:', 'DURATION:', 'EXDATE:'],
    ['no seconds', three, 'DTSTART:20261207T0000Z', 'DTEND:20261210T0000Z'],
    ['ISO times', three, 'DTSTART:2026-12-07T00:00:00Z', 'DTEND:2026-12-10T00:00:00.000Z'],
    [
      'ISO times with an offset',
      three,
      'DTSTART:2026-12-07T00:00:00+01:00',
      'DTEND:2026-12-10T00:00:00.000+0100',
    ],
    ['ISO dates', three, 'DTSTART;VALUE=DATE:2026-12-07', 'DTEND;VALUE=DATE:2026-12-10'],
    ['a blank before a value', three, 'DTSTART;VALUE=DATE: 20261207', 'DTEND ;VALUE=DATE : 20261210'],
    ['a date with hours', oneDay, 'DTSTART;VALUE=DATE:20261207T000000'],
    ['a date with hours and an offset', oneDay, 'DTSTART;VALUE=DATE:2026-12-07T00:00:00+01:00'],
    ['an empty value beside a good one', oneDay, 'DTSTART:', start],
  ])('%s', (_, expected, ...lines) => {
    expect(shown(calendar(of('a', 'Ana Ruiz', ...lines)))).toEqual([expected])
  })
})
