import { dayNumber, firstDay, lastDay } from '../calendar/day.js'
import { maxRangeDays } from '../calendar/period.js'
import { dayText, type Span } from '../calendar/spans.js'
import { weekdayBy, weekdayFrom, weekdayOfNumber } from '../calendar/week.js'
import { defaultLength } from './meaning/meaning.js'
import { workdayFrom } from './meaning/relative.js'
import { isRefusal, type AskRefusal, type DateReading } from './misread/refusal.js'
import type { AskQuery } from './query.js'
import { boundOf, type AskedFor, type Quantity } from './question.js'
import {
  createSays,
  spanOf,
  whenBetween,
  whenOf,
  type DatedPhrase,
  type DaysSaid,
  type ParseContext,
  type Phrase,
  type PhraseReading,
} from './read.js'
import { rangeOf } from './text-form.js'
import type { TakenException } from './who/exceptions.js'
import { kindOfDate } from './words/english.js'

// Which of the days that were named a question means: each of them, since or until when, those that have passed, those
// that repeat, and without those that are left out.

/** Days that are counted for a person, or in which bank holidays are looked for, when no date was given. */
export const countedLength = 366

/** This many days from a day on, or back from it when negative, cut where the calendar ends. */
export const daysFrom = (day: number, length: number): Span => {
  const far = Math.min(Math.max(day + length, dayNumber(firstDay)), dayNumber(lastDay))
  return length < 0 ? { from: far, to: day } : { from: day, to: far }
}

const saysRest = createSays('rest of')
const saysBoth = createSays('both')

const untilWords = ['until', 'till', 'til']
const endWords = [...untilWords, 'through', 'thru']

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

/** Whether words for a state are of a kind: "not in", "had a day off". */
const saysState = ({ sentence: { uses } }: Phrase, pattern: RegExp): boolean =>
  uses.some(({ rule, words }) => rule === 'state' && pattern.test(words))

/** Out on one of the days is out, unless all of them are named, or joined by "and" in a question for yes or no. */
const isEach = (phrase: DatedPhrase): boolean => {
  const { repeat, isWhole, isAny, sentence, said } = phrase
  const { state, asked_for, subject } = sentence
  const isYesNo = asked_for === 'whether'
  // "who is both out today and tomorrow"
  const isOfBoth = said.isAnd && (isYesNo || isWhole || saysBoth(phrase))
  if (state === 'in') return isOfBoth && asked_for === 'people' && subject === 'who'
  if (!sentence.isStated || state !== 'out') return false
  const isDenied = sentence.denied === 'in'
  return (
    isWhole ||
    isOfBoth ||
    // "who isn't in at all next week", "who hasn't been in this week"
    (isDenied && sentence.isPast) ||
    (isAny && (isDenied || saysState(phrase, notIn))) ||
    isOfWhole(phrase) ||
    // "is ana off for the rest of the week"
    (isYesNo && subject === 'name' && saysRest(phrase)) ||
    (repeat?.each === true && !(repeat.isDaily && asked_for === 'count'))
  )
}

/** "is anyone in every day", "are at least 3 people out on any day": of whom of the days it asks. */
export const byDayOf = (phrase: DatedPhrase, asked_for: AskedFor, quantity: Quantity | null) => {
  const { sentence, repeat, isWhole, isAny, said } = phrase
  const { state, denied, kind, isOfLeave } = sentence
  if (asked_for === 'count' && repeat?.isDaily) return 'each'
  if (asked_for !== 'whether' || quantity === null) return null
  const bound = boundOf(quantity)
  const isIn = state === 'in'
  // A bank holiday is enough to be off at some point.
  const isOff = state === 'out' && (bound !== null || (kind === null && !isOfLeave && isAny))
  if (denied !== null || !(isIn || isOff)) return null
  if (isAny) return 'some'
  // The same people all week, or all of the people on all of the days.
  if (isWhole || quantity === 'all') return null
  const isEvery = repeat?.each || said.isAnd || bound?.isLeast === isIn
  return isEvery && !said.isOr ? 'each' : 'some'
}

