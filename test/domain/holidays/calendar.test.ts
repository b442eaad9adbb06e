import { expect, it } from 'vitest'
import {
  addHolidays,
  parseCode,
  parseHolidayRows,
  removeHoliday,
  setHoliday,
} from '../../../src/domain/holidays/calendar.js'
import { unacceptedCalendars } from '../../../src/domain/holidays/yearly.js'

const christmas = { date: '2026-12-25', name: 'Christmas' }
const newYear = { date: '2027-01-01', name: 'New Year' }

it.each([
  ['de-by', 'DE-BY'],
  [' US_CA ', 'US-CA'],
  ['office-lyon-2', 'OFFICE-LYON-2'],
  ['', null],
  ['-', null],
  ['DE--BY', null],
  ['DE BY', null],
  ['X'.repeat(41), null],
])('the code %j is %j', (text, code) => expect(parseCode(text)).toBe(code))

it('keeps days in order, each once, and never renames an accepted one by itself', () => {
  const days = addHolidays([newYear], [christmas, { ...newYear, name: 'Neujahr' }])
  expect(days).toEqual([christmas, newYear])
  expect(setHoliday(days, { ...newYear, name: 'Neujahr' })[1]).toEqual({
    date: '2027-01-01',
    name: 'Neujahr',
  })
  expect(removeHoliday(days, '2026-12-25')).toEqual([newYear])
})

it.each([
  ['date,name\n2026-12-25,Christmas\n\n2027-01-01,New Year\n', { days: [christmas, newYear] }],
  ['\uFEFF2026-12-25;"Christmas"\r\n', { days: [christmas] }],
  [
    '2026-02-30,Nothing\n2026-12-25\n',
    {
      problems: [
        'line 1: must begin with a date that exists, as YYYY-MM-DD',
        'line 2: must begin with a date that exists, as YYYY-MM-DD',
      ],
    },
  ],
  ['2026-12-25,\n', { problems: ['line 1: must have a name of 1 to 80 characters after its date'] }],
  ['', { problems: ['the file has no days: give lines such as 2027-01-01,New Year'] }],
])('reads the file %j', (text, expected) => expect(parseHolidayRows(text)).toEqual(expected))

it.each([
  ['2026-10-31', []],
  ['2026-11-01', [{ code: 'DE', year: 2027 }]],
  ['2027-11-01', []],
])('proposes the next year on %s: %j', (today, expected) => {
  const calendar = (code: string, ...dates: readonly string[]) => ({
    _id: code,
    org: 'x',
    code,
    days: dates.map((date) => ({ date, name: 'x' })),
  })
  const calendars = [
    calendar('DE', '2026-12-25'),
    calendar('FR', '2026-12-25', '2027-01-01'),
    calendar('OLD', '2020-01-01'),
  ]
  expect(unacceptedCalendars(calendars, today).filter(({ code }) => code !== 'FR')).toEqual(expected)
})
