import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, weekdayOf, type Day } from '../../../src/calendar/day.js'
import { daysOf } from '../../../src/calendar/period.js'
import { chartInSlices, type ChartFacts, type ChartQuestion } from '../../../src/domain/chart/chart.js'
import {
  neighbourOf,
  parseMonth,
  parseYear,
  rangeOf,
  weekOf,
  weeksOf,
} from '../../../src/domain/chart/period.js'
import { leaveViewOf } from '../../../src/domain/chart/scope.js'
import type { Leave } from '../../../src/domain/organization/organization.js'
import { leaveTypes } from '../../../src/domain/presence/leave-types.js'
import type { RollLeave } from '../../../src/domain/presence/roll.js'
import { runAtOnce } from '../../../src/calendar/slices.js'
import { rollOf } from '../presence/plain.js'
import { leave, member, organization } from '../../stores/samples.js'

const org = organization('o')
const range = rangeOf({ month: '2026-11' })
const today: Day = '2026-11-20'

const chartOf = (
  leaves: readonly Leave[],
  wish: Partial<ChartQuestion> = {},
  facts: Partial<ChartFacts> = {},
) =>
  runAtOnce(
    chartInSlices(
      {
        members: ['a', 'b', 'c'].map((id) => member('o', id)),
        roll: rollOf({ teams: [], members: [], leaves }),
        sight: leaveViewOf(org, { reasons: 'hidden' }),
        ...facts,
      },
      { range, byWeek: false, today, onlyOut: false, page: 1, pageSize: 100, turns: false, ...wish },
    ),
  )

const of = (id: string, start: Day, end: Day, fields: Partial<Leave> = {}): Leave =>
  leave('o', `${id}-${start}`, start, end, { member_id: id, ...fields })

describe('periods', () => {
  it('are years, months, two and four weeks', () => {
    expect(range).toEqual({ from: '2026-11-01', to: '2026-11-30' })
    expect(rangeOf({ weeks: '2026-12-28' })).toEqual({ from: '2026-12-28', to: '2027-01-10' })
    expect(rangeOf({ year: '2028' })).toEqual({ from: '2028-01-01', to: '2028-12-31' })
    expect(neighbourOf({ year: '2028' }, -1)).toEqual({ year: '2027' })
    expect(neighbourOf({ year: '9999' }, 1)).toBeNull()
    expect(['2026', '26', '0000'].map(parseYear)).toEqual(['2026', null, null])
    expect(neighbourOf({ month: '2026-12' }, 1)).toEqual({ month: '2027-01' })
    expect(neighbourOf({ weeks: '2026-11-16' }, -1)).toEqual({ weeks: '2026-11-02' })
    expect(rangeOf({ four: '2026-11-23' })).toEqual({ from: '2026-11-23', to: '2026-12-20' })
    expect(neighbourOf({ four: '2026-11-23' }, 1)).toEqual({ four: '2026-12-21' })
    expect(neighbourOf({ month: '9999-12' }, 1)).toBeNull()
    expect(neighbourOf({ month: '0001-01' }, -1)).toBeNull()
    expect(weekOf('2026-11-22', 'monday')).toBe('2026-11-16')
    expect(weekOf('2026-11-22', 'sunday')).toBe('2026-11-22')
    expect(['2026-13', '2026-1', '0000-01', '2026-02'].map(parseMonth)).toEqual([null, null, null, '2026-02'])
  })
})

describe('the chart of a year', () => {
  it('has weeks that cover its days once, and the days on leave in each, as days are counted', () => {
    const year = rangeOf({ year: '2026' })
    const weeks = weeksOf(year, 'monday')
    expect([weeks[0], weeks[1], weeks.at(-1), weeks.length]).toEqual([
      { from: '2026-01-01', to: '2026-01-04' },
      { from: '2026-01-05', to: '2026-01-11' },
      { from: '2026-12-28', to: '2026-12-31' },
      53,
    ])
    expect(weeks.flatMap(daysOf)).toEqual(daysOf(year))
    const leaves = [
      // From a Thursday to the Monday after next, and a bank holiday in it.
      of('a', '2026-11-05', '2026-11-16', { ends_at_noon: true }),
      of('a', '2026-11-11', '2026-11-11', { type: 'bank_holiday' }),
      of('b', '2026-11-07', '2026-11-08'),
      of('c', '2026-11-13', '2026-11-13', { starts_at_noon: true }),
    ]
    const shown = chartOf(leaves, { range: year, byWeek: true, onlyOut: true })
    expect(shown.rows.map(({ id, weeks: days }) => [id, days.slice(43, 48)])).toEqual([
      ['a', [0, 2, 5, 1, 0]],
      ['c', [0, 0, 1, 0, 0]],
    ])
    expect(shown.weeks.slice(43, 48).map(({ out }) => out)).toEqual([0, 1, 2, 1, 0])
    expect(shown.rows[0]!.cells).toEqual([])
    const byDay = chartOf(leaves, { range, onlyOut: true })
    expect(byDay.rows.map(({ weeks: none }) => none)).toEqual([[], []])
    const days = byDay.days.reduce((sum, { out }) => sum + out, 0)
    expect(shown.rows.flatMap(({ weeks: all }) => all).reduce((sum, out) => sum + out, 0)).toBe(days)
  })
})

