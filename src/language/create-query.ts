import { byDayOf, countedLength, daysAsked, daysFrom, daysSaid } from './asked-days.js'
import { askedFor, askedOf, halvesOf, quantityOf, saysHalf } from './asked-for.js'
import { alternativeTo, nameOf, namesOf, whoOf } from './alternative.js'
import { maxRangeDays, shownPart } from '../calendar/period.js'
import { defaultLength } from './meaning/meaning.js'
import { dayText, type Span } from '../calendar/spans.js'
import { lex } from './words/lexer.js'
import { distinct, type Mark, type Named } from './who/names.js'
import { type AskQuery, type Correction, type Who, isOfAnyone } from './query.js'
import {
  createSays,
  namesIn,
  spanOf,
  whenOf,
  type DatedPhrase,
  type Phrase,
  type PhraseReading,
} from './read.js'
import {
  isRefusal,
  noEnd,
  noQuestion,
  notPast,
  oneDay,
  oneTeam,
  reading as daysRead,
  type AskRefusal,
  type DateReading,
} from './misread/refusal.js'
import type { Remark } from './words/sentences.js'
import { rangeOf, spanWords, textForm, withAsks, withWho } from './text-form.js'

/** "ana here?", "is ana already on holiday" */
const saysNow = createSays('now')
const saysPlanned = createSays('planned')

/** "who has leave coming up": what begins after today. */
const isOfPlans = (who: readonly Who[], phrase: Phrase): boolean => {
  const { isStated, isPast, state, asked_for, subject } = phrase.sentence
  const isOfPlan =
    ['people', 'count', 'whether'].includes(asked_for) || (asked_for === 'starts' && subject === 'who')
  const isOut = isStated && !isPast && state === 'out'
  return isOut && isOfPlan && who.every(({ person }) => person === null) && saysPlanned(phrase)
}

/** Days shown for a person when no date was given. */
const personLength = 30

const lengthFor = (who: readonly Who[], phrase: Phrase): number => {
  const { asked_for, asks, form, isPast, isStated, isLeave, kind, quantity, state, denied } = phrase.sentence
  const hasPerson = who.some(({ person }) => person !== null)
  const isBack = state === 'back' || denied === 'back'
  const isOfDay = asked_for === 'people' || (form === 'whether' && kind !== null)
  // "which days is nobody from support in" is as rare as when everyone is off.
  const isRare = asked_for === 'days' && !hasPerson && quantity === (state === 'in' ? 'none' : 'all')
  const isCounted =
    isLeave ||
    (kind !== null && asked_for === 'people') ||
    asked_for === 'how_long' ||
    (asked_for === 'ends' && state === 'in') ||
    (asked_for === 'days' && state === 'out')
  const isAboutNow = asks === 'in' || ['whether', 'everyone', 'count', 'still'].includes(form)
  if (asks === 'holidays') return countedLength
  if (isStated && !isPast && !isBack && isOfDay && saysNow(phrase)) return 0
  if (isRare || askedOf(who, phrase) === 'when') return isPast ? countedLength : maxRangeDays
  if (hasPerson) return isCounted ? countedLength : personLength
  return isAboutNow && !isPast && asked_for !== 'days' && asks !== 'back' ? 0 : defaultLength
}

const usualLead = 'You named no day, so this is '

/** Whether a remark only says which days are assumed when none were named. */
export const isUsualDays = (remark: string): boolean => remark.startsWith(usualLead)

/** The days that are meant where none were named. */
const usualDays = (who: readonly Who[], phrase: Phrase): DateReading => {
  const { today } = phrase.parsing.calendar
  const { isPast, isSoFar, asks } = phrase.sentence
  if (isOfPlans(who, phrase)) {
    const span = { from: today + 1, to: today + personLength }
    return { ...daysRead(span), remark: `${usualLead}tomorrow and the next ${personLength} days.` }
  }
  const length = lengthFor(who, phrase)
  const found = daysRead(daysFrom(today, isPast || isSoFar ? -length : length))
  if (phrase.clean === '' || asks === 'holidays' || !isOfAnyone(who)) return found
  const next = `${isPast ? 'the last' : 'today and the next'} ${length === defaultLength ? 'seven' : length} days`
  return { ...found, remark: `${usualLead}${length === 0 ? 'today' : next}.` }
}

/** "on christmas", "working christmas": that day, unlike "over christmas" and "at christmas". */
const saysChristmas = createSays('on christmas')

