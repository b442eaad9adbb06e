import { describe, expect, it } from 'vitest'
import { calendar, member, shown } from './feed.js'

const zones = ['Europe/Berlin', 'America/New_York', 'Pacific/Auckland', 'Asia/Kolkata', 'Pacific/Honolulu']
const people = zones.map((zone, index) => member(`Ana Person${'abcde'[index]}`, zone))
const flag = 'X-MICROSOFT-CDO-ALLDAYEVENT:TRUE'

/** The days of a leave that each of the people has. */
const daysFor = (...lines: readonly string[]): readonly string[] => {
  const events = people.map(({ name }, index) => [`UID:${index}`, `SUMMARY:${name} vacation`, ...lines])
  const found = shown(calendar(...events), { members: people }) as readonly string[]
  const days = people.map(({ name }) =>
    found.flatMap((line) => (line.startsWith(name) ? line.slice(`${name} holiday `.length) : [])).join(', '),
  )
  expect(days).toHaveLength(people.length)
  return [...new Set(days)]
}
const day = ['2026-12-07..2026-12-07']
const week = ['2026-12-07..2026-12-11']

describe('whole days told in UTC are the same days for everybody', () => {
  it.each<[string, expected: readonly string[], ...lines: string[]]>([
    ['of Berlin', day, 'DTSTART:20261206T230000Z', 'DTEND:20261207T230000Z'],
    ['of New York', day, 'DTSTART:20261207T050000Z', 'DTEND:20261208T050000Z'],
    ['of Auckland', day, 'DTSTART:20261206T110000Z', 'DTEND:20261207T110000Z'],
    ['of Kolkata', day, 'DTSTART:20261206T183000Z', 'DTEND:20261207T183000Z'],
    ['of Honolulu', day, 'DTSTART:20261207T100000Z', 'DTEND:20261208T100000Z'],
    ['of Berlin, without its last second', day, 'DTSTART:20261206T230000Z', 'DTEND:20261207T225959Z'],
    ['of Berlin, by a duration', day, 'DTSTART:20261206T230000Z', 'DURATION:P1D'],
    ['of Berlin, without an end', day, 'DTSTART:20261206T230000Z'],
    ['of a week', week, 'DTSTART:20261207T050000Z', 'DTEND:20261212T050000Z'],
    [
      'of a zone',
      day,
      'DTSTART;TZID=Europe/Berlin:20261207T000000',
      'DTEND;TZID=Europe/Berlin:20261207T235900',
    ],
    [
      'of a series',
      ['2026-12-07..2026-12-07, 2026-12-21..2026-12-21'],
      'DTSTART:20261206T230000Z',
      'DTEND:20261207T230000Z',
      'RRULE:FREQ=WEEKLY;BYDAY=MO;UNTIL=20261220T230000Z',
      'EXDATE:20261213T230000Z',
    ],
  ])('%s, with the flag of Outlook', (_, expected, ...lines) => {
    expect(daysFor(flag, ...lines)).toEqual(expected)
  })

  it.each([
    ['from midnight to midnight', day, '20261207T000000Z', '20261208T000000Z'],
    ['from midnight to its last second', day, '20261207T000000Z', '20261207T235959Z'],
    ['from midnight to its last minute', day, '20261207T000000Z', '20261207T235900Z'],
    ['of a week', week, '20261207T000000Z', '20261211T235959Z'],
  ])('%s, without it', (_, expected, from, to) => {
    expect(daysFor(`DTSTART:${from}`, `DTEND:${to}`)).toEqual(expected)
  })
})

it('hours in UTC without the flag are hours of each zone, and what ends earlier at night is no whole day', () => {
  expect(daysFor('DTSTART:20261207T080000Z', 'DTEND:20261207T170000Z').length).toBeGreaterThan(1)
  expect(daysFor('DTSTART:20261207T000000Z', 'DTEND:20261207T230000Z').length).toBeGreaterThan(1)
})
