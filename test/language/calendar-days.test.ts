import { describe, expect, it } from 'vitest'
import { parseAsk } from '../../src/language/ask.js'
import type { AskCalendar } from '../../src/language/context.js'
import { contextOn } from './table.js'

const calendar = (place: string | null, days: Readonly<Record<string, string>>): AskCalendar => ({
  place,
  days: Object.entries(days).map(([date, name]) => ({ date, name })),
})

const ontario = calendar(null, {
  '2026-02-16': 'Family Day',
  '2026-05-18': 'Victoria Day',
  '2026-07-01': 'Canada Day',
  '2026-09-07': 'Labour Day',
  '2026-10-12': 'Thanksgiving',
  '2026-12-25': 'Christmas Day',
  '2026-12-26': 'Boxing Day',
  '2026-12-28': 'Boxing Day (substitute day)',
  '2026-12-31': 'Day off',
  '2027-02-15': 'Family Day',
  '2027-05-24': 'Victoria Day',
})

const germany = calendar('DE-BE, Germany', {
  '2026-05-01': 'Labour Day',
  '2026-10-03': 'Day of German Unity',
  '2026-11-18': 'Buß- und Bettag',
  '2027-03-08': "Women's Day",
})

const known = [ontario, germany]

/** Which days a phrase asks about on Monday 13 July 2026, with what is said about them; or why it is refused. */
const daysOf = (phrase: string, calendars: readonly AskCalendar[] = known): string => {
  const ask = parseAsk(phrase, contextOn('2026-07-13', { calendars }))
  if (ask.kind !== 'query') return ask.kind === 'misunderstood' ? ask.misunderstanding.reason : ask.kind
  const { asks, range, remarks } = ask.query
  const days = range.from === range.to ? range.from : `${range.from}..${range.to}`
  return [asks, days, ...remarks].join('; ')
}

const rows: readonly (readonly [phrase: string, days: string])[] = [
  ['who is out on labour day', 'out; 2026-09-07'],
  ['who is out on labor day', 'out; 2026-09-07'],
  ['who is out the friday before labour day', 'out; 2026-09-04'],
  ['is anyone off around thanksgiving', 'out; 2026-10-09..2026-10-13'],
  // That of the calendar, where another country's has the name.
  ['who is out on the may bank holiday', 'out; 2027-05-24'],
  ['who is out on the september bank holiday', 'out; 2026-09-07'],
  ['who is out the week before thanksgiving day', 'out; 2026-10-05..2026-10-11'],
  ['who is off until labour day', 'out; 2026-07-13..2026-09-07'],
  ['who has been off since victoria day', 'out; 2026-05-18..2026-07-13'],
  ['who was out the week after victoria day weekend', 'out; 2026-05-25..2026-05-31'],
  ['labour day weekend', 'out; 2026-09-05..2026-09-07'],
  ['who is away over the thanksgiving long weekend', 'out; 2026-10-10..2026-10-12'],
  [
    'the long weekend',
    'out; 2026-09-05..2026-09-07; The long weekend is the next one with a bank holiday beside it.',
  ],
  [
    'who is off after the long weekend',
    'out; 2026-09-08..2026-09-15; The long weekend is the next one with a bank holiday beside it.',
  ],
  [
    "when's the next long weekend",
    'holidays; 2026-09-05..2026-09-07; The long weekend is the next one with a bank holiday beside it.',
  ],
  ['who is away over thanksgiving', 'out; 2026-10-10..2026-10-12'],
  ['who is out over canada day', 'out; 2026-07-01'],
  ['who is out on family day', 'out; 2027-02-15'],
  ['who was out last family day', 'out; 2026-02-16'],
  // A rule that is right in all known years holds in others; where there is none, no day is guessed.
  ['who is out on labour day 2027', 'out; 2027-09-06'],
  ['who is out on thanksgiving 2027', 'unknown_holiday'],
  ['who is out on victoria day 2031', 'unknown_holiday'],
  // What no calendar has is the well-known day, and the answer says whose.
  ['who is out on memorial day', 'out; 2027-05-31; Memorial Day is taken as that of the United States.'],
  ['who is out on halloween', 'out; 2026-10-31'],
  ['who is out on womens day', "out; 2027-03-08; Women's Day is taken as that of DE-BE, Germany."],
  ['who is out on buß- und bettag', 'out; 2026-11-18; Buß- und Bettag is taken as that of DE-BE, Germany.'],
  // The next one, where it is not said which.
  ['who is off on the bank holiday', 'out; 2026-09-07; The bank holiday is the next one.'],
  ['who is in on bank holiday monday', 'in; 2026-09-07; The bank holiday is the next one.'],
  ['is anyone in on bank hol friday', 'in; 2026-12-25; The bank holiday is the next one.'],
  ['who is out the day after the bank holiday', 'out; 2026-09-08; The bank holiday is the next one.'],
  [
    'who is out the week of the bank holiday',
    'out; 2026-09-07..2026-09-13; The bank holiday is the next one.',
  ],
  [
    'is anyone around over the bank holiday weekend',
    'in; 2026-09-05..2026-09-07; The long weekend is the next one with a bank holiday beside it.',
  ],
  [
    'who is off over the august bank holiday weekend',
    'out; 2026-08-29..2026-08-31; The August bank holiday is taken as that of the United Kingdom.',
  ],
  // Bank holidays by name.
  ['when is labour day', 'holidays; 2026-09-07'],
  ['when was victoria day', 'holidays; 2026-05-18'],
  ['what day is boxing day', 'holidays; 2026-12-26'],
  ['is labour day a holiday', 'holidays; 2026-09-07'],
  ['is victoria day a day off for us', 'holidays; 2027-05-24'],
  ['next holiday after labour day', 'holidays; 2026-09-08..2027-09-09'],
  // What a calendar calls a day never takes words that ask something else.
  ['who has a day off tomorrow', 'out; 2026-07-14'],
]

describe('a named holiday', () => {
  it.each(rows)('%s', (phrase, days) => {
    expect(daysOf(phrase)).toBe(days)
  })

  it('with two days in a year is the day that it is known for, and no other year', () => {
    const maple = calendar(null, {
      '2026-08-03': 'Office closed',
      '2026-08-05': 'Office closed',
      '2026-12-26': 'Boxing Day',
      '2026-12-28': 'Boxing Day (observed)',
      '2027-08-02': 'Office closed',
      '2027-12-26': 'Boxing Day',
    })
    expect(daysOf('who is off on boxing day', [maple])).toBe('out; 2026-12-26')
    expect(daysOf('who is in on office closed', [maple])).toBe('unknown_holiday')
  })

  it("is found without the saint's title", () => {
    const dublin = calendar(null, { '2026-12-26': "Saint Stephen's Day" })
    expect(daysOf('is anyone in on stephens day', [dublin])).toBe('in; 2026-12-26')
    expect(daysOf("who is off on st stephen's day", [dublin])).toBe('out; 2026-12-26')
  })

  it('is that of the nearest calendar that has it', () => {
    expect(daysOf('labour day', [calendar(null, {}), germany])).toBe(
      'out; 2027-05-01; Labour Day is taken as that of DE-BE, Germany.',
    )
    expect(daysOf('labour day', [])).toBe('out; 2027-05-01; Labour Day is taken as 1 May.')
    expect(daysOf('victoria day', [])).toBe('unknown_holiday')
  })
})
