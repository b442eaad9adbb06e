import { maxRangeDays } from '../calendar/period.js'
import { daySpan, type Span } from '../calendar/spans.js'
import { defaultLength } from './meaning/meaning.js'
import { workdayFrom } from './meaning/part.js'
import { isRefusal } from './misread/refusal.js'
import type { Phrase } from './parts.js'
import { boundOf, type AskedFor, type ByDay, type Quantity } from './question.js'
import { whenBetween, type ParseContext, type PhraseReading } from './read.js'
import type { Sentence } from './sentence/draft.js'
import { countedLength, lastDay } from './usual-days.js'

// Which of the days that were named a question means: each of them, since or until when, and only those that have passed.

/** The words of the days. */
const wordsOf = ({ from, to }: PhraseReading, { input: { tokens } }: ParseContext): readonly string[] =>
  tokens.slice(from, to).map(({ text }) => text)

/** "monday and tuesday", "monday or tuesday" */
export const joinsDays = (reading: PhraseReading, parsing: ParseContext, word: string): boolean =>
  reading.trace.some(({ rule }) => rule === 'list') && wordsOf(reading, parsing).includes(word)

/**
 * Somebody is in only if they are so on each day; out on one of the days is out, unless all of them are named, or
 * joined by "and" in a question for yes or no.
 */
export const isEach = (phrase: Phrase, reading: PhraseReading): boolean => {
  const { repeat, isWhole, sentence, parsing } = phrase
  // "who is in on both tuesday and thursday"
  if (sentence.state === 'in' && sentence.asked_for === 'people' && sentence.subject === 'who')
    return (isWhole || saysBoth(parsing)) && joinsDays(reading, parsing, 'and')
  if (!sentence.isStated || sentence.state !== 'out') return false
  if (isNeverIn(phrase)) return true
  const isYesNo = sentence.asked_for === 'whether'
  return (
    isWhole ||
    isOfRest(phrase) ||
    repeat?.isWhole === true ||
    isOfWhole(phrase, reading) ||
    (repeat?.each === true && repeat.isDaily !== true) ||
    (repeat?.isDaily === true && sentence.asked_for !== 'count') ||
    ((isYesNo || saysBoth(parsing)) && joinsDays(reading, parsing, 'and'))
  )
}

/** "is anyone in every day", "are at least 3 people out on any day": of whom of the days it asks. */
export const byDayOf = (
  { sentence: { state, denied, kind, isOfLeave }, repeat, isWhole, isAny, parsing }: Phrase,
  reading: PhraseReading,
  quantity: Quantity,
): ByDay | null => {
  const bound = boundOf(quantity)
  const isIn = state === 'in'
  // A bank holiday is enough to be off at some point.
  const isOff = state === 'out' && kind === null && !isOfLeave && isAny
  if (denied !== null || !(isIn || isOff || (bound !== null && state === 'out'))) return null
  if (isAny) return 'some'
  // The same people all week, or all of the people on all of the days.
  if (isWhole || quantity === 'all') return null
  if (joinsDays(reading, parsing, 'or')) return 'some'
  if (repeat?.each || joinsDays(reading, parsing, 'and')) return 'each'
  return bound === null || bound.isLeast !== isIn ? 'some' : 'each'
}

/** "is ana off for the rest of the week" */
const isOfRest = ({ sentence: { asked_for, subject }, clean }: Phrase): boolean =>
  asked_for === 'whether' && subject === 'name' && /\b(?:rest|remainder) of\b/iu.test(clean)

/** "who isn't in at all next week", "who hasn't been in this week" */
const isNeverIn = ({ sentence: { denied, isPast }, uses, isAny }: Phrase): boolean => {
  const isNotIn = uses.some(({ rule, words }) => rule === 'state' && notIn.test(words))
  return denied === 'in' ? isAny || isPast : isNotIn && isAny
}

const notIn = /^not (?!out\b|off\b|away\b|absent\b|on )/iu

/** "has ana been in this week" asks whether she was at all; "in all week" and "in on monday and tuesday" do not. */
export const isOfPastDays = (
  { sentence: { isPast, subject }, parsing, repeat, isWhole }: Phrase,
  reading: PhraseReading,
): boolean =>
  isPast &&
  subject === 'name' &&
  !isWhole &&
  !repeat &&
  reading.outcome !== null &&
  !isOpen(reading) &&
  !joinsDays(reading, parsing, 'and')

/** "is ana in before christmas" asks for days on which she can be met. */
export const isMetBefore = (
  { sentence: { state, subject }, parsing, isWhole }: Phrase,
  reading: PhraseReading,
): boolean => state === 'in' && subject === 'name' && !isWhole && wordsOf(reading, parsing)[0] === 'before'

const isOpen = ({ trace }: PhraseReading): boolean =>
  trace.some(({ rule }) => rule === 'open range' || rule === 'until the end of a period')

const endWords = new Set(['until', 'till', 'til', 'through', 'thru'])

/**
 * "is ana out until friday", "who has been out since monday": all the time, not at some point. "has anyone been out since
 * monday" asks whether anybody was at all.
 */
