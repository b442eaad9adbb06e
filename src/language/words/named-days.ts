import type { DayOfYear, HolidayRow } from './holidays.js'

/** Days with a name that not everybody has off. Where countries differ, the remark says whose day it is. */

const on = (month: number, day: number): DayOfYear => ({ month, day })
/** Monday is 0; the last one of the month is -1. */
const nth = (month: number, weekday: number, number: number): DayOfYear => ({ month, weekday, nth: number })

const american = (name: string): string => `${name} is taken as that of the United States.`
const british = (name: string): string => `${name} is taken as that of the United Kingdom.`

const rows: readonly (readonly [words: string, day: DayOfYear, remark?: string])[] = [
  ['epiphany | three kings | three kings day', on(1, 6)],
  ['orthodox christmas', on(1, 7)],
  ['mlk day | martin luther king day', nth(1, 0, 3)],
  ['burns night', on(1, 25)],
  ['australia day', on(1, 26)],
  ['groundhog day | candlemas', on(2, 2)],
  ['waitangi day', on(2, 6)],
  ["valentine's day | valentines day | valentines", on(2, 14)],
  ["presidents day | presidents' day | president's day", nth(2, 0, 3)],
  ["st patrick's day | st patricks day | saint patrick's day | st. patrick's day", on(3, 17)],
  ['april fools | april fools day', on(4, 1)],
  ['earth day', on(4, 22)],
  ["st george's day", on(4, 23)],
  ['anzac day', on(4, 25)],
  ["king's day | kings day", on(4, 27), "King's Day is taken as that of the Netherlands."],
  ['may day', on(5, 1)],
  ['labour day', on(5, 1), 'Labour Day is taken as 1 May.'],
  ['may bank holiday', nth(5, 0, 1), british('The May bank holiday')],
  ['cinco de mayo', on(5, 5)],
  ["mother's day | mothers day", nth(5, 6, 2), american("Mother's Day")],
  ['memorial day', nth(5, 0, -1), american('Memorial Day')],
  ['spring bank holiday', nth(5, 0, -1), british('The spring bank holiday')],
  ["father's day | fathers day", nth(6, 6, 3), american("Father's Day")],
  ['juneteenth', on(6, 19)],
  ['midsummer | midsommar', on(6, 24)],
  ['canada day', on(7, 1)],
  ['independence day', on(7, 4), american('Independence Day')],
  ['bastille day', on(7, 14)],
  ['assumption | assumption day', on(8, 15)],
  ['august bank holiday | summer bank holiday', nth(8, 0, -1), british('The August bank holiday')],
  ['labor day', nth(9, 0, 1), american('Labor Day')],
  ['michaelmas', on(9, 29)],
  ['unity day | german unity day | day of german unity', on(10, 3), 'Unity Day is taken as that of Germany.'],
  ['columbus day | indigenous peoples day', nth(10, 0, 2)],
  ['halloween | reformation day', on(10, 31)],
  ["all saints day | all saints' day | all saints", on(11, 1)],
  ['all souls day | day of the dead', on(11, 2)],
  ['guy fawkes night | bonfire night', on(11, 5)],
  ['veterans day | armistice day | remembrance day', on(11, 11)],
  ["st andrew's day", on(11, 30)],
  ['immaculate conception', on(12, 8)],
  ["st stephen's day | st stephens day | stephen's day | stephens day", on(12, 26)],
  ['shrove tuesday | mardi gras | pancake day', { easter: -47 }],
  ['ash wednesday', { easter: -46 }],
  ['palm sunday', { easter: -7 }],
  ['corpus christi', { easter: 60 }],
  ['cyber monday', { ...nth(11, 3, 4), plus: 4 }],
]

export const namedDays: readonly HolidayRow[] = rows.map(([words, day, remark]) => ({
  words: words.split(' | '),
  from: day,
  to: day,
  day: null,
  isExact: true,
  ...(remark !== undefined && { remark }),
}))
