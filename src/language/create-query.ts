import { byDayOf, daysAsked, daysSaid } from './asked-days.js'
import { askedFor, halvesOf, quantityOf, saysHalf } from './asked-for.js'
import { createSays, type DatedPhrase, type Phrase } from './parts.js'
import { otherDays } from './days-left.js'
import { alternativeTo, namesOf, whoOf } from './alternative.js'
import { shownPart } from '../calendar/period.js'
import { dayText, type Span } from '../calendar/spans.js'
import { lex } from './words/lexer.js'
import type { Mark, Named } from './who/names.js'
import { type AskQuery, type Correction, type Who, isOfAnyone } from './query.js'
import { spanOf, whenOf, type PhraseReading } from './read.js'
import {
  isRefusal,
  noEnd,
  noQuestion,
  notPast,
  oneDay,
  oneTeam,
  reading as readingOf,
  type AskRefusal,
  type DateReading,
} from './misread/refusal.js'
import type { Remark } from './words/sentences.js'
import { isOfPlans, usualDays } from './usual-days.js'
import { rangeOf, textForm, withAsks, withWho } from './text-form.js'

/** "on christmas", "working christmas": that day, unlike "over christmas" and "at christmas". */
const saysChristmas = createSays('on christmas')

const daysOf = (phrase: DatedPhrase, who: readonly Who[]): DateReading => {
  const { outcome } = phrase.said
  if (!outcome || isRefusal(outcome)) return usualDays(who, phrase)
  const { span, others } = outcome
  // "christmas morning" is that of one day.
  const day =
    (saysHalf(phrase) || saysChristmas(phrase)) && span.from < span.to
      ? others.find(({ from, to }) => from === to)
      : null
  return day ? readingOf(day) : outcome
}

const remarkWords: Readonly<Record<Remark, string>> = {
  only_out: 'I only know who is out.',
  no_cover: 'I know who is in and who is out, but not who covers for whom.',
  any_length: 'Everyone who is out is listed, however long.',
  part_of_personal: 'I know personal leave, but not what kind of it.',
  read_as_in: 'Read as who is in: whoever is out for another reason is not listed.',
}

/** "who else is in": without the asker, where they are known. */
const othersOnly = ({ clean, context }: Phrase): readonly Who[] =>
  context.asker && /\b(?:who|\w+ ?(?:one|body|1)|people|many) else\b/iu.test(clean)
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
  const spans = marks.flatMap(({ rule, named, words }) =>
    rule === 'name' && named?.kind === 'person'
      ? (spanOf(whenOf(parsing, lex([...words]))?.outcome) ?? [])
      : [],
  )
  return spans[0] ?? null
}

const saysWholly = createSays('wholly')

/** "is either ops or field complete" asks whether one of them is so as a whole, unlike "is anyone in ops or field in". */
const isOfOneTeam = ({ who, asked_for, asks }: AskQuery, phrase: Phrase): boolean => {
  const { quantity } = phrase.sentence
  const isWhole = quantity === null && asks === 'in'
  const isOfTeams = phrase.isEither && asked_for === 'whether' && who.every(({ team }) => team)
  return isOfTeams && (isWhole || (quantity !== 'all' && saysWholly(phrase)))
}

/** "has ana friday free": a day off, to many. */
const isHavingFree = ({ sentence: { asks, subject }, clean }: Phrase): boolean =>
  asks === 'in' && subject !== null && /\b(?<!we )(?:has|have|had)\b(?! we\b).*\bfree\b/iu.test(clean)

