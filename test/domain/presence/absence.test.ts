import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import {
  absenceOn,
  mergeAbsences,
  nextAbsence,
  returnOn,
  type LeaveDays,
} from '../../../src/domain/presence/absence.js'
import { isWorkingDay } from '../../../src/calendar/week.js'
import { addDays, weekdays, type Weekday } from '../../../src/calendar/day.js'

const week = weekdays.slice(0, 5)

/** `2026-11-20..2026-11-27`; a `~` before the dots starts at noon, one at the end ends at noon. */
const leave = (text: string): LeaveDays => {
  const [from = '', to = from] = text.split('..')
  const bare = (day: string): string => day.replace('~', '')
  return {
    start_date: bare(from),
    end_date: bare(to),
    starts_at_noon: from.endsWith('~'),
    ends_at_noon: text.includes('..') && to.endsWith('~'),
  }
}

/** Each absence as `from..to > back`. */
const shown = (leaves: readonly string[], workingDays: readonly Weekday[] = week): readonly string[] =>
  mergeAbsences(leaves.map(leave), workingDays).map(
    ({ from, to, back }) =>
      `${from}..${to} > ${back ? `${back.day}${back.at_noon ? ' noon' : ''}` : 'never'}`,
  )

interface Row {
  readonly says: string
  readonly leaves: readonly string[]
  readonly absences: readonly string[]
  readonly working?: readonly Weekday[]
}

// 2026-11-20 is a Friday.
const rows: readonly Row[] = [
  { says: 'no leave is no absence', leaves: [], absences: [] },
  {
    says: 'a single day in the week',
    leaves: ['2026-11-18'],
    absences: ['2026-11-18..2026-11-18 > 2026-11-19'],
  },
  {
    says: 'a Friday: back on Monday',
    leaves: ['2026-11-20'],
    absences: ['2026-11-20..2026-11-20 > 2026-11-23'],
  },
  {
    says: 'a leave into the weekend',
    leaves: ['2026-11-18..2026-11-21'],
    absences: ['2026-11-18..2026-11-21 > 2026-11-23'],
  },
  {
    says: 'two weeks of leave with a weekend between them',
    leaves: ['2026-11-16..2026-11-20', '2026-11-23..2026-11-27'],
    absences: ['2026-11-16..2026-11-27 > 2026-11-30'],
  },
  {
    says: 'a leave into a weekend and another out of it',
    leaves: ['2026-11-19..2026-11-21', '2026-11-22..2026-11-23'],
    absences: ['2026-11-19..2026-11-23 > 2026-11-24'],
  },
  {
    says: 'a day of work between two leaves keeps them apart',
    leaves: ['2026-11-16..2026-11-17', '2026-11-19'],
    absences: ['2026-11-16..2026-11-17 > 2026-11-18', '2026-11-19..2026-11-19 > 2026-11-20'],
  },
  {
    says: 'a nested leave does not shorten the one around it',
    leaves: ['2026-11-02..2026-11-06', '2026-11-05'],
    absences: ['2026-11-02..2026-11-06 > 2026-11-09'],
  },
  {
    says: 'overlapping leaves end with the later end, in any order',
    leaves: ['2026-11-09..2026-11-20', '2026-11-02..2026-11-13'],
    absences: ['2026-11-02..2026-11-20 > 2026-11-23'],
  },
  {
    says: 'the same leave twice is one absence',
    leaves: ['2026-11-18', '2026-11-18'],
    absences: ['2026-11-18..2026-11-18 > 2026-11-19'],
  },
  {
    says: "one's own bank holiday behind a weekend",
    leaves: ['2026-11-20', '2026-11-23'],
    absences: ['2026-11-20..2026-11-23 > 2026-11-24'],
  },
  {
    says: 'the end of a month',
    leaves: ['2026-11-27..2026-11-30'],
    absences: ['2026-11-27..2026-11-30 > 2026-12-01'],
  },
  {
    says: 'the end of February in a leap year',
    leaves: ['2028-02-28'],
    absences: ['2028-02-28..2028-02-28 > 2028-02-29'],
  },
  {
    says: 'Christmas and New Year with a weekend inside',
    leaves: ['2026-12-28..2026-12-31', '2027-01-01', '2026-12-24..2026-12-25'],
    absences: ['2026-12-24..2027-01-01 > 2027-01-04'],
  },
  {
    says: 'only a weekend',
    leaves: ['2026-11-21..2026-11-22'],
    absences: ['2026-11-21..2026-11-22 > 2026-11-23'],
  },
  {
    says: 'an end far away',
    leaves: ['2026-11-20..2087-11-20'],
    absences: ['2026-11-20..2087-11-20 > 2087-11-21'],
  },
  {
    says: 'no end within the calendar',
    leaves: ['2026-11-20..9999-12-31'],
    absences: ['2026-11-20..9999-12-31 > never'],
  },
  {
    says: 'nothing comes after an absence without an end',
    leaves: ['2026-11-20..9999-12-31', '9999-12-31'],
    absences: ['2026-11-20..9999-12-31 > never'],
  },
  {
    says: 'a week from Sunday to Thursday',
    leaves: ['2026-11-19'],
    working: ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday'],
    absences: ['2026-11-19..2026-11-19 > 2026-11-22'],
  },
  {
    says: 'a single working day a week',
    leaves: ['2026-11-18', '2026-11-25'],
    working: ['wednesday'],
    absences: ['2026-11-18..2026-11-25 > 2026-12-02'],
  },
  {
    says: 'no working day at all: every day counts as one',
    leaves: ['2026-11-20', '2026-11-22'],
    working: [],
    absences: ['2026-11-20..2026-11-20 > 2026-11-21', '2026-11-22..2026-11-22 > 2026-11-23'],
  },
  {
    says: 'a morning: back at noon',
    leaves: ['2026-11-20..2026-11-20~'],
    absences: ['2026-11-20..2026-11-20 > 2026-11-20 noon'],
  },
  { says: 'an afternoon', leaves: ['2026-11-19~'], absences: ['2026-11-19..2026-11-19 > 2026-11-20'] },
  {
    says: 'a morning and the afternoon after it are one absence',
    leaves: ['2026-11-18..2026-11-18~', '2026-11-18~..2026-11-19'],
    absences: ['2026-11-18..2026-11-19 > 2026-11-20'],
  },
  {
    says: 'in for an afternoon between two leaves',
    leaves: ['2026-11-17..2026-11-18~', '2026-11-19'],
    absences: ['2026-11-17..2026-11-18 > 2026-11-18 noon', '2026-11-19..2026-11-19 > 2026-11-20'],
  },
  {
    says: 'a leave that ends at noon on a Saturday',
    leaves: ['2026-11-20..2026-11-21~'],
    absences: ['2026-11-20..2026-11-21 > 2026-11-23'],
  },
  {
    says: 'a day marked as both halves is half a day, not none',
    leaves: ['2026-11-20~..2026-11-20~'],
    absences: ['2026-11-20..2026-11-20 > 2026-11-23'],
  },
]

