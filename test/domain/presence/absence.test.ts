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

const newYear = '2026-12-28..2026-12-31, 2027-01-01, 2026-12-24..2026-12-25'
const sundayToThursday = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday'] as const

// Of November 2026 where no month stands; the 20th is a Friday.
const rows: readonly [says: string, leaves: string, absences: string, working?: readonly Weekday[]][] = [
  ['no leave is no absence', '', ''],
  ['a single day in the week', '18', '18..18 > 19'],
  ['a Friday: back on Monday', '20', '20..20 > 23'],
  ['a leave into the weekend', '18..21', '18..21 > 23'],
  ['two weeks of leave with a weekend between them', '16..20, 23..27', '16..27 > 30'],
  ['a leave into a weekend and another out of it', '19..21, 22..23', '19..23 > 24'],
  ['a day of work between two leaves keeps them apart', '16..17, 19', '16..17 > 18, 19..19 > 20'],
  ['a nested leave does not shorten the one around it', '02..06, 05', '02..06 > 09'],
  ['overlapping leaves end with the later end, in any order', '09..20, 02..13', '02..20 > 23'],
  ['the same leave twice is one absence', '18, 18', '18..18 > 19'],
  ["one's own bank holiday behind a weekend", '20, 23', '20..23 > 24'],
  ['the end of a month', '27..30', '27..30 > 2026-12-01'],
  ['the end of February in a leap year', '2028-02-28', '2028-02-28..2028-02-28 > 2028-02-29'],
  ['Christmas and New Year with a weekend inside', newYear, '2026-12-24..2027-01-01 > 2027-01-04'],
  ['only a weekend', '21..22', '21..22 > 23'],
  ['an end far away', '20..2087-11-20', '20..2087-11-20 > 2087-11-21'],
  ['no end within the calendar', '20..9999-12-31', '20..9999-12-31 > never'],
  ['nothing comes after an absence without an end', '20..9999-12-31, 9999-12-31', '20..9999-12-31 > never'],
  ['a week from Sunday to Thursday', '19', '19..19 > 22', sundayToThursday],
  ['a single working day a week', '18, 25', '18..25 > 2026-12-02', ['wednesday']],
  ['no working day at all: every day counts as one', '20, 22', '20..20 > 21, 22..22 > 23', []],
  ['a morning: back at noon', '20..20~', '20..20 > 20 noon'],
  ['an afternoon', '19~', '19..19 > 20'],
  ['a morning and the afternoon after it are one absence', '18..18~, 18~..19', '18..19 > 20'],
  ['in for an afternoon between two leaves', '17..18~, 19', '17..18 > 18 noon, 19..19 > 20'],
  ['a leave that ends at noon on a Saturday', '20..21~', '20..21 > 23'],
  ['a day marked as both halves is half a day, not none', '20~..20~', '20..20 > 23'],
]
const inFull = (text: string): readonly string[] =>
  text === '' ? [] : text.replaceAll(/(?<![\d-])\d\d(?![\d-])/g, '2026-11-$&').split(', ')

describe('absences', () => {
  it.each(rows)('%s', (_, leaves, absences, working) => {
    expect(shown(inFull(leaves), working)).toEqual(inFull(absences))
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
