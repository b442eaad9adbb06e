import { expect, it } from 'vitest'
import { weekdayIndex } from '../../src/calendar/day.js'
import { sampleHolidays, sampleOwnEntries, sampleRoster } from '../../src/demo/sample.js'

it.each(['2026-11-18', '2026-11-20', '2026-11-21', '2026-11-22'])(
  'a demo started on %s has no leave of one day, and no bank holiday, on a weekend',
  (today) => {
    const days = [
      ...sampleRoster(today).leaves.map(({ start_date: from, end_date: to }) => ({ from, to })),
      ...sampleOwnEntries(today),
    ].filter(({ from, to }) => from === to)
    expect(days.length).toBeGreaterThan(4)
    const dates = [...days.map(({ from }) => from), ...sampleHolidays(today).days.map(({ date }) => date)]
    expect(dates.filter((date) => weekdayIndex(date) > 4)).toEqual([])
  },
)
