import { weekdays } from '../../calendar/day.js'
import type { Span } from '../../calendar/spans.js'
import { openPhrases, phrasesByHeading } from './phrases.js'

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

const on = (month: number, day: number, yearOffset = 0): DayOfYear => ({ month, day, yearOffset })
const [christmasEve, christmasDay, boxingDay] = [on(12, 24), on(12, 25), on(12, 26)]
const [newYearsDay, newYearsEve, nextNewYearsDay] = [on(1, 1), on(12, 31), on(1, 1, 1)]
const lastNewYearsEve = on(12, 31, -1)
const easter = { easter: 0 }
const thanksgiving = { month: 11, weekday: 3, nth: 4 }
const cyberMonday = { ...thanksgiving, plus: 4 }

/** Holidays and seasons, and the days they cover; `to` is `from` where it is left out. */
const rows: Readonly<Record<string, readonly [from: DayOfYear, to?: DayOfYear, more?: Partial<Holiday>]>> = {
  christmas: [christmasEve, boxingDay, { day: christmasDay }],
  'around christmas': [christmasEve, nextNewYearsDay, { other: { from: christmasEve, to: boxingDay } }],
  'between christmas and new year': [christmasDay, nextNewYearsDay],
  'early in the new year': [newYearsDay, on(1, 8), { other: { from: lastNewYearsEve, to: newYearsDay } }],
  easter: [{ easter: -2 }, { easter: 1 }, { day: easter }],
  'easter sunday': [easter],
  'easter monday': [{ easter: 1 }],
  'good friday': [{ easter: -2 }],
  'maundy thursday': [{ easter: -3 }],
  'easter week': [easter, easter, { day: easter, wholeWeek: true }],
  ascension: [{ easter: 39 }],
  'whit sunday': [{ easter: 49 }],
  'whit monday': [{ easter: 50 }],
  thanksgiving: [thanksgiving],
  'black friday': [{ ...thanksgiving, plus: 1 }],
  'cyber monday': [cyberMonday, cyberMonday, { isExact: true }],
  winter: [on(12, 1), { ...on(3, 1, 1), plus: -1 }],
  summer: [on(6, 1), on(8, 31)],
  spring: [on(3, 1), on(5, 31)],
  autumn: [on(9, 1), on(11, 30)],
  'christmas week': [christmasDay, christmasDay, { day: christmasDay, wholeWeek: true }],
  'christmas holidays': [christmasEve, nextNewYearsDay, { day: christmasDay }],
  'new year': [lastNewYearsEve, newYearsDay, { day: newYearsDay }],
  'first week of the new year': [newYearsDay, on(1, 7)],
  'christmas eve': [christmasEve],
  'christmas day': [christmasDay],
  'boxing day': [boxingDay],
  "new year's eve": [newYearsEve],
  "new year's day": [newYearsDay],
}

/** A holiday, and what it is called. */
export type HolidayRow = Holiday & { readonly words: readonly string[] }

const remarks: Readonly<Record<string, string>> = {
  thanksgiving: 'Thanksgiving is taken as the holiday of the United States.',
  'black friday': 'Black Friday is the day after Thanksgiving in the United States.',
  winter: 'Winter is taken as December to February.',
  summer: 'Summer is taken as June to August.',
  spring: 'Spring is taken as March to May.',
  autumn: 'Autumn is taken as September to November.',
}

const rowOf = (phrases: readonly string[], remark: string | undefined, holiday: Holiday): HolidayRow => ({
  words: phrases,
  ...holiday,
  ...(remark !== undefined && { remark }),
})

const months = [...phrasesByHeading('months').keys()]
const ordinals = ['last', '', 'first', 'second', 'third', 'fourth']

/** "6 january", "last monday of may", "47 days before easter" */
const dayNamed = (words: string): DayOfYear => {
  const [first = '', second = '', third = '', month = ''] = words.split(' ')
  if (third === '') return on(months.indexOf(second) + 1, Number(first))
  if (month === 'easter') return { easter: third === 'before' ? -Number(first) : Number(first) }
  const weekday = weekdays.findIndex((name) => name === second)
  return { month: months.indexOf(month) + 1, weekday, nth: ordinals.indexOf(first) - 1 }
}

/** Days with a name that not everybody has off; where countries differ, the heading says whose day it is. */
const namedDays = [...phrasesByHeading('named-days')].map(([heading, phrases]) => {
  const [words = '', remark] = heading.split(': ')
  const day = dayNamed(words)
  return rowOf(phrases, remark, { from: day, to: day, day: null, isExact: true })
})

export const holidays: readonly HolidayRow[] = [
  ...Object.entries(rows).map(([heading, [from, to = from, more]]) =>
    rowOf(inHolidays(heading), remarks[heading], { from, to, day: null, ...more }),
  ),
  ...namedDays,
]

/** If most people who name one mean the same day: words for it, as a suggestion and never as an answer. */
export const likelyDays: readonly (readonly [holidays: string, day: string])[] = [
  ['oktoberfest', 'september'],
  ['pride | pride month', 'june'],
  ['black history month', 'february'],
]

/** Holidays without a date of their own here, because not everyone has them, or not on the same day everywhere. */
export const unknownHolidays = [...likelyDays.map(([names]) => names), ...inHolidays('without a date')].join(
  ' | ',
)