const notIn = /^not (?!out\b|off\b|away\b|absent\b|on )/iu

/** "is ana out until friday", "who is out since monday": all the time; "has anyone been out since monday": at some point. */
const isOfWhole = (phrase: DatedPhrase): boolean => {
  const { parsing, sentence, isAny, said } = phrase
  const { asked_for, subject, quantity, isPast } = sentence
  // "has jack had a day off since october"
  if (!said.isOpen || isAny || saysState(phrase, someLeave)) return false
  if (subject === 'who' && isPast && isLongSince(said, parsing) && !/\bever since\b/iu.test(phrase.clean))
    return false
  const isSince = said.words.includes('since')
  if (asked_for === 'whether' && subject === 'any') return quantity === 'any' && !isPast && isSince
  return subject === (asked_for === 'whether' ? 'name' : 'who') && (isSince || saysEnd(said))
}

const saysEnd = ({ words }: DaysSaid): boolean => words.some((word) => endWords.includes(word))

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
const begunSpan = ({ from, to }: Span, { sentence, parsing }: Phrase): Span => {
  const { isLeft, isPast, isSoFar, isMeeting } = sentence
  const { today } = parsing.calendar
  if (from > today || to < today) return { from, to }
  // Nobody meets on a day that is over.
  if (isLeft || isMeeting) return { from: today, to }
  return { from, to: isSoFar || isPast ? today : to }
}

/** "after friday" has no end where a day is looked for, and a late one where people come and go. */
const openDays = (asked: Span, asked_for: AskedFor, { sentence, said }: DatedPhrase): Span => {
  const { state, isPast } = sentence
  const { isOpen, words } = said
  if (!isOpen) return asked
  // "when was ana last off before june" is about the last leave that began before it.
  if (isPast && asked_for === 'starts' && words.includes('before')) return daysFrom(asked.to, -countedLength)
  if (asked.to - asked.from !== defaultLength) return asked
  if (asked_for === 'starts' || asked_for === 'holidays') return daysFrom(asked.from, countedLength)
  const isOfEvents = state !== 'out' && state !== 'in' && words.includes('after')
  const isLate = asked_for === 'when' || (isOfEvents && (asked_for === 'people' || asked_for === 'count'))
  return isLate ? daysFrom(asked.from, maxRangeDays) : asked
}

/** Until the end of a week is through it. */
const saysUntil = ({ until, words }: DaysSaid): boolean =>
  until !== null && !words.some((word) => /^(?:end|eo[dwmy])$/u.test(word))

/** The days of a question of those that were read. */
export const daysAsked = ({ span, spans = [] }: DateReading, asked_for: AskedFor, phrase: DatedPhrase) => {
  const { sentence, parsing, said, repeat } = phrase
  const { since, until } = said
  const { today } = parsing.calendar
  const each = isEach(phrase)
  const isNamed = sentence.subject === 'name'
  const isSince = each && !repeat && !(sentence.isPast && sentence.denied === 'in')
  const begun = isSince ? sinceLatest(span, phrase) : begunSpan(span, phrase)
  const asked = openDays(begun, asked_for, phrase)
  const isNotBack = sentence.denied === 'back' && said.isOpen
  // Who is out until Monday may be back on that day.
  const isAway = isNotBack || (each && isNamed && saysUntil(said))
  // Who is not back until Monday is out on the day before.
  const last = until ? (until.from > today ? until.from : asked.to) - 1 : asked.to
  const to = workdayFrom(last, -1, parsing.calendar)
  // Who is not back by then is out all the time; who is asked about by name may be in until then.
  const from = isNamed && isNotBack ? to : Math.min(asked.from, to)
  const isUntil = each && isNamed && asked_for === 'whether' && asked.from === today && saysEnd(said)
  // "how many days is ana already sick" counts from the start of the running leave.
  const isRunning = asked_for === 'how_long' && sentence.isSoFar && !said.outcome && !sentence.isPast
  const isOfPeriod = each && isNamed && since !== null && since.to - since.from > longestSince
  return {
    days: isAway ? daysLeft(phrase, { from, to }, []) : daysLeft(phrase, asked, spans),
    each,
    isNotBack,
    isAway,
    sinceBy: isOfPeriod ? dayText(Math.min(since.to, today)) : isRunning ? dayText(today) : undefined,
    until: isUntil ? dayText(asked.to) : undefined,
    /** Days that are over are looked at whole. */
    isLong: each || isLongSince(said, parsing),
  }
}