describe('absences', () => {
  it.each(rows)('$says', ({ leaves, absences, working }) => {
    expect(shown(leaves, working)).toEqual(absences)
  })

  it('answers for a day: inside, on the day of return, and before the next', () => {
    const absences = mergeAbsences(
      ['2026-11-16..2026-11-20', '2026-11-23..2026-11-24', '2026-12-21..2026-12-31'].map(leave),
      week,
    )
    expect(absenceOn(absences, '2026-11-22')?.to).toBe('2026-11-24')
    expect(absenceOn(absences, '2026-11-25')).toBeUndefined()
    expect(absenceOn(absences, '2027-01-01')).toBeUndefined()
    const friday = mergeAbsences([leave('2026-11-20')], week)
    expect(absenceOn(friday, '2026-11-22')?.to).toBe('2026-11-20')
    expect(absenceOn(friday, '2026-11-23')).toBeUndefined()
    const noon = mergeAbsences([leave('2026-11-20..2026-11-20~')], week)
    expect(absenceOn(noon, '2026-11-20')).toBe(noon[0])
    const endless = mergeAbsences([leave('2026-11-20..9999-12-31')], week)
    expect(absenceOn(endless, '9999-12-31')).toBe(endless[0])
    expect(returnOn(absences, '2026-11-25')?.from).toBe('2026-11-16')
    expect(returnOn(absences, '2026-11-26')).toBeUndefined()
    expect(nextAbsence(absences, '2026-11-20')?.from).toBe('2026-12-21')
    expect(nextAbsence(absences, '2026-12-21')).toBeUndefined()
  })

  it('holds for any leaves: nobody is back on a day of leave, and absences never meet', () => {
    const day = fc.integer({ min: 0, max: 60 }).map((count) => addDays('2026-11-01', count)!)
    const anyLeave = fc
      .tuple(day, fc.integer({ min: 0, max: 20 }))
      .map(([start, length]) => leave(`${start}..${addDays(start, length)!}`))
    const anyWeek = fc.subarray([...weekdays], { minLength: 1 })
    fc.assert(
      fc.property(fc.array(anyLeave, { maxLength: 8 }), anyWeek, (leaves, workingDays) => {
        const absences = mergeAbsences(leaves, workingDays)
        for (const [index, { to, back }] of absences.entries()) {
          expect(back!.day > to && isWorkingDay(back!.day, workingDays)).toBe(true)
          expect(
            leaves.some(({ start_date, end_date }) => start_date <= back!.day && back!.day <= end_date),
          ).toBe(false)
          const next = absences[index + 1]
          if (next) expect(next.from > back!.day).toBe(true)
        }
        expect(absences.flatMap((absence) => absence.leaves)).toHaveLength(leaves.length)
      }),
      { numRuns: inject('cases') },
    )
  })
})
