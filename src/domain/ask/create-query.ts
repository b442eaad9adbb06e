import { dayNumber, type Day, type DayRange } from '../../calendar/day.js'
import { namesOf, otherByName, whoOf } from './alternative.js'
import type { SaidReasons } from '../presence/reasons.js'
import { maxRangeDays } from '../presence/range.js'
import { dayText, isDayNumber, type Span } from '../../calendar/spans.js'
import { lex } from './language/lexer.js'
import { defaultLength } from './meaning/meaning.js'
import { cutShort, type Misread } from './misread/say.js'
import type { Named } from './who/names.js'
import { maxSections, sectionsOf, type Correction, type AskQuery, type RuleReading } from './query.js'
import { createParseContext, whenBetween, type PhraseReading, type ParseContext } from './read.js'
import { isRefusal } from './misread/refusal.js'
import type { Sentence } from './sentence/draft.js'
import { showSpan, spanWords } from './show.js'
import { textForm, withAsks, withWho, type Who } from './text-form.js'
import type { Mark } from './who/who.js'

/** Everything that was read of a phrase except its date. */
export interface Phrase {
  readonly parsing: ParseContext
  readonly sentence: Sentence
  readonly uses: readonly RuleReading[]
  /** Names found before the date was read. */
  readonly marks: readonly Mark[]
  readonly corrections: readonly Correction[]
  readonly remarks: readonly string[]
  /** As typed, after cleaning. */
  readonly clean: string
  readonly isBlank: boolean
  /** Null: unknown. */
  readonly reasons: SaidReasons | null
}

/** Days shown for a person when no date was given. */
const personLength = 30

const rangeOf = ({ from, to }: Span): DayRange => ({ from: dayText(from), to: dayText(to) })

/** The part of a long range that is shown; null when all of it is. If today is in the range, the part starts today. */
export const clippedRange = ({ from, to }: DayRange, today: Day): DayRange | null =>
  clip({ from: dayNumber(from), to: dayNumber(to) }, dayNumber(today))

const clip = ({ from, to }: Span, today: number): DayRange | null => {
  if (to - from <= maxRangeDays) return null
  const start = from <= today && today <= to ? today : from
  return rangeOf({ from: start, to: Math.min(to, start + maxRangeDays) })
}

const lastDay = dayNumber('9999-12-31')

/** This many days from today, or back from today when negative, cut where the calendar ends. */
const around = (today: number, length: number): Span => {
  const far = today + length
  if (length < 0) return { from: isDayNumber(far) ? far : dayNumber('0001-01-01'), to: today }
  return { from: today, to: Math.min(far, lastDay) }
}

/** Days covered when bank holidays are asked for without a date. */
const holidayLength = 366

/** Asked about everybody without a date, these forms are about today. */
const isAboutNow = ({ asks, form, isPast }: Sentence): boolean =>
  !isPast && (asks === 'in' || ['whether', 'everyone', 'count', 'still'].includes(form)) && asks !== 'back'

interface Days {
  readonly span: Span
  readonly spans: readonly Span[]
  readonly others: readonly Span[]
  readonly remarks: readonly string[]
}

const usualLead = 'You named no day, so this is '

/** Whether a remark only says which days are assumed when none were named. */
export const isUsualDays = (remark: string): boolean => remark.startsWith(usualLead)

const usualDays = (who: readonly Who[], { parsing, sentence, isBlank }: Phrase): Days => {
  const { today } = parsing.calendar
  const isAnyone = who.every(({ team, person }) => team === null && person === null)
  const hasPerson = who.some(({ person }) => person !== null)
  const isOfHolidays = sentence.asks === 'holidays'
  const length = isOfHolidays
    ? holidayLength
    : hasPerson
      ? personLength
      : isAboutNow(sentence)
        ? 0
        : defaultLength
  const span = around(today, sentence.isPast ? -length : length)
  const meant =
    length === 0
      ? 'today'
      : `${sentence.isPast ? 'the last' : 'today and the next'} ${hasPerson ? 'thirty' : 'seven'} days`
  return {
    span,
    spans: [],
    others: [],
    remarks: isBlank || isOfHolidays || !isAnyone ? [] : [`${usualLead}${meant}.`],
  }
}

const daysOf = ({ outcome }: PhraseReading, who: readonly Who[], phrase: Phrase): Days => {
  if (!outcome || isRefusal(outcome)) return usualDays(who, phrase)
  const { span, spans = [], others, remark } = outcome
  return { span, spans, others, remarks: remark === undefined ? [] : [remark] }
}

