import { onlyDay, type Day } from '../../calendar/day.js'
import {
  civil,
  daySpan,
  isDayNumber,
  isoWeeksIn,
  monthLength,
  numberOf,
  showSpan,
  type Span,
} from '../../calendar/spans.js'
import { weekdayFrom, weekdayOfNumber } from '../../calendar/week.js'
import { monthName, showDate, weekdayName } from '../../calendar/date.js'
import { maxRangeDays } from '../../calendar/period.js'
import type { AskQuery, AskReason } from '../query.js'
import type { HalfDay } from '../question.js'
import { spanWords, textForm } from '../text-form.js'

/** Words that are understood and have no meaning. `fact` is a sentence; the suggestions are words for the command. */
export interface AskRefusal {
  readonly reason: AskReason
  readonly fact: string
  readonly suggestions: readonly string[]
}

/** Why a phrase has no answer, what was read of it, and commands that work. */
export interface Misread extends AskRefusal {
  /** The words that were not understood, as typed; absent: all of them. */
  readonly words?: string
  /** The first sentence of `fact`, if that is the whole answer. */
  readonly heading?: string
  /** `off tomorrow`: the command that records the asker's own days, if that is what was said. */
  readonly off?: string | null
}

export const cutShort = (words: string): string => {
  const characters = [...words]
  return characters.length > 80 ? `${characters.slice(0, 79).join('')}…` : words
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

/** With those days as suggestions that exist and can be asked for. */
const refusal = (reason: AskReason, fact: string, ...spans: readonly Span[]): AskRefusal => ({
  reason,
  fact,
  suggestions: spans.filter(isAnswerable).map(spanWords),
})

/**
 * `year` is the year that was checked, if one was named. Suggests the last day of the month for "31 feb", the month for
 * "32 jan", the other order for "12/24".
 */
export const noSuchDate = (year: number | null, month: number, day: number, today: number): AskRefusal => {
  const lastIn = (one: number): number => numberOf(one, month, monthLength(one, month))
  const thisYear = civil(today).year
  // The next one, when no year was named.
  const near = year ?? (lastIn(thisYear) < today ? thisYear + 1 : thisYear)
  if (monthLength(near, month) === 0)
    return refusal('no_such_date', `There is no month ${month}.`, daySpan(numberOf(near, day, month)))
  const to = lastIn(near)
  const name = `${day} ${monthName(month)}${year === null ? '' : ` ${year}`}`
  const from = day > 31 || day < 1 ? numberOf(near, month, 1) : to
  return refusal('no_such_date', `${name} is not a date.`, { from, to })
}

/** Outside the years 0001 to 9999, or a quarter that no year has. */
export const outsideCalendar = refusal('no_such_date', 'That date does not exist.')

/** The calendars of the organization have a holiday, but not in that year. */
export const unknownYear = refusal(
  'unknown_holiday',
  'The bank holiday calendar does not have that day in that year; give its date.',
)

export const noSuchWeek = (isoYear: number, week: number): AskRefusal => ({
  reason: 'no_such_week',
  fact: `${isoYear} has no week ${week}.`,
  suggestions: [`${String(isoYear).padStart(4, '0')}-W${week < 1 ? '01' : isoWeeksIn(isoYear)}`],
})

export const weekdayMismatch = (number: number, claimed: number): AskRefusal =>
  refusal(
    'weekday_mismatch',
    `${showDate(number)} is a ${weekdayName(weekdayOfNumber(number))}, not a ${weekdayName(claimed)}.`,
    daySpan(number),
    daySpan(weekdayFrom(claimed, number)),
  )

export const endBeforeStart = (from: number, to: number): AskRefusal =>
  refusal('end_before_start', `${showDate(from)} is after ${showDate(to)}.`, { from: to, to: from })

export const endBeforeToday = (from: number, to: number, today: number): AskRefusal =>
  refusal('end_before_today', `${showDate(to)} is over.`, { from, to: today }, daySpan(to))

export const twoRanges = (spans: readonly Span[]): AskRefusal =>
  refusal('two_ranges', 'Ask about one range at a time.', ...spans.slice(0, 3))

export const over366 = ({ from, to }: Span): AskRefusal =>
  refusal(
    'over_366',
    `From ${showDate(from)} to ${showDate(to)} is ${to - from} days; ${maxAskedDays} is the maximum.`,
    { from, to: from + maxRangeDays },
  )

export const noQuestion = refusal('unknown_words', 'That is not a question.')

/** "is tom in on monday or tuesday": who is in is so on all of the days. Or another half of each of the days. */
export const oneDay = (query: AskQuery, halves: readonly (HalfDay | null)[]): AskRefusal => {
  const on = (day: Day, half: HalfDay | null = null): string =>
    textForm({ ...query, range: onlyDay(day), ranges: [], half })
  const { from, to } = query.range
  return {
    reason: 'two_questions',
    fact: 'Ask about one of these days at a time.',
    suggestions: [on(from, halves[0]), on(to, halves.at(-1))],
  }
}

export const oneTeam = (query: AskQuery): AskRefusal => ({
  reason: 'several_teams',
  fact: 'Ask about one of these teams at a time.',
  suggestions: query.who.map((one) => textForm({ ...query, ...one, who: [one], quantity: 'all' })),
})

export const noEnd = refusal('recurring', 'Say of which days you mean them, for example of next week.')

export const notPast = (span: Span): AskRefusal =>
  refusal('not_past', `${showSpan(span)} is still to come.`, span)
