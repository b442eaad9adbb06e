import { dayNumber } from '../calendar/day.js'
import { maxRangeDays } from '../calendar/period.js'
import { isDayNumber, type Span } from '../calendar/spans.js'
import type { DaysMeant } from './days-left.js'
import { defaultLength } from './meaning/meaning.js'
import type { AskedFor } from './question.js'
import type { ParseContext } from './read.js'
import type { Sentence } from './sentence/draft.js'
import { type Who, isOfAnyone } from './query.js'

/** Words of now: "ana here?", "is ana already on holiday". */
const now = /\b(?:here|already|yet|still|now)\b/iu

const planned = /\b(?:planned|booked|coming up|upcoming)\b/iu

/** "who has leave coming up": what begins after today. */
export const isOfPlans = (
  who: readonly Who[],
  {
    parsing,
    sentence: { isStated, isPast, asked_for, state, subject },
  }: Pick<AskedWithoutDays, 'parsing' | 'sentence'>,
): boolean =>
  isStated &&
  !isPast &&
  state === 'out' &&
  (['people', 'count', 'whether'].includes(asked_for) || (asked_for === 'starts' && subject === 'who')) &&
  who.every(({ person }) => person === null) &&
  planned.test(parsing.source.characters.join(''))

interface AskedWithoutDays {
  readonly parsing: ParseContext
  readonly sentence: Sentence
  readonly isBlank: boolean
}

/** Days shown for a person when no date was given. */
const personLength = 30

/** Days that are counted for a person when no date was given. */
export const countedLength = 366

export const lastDay = dayNumber('9999-12-31')

/** This many days from today, or back from today when negative, cut where the calendar ends. */
const around = (today: number, length: number): Span => {
  const far = today + length
  if (length < 0) return { from: isDayNumber(far) ? far : dayNumber('0001-01-01'), to: today }
  return { from: today, to: Math.min(far, lastDay) }
}

/** Days covered when bank holidays are asked for without a date. */
const holidayLength = 366

/** Asked about everybody without a date, these forms are about today. */
const isAboutNow = ({ asks, form, isPast, isLeft, asked_for }: Sentence): boolean =>
  !isPast &&
  asked_for !== 'days' &&
  (isLeft || asks === 'in' || ['whether', 'everyone', 'count', 'still'].includes(form)) &&
  asks !== 'back'

/** The days of a question, and how they were understood. */
export interface QueryDays {
  readonly span: Span
  readonly spans: readonly Span[]
  readonly others: readonly Span[]
  readonly remarks: readonly string[]
}

/** "when are tom and sue in" asks for the first such day; of one person, for the days. */
export const askedOf = (
  { asked_for, isWhen, isPast, uses }: Sentence,
  who: readonly Who[],
  repeat: DaysMeant['repeat'] = null,
): AskedFor =>
  // "when was everyone last in" asks for such a day of all of them.
  isPast && (who.length > 1 || !who[0]?.person) && uses.some(({ words }) => /^last \w/iu.test(words))
    ? 'when'
    : asked_for === 'count' && repeat && !repeat.each
      ? 'people'
      : asked_for === 'days' && isWhen && (who.length > 1 || who.every(({ person }) => person === null))
        ? 'when'
        : asked_for

const usualLead = 'You named no day, so this is '

/** Whether a remark only says which days are assumed when none were named. */
export const isUsualDays = (remark: string): boolean => remark.startsWith(usualLead)

/** The days that are meant where none were named. */
export const usualDays = (
  who: readonly Who[],
  { parsing, sentence, isBlank }: AskedWithoutDays,
): QueryDays => {
  const { today } = parsing.calendar
  const isAnyone = isOfAnyone(who)
  const hasPerson = who.some(({ person }) => person !== null)
  const isOfHolidays = sentence.asks === 'holidays'
  const isWhen = askedOf(sentence, who) === 'when'
  const isNow =
    sentence.isStated &&
    !sentence.isPast &&
    (sentence.asked_for === 'people' || (sentence.form === 'whether' && sentence.kind !== null)) &&
    sentence.state !== 'back' &&
    sentence.denied !== 'back' &&
    now.test(parsing.source.characters.join(''))
  const isCounted =
    sentence.isLeave ||
    (sentence.kind !== null && sentence.asked_for === 'people') ||
    sentence.asked_for === 'how_long' ||
    (sentence.asked_for === 'ends' && sentence.state === 'in') ||
    (sentence.asked_for === 'days' && sentence.state === 'out')
  // "which days is nobody from support in" is as rare as when everyone is off.
  const isRare =
    sentence.asked_for === 'days' &&
    !hasPerson &&
    sentence.quantity === (sentence.state === 'in' ? 'none' : 'all')
  if (isOfPlans(who, { parsing, sentence })) {
    const span = { from: today + 1, to: today + personLength }
    return {
      span,
      spans: [],
      others: [],
      remarks: [`${usualLead}tomorrow and the next ${personLength} days.`],
    }
  }
  const length = isOfHolidays
    ? holidayLength
    : isNow
      ? 0
      : isWhen || isRare
        ? sentence.isPast
          ? countedLength
          : maxRangeDays
        : hasPerson
          ? isCounted
            ? countedLength
            : personLength
          : isAboutNow(sentence)
            ? 0
            : defaultLength
  const span = around(today, sentence.isPast || sentence.isSoFar ? -length : length)
  const meant =
    length === 0
      ? 'today'
      : `${sentence.isPast ? 'the last' : 'today and the next'} ${isWhen || isRare ? String(length) : 'seven'} days`
  return {
    span,
    spans: [],
    others: [],
    remarks: isBlank || isOfHolidays || !isAnyone ? [] : [`${usualLead}${meant}.`],
  }
}
