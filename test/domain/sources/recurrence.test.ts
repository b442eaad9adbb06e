import fc from 'fast-check'
import ICAL from 'ical.js'
import { expect, it } from 'vitest'
import { dayFromNumber, dayNumber } from '../../../src/calendar/day.js'
import { runAtOnce } from '../../../src/calendar/slices.js'
import { occurrencesOf, parseRule } from '../../../src/domain/sources/recurrence.js'

const start = dayNumber('2026-01-05')
const window = { from: start, to: dayNumber('2029-12-31') }

const days = (text: string, from = start, range = window): readonly (string | null)[] => {
  const rule = parseRule(text, (value) => dayNumber(value.replace(/(\d{4})(\d\d)(\d\d).*/, '$1-$2-$3')))
  const found = rule && runAtOnce(occurrencesOf(rule, from, range, { left: 2_000_000 }))
  return found?.map(dayFromNumber) ?? [null]
}

/** The calendar library's own answer: its iterator is right where it comes back at all. */
const daysOfLibrary = (text: string): readonly string[] => {
  const iterator = ICAL.Recur.fromString(text).iterator(ICAL.Time.fromDateString('2026-01-05'))
  const found: string[] = []
  for (let time = iterator.next(); time && time.year < 2030; time = iterator.next())
    found.push(time.toString())
  return found
}

const weekday = fc.constantFrom('MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU')
const list = <T>(one: fc.Arbitrary<T>) =>
  fc.uniqueArray(one, { minLength: 1, maxLength: 4 }).map((some) => some.join())
const interval = fc.integer({ min: 1, max: 4 }).map((every) => `INTERVAL=${every}`)
const rule = fc
  .oneof(
    fc.tuple(fc.constant('FREQ=DAILY'), interval),
    fc.tuple(
      fc.constant('FREQ=WEEKLY'),
      interval,
      list(weekday).map((some) => `BYDAY=${some}`),
    ),
    fc.tuple(
      fc.constant('FREQ=MONTHLY'),
      interval,
      list(fc.integer({ min: 1, max: 28 })).map((some) => `BYMONTHDAY=${some}`),
    ),
    fc.tuple(
      fc.constant('FREQ=MONTHLY'),
      interval,
      fc.tuple(fc.constantFrom('1', '2', '3', '4', '-1'), weekday).map((one) => `BYDAY=${one.join('')}`),
    ),
    fc.tuple(fc.constant('FREQ=YEARLY'), interval),
  )
  .map((parts) => parts.join(';'))

it('finds the days that the calendar library finds', () => {
  fc.assert(
    fc.property(rule, (text) => {
      // An event's first day is always one of them, whether its rule fits it or not.
      const expected = new Set(['2026-01-05', ...daysOfLibrary(text)])
      expect(new Set(days(text))).toEqual(expected)
    }),
    { numRuns: 300 },
  )
})

it.each([
  ['FREQ=DAILY;COUNT=3', ['2026-01-05', '2026-01-06', '2026-01-07']],
  ['FREQ=WEEKLY;UNTIL=20260119', ['2026-01-05', '2026-01-12', '2026-01-19']],
  ['FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;COUNT=3', ['2026-01-05', '2026-01-30', '2026-02-27']],
  ['FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=3', ['2026-01-05', '2026-01-31', '2026-02-28']],
  ['FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU;COUNT=3', ['2026-01-05', '2026-03-29', '2027-03-28']],
  ['FREQ=YEARLY;BYYEARDAY=-1;COUNT=2', ['2026-01-05', '2026-12-31']],
  ['FREQ=YEARLY;BYWEEKNO=53;BYDAY=MO;COUNT=2', ['2026-01-05', '2026-12-28']],
  [
    'FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=SU,MO;COUNT=4',
    ['2026-01-05', '2026-01-18', '2026-01-19', '2026-02-01'],
  ],
  ['FREQ=DAILY;COUNT=0', [null]],
  ['FREQ=WEEKLY;INTERVAL=0', [null]],
  ['FREQ=HOURLY', [null]],
  ['COUNT=3', [null]],
])('%s', (text, expected) => {
  expect(days(text)).toEqual(expected)
})

it('reaches a window that lies far behind the beginning without a walk through all that lies between', () => {
  const range = { from: dayNumber('2026-11-01'), to: dayNumber('2026-11-30') }
  const far = parseRule('FREQ=MONTHLY;BYMONTHDAY=15', () => null)!
  const budget = { left: 200 }
  expect(runAtOnce(occurrencesOf(far, dayNumber('0001-01-15'), range, budget))).toEqual([
    dayNumber('2026-11-15'),
  ])
})

it('gives up when its budget is spent', () => {
  const counted = parseRule('FREQ=DAILY;COUNT=1000000', () => null)!
  expect(runAtOnce(occurrencesOf(counted, dayNumber('0001-01-01'), window, { left: 10_000 }))).toBeNull()
})
