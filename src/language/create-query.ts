import { dayNumber, type DayRange } from '../calendar/day.js'
import { namesOf, otherByName, whoOf } from './alternative.js'
import { shownPart } from '../calendar/period.js'
import { dayText, isDayNumber, type Span } from '../calendar/spans.js'
import { lex, type Token } from './words/lexer.js'
import { defaultLength } from './meaning/meaning.js'
import { workdayFrom } from './meaning/part.js'
import { cutShort, type Misread } from './misread/say.js'
import type { Named } from './who/names.js'
import { maxSections, sectionsOf, type Correction, type AskQuery, type RuleReading } from './query.js'
import { createParseContext, whenBetween, type PhraseReading, type ParseContext } from './read.js'
import type { AskedFor, Quantity } from './question.js'
import { isRefusal } from './misread/refusal.js'
import type { Sentence } from './sentence/draft.js'
import type { Remark } from './words/sentences.js'
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
  /** "tom or sue": one of them is enough. */
  readonly isEither: boolean
  /** Who is taken out of the question. */
  readonly except: readonly Named[]
  /** The tokens of days that are taken out of it. */
  readonly exceptDays: readonly Token[]
  readonly corrections: readonly Correction[]
  readonly remarks: readonly string[]
  /** As typed, after cleaning. */
  readonly clean: string
  readonly isBlank: boolean
}

/** Days shown for a person when no date was given. */
const personLength = 30

const rangeOf = ({ from, to }: Span): DayRange => ({ from: dayText(from), to: dayText(to) })

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

const remarkWords: Readonly<Record<Remark, string>> = { only_out: 'I only know who is out.' }

const yesOrNo: readonly Sentence['form'][] = ['whether', 'everyone', 'still']

const askedFor: Readonly<Record<Sentence['form'], AskedFor>> = {
  list: 'people',
  count: 'count',
  whether: 'whether',
  everyone: 'whether',
  still: 'whether',
  next: 'starts',
  how_long: 'ends',
  days: 'days',
  workday: 'workday',
}

/** A person, or a team that is in, is meant whole where no word says of how many something is asked. */
const quantityOf = (
  form: Sentence['form'],
  { sentence: { asks, quantity, isWhen }, isEither }: Phrase,
  who: readonly Who[],
): Quantity | null => {
  if (!isWhen && !yesOrNo.includes(form)) return null
  if (quantity !== null) return quantity
  return !isEither && (asks === 'in' || who.some(({ person }) => person)) ? 'all' : 'any'
}

/** What is left of days without others. */
const withoutSpans = (spans: readonly Span[], taken: readonly Span[]): readonly Span[] =>
  taken.reduce(
    (left, { from, to }) =>
      left.flatMap((span) =>
        [
          { from: span.from, to: Math.min(span.to, from - 1) },
          { from: Math.max(span.from, to + 1), to: span.to },
        ].filter((part) => part.from <= part.to),
      ),
    spans,
  )

/** The days that are taken out; a weekday is the one among the days of the question. */
const takenSpans = ({ parsing, exceptDays: tokens }: Phrase, whole: Span): readonly Span[] => {
  if (tokens.length === 0) return []
  const found = whenBetween(createParseContext({ ...parsing, marked: [] }, tokens), 0, tokens.length)
  if (!found || isRefusal(found.outcome)) return []
  const { span, spans = [] } = found.outcome
  const all = spans.length > 0 ? spans : [span]
  const isWeekday = parsing.index.byFirstWord.get(tokens[0]!.text)?.[0]?.term.kind === 'weekday'
  const weeks = isWeekday ? Math.max(0, Math.ceil((whole.from - span.from) / 7)) : 0
  return all.map(({ from, to }) => ({ from: from + weeks * 7, to: to + weeks * 7 }))
}

const nothingLeft = (): Misread => ({
  reason: 'unknown_words',
  words: '',
  fact: 'That leaves no day.',
  suggestions: [],
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
  const { span: asked, spans, others: spansOf, remarks } = daysOf(reading, who, phrase)
  const taken = takenSpans(phrase, asked)
  const rest = withoutSpans(spans.length > 0 ? spans : [asked], taken)
  const worked = rest.filter((one) => workdayFrom(one.from, 1, parsing.calendar) <= one.to)
  const left = taken.length === 0 ? spans : worked.length > 0 ? worked : rest
  if (taken.length > 0 && left.length === 0) return withWords(nothingLeft(), phrase)
  const kept = taken.length > 0 && left.length === 1 ? [] : left
  const span = taken.length > 0 ? { from: left[0]!.from, to: left.at(-1)!.to } : asked
  if (sentence.isPast && isDated && span.from > today)
    return withWords(notPast(span, alone, sentence), phrase)
  const byDate = spansOf[0] ? withAsks(sentence.asks, withWho(spanWords(spansOf[0]), alone)) : null
  const named = isDated ? null : dateOfName(phrase)
  const { form } = sentence
  const query: AskQuery = {
    team: who.length === 1 ? alone.team : null,
    person: who.length === 1 ? alone.person : null,
    who,
    asks: sentence.asks,
    form,
    asked_for:
      sentence.asks === 'holidays' && sentence.form !== 'workday'
        ? 'holidays'
        : sentence.isWhen
          ? 'when'
          : sentence.asksStart
            ? 'starts'
            : askedFor[form],
    quantity: quantityOf(form, phrase, who),
    state: sentence.state,
    kind: sentence.kind,
    except: phrase.except.map(toWho),
    exceptDays: taken.map(rangeOf),
    each: false,
    half: null,
    range: rangeOf(span),
    ranges: kept.map(rangeOf),
    clipped:
      kept.length > 0 || sentence.asks === 'holidays' ? null : shownPart(rangeOf(span), dayText(today)),
    isPast: sentence.isPast,
    isDated,
    corrections: [...phrase.corrections, ...shortNames([...phrase.marks, ...reading.cut.names])],
    remarks: [...phrase.remarks, ...sentence.remarks.map((remark) => remarkWords[remark]), ...remarks],
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
