import { vocabulary } from '../words/vocabulary.js'
import { likelyDays, unknownHolidays } from '../words/holidays.js'
import { compileHeadings, compilePhrases, compileWords, openPhrases, phraseAt } from '../words/phrases.js'
import type { PhraseTable } from '../words/phrases.js'
import type { Token } from '../words/lexer.js'
import type { Ask } from '../query.js'
import type { ParseContext } from '../read.js'
import { cutShort, type Misread } from './say.js'
import { reservedWords } from '../words/reserved.js'
import { bareNameAt, wordsBetween, type PhraseSource } from '../who/who.js'

const inDays = openPhrases('days')

/** Phrases that are recognized but have no answer. */

const holidays = compileWords(unknownHolidays)
const likely = compilePhrases(likelyDays)
/** Common date words of other languages, without accents. */
const translations = compileHeadings('foreign')
const recurring = compilePhrases(
  vocabulary.weekdays.flatMap(([name = '']): [string, string][] => [
    [`every ${name} | each ${name} | all ${name}s | ${name}s | on ${name}s | every other ${name}`, name],
  ]),
)
const recurringUnits = compilePhrases([
  ['every day | each day | daily | every weekday | every working day', 'this week'],
  ['every week | each week | weekly | every other week', 'this week'],
  ['every month | each month | monthly', 'this month'],
  ['every year | each year | yearly | annually', 'this year'],
  ['weekends | every weekend | each weekend', 'weekend'],
])

interface KnownMatch<T> {
  readonly value: T
  readonly from: number
  readonly to: number
}

export const findAll = <T>(
  table: PhraseTable<T>,
  tokens: readonly Token[],
  { meter }: Pick<PhraseSource, 'meter'>,
): readonly KnownMatch<T>[] => {
  const found: KnownMatch<T>[] = []
  for (let at = 0; at < tokens.length;) {
    const match = phraseAt(table, tokens, at, tokens.length, meter)
    if (match) found.push({ value: match.value, from: at, to: match.next })
    at = match ? match.next : at + 1
  }
  return found
}

const typed = (source: PhraseSource, tokens: readonly Token[], { from, to }: KnownMatch<unknown>): string =>
  cutShort(wordsBetween(source, tokens[from]!, tokens[to - 1]!))

/** The phrase with some of its words replaced. */
const replaced = (
  source: PhraseSource,
  tokens: readonly Token[],
  found: readonly KnownMatch<string>[],
): string => {
  const { characters } = source
  let [words, end] = ['', 0]
  for (const { from, to, value } of found) {
    words += characters.slice(end, tokens[from]!.start).join('') + value
    end = tokens[to - 1]!.end
  }
  return words + characters.slice(end).join('')
}

/** A phrase that was not understood, and how parts of it are read. */
export interface Misreading {
  readonly source: PhraseSource
  readonly tokens: readonly Token[]
  readonly parsing: ParseContext
  /** It names somebody, or a team. */
  readonly isOfSomebody: boolean
  /** Reads other words on their own. */
  readonly ask: (words: string) => Ask
}

/** Whether the words are understood as a question. */
export const isUnderstood = ({ ask }: Misreading, words: string): boolean => ask(words).kind === 'query'

/** The names among other words, as typed: "ist ana morgen da". */
const namesBeside = (
  source: PhraseSource,
  tokens: readonly Token[],
  found: readonly KnownMatch<string>[],
): readonly string[] => {
  const names: string[] = []
  for (let at = 0; at < tokens.length;) {
    const inside = found.find(({ from, to }) => from <= at && at < to)
    const name = inside || reservedWords.has(tokens[at]!.text) ? null : bareNameAt(source, tokens, at)
    if (name) names.push(wordsBetween(source, tokens[at]!, tokens[name.next - 1]!))
    at = inside?.to ?? name?.next ?? at + 1
  }
  return names
}

const suggestionsFor = (place: Misreading, found: readonly KnownMatch<string>[]): readonly string[] => {
  const { source, tokens } = place
  const whole = replaced(source, tokens, found)
  if (isUnderstood(place, whole)) return [whole]
  const names = namesBeside(source, tokens, found)
  return found
    .flatMap(({ value }) => {
      const ways = [[value, ...names].join(' '), value]
      return ways.find((words) => isUnderstood(place, words)) ?? []
    })
    .slice(0, 3)
}

const vague = compileWords(inDays('vague'))

/** Words that may precede a day but not a week. */
const leading: ReadonlySet<string> = new Set(['on', 'at', 'over', 'during', 'for', 'around'])

/** The phrase with other days instead of some words, keeping the person or team that was understood. */
const withOtherDays = (
  place: Misreading,
  match: KnownMatch<unknown>,
  days: readonly string[],
): readonly string[] => {
  const { source, tokens } = place
  const before = tokens[match.from - 1]
  const from = before?.kind === 'word' && leading.has(before.text) ? match.from - 1 : match.from
  return days
    .map((value) => replaced(source, tokens, [{ ...match, from, value }]).trim())
    .filter((words) => isUnderstood(place, words))
}

/** Words of time that name no specific day. */
export const misreadVague = (place: Misreading): Misread | null => {
  const { source, tokens } = place
  const [first] = place.isOfSomebody ? [] : findAll(vague, tokens, source)
  if (!first) return null
  const words = typed(source, tokens, first)
  return {
    reason: 'unknown_words',
    words,
    fact: `"${words}" does not name a day.`,
    suggestions: withOtherDays(place, first, ['next few days', 'this week', 'next week']),
  }
}

export const misreadHoliday = (place: Misreading): Misread | null => {
  const { source, tokens } = place
  const [first] = findAll(holidays, tokens, source)
  if (!first) return null
  const day = findAll(likely, tokens, source)[0]?.value
  return {
    reason: 'unknown_holiday',
    words: typed(source, tokens, first),
    fact: "I don't know that holiday; give its date.",
    suggestions: withOtherDays(place, first, day ? [day] : ['this week', 'next week', 'next month']),
  }
}

const isOfDays = ({ tokens }: Misreading): boolean => /^(?:which|what|how)$/u.test(tokens[0]?.text ?? '')

/** "mondays", "every week": only one day or range can be asked for at a time. */
export const misreadRecurring = (place: Misreading): Misread | null => {
  const { source, tokens } = place
  const days = findAll(recurring, tokens, source)
  const found = days.length > 0 ? days : findAll(recurringUnits, tokens, source)
  if (found.length === 0) return null
  return {
    reason: 'recurring',
    words: typed(source, tokens, found[0]!),
    fact: 'I can answer for one day or one range of days, but not for days that repeat.',
    // Which of them, or how many, is not answered by one of them.
    suggestions: isOfDays(place) ? [] : suggestionsFor(place, found),
  }
}

const withoutAccents = (token: Token): Token =>
  token.kind === 'word' ? { ...token, text: token.text.normalize('NFD').replace(/\p{M}/gu, '') } : token

/** Common words of another language, with their English equivalents. */
export const misreadForeign = (place: Misreading): Misread | null => {
  const { source, tokens } = place
  const { teams, firstNames } = source.book
  const found = findAll(translations, tokens.map(withoutAccents), source).filter(
    ({ from, to }) =>
      !(to === from + 1 && (teams.has(tokens[from]!.text) || firstNames.has(tokens[from]!.text))),
  )
  if (found.length === 0) return null
  return {
    reason: 'other_language',
    words: typed(source, tokens, found[0]!),
    fact: 'I only understand English: tomorrow, next week, 17.12.',
    suggestions: suggestionsFor(place, found),
  }
}