const isOfAsker = (who: readonly Who[]): boolean => who.every(({ person }) => person === 'me')

const yesOrNo: readonly Sentence['form'][] = ['whether', 'everyone', 'still']

/** Yes or No to a question about a reason would tell it, so that is answered as who is out. */
const formOf = ({ sentence: { form, remarks }, reasons }: Phrase, who: readonly Who[]): Sentence['form'] => {
  const isPrivate = reasons !== null && reasons !== 'shown' && !isOfAsker(who)
  return isPrivate && remarks.includes('any_reason') && yesOrNo.includes(form) ? 'list' : form
}

/** People always see the reasons for their own leave. */
const remarkWords = ({ sentence, reasons }: Phrase, who: readonly Who[]): readonly string[] =>
  sentence.remarks.flatMap((remark) => {
    if (remark === 'only_out') return ['I only know who is out.']
    if (isOfAsker(who)) return []
    const isOfPeople = who.some(({ person }) => person !== null)
    const meant = isOfPeople ? 'This includes all leave' : 'This is everyone who is out'
    return [`${reasons === 'shown' ? '' : 'Reasons are private here. '}${meant}, for whatever reason.`]
  })

const toWho = (named: Named): Who => whoOf([named])

const shortNames = (found: readonly Pick<Mark, 'named' | 'words'>[]): readonly Correction[] =>
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

const noQuestion = (): Misread => ({
  reason: 'unknown_words',
  words: '',
  fact: 'That is not a question.',
  suggestions: [],
})

const tooMany = (query: AskQuery): Misread => ({
  reason: 'too_many',
  words: '',
  fact: `I can answer up to ${maxSections} things at once.`,
  suggestions: sectionsOf(query)
    .slice(0, 4)
    .map(({ range, ...who }) => textForm({ asks: query.asks, who: [who], range, ranges: [] })),
})

const notPast = (span: Span, who: Who, { asks }: Sentence): Misread => ({
  reason: 'not_past',
  words: '',
  fact: `${showSpan(span)} is still to come.`,
  suggestions: [withAsks(asks, withWho(spanWords(span), who))],
})

/** The question that a reading asks, or why it is not a question. */
export const createQuery = (
  reading: PhraseReading,
  others: Iterable<PhraseReading>,
  phrase: Phrase,
): AskQuery | Misread => {
  const { parsing, sentence } = phrase
  const { today } = parsing.calendar
  const alone = whoOf(namesOf(reading, parsing))
  const who = parsing.joined.length > 0 ? parsing.joined.map(toWho) : [alone]
  const isAnyone = who.every(({ team, person }) => team === null && person === null)
  const isDated = reading.outcome !== null
  if (!isDated && isAnyone && !sentence.isQuestion && !phrase.isBlank) return withWords(noQuestion(), phrase)
  const { span, spans, others: spansOf, remarks } = daysOf(reading, who, phrase)
  if (sentence.isPast && isDated && span.from > today)
    return withWords(notPast(span, alone, sentence), phrase)
  const byDate = spansOf[0] ? withAsks(sentence.asks, withWho(spanWords(spansOf[0]), alone)) : null
  const named = isDated ? null : dateOfName(phrase)
  const query: AskQuery = {
    team: who.length === 1 ? alone.team : null,
    person: who.length === 1 ? alone.person : null,
    who,
    asks: sentence.asks,
    form: formOf(phrase, who),
    range: rangeOf(span),
    ranges: spans.map(rangeOf),
    clipped: spans.length > 0 || sentence.asks === 'holidays' ? null : clip(span, today),
    isPast: sentence.isPast,
    isDated,
    corrections: [...phrase.corrections, ...shortNames([...phrase.marks, ...reading.cut.names])],
    remarks: [...phrase.remarks, ...remarkWords(phrase, who), ...remarks],
    alternative:
      sentence.asks === 'holidays'
        ? byDate
        : (otherByName(reading, others, parsing) ??
          byDate ??
          (named && withAsks(sentence.asks, spanWords(named)))),
  }
  return sectionsOf(query).length > maxSections ? withWords(tooMany(query), phrase) : query
}

const withWords = (misread: Misread, { clean }: Phrase): Misread => ({ ...misread, words: cutShort(clean) })
