import type { DayRange } from '../calendar/day.js'
import { openPhrases } from './words/phrases.js'
import { vocabulary } from './words/vocabulary.js'
import { nameOf } from './alternative.js'
import type { AskQuery, AskReason, Misunderstanding, Understood, Who } from './query.js'
import type { Sentence } from './sentence/draft.js'
import { isAfterIn } from './sentence/state.js'
import { textForm, withAsks, withWho } from './text-form.js'
import type { TakenException } from './who/exceptions.js'

/** What words ask on their own; null: nothing. */
type ReadQuestion = (words: string) => AskQuery | null

/** The words of another question, with what was left out of this one; none where nobody would understand them. */
const keepingException = (words: string, exception: TakenException, ask: ReadQuestion): readonly string[] => {
  if (vocabulary.help.includes(words)) return [words]
  const { marks, days, weekdays } = exception
  const isKept = (one: string): boolean => {
    const query = ask(one)
    const isDayKept = days.length + weekdays.length === 0 || (query?.exceptDays.length ?? 0) > 0
    return query !== null && query.except.length >= new Set(marks.map((mark) => mark.words)).size && isDayKept
  }
  const without = [words, ...exception.words.map((one) => `except ${one}`)].join(' ')
  return [words, without].filter(isKept).slice(0, 1)
}

const excluding = new Set(openPhrases('people')('excluding'))

/** Words that ask for something else, however much of the rest is understood. */
const turning = /\b(?:(?:only|nothing|both|two|last day)\b|the \w+ before$)/u

/** Refusals whose suggestions are made of the words that were understood. */
const guessing = new Set<AskReason>(['unknown_words', 'two_questions', 'free_question'])

/** Words that ask who is in, where nothing was read of what is asked. */
const asksIn = ({ tokens, isStated }: Sentence): boolean =>
  !isStated &&
  tokens.some(({ text }, at) =>
    text === 'in'
      ? at + 1 === tokens.length || isAfterIn(tokens, at + 1)
      : /^(?:here|around|available|working)$/u.test(text),
  )

/** A plain list in canonical words: who is out. */
const isOfOut = /^(?:\d{4}-|team:|@|<@)/u

/** A suggestion that lacks a "not" or an "in" which was not understood would ask for the opposite. */
const withoutOpposites = (suggestions: readonly string[], sentence: Sentence): readonly string[] => {
  const texts = sentence.tokens.map(({ text }) => text)
  if (turning.test(texts.join(' '))) return []
  const isIn = asksIn(sentence)
  const isNot = texts.some((text) => excluding.has(text))
  return suggestions
    .filter((words) => !isNot || words.split(' ').some((word) => excluding.has(word)))
    .map((words) => (isIn && isOfOut.test(words) ? withAsks('in', words) : words))
}

/** Everybody who is in the question, by name. */
const saidIn = ({ who, except }: AskQuery): readonly string[] =>
  [...who, ...except].flatMap((one) => [one.team?.name ?? '', nameOf(one)]).filter(Boolean)

/** Refusals whose suggestions may lack what was understood. */
const losing = new Set<AskReason>([...guessing, 'statement', 'recurring', 'other_language'])

/** What was understood of a phrase, besides what it asks. */
export interface Understanding {
  readonly sentence: Sentence
  readonly exception: TakenException | null
  /** Those who were marked as names or stood where only a name can. */
  readonly marked: readonly Who[]
  readonly named: readonly Who[]
  readonly days: readonly string[]
}

/** A suggestion that names nobody of those who were named would ask about others, or about other days. */
const withKnown = (
  { reason, suggestions, off }: Misunderstanding,
  { marked, named, days }: Understanding,
  ask: ReadQuestion,
): readonly string[] => {
  const asked = suggestions.map((words) => ({ words, query: words === off ? null : ask(words) }))
  const queries = asked.flatMap(({ query }) => query ?? [])
  const saidAtAll = queries.flatMap(saidIn)
  // Of two questions each is about some of them.
  const areAllSaid = named.every((who) => saidAtAll.includes(nameOf(who)))
  const meant = days.flatMap((words) => ask(words)?.range ?? [])
  const isMet = ({ from, to }: DayRange): boolean =>
    queries.some(({ range }) => from <= range.to && range.from <= to)
  const isLost = meant.length > 0 && !meant.some(isMet)
  return asked.flatMap(({ words, query }): readonly string[] => {
    if (!query) return [words]
    const said = saidIn(query).filter((name) => name !== 'me' || reason !== 'statement')
    const isOfNobody = said.length === 0 && named.length > 0
    const isOfOthers =
      reason === 'two_questions'
        ? isOfNobody && marked.length > 0
        : reason === 'unknown_words' && !isOfNobody && !marked.every((who) => said.includes(nameOf(who)))
    if (isOfOthers || (isLost && meant.length > 1)) return []
    const dated = isLost ? textForm({ ...query, range: meant[0]!, ranges: [], isDated: true }) : words
    const isPart = areAllSaid && !isLost
    return [isOfNobody && !isPart ? withWho(dated.replace(/(?:^| )me$/u, ''), ...named) : dated]
  })
}

/** Suggestions and the other meaning keep what was understood, and never ask about somebody who was left out. */
export const withUnderstood = (
  { ask: read, rules }: Understood,
  understanding: Understanding,
  ask: ReadQuestion,
): Understood => {
  const { sentence, exception } = understanding
  if (read.kind === 'query') {
    const { alternative: other } = read.query
    const [alternative = null] = other && exception ? keepingException(other, exception, ask) : []
    return { rules, ask: { ...read, query: { ...read.query, alternative } } }
  }
  if (read.kind === 'help') return { rules, ask: read }
  const { misunderstanding } = read
  const { reason, off } = misunderstanding
  let { suggestions } = misunderstanding
  if (guessing.has(reason)) suggestions = withoutOpposites(suggestions, sentence)
  if (losing.has(reason)) suggestions = withKnown({ ...misunderstanding, suggestions }, understanding, ask)
  if (exception) suggestions = suggestions.flatMap((words) => keepingException(words, exception, ask))
  suggestions = suggestions.length > 0 ? [...new Set(suggestions)] : ['help']
  // Days that were left out must not be recorded with the others either.
  const kept = { ...misunderstanding, suggestions, off: exception ? null : off }
  return { rules, ask: { kind: 'misunderstood', misunderstanding: kept } }
}
