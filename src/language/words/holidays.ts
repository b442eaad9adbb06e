import { weekdays } from '../../calendar/day.js'
import type { Span } from '../../calendar/spans.js'
import { openPhrases, phrasesByHeading } from './phrases.js'

/**
 * A day of the year: a day of a month, the n-th weekday of a month, or Easter Sunday. `yearOffset` is -1 when it is in
 * the year before the one it is named after. `plus` counts days from there.
 */
export type DayOfYear = (
  | { readonly month: number; readonly day: number }
  | { readonly month: number; readonly weekday: number; readonly nth: number }
  | { readonly easter: true }
) & { readonly yearOffset?: number; readonly plus?: number }

interface DaysOfYear {
  readonly from: DayOfYear
  readonly to: DayOfYear
}

export interface Holiday extends DaysOfYear {
  /** Other days that some people mean by the same words; a single day is the holiday itself. */
  readonly other: DaysOfYear | null
  /** Shown with the days: whose holiday it is, or what the word is taken to cover. */
  readonly remark?: string
  /** The days that a calendar has; `from` and `to` are for other years. */
  readonly byYear?: ReadonlyMap<number, Span>
  /** Its words are not guessed from a misspelling: they are names, too. */
  readonly isExact: boolean
}

/** A holiday, and what it is called. */
export type HolidayRow = Holiday & { readonly words: readonly string[] }

const months = [...phrasesByHeading('months').keys()]
const ordinals = ['last', '', 'first', 'second', 'third', 'fourth']

/** "6 january", "1 january after", "last monday of may", "47 days before easter" */
const dayNamed = (words: string): DayOfYear => {
  const [, days, side, other] = /^(\d+) days? (before|after) (.+)$/u.exec(words) ?? []
  if (other !== undefined)
    return { ...dayNamed(other), plus: side === 'before' ? -Number(days) : Number(days) }
  if (words === 'easter') return { easter: true }
  const [first = '', second = '', third = '', month = ''] = words.split(' ')
  const weekday = weekdays.findIndex((name) => name === second)
  if (weekday >= 0) return { month: months.indexOf(month) + 1, weekday, nth: ordinals.indexOf(first) - 1 }
  const yearOffset = third === 'before' ? -1 : third === 'after' ? 1 : 0
  return { month: months.indexOf(second) + 1, day: Number(first), yearOffset }
}

/** "24 december to 26 december" */
const daysNamed = (words: string): DaysOfYear => {
  const [from, to = from] = words.split(' to ').map(dayNamed)
  return { from: from!, to: to! }
}

/** The headings of a table: the days, "or" others that are meant by the same words, and what is said of them. */
const holidaysOf = (table: string, isExact: boolean): readonly HolidayRow[] =>
  [...phrasesByHeading(table)].map(([heading, phrases]) => {
    const [days = '', remark] = heading.split(': ')
    const [own = '', other] = days.split(', or ')
    return {
      words: phrases,
      ...daysNamed(own),
      other: other === undefined ? null : daysNamed(other),
      isExact,
      ...(remark !== undefined && { remark }),
    }
  })

/** Days with a name that not everybody has off follow; where countries differ, the heading says whose day it is. */
export const holidays = [...holidaysOf('holidays', false), ...holidaysOf('named-days', true)]

/** If most people who name one mean the same day: words for it, as a suggestion and never as an answer. */
export const likelyDays: readonly (readonly [holidays: string, day: string])[] = [
  ['oktoberfest', 'september'],
  ['pride | pride month', 'june'],
  ['black history month', 'february'],
]

/** Holidays without a date of their own here, because not everyone has them, or not on the same day everywhere. */
export const unknownHolidays = [
  ...likelyDays.map(([names]) => names),
  ...openPhrases('days')('holidays without a date of their own'),
]
