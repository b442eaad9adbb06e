import { dayNumber, weekdays, type DayRange } from '../day.js'
import { namesOf, otherByName, whoOf } from './alternative.js'
import { dayText, isDayNumber, type Calendar, type Span } from './calendar.js'
import { isMonthFirst, type AskContext } from './context.js'
import { english } from './english.js'
import { lex, type Token } from './lexer.js'
import { defaultLength } from './meaning.js'
import { cutShort, isInDate, misreadMark, misreadWords, type Misread } from './misread.js'
import { nameBookOf } from './names.js'
import {
  cleanText,
  fold,
  lengthOf,
  maximumLength,
  unescapeSlack,
  withoutClosing,
  withoutMarks,
} from './normalize.js'
import type { Ask, Correction, Explanation, RuleReading } from './query.js'
import { createScene, readingsOf, whenBetween, type Reading, type Scene } from './read.js'
import { isRefusal, longestShown } from './refusal.js'
import { spanWords } from './show.js'
import { findRepairs, type Repair } from './spelling.js'
import { withWho } from './text-form.js'
import { lexQuoted, takeMarks, wordsBetween, type Mark, type Source } from './who.js'

/** A person without a date is looked for so many days ahead. */
const personLength = 30

const rangeOf = ({ from, to }: Span): DayRange => ({ from: dayText(from), to: dayText(to) })

const clip = ({ from, to }: Span, today: number): DayRange | null => {
  if (to - from <= longestShown) return null
  const start = from <= today && today <= to ? today : from
  return rangeOf({ from: start, to: Math.min(to, start + longestShown) })
}

const calendarOf = (context: AskContext): Calendar => ({
  today: dayNumber(context.today),
  weekStart: weekdays.indexOf(context.weekStart),
  monthFirst: isMonthFirst(context),
})

const refused = (misread: Misread): Ask => {
  const { reason, words, fact, suggestions } = misread
  const helpful = [...new Set(suggestions.length > 0 ? suggestions : english.vocabulary.examples)]
  return { kind: 'misunderstood', misunderstanding: { reason, words, message: fact, suggestions: helpful } }
}

interface Understood {
  readonly ask: Ask
  readonly rules: readonly RuleReading[]
}

const rulesOf = (reading: Reading, scene: Scene, marks: readonly Mark[]): readonly RuleReading[] => {
  const { source, input } = scene
  return [
    ...marks.map(({ rule, words }) => ({ rule, words })),
    ...reading.cut.peels.map(({ named, words }) => ({
      rule: named.kind === 'team' ? 'team' : 'person',
      words,
    })),
    ...reading.trace.map(({ rule, start, end }) => ({
      rule,
      words: wordsBetween(source, input.tokens[start]!, input.tokens[end - 1]!),
    })),
  ]
}

/** Repairs of the words that the date is made of; others were fillers. */
const correctionsIn = (repairs: readonly Repair[]): readonly Correction[] =>
  repairs.map(({ typed, read }) => ({ typed, read }))

/** From today on, as far as the calendar goes. */
const ahead = (today: number, length: number): Span => ({
  from: today,
  to: isDayNumber(today + length) ? today + length : dayNumber('9999-12-31'),
})

const queryOf = (
  reading: Reading,
  others: Iterable<Reading>,
  scene: Scene,
  repairs: readonly Repair[],
): Ask => {
  const { today } = scene.calendar
  const who = whoOf(namesOf(reading, scene))
  const { outcome } = reading
  const length = who.person ? personLength : defaultLength
  const { span, others: spans } =
    outcome && !isRefusal(outcome) ? outcome : { span: ahead(today, length), others: [] }
  const byDate = spans[0] ? withWho(spanWords(spans[0]), who) : null
  return {
    kind: 'query',
    query: {
      ...who,
      range: rangeOf(span),
      clipped: clip(span, today),
      corrections: correctionsIn(repairs),
      alternative: otherByName(reading, others, scene) ?? byDate,
    },
  }
}

/** The phrase as a whole, or null when no rule reads all of it. */
const understand = (scene: Scene, marks: readonly Mark[], repairs: readonly Repair[]): Understood | null => {
  const readings = readingsOf(scene)
  const first = readings.next()
  if (first.done) return null
  const reading = first.value
  const rules = rulesOf(reading, scene, marks)
  const shared = reading.cut.peels.find(({ named }) => named.kind === 'people')
  if (shared)
    return { ask: refused(misreadMark(scene, { ...shared, rule: 'person' }, wordsOf(reading))), rules }
  const { outcome, from, to } = reading
  if (!outcome || !isRefusal(outcome)) return { ask: queryOf(reading, readings, scene, repairs), rules }
  const words = cutShort(wordsBetween(scene.source, scene.input.tokens[from]!, scene.input.tokens[to - 1]!))
  const named = otherByName(reading, readings, scene)
  const who = whoOf(namesOf(reading, scene))
  const suggestions = outcome.suggestions.map((suggestion) => withWho(suggestion, who))
  return {
    ask: refused({ ...outcome, words, suggestions: named === null ? suggestions : [named, ...suggestions] }),
    rules,
  }
}

