import { vocabulary } from './words/vocabulary.js'
import type { AskReason } from './misread/refusal.js'
import type { Ask, AskQuery } from './query.js'
import type { Sentence } from './sentence/draft.js'
import { isAfterIn } from './sentence/state.js'
import { withAsks } from './text-form.js'
import type { Understood } from './understand.js'
import type { TakenException } from './who/exceptions.js'

/** Whether what is left out is left out of a question: by name, or day by day. */
const isKept = ({ marks, days, weekdays }: TakenException, { except, exceptDays }: AskQuery): boolean =>
  except.length >= new Set(marks.map(({ words }) => words)).size &&
  (days.length + weekdays.length === 0 || exceptDays.length > 0)

/** The words of another question, with what was left out of this one; none where nobody would understand them. */
const keepingException = (
  words: string,
  exception: TakenException,
  ask: (words: string) => Ask,
): readonly string[] => {
  if (vocabulary.help.includes(words)) return [words]
  const left = exception.words.map((one) => `except ${one}`)
  for (const kept of [words, [words, ...left].join(' ')]) {
    const read = ask(kept)
    if (read.kind === 'query' && isKept(exception, read.query)) return [kept]
  }
  return []
}

const excluding = new Set(
  "not isn't isnt aren't arent ain't won't wont hasn't hasnt haven't wasn't weren't doesn't don't can't cant never without except but excluding excl exclude ignore ignoring minus besides non nor neither unless nobody none counting".split(
    ' ',
  ),
)

/** Refusals whose suggestions are made of the words that were understood. */
const guessing = new Set<AskReason>(['unknown_words', 'two_questions', 'free_question'])

/** Words that ask who is in, where nothing was read of what is asked. */
const asksIn = ({ tokens, isStated }: Pick<Sentence, 'tokens' | 'isStated'>): boolean =>
  !isStated &&
  tokens.some(
    ({ text }, at) =>
      (text === 'in' && at > 0 && (at + 1 === tokens.length || isAfterIn(tokens, at + 1))) ||
      /^(?:here|around|available|working)$/u.test(text),
  )

/** A plain list in canonical words: who is out. */
const isOfOut = /^(?:\d{4}-|team:|@|<@)/u

/** A suggestion that lacks a "not" or an "in" which was not understood would ask for the opposite. */
export const withoutOpposites = (
  understood: Understood,
  sentence: Pick<Sentence, 'tokens' | 'isStated'>,
): Understood => {
  const { ask } = understood
  if (ask.kind !== 'misunderstood' || !guessing.has(ask.misunderstanding.reason)) return understood
  const isIn = asksIn(sentence)
  const isNot = sentence.tokens.some(({ text }) => excluding.has(text))
  if (!isIn && !isNot) return understood
  const kept = ask.misunderstanding.suggestions
    .filter((words) => !isNot || words.split(' ').some((word) => excluding.has(word)))
    .map((words) => (isIn && isOfOut.test(words) ? withAsks('in', words) : words))
  const suggestions = kept.length > 0 ? kept : ['help']
  return {
    ...understood,
    ask: { ...ask, misunderstanding: { ...ask.misunderstanding, suggestions, off: null } },
  }
}

/** Suggestions and the other meaning never ask about somebody who was left out. */
export const withException = (
  understood: Understood,
  exception: TakenException,
  ask: (words: string) => Ask,
): Understood => {
  const keep = (words: string): readonly string[] => keepingException(words, exception, ask)
  const { ask: read } = understood
  if (read.kind === 'query') {
    const { alternative } = read.query
    if (alternative === null) return understood
    return {
      ...understood,
      ask: { ...read, query: { ...read.query, alternative: keep(alternative)[0] ?? null } },
    }
  }
  if (read.kind === 'help') return understood
  const { misunderstanding } = read
  const suggestions = [...new Set(misunderstanding.suggestions.flatMap(keep))]
  return {
    ...understood,
    ask: {
      ...read,
      misunderstanding: {
        ...misunderstanding,
        // Days that were left out must not be recorded with the others.
        off: null,
        suggestions: suggestions.length > 0 ? suggestions : ['help'],
      },
    },
  }
}
