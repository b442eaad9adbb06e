import { describe, expect, it } from 'vitest'
import { createZoneReader } from '../../../src/domain/sources/points.js'
import { readLeaves } from '../../../src/services/sources/reading.js'
import { calendar, member, reading, shown, today } from './feed.js'

const ana = 'SUMMARY:Ana Ruiz'
const monday = 'DTSTART;VALUE=DATE:20261123'
const tooLong =
  'An event of the calendar is too long: at most 2,000 dates in EXDATE and RDATE are read, and 128 kB.'

const many = <T>(count: number, each: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => each(index))
const two = (number: number): string => String(number).padStart(2, '0')
const dates = (count: number, from = 0): string =>
  many(
    count,
    (index) =>
      `${2010 + Math.floor((from + index) / 336)}${two(1 + ((from + index) % 12))}${two(1 + ((from + index) % 28))}`,
  ).join(',')

describe('an event', () => {
  it.each([
    ['2,000 dates in one line', ['RRULE:FREQ=DAILY', `EXDATE;VALUE=DATE:${dates(2_000)}`]],
    ['2,000 dates with hours', [`RDATE:${many(2_000, () => '20090101T120000Z').join(',')}`]],
    [
      '2,000 lines of a date',
      ['RRULE:FREQ=DAILY', ...many(2_000, (i) => `EXDATE;VALUE=DATE:${dates(1, i)}`)],
    ],
  ])('may have %s', (_, lines) => {
    expect(shown(calendar(['UID:1', monday, ...lines, ana]))).toContain(
      'Ana Ruiz holiday 2026-11-23..2026-11-23',
    )
  })

  it.each([
    ['2,001 dates', [`EXDATE;VALUE=DATE:${dates(2_001)}`]],
    ['2,001 lines of a date', many(2_001, (i) => `RDATE;VALUE=DATE:${dates(1, i)}`)],
    ['1,001 dates to add and 1,000 to leave out', [`RDATE:${dates(1_001)}`, `EXDATE:${dates(1_000)}`]],
    ['a list of a megabyte', [`EXDATE:${dates(110_000)}`]],
    ['a megabyte of categories', many(60, () => `CATEGORIES:${'a,'.repeat(8_000)}`)],
    ['a megabyte of parameters', many(60, () => `ATTENDEE${';A="b"'.repeat(2_700)}:mailto:a@b.test`)],
  ])('with %s makes a feed unreadable, rather than lists that are cut off', (_, lines) => {
    expect(shown(calendar(['UID:1', monday, ...lines, ana]))).toBe(tooLong)
  })

  it('is read whole although 3,000 people are invited', () => {
    const invited = many(3_000, (i) => `ATTENDEE;CN=Guest ${i}:mailto:guest${i}@elsewhere.test`)
    expect(shown(calendar([...invited, monday, ana]))).toEqual(['Ana Ruiz holiday 2026-11-23..2026-11-23'])
  })

  it('with a weekday said 4,000 times is on that weekday', () => {
    const rule = (days: string) =>
      shown(calendar(['UID:1', monday, `RRULE:FREQ=MONTHLY;COUNT=5;BYDAY=${days}`, ana]))
    expect(rule('-1FR,'.repeat(4_000) + '2MO')).toEqual(rule('2MO,-1FR'))
    expect(rule('2MO,-1FR')).toHaveLength(5)
  })
})

it('does not read the first 20,000 days of a calendar that repeats more, and leave out the rest', () => {
  const daily = many(60, (i) => [`UID:${i}`, monday, 'RRULE:FREQ=DAILY', ana])
  expect(shown(calendar(...daily))).toBe('The calendar has more than 20,000 events.')
})