const daysOf = (phrase: DatedPhrase, who: readonly Who[]): DateReading => {
  const { outcome } = phrase.said
  if (!outcome || isRefusal(outcome)) return usualDays(who, phrase)
  // "christmas morning" is that of one day.
  const isOfDay = outcome.span.from < outcome.span.to && (saysHalf(phrase) || saysChristmas(phrase))
  const day = isOfDay ? outcome.others.find(({ from, to }) => from === to) : null
  return day ? daysRead(day) : outcome
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

const shortNames = (found: readonly Pick<Mark, 'named' | 'words'>[]): readonly Correction[] =>
  found.flatMap(({ named, words }) =>
    named && 'isShort' in named ? [{ typed: words, read: nameOf(toWho(named)) }] : [],
  )

/** "is may out" is about the person called May; the month is the alternative. */
const dateOfName = ({ parsing, marks }: Phrase): Span | null => {
  const names = marks.filter(({ rule }) => rule === 'name')
  return names.flatMap(({ words }) => spanOf(whenOf(parsing, lex([...words]))?.outcome) ?? [])[0] ?? null
}

const saysWholly = createSays('wholly')

/** "is either ops or field complete" asks whether one of them is so as a whole, unlike "is anyone in ops or field in". */
const isOfOneTeam = ({ who, asked_for, asks }: AskQuery, phrase: Phrase): boolean => {
  const isWhole = (phrase.sentence.quantity === null && asks === 'in') || saysWholly(phrase)
  return isWhole && phrase.isEither && asked_for === 'whether' && who.every(({ team }) => team)
}

/** "has ana friday free": a day off, to many. */
const isHavingFree = ({ sentence: { asks }, clean }: Phrase): boolean =>
  asks === 'in' && /\b(?<!we )(?:has|have|had)\b(?! we\b).*\bfree\b/iu.test(clean)

/** "any holidays next week" asks for bank holidays where the asker has some then; leave is the other meaning. */
const orBankHolidays = (query: AskQuery, { sentence: { uses }, context }: Phrase): AskQuery => {
  const { asks, range, isDated, who, except } = query
  const isOfHolidays = /^(?:any )?holidays?$/iu.test(uses.map(({ words }) => words).join(' '))
  const hasSome = context.calendars?.some(
    ({ place, days }) => place === null && days.some(({ date }) => range.from <= date && date <= range.to),
  )
  const isOpen = asks === 'out' && isDated && isOfAnyone(who) && except.length === 0
  if (!isOfHolidays || !hasSome || !isOpen) return query
  const ofHolidays = { asks: 'holidays', asked_for: 'holidays', form: 'list', state: 'out' } as const
  return { ...query, ...ofHolidays, kind: null, quantity: null, clipped: null, alternative: textForm(query) }
}

/** "ana out on thursday but not on friday" is about two days. */
const otherDays = (asked: Span): AskRefusal => ({
  reason: 'two_questions',
  fact: 'The days that are left out are not among those that were asked for. Ask about one of them at a time.',
  suggestions: [spanWords(asked)],
})

/** The question that a reading asks, or why it is not a question. */
export const createQuery = (
  reading: PhraseReading,
  others: Iterable<PhraseReading>,
  read: Phrase,
): AskQuery | AskRefusal => {
  const { parsing, sentence } = read
  const phrase: DatedPhrase = { ...read, said: daysSaid(reading, parsing) }
  const { said, exception } = phrase
  const excepted = exception?.marks ?? []
  const { asks, form, isPast, denied } = sentence
  const { today } = parsing.calendar
  const alone = whoOf(namesOf(reading, parsing))
  const who = parsing.joined.length > 0 ? parsing.joined.map(toWho) : [alone]
  const isDated = reading.outcome !== null
  if (!isDated && isOfAnyone(who) && !sentence.isQuestion && phrase.clean !== '') return noQuestion
  const typed = daysOf(phrase, who)
  const asked_for = askedFor(phrase, who, typed.span)
  const { days, each, isNotBack, isAway, sinceBy, until, isLong } = daysAsked(typed, asked_for, phrase)
  if ('reason' in days) return days
  const { span, ranges, exceptDays, notDays } = days
  const isOfList = ['people', 'count', 'whether'].includes(asked_for) && asks !== 'back' && sentence.isStated
  if (notDays.length > 0 && (!isOfList || who.every(({ person }) => person))) return otherDays(span)
  if (isPast && isDated && span.from > today) {
    const past = notPast(span)
    return { ...past, suggestions: past.suggestions.map((words) => withAsks(asks, withWho(words, alone))) }
  }
  const isSeveral = span.from < span.to
  const halves = halvesOf(phrase, [span])
  const isMixed = new Set(halves).size > 1
  // "from monday afternoon to wednesday"
  const isRange = isDated && ranges.length === 0 && isSeveral && !said.isList
  // Of days that are over, a part could give another yes, number, or list of those who are so on all of them.
  const isOfAll = asked_for !== 'people' || sentence.state === 'in'
  const isWhole = ranges.length > 0 || asks === 'holidays' || isLong || (isOfAll && span.to <= today)
  const range = rangeOf(span)
  const quantity = quantityOf(asked_for, phrase, who)
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
    quantity: quantity ?? (isNotBack ? 'any' : null),
    state: isBegun || isAhead ? 'starting' : sentence.state,
    kind: sentence.kind,
    isOfLeave: sentence.isOfLeave || sentence.kind !== null,
    except: [...distinct(namesIn(excepted)).map(toWho), ...othersOnly(phrase)],
    exceptDays,
    notDays,
    each: (each || isNotBack) && (isSeveral || phrase.isWhole),
    byDay: isSeveral && notDays.length === 0 ? byDayOf(phrase, asked_for, quantity) : null,
    isNotOut: denied === 'out' && (isSeveral || sentence.isOfLeave),
    half: isRange ? null : (halves[0] ?? null),
    range,
    ranges,
    clipped: isWhole ? null : shownPart(range, dayText(today)),
    sinceBy,
    until,
    isPast,
    isFragment: !sentence.isQuestion && !sentence.isStated,
    isDated: isDated || isAhead,
    corrections: [...phrase.corrections, ...shortNames([...excepted, ...phrase.marks, ...reading.cut.names])],
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
  if (!isDated && exception && exception.days.length + exception.weekdays.length > 0) return noEnd
  // Until when somebody is away has one meaning.
  if (isAway) return query
  if (isFree) return { ...query, alternative: textForm({ ...query, asks: 'out', state: 'out' }) }
  const meant = { other: typed.others[0] ?? null, named: isDated ? null : dateOfName(phrase) }
  return orBankHolidays(
    { ...query, alternative: alternativeTo(query, reading, others, phrase, meant) },
    phrase,
  )
}
