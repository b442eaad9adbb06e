import { weekdays, dayNumber } from '../calendar/day.js'
import { namesOf, otherByName, whoOf } from './alternative.js'
import type { Calendar } from '../calendar/spans.js'
import { isMonthFirst, type AskContext } from './context.js'
import { english } from './language/english.js'
import { lex, type Token } from './language/lexer.js'
import { distinct, takeList } from './who/lists.js'
import { dateWithin, isInDate, misreadWords } from './misread/misread.js'
import { misreadMark } from './misread/names.js'
import { cutShort, type Misread } from './misread/say.js'
import { misreadForeign, misreadHoliday, misreadRecurring, misreadVague } from './misread/known.js'
import { fold } from './language/normalize.js'
import { takeOwnTeams, type TeamOfPerson } from './who/own-team.js'
import { createQuery, type Phrase } from './create-query.js'
import type { Ask, Correction, RuleReading } from './query.js'
import { createScene, readingsOf, whenBetween, type PhraseReading, type Scene } from './read.js'
import { isRefusal } from './misread/refusal.js'
import { misreadSentence } from './misread/sentence.js'
import { readSentence } from './sentence/sentence.js'
import { spanWords } from './show.js'
import { findRepairs, type Repair } from './language/spelling.js'
import { withAsks, withWho } from './text-form.js'
import { tidyTokens } from './language/tidy.js'
import { lexQuoted, takeMarks, wordsBetween, type Mark, type Marks, type PhraseSource } from './who/who.js'

export interface Understood {
  readonly ask: Ask
  readonly rules: readonly RuleReading[]
}

const workWeek = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] as const

const calendarOf = (context: AskContext, isPast: boolean): Calendar => ({
  today: dayNumber(context.today),
  weekStart: weekdays.indexOf(context.weekStart),
  monthFirst: isMonthFirst(context),
  workingDays: (context.workingDays ?? workWeek).map((day) => weekdays.indexOf(day)),
  isPast,
})

export const refused = (misread: Misread): Ask => {
  const { reason, words, fact, suggestions, off = null } = misread
  const helpful = [...new Set(suggestions.length > 0 ? suggestions : english.vocabulary.examples)]
  return {
    kind: 'misunderstood',
    misunderstanding: { reason, words, message: fact, suggestions: helpful, off },
  }
}

