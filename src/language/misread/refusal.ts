import {
  civil,
  daySpan,
  isDayNumber,
  isoWeeksIn,
  monthLength,
  numberOf,
  type Span,
} from '../../calendar/spans.js'
import { weekdayFrom, weekdayOfNumber } from '../../calendar/week.js'
import { monthName, showDate, weekdayName } from '../../calendar/date.js'
import { maxRangeDays } from '../../calendar/period.js'
import { spanWords } from '../show.js'

/** Why a phrase has no answer. */
export type AskReason =
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
  | 'several_people'
  | 'free_question'
  | 'too_long'
  | 'unknown_words'
  | 'unknown_holiday'
  | 'other_language'
  | 'other_command'
  | 'statement'
  | 'greeting'
  | 'two_questions'
  | 'in_or_out'
  | 'recurring'
  | 'not_past'
  | 'no_team'

/** Words that are understood and have no meaning. `fact` is a sentence; the suggestions are words for the command. */
export interface AskRefusal {
  readonly reason: AskReason
  readonly fact: string
  readonly suggestions: readonly string[]
}

/** The days that were asked for, and what others mean by the same words. */
export interface DateReading {
  readonly span: Span
  readonly others: readonly Span[]
  /** Separate days within `span`. */
  readonly spans?: readonly Span[]
  /** How the words were understood, if that is worth saying. */
  readonly remark?: string
}

export type Outcome = DateReading | AskRefusal

export const isRefusal = (outcome: Outcome): outcome is AskRefusal => 'reason' in outcome

/** The longest range that is answered, as `to - from` in days. */
export const maxAskedDays = 366

export const reading = (span: Span, others: readonly Span[] = []): DateReading => ({ span, others })

export const isAnswerable = ({ from, to }: Span): boolean =>
  isDayNumber(from) && isDayNumber(to) && from <= to && to - from <= maxAskedDays

const validSpans = (spans: readonly Span[]): string[] => spans.filter(isAnswerable).map(spanWords)

/** `year` is the year that was checked, if one was named. */
export const noSuchDate = (year: number | null, month: number, day: number, today: number): AskRefusal => {
  const shown = year === null ? '' : ` ${year}`
  const thisYear = civil(today).year
  /** The next one, when no year was named. */
  const near = year ?? (isOver(thisYear, month, today) ? thisYear + 1 : thisYear)
  const lastDay = monthLength(near, month)
  return {
    reason: 'no_such_date',
    fact: lastDay === 0 ? `There is no month ${month}.` : `${day} ${monthName(month)}${shown} is not a date.`,
    suggestions: validSpans(nearSpans(near, month, day, lastDay)),
  }
}

const isOver = (year: number, month: number, today: number): boolean => {
  const last = numberOf(year, month, monthLength(year, month))
  return isDayNumber(last) && last < today
}

/** Suggestions: the last day of the month for "31 feb", the month for "32 jan", the other order for "12/24". */
const nearSpans = (year: number, month: number, day: number, lastDay: number): readonly Span[] => {
  if (lastDay === 0) return day >= 1 && day <= 12 ? [daySpan(numberOf(year, day, month))] : []
  if (day > 31 || day < 1) return [{ from: numberOf(year, month, 1), to: numberOf(year, month, lastDay) }]
  return [daySpan(numberOf(year, month, Math.min(day, lastDay)))]
}

/** Outside the years 0001 to 9999, or a quarter that no year has. */
export const outsideCalendar: AskRefusal = {
  reason: 'no_such_date',
  fact: 'That date does not exist.',
  suggestions: [],
}

/** The calendars of the organization have a holiday, but not in that year. */
export const unknownYear: AskRefusal = {
  reason: 'unknown_holiday',
  fact: 'The bank holiday calendar does not have that day in that year; give its date.',
  suggestions: [],
}

export const noSuchWeek = (isoYear: number, week: number): AskRefusal => ({
  reason: 'no_such_week',
  fact: `${isoYear} has no week ${week}.`,
  suggestions: [`${String(isoYear).padStart(4, '0')}-W${week < 1 ? '01' : isoWeeksIn(isoYear)}`],
})

export const weekdayMismatch = (number: number, claimed: number): AskRefusal => ({
  reason: 'weekday_mismatch',
  fact: `${showDate(number)} is a ${weekdayName(weekdayOfNumber(number))}, not a ${weekdayName(claimed)}.`,
  suggestions: validSpans([daySpan(number), daySpan(weekdayFrom(claimed, number))]),
})

export const endBeforeStart = (from: number, to: number): AskRefusal => ({
  reason: 'end_before_start',
  fact: `${showDate(from)} is after ${showDate(to)}.`,
  suggestions: validSpans([{ from: to, to: from }]),
})

export const endBeforeToday = (from: number, to: number, today: number): AskRefusal => ({
  reason: 'end_before_today',
  fact: `${showDate(to)} is over.`,
  suggestions: validSpans([{ from, to: today }, daySpan(to)]),
})

export const twoRanges = (spans: readonly Span[]): AskRefusal => ({
  reason: 'two_ranges',
  fact: 'Ask about one range at a time.',
  suggestions: validSpans(spans).slice(0, 3),
})

export const over366 = ({ from, to }: Span): AskRefusal => ({
  reason: 'over_366',
  fact: `From ${showDate(from)} to ${showDate(to)} is ${to - from} days; ${maxAskedDays} is the maximum.`,
  suggestions: validSpans([{ from, to: from + maxRangeDays }]),
})
