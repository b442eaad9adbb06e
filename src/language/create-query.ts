import {
  begunSpan,
  byDayOf,
  isEach,
  isLongSince,
  isNotBackBy,
  isMetBefore,
  isOfPastDays,
  joinsDays,
  lastAway,
  monthSince,
  namesEnd,
  openDays,
  saysUntil,
  sinceLatest,
  startsToday,
} from './asked-days.js'
import type { Phrase } from './parts.js'
import { daysLeft, otherDays } from './days-left.js'
import { alternativeTo, namesOf, whoOf } from './alternative.js'
import { shownPart } from '../calendar/period.js'
import { dayText, type Span } from '../calendar/spans.js'
import { lex } from './words/lexer.js'
import type { Named } from './who/names.js'
import { type AskQuery, type Correction, type Who, isOfAnyone } from './query.js'
import { createParseContext, whenBetween, type PhraseReading } from './read.js'
import type { AskedFor, HalfDay, Quantity } from './question.js'
import { workdayFrom } from './meaning/part.js'
import { isRefusal, noEnd, noQuestion, notPast, oneDay, oneTeam, type AskRefusal } from './misread/refusal.js'
import type { Remark } from './words/sentences.js'
import { askedOf, isOfPlans, usualDays, type QueryDays } from './usual-days.js'
import { rangeOf, textForm, withAsks, withWho } from './text-form.js'
import type { Mark } from './who/who.js'

const halfWords = new Set(['morning', 'afternoon'])

/** "on christmas", "working christmas": that day, unlike "over christmas" and "at christmas". */
const onDay = /\b(?:on|work(?:s|ed|ing)?) (?:christmas|xmas)\b/iu

const daysOf = ({ from, to, outcome }: PhraseReading, who: readonly Who[], phrase: Phrase): QueryDays => {
  if (!outcome || isRefusal(outcome)) return usualDays(who, phrase)
  const { span, spans = [], others, remark } = outcome
  // "christmas morning" is that of one day.
  const words = phrase.parsing.input.tokens.slice(from, to).map(({ text }) => text)
  const isHalf = words.some((text) => halfWords.has(text))
  const isOn =
    /^(?:on )?(?:christmas|xmas)$/u.test(words.join(' ')) &&
    onDay.test(phrase.parsing.source.characters.join(''))
  const day =
    (isHalf || isOn) && span.from < span.to ? others.find((other) => other.from === other.to) : undefined
  if (day) return { span: day, spans: [], others: [], remarks: [] }
  return { span, spans, others, remarks: remark === undefined ? [] : [remark] }
}

const remarkWords: Readonly<Record<Remark, string>> = {
  only_out: 'I only know who is out.',
  no_cover: 'I know who is in and who is out, but not who covers for whom.',
  any_length: 'Everyone who is out is listed, however long.',
  part_of_personal: 'I know personal leave, but not what kind of it.',
  read_as_in: 'Read as who is in: whoever is out for another reason is not listed.',
}

/** A person, or a team that is in, is meant whole where no word says of how many something is asked. */
const quantityOf = (
  asked: AskedFor,
  { sentence: { asks, form, quantity, uses }, isEither }: Phrase,
  who: readonly Who[],
  { trace }: PhraseReading,
): Quantity | null => {
  if (asked === 'days') return quantity === 'all' ? null : quantity
  if (asked === 'how_long') return isEither ? 'any' : quantity
  if (asked === 'holidays') return form === 'whether' ? 'any' : null
  if (asked !== 'whether' && asked !== 'when') return null
  if (quantity !== null) return quantity
  // "is design working on easter monday" asks whether it is a working day there.
  const isWork = uses.some(({ rule, words }) => rule === 'state' && /^work/iu.test(words))
  if (isWork && trace.some(({ rule }) => rule === 'holiday') && who.every(({ person }) => !person))
    return 'any'
  return !isEither && (asks === 'in' || who.some(({ person }) => person)) ? 'all' : 'any'
}

const now = /\b(?:now|currently|at the moment|atm|rn|already)\b/iu

