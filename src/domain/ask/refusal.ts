import {
  daySpan,
  isDayNumber,
  isoWeeksIn,
  monthLength,
  numberOf,
  weekdayFrom,
  weekdayOfNumber,
  type Span,
} from './calendar.js'
import { monthName, showDate, spanWords, weekdayName } from './show.js'

export type Reason =
  | 'no_such_date'
  | 'no_such_week'
  | 'weekday_mismatch'
  | 'end_before_start'
  | 'end_before_today'
  | 'over_366'
  | 'time_of_day'
  | 'bare_number'
  | 'two_ranges'
  | 'several_teams'
  | 'free_question'
  | 'too_long'
  | 'unknown_words'

/** Words that make sense and mean nothing. `fact` is a sentence; suggestions are words for the command. */
export interface Refusal {
  readonly reason: Reason
  readonly fact: string
  readonly suggestions: readonly string[]
}

/** What was asked for, and what others mean by the same words. */
export interface Reading {
  readonly span: Span
  readonly others: readonly Span[]
}

export type Outcome = Reading | Refusal

export const isRefusal = (outcome: Outcome): outcome is Refusal => 'reason' in outcome

/** Longest range that is answered, as `to - from` in days. */
export const longestAsked = 366
/** Longest range that is shown at once. */
export const longestShown = 90

export const reading = (span: Span, others: readonly Span[] = []): Reading => ({ span, others })

const validSpans = (spans: readonly Span[]): string[] =>
  spans
    .filter(({ from, to }) => isDayNumber(from) && isDayNumber(to) && from <= to && to - from <= longestAsked)
    .map(spanWords)

/** `year` is the one that was looked at, when one was named. */
export const noSuchDate = (year: number | null, month: number, day: number, today: number): Refusal => {
  const shown = year === null ? '' : ` ${year}`
  const near = year ?? new Date(today * 86_400_000).getUTCFullYear()
  const lastDay = monthLength(near, month)
  return {
    reason: 'no_such_date',
    fact: lastDay === 0 ? `There is no month ${month}.` : `${day} ${monthName(month)}${shown} is not a date.`,
    suggestions: lastDay === 0 ? [] : validSpans([daySpan(numberOf(near, month, Math.min(day, lastDay)))]),
  }
}

/** Outside the years 0001 to 9999, or a quarter that no year has. */
export const outsideCalendar: Refusal = {
  reason: 'no_such_date',
  fact: 'That is not a date of the calendar.',
  suggestions: [],
}

export const noSuchWeek = (isoYear: number, week: number): Refusal => ({
  reason: 'no_such_week',
  fact: `${isoYear} has no week ${week}.`,
  suggestions: [`${String(isoYear).padStart(4, '0')}-W${week < 1 ? '01' : isoWeeksIn(isoYear)}`],
})

export const weekdayMismatch = (number: number, claimed: number): Refusal => ({
  reason: 'weekday_mismatch',
  fact: `${showDate(number)} is a ${weekdayName(weekdayOfNumber(number))}, not a ${weekdayName(claimed)}.`,
  suggestions: validSpans([daySpan(number), daySpan(weekdayFrom(claimed, number))]),
})

export const endBeforeStart = (from: number, to: number): Refusal => ({
  reason: 'end_before_start',
  fact: `${showDate(from)} is after ${showDate(to)}.`,
  suggestions: validSpans([{ from: to, to: from }]),
})

export const endBeforeToday = (from: number, to: number, today: number): Refusal => ({
  reason: 'end_before_today',
  fact: `${showDate(to)} is over.`,
  suggestions: validSpans([{ from, to: today }, daySpan(to)]),
})

export const twoRanges = (spans: readonly Span[]): Refusal => ({
  reason: 'two_ranges',
  fact: 'One range for each question.',
  suggestions: validSpans(spans).slice(0, 3),
})

export const over366 = ({ from, to }: Span): Refusal => ({
  reason: 'over_366',
  fact: `From ${showDate(from)} to ${showDate(to)} is ${to - from} days; ${longestAsked} are the most.`,
  suggestions: validSpans([{ from, to: from + longestShown }]),
})
