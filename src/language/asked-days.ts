import { maxRangeDays } from '../calendar/period.js'
import type { Span } from '../calendar/spans.js'
import { daysLeft } from './days-left.js'
import { defaultLength } from './meaning/meaning.js'
import { workdayFrom } from './meaning/relative.js'
import type { DateReading } from './misread/refusal.js'
import { createSays, type DatedPhrase, type DaysSaid, type Phrase } from './parts.js'
import { boundOf, type AskedFor, type ByDay, type Quantity } from './question.js'
import { spanOf, whenBetween, type PhraseReading, type ParseContext } from './read.js'
import { countedLength, daysFrom } from './usual-days.js'

// Which of the days that were named a question means: each of them, since or until when, and only those that have passed.

const saysRest = createSays('rest of')
const saysBoth = createSays('both')

const untilWords = ['until', 'till', 'til']
const saysEnd = ({ words }: DaysSaid): boolean =>
  words.some((word) => untilWords.includes(word) || word === 'through' || word === 'thru')

export const daysSaid = (reading: PhraseReading, parsing: ParseContext): DaysSaid => {
  const { from, to, trace } = reading
  const words = parsing.input.tokens.slice(from, to).map(({ text }) => text)
  const behind = (...leads: readonly string[]): Span | null => {
    const at = words.findIndex((word) => leads.includes(word))
    return at < 0 ? null : spanOf(whenBetween(parsing, from + at + 1, to)?.outcome)
  }
  const isList = trace.some(({ rule }) => rule === 'list')
  return {
    ...reading,
    words,
    isList,
    isAnd: isList && words.includes('and'),
    isOr: isList && words.includes('or'),
    isOpen: trace.some(({ rule }) => rule === 'open range' || rule === 'until the end of a period'),
    since: behind('since'),
    until: behind(...untilWords),
  }
}

/**
 * Somebody is in only if they are so on each day; out on one of the days is out, unless all of them are named, or
 * joined by "and" in a question for yes or no.
 */
const isEach = (phrase: DatedPhrase): boolean => {
  const { repeat, isWhole, sentence, said } = phrase
  const { state, asked_for, subject } = sentence
  // "who is both out today and tomorrow"
  const isBoth = saysBoth(phrase)
  if (state === 'in' && asked_for === 'people' && subject === 'who') return (isWhole || isBoth) && said.isAnd
  if (!sentence.isStated || state !== 'out') return false
  const isYesNo = asked_for === 'whether'
  return (
    isWhole ||
    isNeverIn(phrase) ||
    isOfWhole(phrase) ||
    // "is ana off for the rest of the week"
    (isYesNo && subject === 'name' && saysRest(phrase)) ||
    (repeat?.each === true && !(repeat.isDaily && asked_for === 'count')) ||
    ((isYesNo || isBoth) && said.isAnd)
  )
}

/** "is anyone in every day", "are at least 3 people out on any day": of whom of the days it asks. */
export const byDayOf = (
  { sentence: { state, denied, kind, isOfLeave }, repeat, isWhole, isAny, said }: DatedPhrase,
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
  if (said.isOr) return 'some'
  return repeat?.each || said.isAnd || (bound !== null && bound.isLeast === isIn) ? 'each' : 'some'
}

/** "who isn't in at all next week", "who hasn't been in this week" */
const isNeverIn = ({ sentence: { denied, isPast, uses }, isAny }: Phrase): boolean => {
  const isNotIn = uses.some(({ rule, words }) => rule === 'state' && notIn.test(words))
  return denied === 'in' ? isAny || isPast : isNotIn && isAny
}

const notIn = /^not (?!out\b|off\b|away\b|absent\b|on )/iu

/**
 * "is ana out until friday", "who has been out since monday": all the time, not at some point. "has anyone been out since
 * monday" asks whether anybody was at all.
 */
const isOfWhole = ({ parsing, sentence, isAny, clean, said }: DatedPhrase): boolean => {
  const { asked_for, subject, quantity, isPast, uses } = sentence
  // "has jack had a day off since october"
  const isSome = uses.some(({ rule, words }) => rule === 'state' && someLeave.test(words))
  if (!said.isOpen || isAny || isSome) return false
  if (subject === 'who' && isPast && isLongSince(said, parsing) && !/\bever since\b/iu.test(clean))
    return false
  const isSince = said.words.includes('since')
  if (asked_for === 'whether' && subject === 'any') return quantity === 'any' && !isPast && isSince
  const isMeant = subject === (asked_for === 'whether' ? 'name' : 'who')
  return isMeant && (isSince || saysEnd(said))
}