const isOfWhole = ({ parsing, sentence, uses, isAny, clean }: Phrase, reading: PhraseReading): boolean => {
  const { asked_for, subject, quantity, isPast } = sentence
  // "has jack had a day off since october"
  const isSome = uses.some(({ rule, words }) => rule === 'state' && someLeave.test(words))
  if (!isOpen(reading) || isAny || isSome) return false
  const words = wordsOf(reading, parsing)
  if (subject === 'who' && isPast && isLongSince(reading, parsing) && !/\bever since\b/iu.test(clean))
    return false
  if (asked_for === 'whether' && subject === 'any')
    return quantity === 'any' && !isPast && words.includes('since')
  const isMeant = asked_for === 'whether' ? subject === 'name' : subject === 'who'
  return isMeant && words.some((word) => word === 'since' || endWords.has(word))
}

const someLeave = /^(?!on )(?:.* )?(?:day|days|time|leave|leaves|pto|holiday|holidays|vacation)\b/iu

const isWithin = ({ from, to }: PhraseReading, place: number): boolean => from <= place && place < to

/** In days: a week. */
const longestSince = 7

const sinceSpan = (reading: PhraseReading, parsing: ParseContext): Span | null => {
  const { tokens } = parsing.input
  const at = tokens.findIndex(({ text }, place) => isWithin(reading, place) && text === 'since')
  const period = at < 0 ? null : whenBetween(parsing, at + 1, reading.to)
  return period && !isRefusal(period.outcome) ? period.outcome.span : null
}

/** "since today" */
export const startsToday = (reading: PhraseReading, parsing: ParseContext): boolean =>
  wordsOf(reading, parsing).join(' ') === 'since today'

/** "since september": the last day of the month. */
export const monthSince = (reading: PhraseReading, parsing: ParseContext): number | null => {
  const span = sinceSpan(reading, parsing)
  return span && span.to - span.from > longestSince ? Math.min(span.to, parsing.calendar.today) : null
}

/** In days: who was off "since august" was so at some point. */
const longAgo = 31

export const isLongSince = (reading: PhraseReading, parsing: ParseContext): boolean =>
  (sinceSpan(reading, parsing)?.from ?? Infinity) < parsing.calendar.today - longAgo

/** Who is out since last week has been so from its last working day on, at the latest. */
export const sinceLatest = (span: Span, reading: PhraseReading, parsing: ParseContext): Span => {
  const since = sinceSpan(reading, parsing)
  if (!since) return span
  const { from, to } = since
  return from === span.from && to < span.to && to - from < longestSince
    ? { from: workdayFrom(to, -1, parsing.calendar), to: span.to }
    : span
}

/** Who is not back by Friday is out from today to that day. */
export const isNotBackBy = (reading: PhraseReading, { denied }: Sentence): boolean =>
  denied === 'back' && isOpen(reading)

/** Of days that have begun, those to come where it asks what is left, and those that have passed where it asks what was. */
export const begunSpan = (
  { from, to }: Span,
  { sentence: { asks, isLeft, isPast, isSoFar, isMeeting }, parsing }: Phrase,
): Span => {
  const { today } = parsing.calendar
  if (from > today || to < today) return { from, to }
  // Nobody meets on a day that is over.
  if (isLeft || (isMeeting && !isPast)) return { from: today, to }
  return { from, to: isSoFar || (isPast && asks !== 'holidays') ? today : to }
}

const untilAt = (reading: PhraseReading, { input: { tokens } }: ParseContext): number =>
  tokens.findIndex(({ text }, place) => isWithin(reading, place) && /^(?:un)?till?$/u.test(text))

/** "until friday", "through 8 january" */
export const namesEnd = (reading: PhraseReading, parsing: ParseContext): boolean =>
  isOpen(reading) && wordsOf(reading, parsing).some((word) => endWords.has(word))

/** Until the end of a week is through it. */
export const saysUntil = (reading: PhraseReading, parsing: ParseContext): boolean => {
  const at = untilAt(reading, parsing)
  const words = parsing.input.tokens.slice(at + 1, at + 3).map(({ text }) => text)
  return isOpen(reading) && at >= 0 && !words.some((word) => /^(?:end|eo[dwmy])$/u.test(word))
}

/** Who is not back until monday is out on the day before. */
export const lastAway = (to: number, reading: PhraseReading, parsing: ParseContext): number => {
  const at = untilAt(reading, parsing)
  if (at < 0) return to
  const period = whenBetween(parsing, at + 1, reading.to)
  const { from } = period && !isRefusal(period.outcome) ? period.outcome.span : daySpan(to)
  return (from <= to && from > parsing.calendar.today ? from : to) - 1
}

/** "after friday" has no end where a day is looked for, and a late one where people come and go. */
export const openDays = (
  asked: Span,
  reading: PhraseReading,
  asked_for: AskedFor,
  { sentence: { state, isPast }, parsing }: Phrase,
): Span => {
  if (!isOpen(reading)) return asked
  const words = wordsOf(reading, parsing)
  // "when was ana last off before june" is about the last leave that began before it.
  if (isPast && asked_for === 'starts' && words.includes('before'))
    return { from: asked.to - countedLength, to: asked.to }
  const isOfEvents = ['back', 'starting', 'leaving'].includes(state) && words.includes('after')
  const isListed = asked_for === 'people' || asked_for === 'count'
  const length =
    asked_for === 'starts' || asked_for === 'holidays'
      ? countedLength
      : asked_for === 'when' || (isOfEvents && isListed)
        ? maxRangeDays
        : defaultLength
  const to = Math.min(asked.from + length, lastDay)
  return asked.to - asked.from === defaultLength ? { from: asked.from, to } : asked
}

/** "who is both out today and tomorrow" */
const saysBoth = ({ source, marked, joined }: ParseContext): boolean =>
  marked.length + joined.length < 2 && /\bboth\b/iu.test(source.characters.join(''))
