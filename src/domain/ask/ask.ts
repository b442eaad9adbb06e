import { dayNumber, weekdays, type DayRange } from '../day.js'
import { dayText, isDayNumber, type Calendar, type Span } from './calendar.js'
import { isMonthFirst, type AskContext } from './context.js'
import { english } from './english.js'
import { lex, type Token } from './lexer.js'
import { defaultLength } from './meaning.js'
import { cutShort, isInDate, misreadMark, misreadWords, type Misread } from './misread.js'
import { nameBookOf, type Named } from './names.js'
import { cleanText, fold, lengthOf, maximumLength, unescapeSlack, withoutClosing } from './normalize.js'
import type { Ask, Correction, Explanation, RuleReading } from './query.js'
import { createScene, readingsOf, whenBetween, type Reading, type Scene } from './read.js'
import { isRefusal, longestShown } from './refusal.js'
import { spanWords } from './show.js'
import { findRepairs, type Repair } from './spelling.js'
import { withWho, type Who } from './text-form.js'
import { markedName } from './peel.js'
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

const whoOf = (all: readonly Named[]): Who => {
  const team = all.find(({ kind }) => kind === 'team')
  const person = all.find(({ kind }) => kind === 'person')
  return {
    team: team?.kind === 'team' ? team.team : null,
    person: person?.kind === 'person' ? person.person : null,
  }
}

const namesOf = (reading: Reading, scene: Scene): readonly Named[] => [
  ...scene.marked,
  ...reading.cut.peels.map(({ named }) => named),
]

/** Names that are also date words, written so that they are names: `team:may 2026-12-24`. */
const nameReading = (reading: Reading, scene: Scene): string | null => {
  const { outcome, cut } = reading
  if (outcome && isRefusal(outcome)) return null
  if (cut.peels.length === 0 || namesOf(reading, scene).some(({ kind }) => kind === 'people')) return null
  const names = cut.peels.map(markedName).join(' ')
  return withWho(
    [outcome ? spanWords(outcome.span) : '', names].filter(Boolean).join(' '),
    whoOf(scene.marked),
  )
}

/** What a reading asks for, so that two ways to the same question are told from two questions. */
const questionOf = (reading: Reading, scene: Scene): string => {
  const { outcome } = reading
  const { team, person } = whoOf(namesOf(reading, scene))
  const days = outcome && !isRefusal(outcome) ? spanWords(outcome.span) : ''
  return JSON.stringify([days, team?.name, person === 'me' ? person : person?.name])
}

/** The first of the other readings that asks something else. */
const otherByName = (main: Reading, others: Iterable<Reading>, scene: Scene): string | null => {
  const asked = questionOf(main, scene)
  for (const reading of others) {
    const words = nameReading(reading, scene)
    if (words !== null && questionOf(reading, scene) !== asked) return words
  }
  return null
}

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
  const repairs = findRepairs(tokens, english, source.book, source.meter)
  const mend = (some: readonly Repair[]): Scene =>
    some.length === 0 ? scene : createScene({ ...base, marked }, repaired(tokens, some))
  const mended = mend(repairs)
  const read = repairs.length === 0 ? null : understandMarked(mended, marks, repairs)
  if (read) return read
  return { ask: refused(misreadWords(mend(repairs.filter(({ at }) => isInDate(mended, at))))), rules: [] }
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

/** `parseAsk` with its working shown. */
export const explainAsk = (text: string, context: AskContext): Explanation => {
  const clean = cleanText(unescapeSlack(cleanText(text)))
  const meter = { steps: text.length }
  const { help } = english.vocabulary
  const isHelp =
    /^\?+$/u.test(clean) ||
    [clean, withoutClosing(clean), clean.replace(/\.$/u, '')].some((words) => help.includes(fold(words)))
  if (isHelp) return { ask: { kind: 'help' }, rules: [], steps: meter.steps }
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