const someLeave = /^(?!on )(?:.* )?(?:day|days|time|leave|leaves|pto|holiday|holidays|vacation)\b/iu

/** In days: who was off "since august" was so at some point. */
const longAgo = 31

const isLongSince = ({ since }: DaysSaid, { calendar }: ParseContext): boolean =>
  since !== null && since.from < calendar.today - longAgo

/** In days: a week. */
const longestSince = 7

/** Who is out since last week has been so from its last working day on, at the latest. */
const sinceLatest = (span: Span, { said: { since }, parsing }: DatedPhrase): Span =>
  since && since.from === span.from && since.to < span.to && since.to - since.from < longestSince
    ? { from: workdayFrom(since.to, -1, parsing.calendar), to: span.to }
    : span

/** Of days that have begun, those to come where it asks what is left, and those that have passed where it asks what was. */
const begunSpan = (
  { from, to }: Span,
  { sentence: { asks, isLeft, isPast, isSoFar, isMeeting }, parsing }: Phrase,
): Span => {
  const { today } = parsing.calendar
  if (from > today || to < today) return { from, to }
  // Nobody meets on a day that is over.
  if (isLeft || (isMeeting && !isPast)) return { from: today, to }
  return { from, to: isSoFar || (isPast && asks !== 'holidays') ? today : to }
}

/** "after friday" has no end where a day is looked for, and a late one where people come and go. */
const openDays = (
  asked: Span,
  asked_for: AskedFor,
  { sentence: { state, isPast }, said: { isOpen, words } }: DatedPhrase,
): Span => {
  if (!isOpen) return asked
  // "when was ana last off before june" is about the last leave that began before it.
  if (isPast && asked_for === 'starts' && words.includes('before'))
    return { from: asked.to - countedLength, to: asked.to }
  if (asked.to - asked.from !== defaultLength) return asked
  if (asked_for === 'starts' || asked_for === 'holidays') return daysFrom(asked.from, countedLength)
  const isOfEvents = state !== 'out' && state !== 'in' && words.includes('after')
  const isLate = asked_for === 'when' || (isOfEvents && (asked_for === 'people' || asked_for === 'count'))
  return daysFrom(asked.from, isLate ? maxRangeDays : defaultLength)
}

/** Until the end of a week is through it. */
const saysUntil = ({ said: { isOpen, words } }: DatedPhrase): boolean => {
  const at = words.findIndex((word) => untilWords.includes(word))
  return isOpen && at >= 0 && !words.slice(at + 1, at + 3).some((word) => /^(?:end|eo[dwmy])$/u.test(word))
}

/** The days of a question of those that were read. */
export const daysAsked = ({ span, spans = [] }: DateReading, asked_for: AskedFor, phrase: DatedPhrase) => {
  const { sentence, parsing, said, repeat } = phrase
  const { since, until } = said
  const { calendar } = parsing
  const each = isEach(phrase)
  const isNamed = sentence.subject === 'name'
  const isSince = each && !repeat && !(sentence.isPast && sentence.denied === 'in')
  const begun = isSince ? sinceLatest(span, phrase) : begunSpan(span, phrase)
  const asked = openDays(begun, asked_for, phrase)
  const isNotBack = sentence.denied === 'back' && said.isOpen
  const isStillOut = isNotBack && asked.to >= asked.from
  // Who is not back until monday is out on the day before.
  const end = until && until.from > calendar.today ? until.from : asked.to
  const last = workdayFrom(until ? end - 1 : end, -1, calendar)
  // Who is not back by then is out all the time; who is asked about by name may be in until then.
  const first = isNamed && isStillOut ? last : Math.min(asked.from, last)
  // Who is out until Monday may be back on that day.
  const isAway = isStillOut || (each && isNamed && saysUntil(phrase))
  const isUntil = isNamed && asked_for === 'whether' && asked.from === calendar.today && said.isOpen
  const isLongPeriod = since !== null && since.to - since.from > longestSince
  return {
    days: isAway ? daysLeft(phrase, { from: first, to: last }, []) : daysLeft(phrase, asked, spans),
    each,
    isNotBack,
    isAway,
    /** "since september": from a day in it on. */
    sinceBy: each && isNamed && isLongPeriod ? Math.min(since.to, calendar.today) : null,
    until: each && isUntil && saysEnd(said) ? asked.to : null,
    /** Days that are over are looked at whole. */
    isLong: each || isLongSince(said, parsing),
  }
}