/** "who is in now", "sue here?": about the running half of today. */
const isOfRunningHalf = (
  { outcome }: PhraseReading,
  { parsing: { source, calendar }, sentence }: Phrase,
  spans: readonly Span[],
): boolean => {
  const isIn = sentence.state === 'in' && sentence.isStated
  const isNow = (sentence.asked_for === 'whether' && sentence.subject === 'name') || isIn
  const text = source.characters.join('')
  const isToday =
    outcome === null || spans.every((span) => span.from === span.to && span.to === calendar.today)
  return isNow && isToday && (now.test(text) || (isIn && outcome === null && /\bhere\b/iu.test(text)))
}

const isListed = ({ trace }: PhraseReading): boolean => trace.some(({ rule }) => rule === 'list')

/** "friday morning": the half that is named with each of the days; none: no half is. */
const halvesIn = (reading: PhraseReading, { parsing: { input } }: Phrase): readonly (HalfDay | null)[] => {
  const named = input.tokens.slice(reading.from, reading.to).map(({ text }) => text)
  const items = isListed(reading) ? named.join(' ').split(/ (?:and|or|,|&)(?: |$)/u) : [named.join(' ')]
  const halves = items.map(
    (words) => (/\b(?:morning|afternoon)\b/u.exec(words)?.[0] ?? null) as HalfDay | null,
  )
  const [one, ...others] = halves.filter((half) => half !== null)
  if (one === undefined) return []
  // "the 11th and 12th pm", "the afternoon of the 24th and 31st": that half of each.
  const isOfAll = others.length === 0 && (halves.at(-1) === one || /^(?:the )?\w+ of\b/u.test(items[0]!))
  return isOfAll ? [one] : halves
}

/** "who else is in": without the asker, where they are known. */
const othersOnly = ({ clean, parsing }: Phrase): readonly Who[] =>
  parsing.knowsAsker && /\b(?:who|\w+ ?(?:one|body|1)|people|many) else\b/iu.test(clean)
    ? [{ team: null, person: 'me' }]
    : []

const toWho = (named: Named): Who => whoOf([named])

export const shortNames = (found: readonly Pick<Mark, 'named' | 'words'>[]): readonly Correction[] =>
  found.flatMap(({ named, words }) => {
    if (named?.kind === 'team' && named.isShort) return [{ typed: words, read: named.team.name }]
    return named?.kind === 'person' && named.isShort && named.person !== 'me'
      ? [{ typed: words, read: named.person.name }]
      : []
  })

/** "is may out" is about the person called May; the month is the alternative. */
const dateOfName = ({ parsing, marks }: Phrase): Span | null => {
  for (const { rule, named, words } of marks) {
    if (rule !== 'name' || named?.kind !== 'person') continue
    const tokens = lex([...words])
    const found = whenBetween(createParseContext({ ...parsing, marked: [] }, tokens), 0, tokens.length)
    if (found && !isRefusal(found.outcome)) return found.outcome.span
  }
  return null
}

const askedFor = (phrase: Phrase, reading: PhraseReading, who: readonly Who[], span: Span): AskedFor => {
  const { sentence, repeat, isAny } = phrase
  const isOfSome =
    ((isAny || isMetBefore(phrase, reading)) && who.every(({ person }) => person)) ||
    (span.from < span.to && isOfPastDays(phrase, reading))
  if (isOfSome && sentence.asked_for === 'whether' && sentence.state === 'in') return 'days'
  if (sentence.asked_for === 'whether' && sentence.isMeeting && span.from < span.to) return 'days'
  // "when is ana in today" is not about which days.
  const isOfDay = sentence.asked_for === 'days' && sentence.isWhen && span.from === span.to
  if (isOfDay && who.length === 1 && who[0]!.person) return 'people'
  // What is not known is no yes and no no.
  const isUnknown = sentence.asked_for === 'whether' && sentence.remarks.includes('part_of_personal')
  return isUnknown ? 'people' : askedOf(sentence, who, repeat)
}

/** Of one day alone, each is all of it, which neither "since today" is nor "both of them today". */
const isAllOfDay = ({ isWhole, clean }: Phrase): boolean => isWhole && !/\bboth\b/iu.test(clean)