/** Quoted text that says when is a date; a phrase that is quoted as a whole is read without its quotes. */
const openQuotes = (source: Source, tokens: readonly Token[], base: Omit<Scene, 'input'>): readonly Token[] =>
  tokens.flatMap((token, at) => {
    if (token.kind !== 'quoted' || ['@', ':'].includes(tokens[at - 1]?.text ?? '')) return [token]
    const inner = lexQuoted(source, token)
    if (tokens.length === 1 && !source.book.teams.has(fold(token.text))) return inner
    return inner.length > 0 && whenBetween(createScene(base, inner), 0, inner.length) ? inner : [token]
  })

const repaired = (tokens: readonly Token[], repairs: readonly Repair[]): readonly Token[] =>
  tokens.map((token, at) => {
    const repair = repairs.find((one) => one.at === at)
    return repair ? { ...token, text: repair.read } : token
  })

const wordsOf = ({ outcome }: Reading): string =>
  outcome && !isRefusal(outcome) ? spanWords(outcome.span) : ''

/** The days that a phrase names beside a name that nobody has. */
const wordsOfDate = (scene: Scene): string => {
  const first = readingsOf(scene).next()
  return first.done ? '' : wordsOf(first.value)
}

const readTokens = (source: Source, calendar: Calendar): Understood => {
  const base = { source, index: english, calendar, marked: [] }
  const { marks, tokens } = takeMarks(source, openQuotes(source, lex(source.characters), base))
  const marked = marks.flatMap(({ named }) => (named ? [named] : []))
  const scene = createScene({ ...base, marked }, tokens)
  const unclear = marks.find(({ named }) => named === null || named.kind === 'people')
  if (unclear) return { ask: refused(misreadMark(scene, unclear, wordsOfDate(scene))), rules: [] }
  const typed = understandMarked(scene, marks, [])
  if (typed) return typed
  const mend = (repairs: readonly Repair[]): Scene =>
    repairs.length === 0 ? scene : createScene({ ...base, marked }, repaired(tokens, repairs))
  const ways = findRepairs(tokens, english, source.book, source.meter).map((repairs) => ({
    repairs,
    mended: mend(repairs),
  }))
  const read = ways.flatMap(({ repairs, mended }) =>
    repairs.length === 0 ? [] : (understandMarked(mended, marks, repairs) ?? []),
  )
  const [only] = read.length > 1 ? agreed(read) : read
  if (only) return only
  const known = ways.length === 1 ? ways[0]!.repairs.filter(({ at }) => isInDate(ways[0]!.mended, at)) : []
  return { ask: refused(misreadWords(mend(known))), rules: [] }
}

/** Words that are equally near are mended only when they come to the same question. */
const agreed = (all: readonly Understood[]): readonly Understood[] => {
  const queries = all.filter(({ ask }) => ask.kind === 'query')
  const questions = new Set(
    queries.map(({ ask }) =>
      ask.kind === 'query' ? JSON.stringify([ask.query.range, ask.query.team, ask.query.person]) : '',
    ),
  )
  return questions.size === 1 ? queries.slice(0, 1) : []
}

/** Two marked teams cannot be one question, whatever else was read. */
const understandMarked = (
  scene: Scene,
  marks: readonly Mark[],
  repairs: readonly Repair[],
): Understood | null => {
  const teams = scene.marked.filter(({ kind }) => kind === 'team').length
  const isOneEach = teams <= 1 && scene.marked.length - teams <= 1
  return isOneEach ? understand(scene, marks, repairs) : null
}

const tooLong = (clean: string): Ask =>
  refused({
    reason: 'too_long',
    words: cutShort(clean),
    fact: `That is more than ${maximumLength} characters.`,
    suggestions: [],
  })

/** In quotes or not, and with whatever ends a sentence. */
const isHelp = (clean: string): boolean => {
  const { help } = english.vocabulary
  const bare = withoutMarks(clean)
  const forms = [clean, bare, withoutClosing(bare), bare.replace(/\.$/u, '')]
  return /^\?+$/u.test(bare) || forms.some((words) => help.includes(fold(words)))
}

/** `parseAsk` with its working shown. */
export const explainAsk = (text: string, context: AskContext): Explanation => {
  const clean = cleanText(unescapeSlack(cleanText(text)))
  const meter = { steps: text.length }
  if (isHelp(clean)) return { ask: { kind: 'help' }, rules: [], steps: meter.steps }
  if (lengthOf(clean) > maximumLength) return { ask: tooLong(clean), rules: [], steps: meter.steps }
  const characters = [...withoutClosing(clean)]
  const source: Source = { characters, book: nameBookOf(context), vocabulary: english.vocabulary, meter }
  return { ...readTokens(source, calendarOf(context)), steps: meter.steps }
}

/**
 * What a person typed after the command, understood or not. Any text gives an answer; nothing is thrown. Days are
 * those of `context.today`'s calendar (decisions, "Days" and "Slack").
 */
export const parseAsk = (text: string, context: AskContext): Ask => explainAsk(text, context).ask