describe('a chart', () => {
  it('calls a bank holiday what the calendars of those who have it call it, each name once', () => {
    const calendar = (code: string, name: string, date: Day = '2026-11-11') => {
      return { _id: `o:${code}`, org: 'o', code, days: [{ date, name }] }
    }
    const calendars = [
      calendar('DE', 'Martinmas'),
      calendar('FR', 'Armistice'),
      calendar('BE', 'Armistice'),
      calendar('US', 'Veterans Day'),
    ]
    const holidays = { calendars, assigned: null, workingDays: org.working_days }
    const at = (...codes: readonly string[]) => ({
      members: codes.map((code) => member('o', code, { holidays: code })),
      roll: rollOf({ teams: [], members: [], leaves: [], holidays }),
    })
    const namesOn = (day: Day, ...codes: readonly string[]) =>
      chartOf([], {}, at(...codes)).days.find((one) => one.day === day)!.holidayNames
    expect(namesOn('2026-11-11', 'FR', 'DE', 'BE', '')).toEqual(['Armistice', 'Martinmas'])
    expect(namesOn('2026-11-11', '')).toEqual([])
    expect(namesOn('2026-11-12', 'FR')).toEqual([])
  })

  it('shows half days as half cells, and when they are back', () => {
    const noons = { starts_at_noon: true, ends_at_noon: true }
    const { rows } = chartOf([of('a', '2026-11-05', '2026-11-09', noons)])
    const cells = rows[0]!.cells
    const halves = cells.slice(3, 10).map(({ morning, afternoon }) => [morning, afternoon])
    const [free, away] = [Array(2).fill(null), Array(2).fill('away')]
    expect(halves).toEqual([free, [null, 'away'], away, away, away, ['away', null], free])
    expect(rows[0]!.absences[0]!.back).toEqual({ day: '2026-11-09', at_noon: true })
  })

  it('merges leaves over a weekend', () => {
    const { rows } = chartOf([
      of('a', '2026-11-19', '2026-11-20'),
      of('a', '2026-11-23', '2026-11-24', { type: 'sick' }),
      of('a', '2026-11-26', '2026-11-26'),
    ])
    expect(rows[0]!.absences.map(({ from, to, reasons }) => [from, to, reasons])).toEqual([
      ['2026-11-19', '2026-11-24', ['away']],
      ['2026-11-26', '2026-11-26', ['away']],
    ])
  })

  it('tells bank holidays from absences, and hides reasons unless the link shows them', () => {
    const leaves = [
      of('a', '2026-11-18', '2026-11-18', { type: 'bank_holiday' }),
      of('b', '2026-11-18', '2026-11-18', { type: 'sick' }),
      of('c', '2026-11-18', '2026-11-18', { type: 'holiday' }),
    ]
    const hidden = chartOf(leaves)
    expect(hidden.days[17]).toMatchObject({ out: 2, bankHoliday: 1 })
    expect(hidden.rows.map(({ cells }) => cells[17]!.morning)).toEqual(['bank_holiday', 'away', 'away'])
    const shown = chartOf(leaves, {}, { sight: leaveViewOf(org, { reasons: 'shown' }) })
    expect(shown.rows.map(({ cells }) => cells[17]!.morning)).toEqual(['bank_holiday', 'away', 'holiday'])
    expect(chartOf(leaves, { onlyOut: true }).rows.map(({ id }) => id)).toEqual(['b', 'c'])
    expect(chartOf([]).rows[0]!.absences).toEqual([])
  })

  it('counts each team, on all pages, as often as its people are out', () => {
    const { teams } = chartOf([of('a', '2026-11-18', '2026-11-18')], { pageSize: 1 })
    expect(teams.map(({ size, out }) => [size, out])).toEqual([[3, 1]])
  })

  it('has pages, the last of which is the last, or which turn', () => {
    const page = (number: number, turns: boolean) =>
      chartOf([], { page: number, pageSize: 2, turns }).rows.map(({ id }) => id)
    expect([page(1, false), page(2, false), page(9, false)]).toEqual([['a', 'b'], ['c'], ['c']])
    expect([page(3, true), page(4, true)]).toEqual([['a', 'b'], ['c']])
  })

  it('counts the people who are on leave on each day as a plain look at the leaves does', () => {
    const isWeekend = (day: string): boolean => ['saturday', 'sunday'].includes(weekdayOf(day))
    const isOn = ({ start_date, end_date }: RollLeave, day: string): boolean =>
      start_date <= day && day <= end_date
    const someLeave = fc
      .record({
        who: fc.constantFrom('a', 'b', 'c'),
        start: fc.integer({ min: -40, max: 40 }),
        days: fc.integer({ min: 0, max: 50 }),
        type: fc.constantFrom(...leaveTypes),
      })
      .map(({ who, start, days, type }) =>
        of(who, addDays(range.from, start)!, addDays(range.from, start + days)!, { type }),
      )
    fc.assert(
      fc.property(fc.array(someLeave, { maxLength: 8 }), (leaves) => {
        const plainly = daysOf(range).map((day) => {
          const on = leaves.filter((leave) => isOn(leave, day))
          if (isWeekend(day)) return 0
          const booked = on.filter(({ type }) => type !== 'bank_holiday')
          return new Set(booked.map(({ member_id }) => member_id)).size
        })
        expect(chartOf(leaves).days.map(({ out }) => out)).toEqual(plainly)
      }),
      { numRuns: 200 },
    )
  })
})
