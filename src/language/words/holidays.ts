import type { Span } from '../../calendar/spans.js'
import { splitPhrases, openPhrases } from './phrases.js'

const inHolidays = openPhrases('holidays')

/**
 * A day of the year: a day of a month, the n-th weekday of a month, or an offset from Easter Sunday. `yearOffset` is -1
 * when it is in the year before the one it is named after. `plus` counts days from there.
 */
export type DayOfYear = (
  | { readonly month: number; readonly day: number }
  | { readonly month: number; readonly weekday: number; readonly nth: number }
  | { readonly easter: number }
) & { readonly yearOffset?: number; readonly plus?: number }

export interface Holiday {
  readonly from: DayOfYear
  readonly to: DayOfYear
  /** The single day that others mean by the same words; null when the range itself is a single day. */
  readonly day: DayOfYear | null
  /** Other days that some people mean by the same words. */
  readonly other?: { readonly from: DayOfYear; readonly to: DayOfYear }
  /** Shown with the days: whose holiday it is, or what the word is taken to cover. */
  readonly remark?: string
  /** The whole week around `day` instead of `from` to `to`. */
  readonly wholeWeek?: boolean
  /** The days that a calendar has; `from` and `to` are for other years. */
  readonly byYear?: ReadonlyMap<number, Span>
  /** Its words are not guessed from a misspelling: they are names, too. */
  readonly isExact?: boolean
}

const christmasDay = { month: 12, day: 25 }
const christmasEve = { month: 12, day: 24 }
const boxingDay = { month: 12, day: 26 }
const newYearsDay = { month: 1, day: 1 }
const newYearsEve = { month: 12, day: 31 }

const easter = { easter: 0 }
const thanksgiving = { month: 11, weekday: 3, nth: 4 }

/** Holidays and seasons, and the days they cover; `to` is `from` where it is left out. */
const rows: readonly (readonly [
  words: string,
  from: DayOfYear,
  to?: DayOfYear | undefined,
  more?: Partial<Holiday>,
])[] = [
  ['christmas | xmas', christmasEve, boxingDay, { day: christmasDay }],
  [
    inHolidays('around christmas'),
    christmasEve,
    { ...newYearsDay, yearOffset: 1 },
    { other: { from: christmasEve, to: boxingDay } },
  ],
  [
    "{,the week ,the time ,the days }between {christmas,xmas} and {new year,new years,new year's,the new year,new years day,new year's day}",
    christmasDay,
    { ...newYearsDay, yearOffset: 1 },
  ],
  [
    inHolidays('early in the new year'),
    newYearsDay,
    { month: 1, day: 8 },
    { other: { from: { ...newYearsEve, yearOffset: -1 }, to: newYearsDay } },
  ],
  [inHolidays('easter'), { easter: -2 }, { easter: 1 }, { day: easter }],
  ['easter sunday | easter day', easter],
  ['easter monday', { easter: 1 }],
  ['good friday', { easter: -2 }],
  ['maundy thursday', { easter: -3 }],
  ['easter week', easter, undefined, { day: easter, wholeWeek: true }],
  ['ascension | ascension day | ascension thursday', { easter: 39 }],
  ['whit sunday | pentecost | whitsunday | whitsun | pentecost sunday', { easter: 49 }],
  ['whit monday | pentecost monday', { easter: 50 }],
  [
    'thanksgiving | thanksgiving day',
    thanksgiving,
    undefined,
    { remark: 'Thanksgiving is taken as the holiday of the United States.' },
  ],
  [
    'black friday',
    { ...thanksgiving, plus: 1 },
    undefined,
    { remark: 'Black Friday is the day after Thanksgiving in the United States.' },
  ],
  [
    'winter | the winter | wintertime',
    { month: 12, day: 1 },
    { month: 3, day: 1, yearOffset: 1, plus: -1 },
    { remark: 'Winter is taken as December to February.' },
  ],
  [
    'summer | the summer | summertime',
    { month: 6, day: 1 },
    { month: 8, day: 31 },
    { remark: 'Summer is taken as June to August.' },
  ],
  [
    'spring | the spring | springtime',
    { month: 3, day: 1 },
    { month: 5, day: 31 },
    { remark: 'Spring is taken as March to May.' },
  ],
  [
    'autumn | the autumn | fall | the fall',
    { month: 9, day: 1 },
    { month: 11, day: 30 },
    { remark: 'Autumn is taken as September to November.' },
  ],
  ['christmas week | xmas week', christmasDay, undefined, { day: christmasDay, wholeWeek: true }],
  [inHolidays('christmas holidays'), christmasEve, { ...newYearsDay, yearOffset: 1 }, { day: christmasDay }],
  [
    "new year | new years | new year's | the new year",
    { ...newYearsEve, yearOffset: -1 },
    newYearsDay,
    { day: newYearsDay },
  ],
  [inHolidays('first week of the new year'), newYearsDay, { month: 1, day: 7 }],
  ['christmas eve | xmas eve | heiligabend', christmasEve],
  ['christmas day | xmas day', christmasDay],
  ['boxing day', boxingDay],
  ["new year's eve | new years eve | new year eve | nye | silvester | hogmanay", newYearsEve],
  ["new year's day | new years day | new year day", newYearsDay],
]

/** A holiday, and what it is called. */
export type HolidayRow = Holiday & { readonly words: readonly string[] }

export const holidays: readonly HolidayRow[] = rows.map(([words, from, to = from, more]) => ({
  words: splitPhrases(words),
  from,
  to,
  day: null,
  ...more,
}))