const wholly = /\b(?:all|fully|complete|completely|entirely)\b/iu

/** "is either ops or field complete" asks whether one of them is so as a whole, unlike "is anyone in ops or field in". */
const isOfOneTeam = ({ who, asked_for, asks }: AskQuery, { isEither, sentence, clean }: Phrase): boolean =>
  isEither &&
  asked_for === 'whether' &&
  who.every(({ team }) => team) &&
  ((sentence.quantity === null && asks === 'in') || (sentence.quantity !== 'all' && wholly.test(clean)))

/** "has ana friday free": a day off, to many. */
const isHavingFree = ({ sentence: { asks, subject }, clean }: Phrase): boolean =>
  asks === 'in' && subject !== null && /\b(?<!we )(?:has|have|had)\b(?! we\b).*\bfree\b/iu.test(clean)

/** The question that a reading asks, or why it is not a question. */
export const createQuery = (
  reading: PhraseReading,
  others: Iterable<PhraseReading>,
  phrase: Phrase,
): AskQuery | AskRefusal => {
  const { parsing, sentence } = phrase
  const { today } = parsing.calendar
  const alone = whoOf(namesOf(reading, parsing))
  const who = parsing.joined.length > 0 ? parsing.joined.map(toWho) : [alone]
  const isAnyone = isOfAnyone(who)
  const isDated = reading.outcome !== null
  if (!isDated && isAnyone && !sentence.isQuestion && !phrase.isBlank) return noQuestion
  const { span: typed, spans, others: spansOf, remarks } = daysOf(reading, who, phrase)
  const isOfPeople = who.every(({ person }) => person)
  // "ana in monday or tuesday" asks on which of them.
  const isOr = isOfPeople && sentence.isStated && sentence.state === 'in' && joinsDays(reading, parsing, 'or')
  const said = askedFor(phrase, reading, who, typed)
  const asked_for = isOr && said === 'people' ? 'days' : said
  const each = isEach(phrase, reading)
  const isSince = each && !(sentence.isPast && sentence.denied === 'in')
  const begun = isSince && !phrase.repeat ? sinceLatest(typed, reading, parsing) : begunSpan(typed, phrase)
  const asked = openDays(begun, reading, asked_for, phrase)
  const isStillOut = isNotBackBy(reading, sentence) && asked.to >= asked.from
  const last = workdayFrom(lastAway(asked.to, reading, parsing), -1, parsing.calendar)
  const isNamed = sentence.subject === 'name'
  // Who is out until Monday may be back on that day.
  const isAwayTill = each && isNamed && saysUntil(reading, parsing)
  // Who is not back by then is out all the time; who is asked about by name may be in until then.
  const first = isNamed && isStillOut ? last : Math.min(asked.from, last)
  const days =
    isStillOut || isAwayTill
      ? daysLeft(parsing, phrase, { from: first, to: last }, [])
      : daysLeft(parsing, phrase, asked, spans)
  if ('reason' in days) {
    const suggestions = days.suggestions.map((words) => withAsks(sentence.asks, withWho(words, alone)))
    return { ...days, suggestions }
  }
  const { span, spans: kept, taken, others: notDays } = days
  const isOfList = sentence.isStated && sentence.asks !== 'back' && !isOfPeople
  if (notDays.length > 0 && !(isOfList && ['people', 'count', 'whether'].includes(asked_for)))
    return otherDays(span)
  if (sentence.isPast && isDated && span.from > today) return notPast(span, alone, sentence.asks)
  const named = isDated ? null : dateOfName(phrase)
  const { form } = sentence
  const isRunningHalf =
    parsing.half !== null && isOfRunningHalf(reading, phrase, kept.length > 0 ? kept : [span])
  const halves = isRunningHalf ? [parsing.half] : halvesIn(reading, phrase)
  const isMixed = new Set(halves).size > 1
  // "from monday afternoon to wednesday"
  const isRange = isDated && !isRunningHalf && kept.length === 0 && span.from < span.to && !isListed(reading)
  // Of days that are over, a part could give another yes, number, or list of those who are so on all of them.
  const isOfAll = asked_for !== 'people' || sentence.state === 'in'
  const isLong = each || isLongSince(reading, parsing)
  const isWhole = kept.length > 0 || sentence.asks === 'holidays' || isLong || (isOfAll && span.to <= today)
  // "how many days is ana already sick" counts from the start of the running leave.
  const isRunning = asked_for === 'how_long' && sentence.isSoFar && !isDated && !sentence.isPast
  const quantity = quantityOf(asked_for, phrase, who, reading)
  const isOfDays = asked_for === 'whether' && quantity !== null && span.from < span.to
  const isDaily = asked_for === 'count' && phrase.repeat?.isDaily === true && span.from < span.to
  const sinceBy = each && isNamed ? monthSince(reading, parsing) : isRunning ? today : null
  const isFree = isHavingFree(phrase)
  const isAhead = !isDated && isOfPlans(who, phrase)
  const isBegun = each && !sentence.isPast && startsToday(reading, parsing)
  const isUntil =
    each && isNamed && asked_for === 'whether' && asked.from === today && namesEnd(reading, parsing)
  const query: AskQuery = {
    team: who.length === 1 ? alone.team : null,
    person: who.length === 1 ? alone.person : null,
    who,
    asks: sentence.asks,
    form: isAhead && form === 'next' ? 'list' : form,
    // When a group has leave planned is answered by who does.
    asked_for: isAhead && asked_for === 'starts' ? 'people' : asked_for,
    // Who is out on some of the days only is back by then.
    quantity: quantity ?? (isStillOut ? 'any' : null),
    // "since today" is about the first day of a leave.
    state: isBegun || isAhead ? 'starting' : sentence.state,
    kind: sentence.kind,
    isOfLeave: sentence.isOfLeave || sentence.kind !== null,
    except: [...phrase.except.map(toWho), ...othersOnly(phrase)],
    exceptDays: taken.map(rangeOf),
    notDays: notDays.map(rangeOf),
    each:
      ((each && !isBegun) || isNotBackBy(reading, sentence)) && (span.from < span.to || isAllOfDay(phrase)),
    byDay: isDaily ? 'each' : isOfDays && notDays.length === 0 ? byDayOf(phrase, reading, quantity) : null,
    isNotOut: sentence.denied === 'out' && (span.from < span.to || sentence.isOfLeave),
    half: isMixed || isRange ? null : (halves[0] ?? null),
    range: rangeOf(span),
    ranges: kept.map(rangeOf),
    clipped: isWhole ? null : shownPart(rangeOf(span), dayText(today)),
    ...(sinceBy !== null && { sinceBy: dayText(sinceBy) }),
    ...(isUntil && { until: dayText(asked.to) }),
    isPast: sentence.isPast,
    isFragment: !sentence.isQuestion && !sentence.isStated,
    isDated: isDated || isAhead,
    corrections: [...phrase.corrections, ...shortNames([...phrase.marks, ...reading.cut.names])],
    remarks: [
      ...phrase.remarks,
      ...(isRange && halves.length > 0 ? ['These are whole days.'] : []),
      ...(isFree ? ['Free is read as in, not as having a day off.'] : []),
      ...sentence.remarks.map((remark) => remarkWords[remark]),
      ...remarks,
    ],
    alternative: null,
  }
  const isEither =
    query.byDay === null &&
    query.state === 'in' &&
    asked_for === 'whether' &&
    joinsDays(reading, parsing, 'or')
  if (isEither || isMixed) return oneDay(query, halves)
  if (isOfOneTeam(query, phrase)) return oneTeam(query)
  if ((phrase.repeat || phrase.exceptDays.length + phrase.exceptWeekdays.length > 0) && !isDated) return noEnd
  // Until when somebody is away has one meaning.
  if (isStillOut || isAwayTill) return query
  if (isFree) return { ...query, alternative: textForm({ ...query, asks: 'out', state: 'out' }) }
  const meant = { other: spansOf[0] ?? null, named }
  return { ...query, alternative: alternativeTo(query, reading, others, phrase, meant) }
}