describe('zones of a feed', () => {
  it('are known by one name each, however they are written', () => {
    const zoneOf = createZoneReader()
    expect(['europe/berlin', 'EUROPE/BERLIN', 'Europe/Berlin'].map(zoneOf)).toEqual(
      many(3, () => 'Europe/Berlin'),
    )
    expect(zoneOf('us/EASTERN')).toBe('America/New_York')
  })

  it('are at most 1,000 names of 200 letters', () => {
    const zoneOf = createZoneReader()
    expect(zoneOf(`/${'a'.repeat(200)}/Europe/Berlin`)).toBeNull()
    for (let index = 0; index < 1_000; index += 1) expect(zoneOf(`No/Where${index}`)).toBeNull()
    expect(zoneOf('Europe/Berlin')).toBeNull()
  })
})

/** Ceilings against hangs, no measure of speed: milliseconds of the processor for the longest slice and for all. */
const longestSlice = 1_500
const longestFeed = 15_000

const colleagues = many(5_000, (i) => member(`Family Given${i}`))

const timesOf = (feed: string | Buffer): { readonly longest: number; readonly total: number } => {
  const organization = { timezone: 'Europe/Berlin' } as Parameters<typeof readLeaves>[2]['organization']
  const surroundings = { organization, members: colleagues, today }
  const work = readLeaves(Buffer.from(feed), { ...reading, _id: reading.source }, surroundings)
  let [longest, total] = [0, 0]
  for (let ended: boolean | undefined = false; !ended && total < longestFeed;) {
    const from = process.cpuUsage()
    ended = work.next().done
    const { user, system } = process.cpuUsage(from)
    const spent = (user + system) / 1_000
    longest = Math.max(longest, spent)
    total += spent
  }
  return { longest, total }
}

const events = (count: number, each: (index: number) => readonly string[]): string =>
  calendar(...many(count, (index) => [`UID:${index}`, monday, ...each(index)]))

/** So many series of Ana's, each with a UID of its own. */
const repeated = (count: number, lines: readonly string[]): string =>
  calendar(...many(count, (index) => [`UID:${index}`, ...lines, ana]))
const rdates = `RDATE:${many(900, () => '20090101T120000Z').join(',')}`
const endless = 'RRULE:FREQ=YEARLY;COUNT=999999999'

/** Feeds that took one slice of seconds, or a minute in all. */
const feeds: readonly (readonly [name: string, feed: () => string])[] = [
  [
    'hundreds of lists of 900 dates of another zone',
    () => repeated(75, ['DTSTART;TZID=Europe/Berlin:20261123T090000', rdates, rdates]),
  ],
  [
    'hundreds of rules with lists of 3,000 weekdays',
    () => repeated(600, ['DTSTART;VALUE=DATE:20100101', `${endless};BYDAY=${'53SU,'.repeat(3_000)}53SU`]),
  ],
  [
    'thousands of series with one UID, and as many days that were moved',
    () =>
      calendar(
        ...many(6_000, () => ['UID:1', monday, 'RRULE:FREQ=YEARLY', ana]),
        ...many(6_000, () => ['UID:1', monday, 'RECURRENCE-ID;VALUE=DATE:20281130', ana]),
      ),
  ],
  [
    'hundreds of zones with names of 16 kB',
    () => calendar(...many(300, (i) => [`DTSTART;TZID=${i}${'a'.repeat(16_000)}:20261130T090000`, ana])),
  ],
  ['millions of folds', () => calendar([monday, `SUMMARY:${'\n '.repeat(4_500_000)}`])],
  [
    'thousands of categories an event',
    () => events(70, () => many(7, () => `CATEGORIES:${'a,'.repeat(8_000)}`)),
  ],
  [
    'summaries of 16 kB, repeated every day',
    () => events(40, (i) => ['RRULE:FREQ=DAILY', `SUMMARY:${i} ${'fam bea '.repeat(2_000)}`]),
  ],
  [
    'hundreds of names that resemble everybody’s',
    () => events(300, (i) => [`SUMMARY:${i} ${many(1_500, (k) => `family${k}`).join(' ')}`]),
  ],
]

describe('the event loop is not held', () => {
  it.each(feeds)('by %s', (_, feed) => {
    const { longest, total } = timesOf(feed())
    expect(longest).toBeLessThan(longestSlice)
    expect(total).toBeLessThan(longestFeed)
  })
})