const rulesOf = (reading: PhraseReading, { scene, marks, uses }: Phrase): readonly RuleReading[] => {
  const { source, input } = scene
  return [
    ...uses,
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

/** The phrase as a whole, or null when no rule reads all of it. */
const understand = (phrase: Phrase): Understood | null => {
  const { scene } = phrase
  const readings = readingsOf(scene)
  const first = readings.next()
  if (first.done) return null
  const reading = first.value
  const rules = rulesOf(reading, phrase)
  const shared = reading.cut.peels.find(({ named }) => named.kind === 'people' || named.kind === 'teams')
  if (shared)
    return { ask: refused(misreadMark(scene, { ...shared, rule: 'person' }, wordsOf(reading))), rules }
  const { outcome, from, to } = reading
  if (!outcome || !isRefusal(outcome)) {
    const made = createQuery(reading, readings, phrase)
    return { ask: 'reason' in made ? refused(made) : { kind: 'query', query: made }, rules }
  }
  const words = cutShort(wordsBetween(scene.source, scene.input.tokens[from]!, scene.input.tokens[to - 1]!))
  const named = otherByName(reading, readings, scene)
  const who = whoOf(namesOf(reading, scene))
  const suggestions = outcome.suggestions.map((suggestion) => withAsks(scene.asks, withWho(suggestion, who)))
  return {
    ask: refused({ ...outcome, words, suggestions: named === null ? suggestions : [...suggestions, named] }),
    rules,
  }
}

/** Quoted text that says when is a date; a phrase that is quoted as a whole is read without its quotes. */
const openQuotes = (
  source: PhraseSource,
  tokens: readonly Token[],
  base: Omit<Scene, 'input'>,
): readonly Token[] =>
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

const wordsOf = ({ outcome }: PhraseReading): string =>
  outcome && !isRefusal(outcome) ? spanWords(outcome.span) : ''

/** The days that a phrase names beside a name that nobody has, and as they were typed. */
const datesOf = (scene: Scene): { readonly date: string; readonly typedDate: string } => {
  const first = readingsOf(scene).next()
  if (first.done || first.value.outcome === null) return { date: '', typedDate: '' }
  const { from, to } = first.value
  const { tokens } = scene.input
  return {
    date: wordsOf(first.value),
    typedDate: wordsBetween(scene.source, tokens[from]!, tokens[to - 1]!),
  }
}

/** Of words that are not read as a whole, mended or not, the first days; those are not shown as typed. */
const sentenceDates = (scene: Scene, base: Omit<Scene, 'input'>, tokens: readonly Token[]) => {
  const { date, typedDate } = datesOf(scene)
  if (date !== '' || tokens.length === 0) return { date, typedDate }
  const mended = findRepairs(tokens, english, scene.source.book, scene.source.meter).flatMap((repairs) =>
    repairs.length > 0 && repairs.every(({ isSure }) => isSure)
      ? [dateWithin(createScene(base, repaired(tokens, repairs)))]
      : [],
  )
  return { date: dateWithin(scene) || (mended[0] ?? ''), typedDate: '' }
}

const correctionsIn = (repairs: readonly Repair[]): readonly Correction[] =>
  repairs.map(({ typed, read }) => ({ typed, read }))

/** Words that are equally near are mended only when they come to the same question. */
const agreed = (all: readonly Understood[]): readonly Understood[] => {
  const queries = all.filter(({ ask }) => ask.kind === 'query')
  const questions = new Set(
    queries.map(({ ask }) =>
      ask.kind === 'query' ? JSON.stringify([ask.query.range, ask.query.ranges, ask.query.who]) : '',
    ),
  )
  return questions.size === 1 ? queries.slice(0, 1) : []
}

/** Mended where that is safe; else refused, with what was read of it. */
const mend = (phrase: Phrase, base: Omit<Scene, 'input'>, tokens: readonly Token[]): Understood => {
  const { scene } = phrase
  const sceneWith = (repairs: readonly Repair[]): Scene =>
    repairs.length === 0 ? scene : createScene(base, repaired(tokens, repairs))
  const ways = findRepairs(tokens, english, scene.source.book, scene.source.meter).map((repairs) => ({
    repairs,
    mended: sceneWith(repairs),
  }))
  const read = ways.flatMap(({ repairs, mended }) => {
    if (repairs.length === 0) return []
    const corrections = [...phrase.corrections, ...correctionsIn(repairs)]
    const found = understandOne({ ...phrase, scene: mended, corrections })
    return found ? [{ ...found, isSure: repairs.every(({ isSure }) => isSure) }] : []
  })
  const [only] = read.length > 1 ? agreed(read) : read
  if (only && read.every(({ isSure }) => isSure)) return only
  const guesses = read.flatMap(({ ask }) => (ask.kind === 'query' ? [ask.query] : []))
  const known =
    ways.length === 1
      ? ways[0]!.repairs.filter(({ at, isSure }) => isSure && isInDate(ways[0]!.mended, at))
      : []
  return { ask: refused(misreadWords(sceneWith(known), guesses)), rules: [] }
}

/** Two marked teams cannot be one question, whatever else was read. */
const understandOne = (phrase: Phrase): Understood | null => {
  const { marked } = phrase.scene
  const teams = marked.filter(({ kind }) => kind === 'team' || kind === 'teams').length
  return teams <= 1 && marked.length - teams <= 1 ? understand(phrase) : null
}

/** Of the tokens that stand for names, those that are left are one name each. */
const marksLeft = (tokens: readonly Token[], marks: Marks): readonly Mark[] =>
  tokens.flatMap(({ kind, start }) => (kind === 'name' ? (marks.get(start) ?? []) : []))

const leadsToName = new Set(['in', 'for', 'from', 'of', 'the', 'at', 'with', 'on', 'to'])

/** What leads to a name goes with it: "next week in @design", "#design team tomorrow". */
const withoutNames = (tokens: readonly Token[]): readonly Token[] => {
  const gone = new Set<Token>()
  for (const [at, token] of tokens.entries()) {
    if (token.kind !== 'name') continue
    gone.add(token)
    if (tokens[at + 1]?.text === 'team') gone.add(tokens[at + 1]!)
    for (let before = at - 1; before >= Math.max(0, at - 2); before -= 1) {
      if (!leadsToName.has(tokens[before]!.text)) break
      gone.add(tokens[before]!)
    }
  }
  return tokens.filter((token) => !gone.has(token))
}

const noTeam = ({ person, words }: TeamOfPerson): Misread => {
  const isAsker = person === 'me'
  return {
    reason: 'no_team',
    words: cutShort(words),
    fact: isAsker ? 'I do not know which team you are in.' : `${person.name} has no team.`,
    suggestions: isAsker ? [] : [withWho('', { team: null, person })],
  }
}

const noteOfTeam = ({ person, team }: TeamOfPerson): string =>
  person === 'me' ? `Your team is ${team!.name}.` : `${person.name}'s team is ${team!.name}.`

/** Reads one phrase, cleaned: `clean` still has what ends its sentence. */
export const readPhrase = (
  source: PhraseSource,
  clean: string,
  context: AskContext,
  isPart = false,
): Understood => {
  const tidy = tidyTokens(lex(source.characters), source.book)
  const plain = {
    source,
    index: english,
    calendar: calendarOf(context, false),
    marked: [],
    joined: [],
    asks: 'out',
  } as const
  const refuse = (misread: Misread): Understood => ({ ask: refused(misread), rules: [] })
  const taken = takeMarks(source, openQuotes(source, tidy.tokens, plain))
  const { marks } = taken
  const own = takeOwnTeams(source, taken.tokens, marks, context.asker)
  const sentence = readSentence(source, own.tokens, marks, {
    byFirstWord: english.byFirstWord,
    hasMark: clean.includes('?'),
    isDate: (tokens) => whenBetween(createScene(plain, tokens), 0, tokens.length) !== null,
  })
  const isDate = (word: string): boolean => english.byFirstWord.has(word)
  const list = sentence.fault ? null : takeList(source, sentence.tokens, marks, isDate)
  const alone = list ? list.tokens : sentence.tokens
  const left = marksLeft(alone, marks)
  const tokens = withoutNames(alone)
  const joined = list ? distinct(list.marks.flatMap(({ named }) => (named ? [named] : []))) : []
  const base: Omit<Scene, 'input'> = {
    ...plain,
    calendar: calendarOf(context, sentence.isPast),
    asks: sentence.asks,
    marked: left.flatMap(({ named }) => (named ? [named] : [])),
    joined,
  }
  const scene = createScene(base, tokens)
  const lost = own.found.find(({ team }) => team === null)
  if (lost) return refuse(noTeam(lost))
  if (sentence.fault) {
    const ask = (words: string): Ask => (isPart ? { kind: 'help' } : readPart(words, source, context).ask)
    return refuse(
      misreadSentence(scene, sentence, { clean, ...sentenceDates(scene, base, tokens), ask, left }),
    )
  }
  const all = [...left, ...(list?.marks ?? [])]
  const unclear = all.find(({ named }) => named === null || named.kind === 'people' || named.kind === 'teams')
  if (unclear) return refuse(misreadMark(scene, unclear, datesOf(scene).date))
  const phrase: Phrase = {
    scene,
    sentence,
    uses: sentence.uses,
    marks: all,
    corrections: tidy.corrections,
    remarks: own.found.map(noteOfTeam),
    clean,
    isBlank: clean === '' || clean === '.',
    reasonsMasked: context.reasonsMasked ?? true,
  }
  if (joined.length > 0 && left.length > 0) return refuse(misreadWords(scene, []))
  const understood = understandOne(phrase)
  if (understood) return understood
  const isUnderstood = (words: string): boolean =>
    !isPart && readPhrase({ ...source, characters: [...words] }, words, context, true).ask.kind === 'query'
  const known =
    misreadHoliday(source, own.tokens, isUnderstood) ??
    misreadRecurring(source, own.tokens, isUnderstood) ??
    misreadForeign(source, own.tokens, isUnderstood) ??
    (joined.length + all.length === 0 ? misreadVague(source, own.tokens, isUnderstood) : null)
  return known ? refuse(known) : mend(phrase, base, tokens)
}

/** A part of a phrase as a phrase of its own, for what can be asked instead. */
const readPart = (words: string, source: PhraseSource, context: AskContext): Understood =>
  readPhrase({ ...source, characters: [...words] }, `${words}?`, context, true)
