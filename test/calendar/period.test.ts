import { describe, expect, it } from 'vitest'
import { daysOf, neighbourPeriod } from '../../src/calendar/period.js'

const rows: readonly (readonly [what: string, range: string, before: string | null, after: string | null])[] =
  [
    ['a day', '2026-11-20..2026-11-20', '2026-11-19..2026-11-19', '2026-11-21..2026-11-21'],
    ['a week', '2026-12-28..2027-01-03', '2026-12-21..2026-12-27', '2027-01-04..2027-01-10'],
    ['a month', '2027-02-01..2027-02-28', '2027-01-01..2027-01-31', '2027-03-01..2027-03-31'],
    ['December', '2026-12-01..2026-12-31', '2026-11-01..2026-11-30', '2027-01-01..2027-01-31'],
    ['a quarter', '2026-10-01..2026-12-31', '2026-07-01..2026-09-30', '2027-01-01..2027-03-31'],
    [
      '28 days that are no month',
      '2026-02-02..2026-03-01',
      '2026-01-05..2026-02-01',
      '2026-03-02..2026-03-29',
    ],
    [
      'the first day of a month',
      '2026-11-01..2026-11-01',
      '2026-10-31..2026-10-31',
      '2026-11-02..2026-11-02',
    ],
    ['the last month of the calendar', '9999-12-01..9999-12-31', '9999-10-31..9999-11-30', null],
    ['the first month of the calendar', '0001-01-01..0001-01-31', null, '0001-02-01..0001-02-28'],
  ]

const parse = (text: string) => ({ from: text.slice(0, 10), to: text.slice(12) })
const write = (range: ReturnType<typeof neighbourPeriod>) => range && `${range.from}..${range.to}`

describe('the periods around a period', () => {
  it.each(rows)('%s: %s', (_, range, before, after) => {
    expect([write(neighbourPeriod(parse(range), -1)), write(neighbourPeriod(parse(range), 1))]).toEqual([
      before,
      after,
    ])
  })

  it('lists the days of a range, both ends included', () => {
    expect(daysOf(parse('2026-12-31..2027-01-02'))).toEqual(['2026-12-31', '2027-01-01', '2027-01-02'])
  })
})