/** The question that a reading asks, or why it is not a question. */
export const createQuery = (
  reading: PhraseReading,
  others: Iterable<PhraseReading>,
  read: Phrase,
): AskQuery | AskRefusal => {
  const { parsing, sentence } = read
  const phrase: DatedPhrase = { ...read, said: daysSaid(reading, parsing) }
  const { said, repeat } = phrase
  const { asks, form, isPast } = sentence
  const today = dayText(parsing.calendar.today)
  const alone = whoOf(namesOf(reading, parsing))
  const who = parsing.joined.length > 0 ? parsing.joined.map(toWho) : [alone]
  const isOfPeople = who.every(({ person }) => person)
  const isDated = reading.outcome !== null
  if (!isDated && isOfAnyone(who) && !sentence.isQuestion && !phrase.isBlank) return noQuestion
  const typed = daysOf(phrase, who)
  const asked_for = askedFor(phrase, who, typed.span)
  const { days, each, isNotBack, isAway, sinceBy, until, isLong } = daysAsked(typed, asked_for, phrase)
  if ('reason' in days) {
    const suggestions = days.suggestions.map((words) => withAsks(asks, withWho(words, alone)))
    return { ...days, suggestions }
  }
  const { span, spans: kept, taken, others: notDays } = days
  const isOfList = sentence.isStated && asks !== 'back' && !isOfPeople
  if (notDays.length > 0 && !(isOfList && ['people', 'count', 'whether'].includes(asked_for)))
    return otherDays(span)
  if (isPast && isDated && span.from > parsing.calendar.today) return notPast(span, alone, asks)
  const isSeveral = span.from < span.to
  const halves = halvesOf(phrase, kept.length > 0 ? kept : [span])
  const isMixed = new Set(halves).size > 1
  // "from monday afternoon to wednesday"
  const isRange = isDated && kept.length === 0 && isSeveral && !said.isList
  // Of days that are over, a part could give another yes, number, or list of those who are so on all of them.
  const isOfAll = asked_for !== 'people' || sentence.state === 'in'
  const isWhole =
    kept.length > 0 || asks === 'holidays' || isLong || (isOfAll && span.to <= parsing.calendar.today)
  const range = rangeOf(span)
  // "how many days is ana already sick" counts from the start of the running leave.
  const isRunning = asked_for === 'how_long' && sentence.isSoFar && !isDated && !isPast
  const since = sinceBy ?? (isRunning ? parsing.calendar.today : null)
  const quantity = quantityOf(asked_for, phrase, who)
  const isOfDays = asked_for === 'whether' && quantity !== null && isSeveral && notDays.length === 0
  const isDaily = asked_for === 'count' && repeat?.isDaily === true && isSeveral
  const isFree = isHavingFree(phrase)
  const isAhead = !isDated && isOfPlans(who, phrase)
  // "since today" is about the first day of a leave.
  const isBegun = each && !isPast && said.words.join(' ') === 'since today'
  const query: AskQuery = {
    team: who.length === 1 ? alone.team : null,
    person: who.length === 1 ? alone.person : null,
    who,
    asks,
    form: isAhead && form === 'next' ? 'list' : form,
    // When a group has leave planned is answered by who does.
    asked_for: isAhead && asked_for === 'starts' ? 'people' : asked_for,
    // Who is out on some of the days only is back by then.
    quantity: quantity ?? (isNotBack && isAway ? 'any' : null),
    state: isBegun || isAhead ? 'starting' : sentence.state,
    kind: sentence.kind,
    isOfLeave: sentence.isOfLeave || sentence.kind !== null,
    except: [...phrase.except.map(toWho), ...othersOnly(phrase)],
    exceptDays: taken.map(rangeOf),
    notDays: notDays.map(rangeOf),
    each: ((each && !isBegun) || isNotBack) && (isSeveral || phrase.isWhole),
    byDay: isDaily ? 'each' : isOfDays ? byDayOf(phrase, quantity) : null,
    isNotOut: sentence.denied === 'out' && (isSeveral || sentence.isOfLeave),
    half: isMixed || isRange ? null : (halves[0] ?? null),
    range,
    ranges: kept.map(rangeOf),
    clipped: isWhole ? null : shownPart(range, today),
    ...(since !== null && { sinceBy: dayText(since) }),
    ...(until !== null && { until: dayText(until) }),
    isPast,
    isFragment: !sentence.isQuestion && !sentence.isStated,
    isDated: isDated || isAhead,
    corrections: [...phrase.corrections, ...shortNames([...phrase.marks, ...reading.cut.names])],
    remarks: [
      ...phrase.remarks,
      ...(isRange && halves.length > 0 ? ['These are whole days.'] : []),
      ...(isFree ? ['Free is read as in, not as having a day off.'] : []),
      ...sentence.remarks.map((remark) => remarkWords[remark]),
      ...(typed.remark === undefined ? [] : [typed.remark]),
    ],
    alternative: null,
  }
  const isEither = query.byDay === null && query.state === 'in' && asked_for === 'whether' && said.isOr
  if (isEither || isMixed) return oneDay(query, halves)
  if (isOfOneTeam(query, phrase)) return oneTeam(query)
  if (!isDated && (repeat || phrase.exceptDays.length + phrase.exceptWeekdays.length > 0)) return noEnd
  // Until when somebody is away has one meaning.
  if (isAway) return query
  if (isFree) return { ...query, alternative: textForm({ ...query, asks: 'out', state: 'out' }) }
  const named = isDated ? null : dateOfName(phrase)
  const meant = { other: typed.others[0] ?? null, named }
  return { ...query, alternative: alternativeTo(query, reading, others, phrase, meant) }
}