const daysIn = (spans: readonly Span[]): readonly number[] =>
  spans.flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, at) => from + at))

/** Those next to each other together. */
const spansOf = (days: readonly number[]): readonly Span[] => {
  const lasts = days.filter((day) => !days.includes(day + 1))
  return days
    .filter((day) => !days.includes(day - 1))
    .map((from) => ({ from, to: lasts.find((day) => day >= from)! }))
}

/** The days that are taken out: a weekday is the one among the days of the question, wherever it lies. */
const takenSpans = (
  parsing: ParseContext,
  { days: tokens, weekdays }: TakenException,
  asked: readonly number[],
): readonly Span[] | AskRefusal => {
  const among = (those: readonly number[]): readonly Span[] =>
    spansOf(asked.filter((day) => those.includes(weekdayOfNumber(day))))
  const outcome = tokens.length > 0 ? whenOf(parsing, tokens)?.outcome : null
  if (!outcome) return among(weekdays)
  if (isRefusal(outcome)) return outcome
  const { span, spans = [span] } = outcome
  const [from, to] = [asked[0]!, asked.at(-1)!]
  const isWeekday = kindOfDate(tokens[0]!.text) === 'weekday'
  const named = spans.map((one) => weekdayOfNumber(one.from))
  if (isWeekday && to - from >= 7) return among([...named, ...weekdays])
  const moved = spans.map((one, at) => {
    if (!isWeekday) return one
    const [before, after] = [weekdayBy(named[at]!, from - 1), weekdayFrom(named[at]!, from)]
    // "out on friday but not on thursday" is about days next to each other.
    const start = from === to && from - before < after - from ? before : after
    return { from: start, to: start + one.to - one.from }
  })
  return [...moved, ...among(weekdays)].sort((a, b) => a.from - b.from)
}

const noDay: AskRefusal = { reason: 'unknown_words', fact: 'That leaves no day.', suggestions: [] }

interface DaysLeft extends Pick<AskQuery, 'ranges' | 'exceptDays' | 'notDays'> {
  readonly span: Span
}

/** The days that are left of those that were read; weekends between those that are taken out are not days of their own. */
const daysLeft = (phrase: Phrase, span: Span, spans: readonly Span[]): DaysLeft | AskRefusal => {
  const { repeat, exception, parsing } = phrase
  const named = daysIn(spans.length > 0 ? spans : [span])
  const isRepeated = repeat !== null && repeat.weekdays.length > 0
  const asked = isRepeated ? named.filter((day) => repeat.weekdays.includes(weekdayOfNumber(day))) : named
  if (asked.length === 0) return noDay
  const taken = exception ? takenSpans(parsing, exception, asked) : []
  if ('reason' in taken) return taken
  const [gone, exceptDays] = [daysIn(taken), taken.map(rangeOf)]
  // "out this week but not today" is about who is out, not about the days.
  const isApart = gone.every((day) => day === parsing.calendar.today || !asked.includes(day))
  if (isApart && (gone.length > 0 || !isRepeated))
    return { span, ranges: spans.map(rangeOf), exceptDays: [], notDays: exceptDays }
  const rest = spansOf(asked.filter((day) => !gone.includes(day)))
  const worked = rest.filter((one) => workdayFrom(one.from, 1, parsing.calendar) <= one.to)
  const left = gone.length > 0 && worked.length > 0 ? worked : rest
  const [first, last] = [left[0], left.at(-1)]
  if (!first || !last) return noDay
  const ranges = left.length > 1 ? left.map(rangeOf) : []
  return { span: { from: first.from, to: last.to }, ranges, exceptDays, notDays: [] }
}
