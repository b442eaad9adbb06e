import { editDistance } from '../edit-distance.js'
import { textForm, withWho } from '../text-form.js'
import { isNameWord } from '../who/names.js'
import { nearestNames } from '../who/nearest.js'
import { wordsBetween } from '../who/who.js'
import type { Token } from '../words/lexer.js'
import { openPhrases, splitPhrases } from '../words/phrases.js'
import { reservedWords } from '../words/reserved.js'
import { exceptions } from '../words/sentences.js'
import { findAll, replaced, type KnownMatch, type Refuse } from './known.js'
import { otherNames } from './names.js'
import { cutShort } from './refusal.js'

/** Phrases that ask something when they are said with a few other words, or in parts. */

/** "everyone except desgn tomorrow": the same question without a name that is like it. */
export const refuseException: Refuse = (unread) => {
  const { tokens, parsing } = unread
  const { book } = parsing.source
  const from = findAll(exceptions, unread)[0]?.to ?? tokens.length
  const { kind, text: words } = tokens[from] ?? { text: '' }
  if (kind !== 'word' || reservedWords.has(words) || isNameWord(book, words)) return null
  const near = nearestNames(book, words)
  const suggestions = near
    .map((who) => replaced(unread, [{ from, to: from + 1, value: withWho('', who) }]))
    .filter(unread.ask)
  const fact = `I cannot find "${words}".${otherNames(book, near)}`
  return { reason: 'unknown_words', words, fact, suggestions: [...suggestions, 'help'] }
}

/** "design tomorrow, engineering friday": questions with different days. */
export const refuseParts: Refuse = ({ parsing, ask }) => {
  const parts = parsing.source.characters.join('').split(/\s*(?:[,;]|\s(?:and|then|also|plus)\s)\s*/iu)
  if (parts.length < 2 || parts.length > 4 || !parts.every((part) => ask(part)?.isDated)) return null
  return {
    reason: 'two_questions',
    fact: 'That is more than one question. Ask one at a time.',
    suggestions: parts,
  }
}

/** The short words that questions consist of. A misspelled one is never answered, but always suggested. */
const telling = splitPhrases(openPhrases('requests')('words of questions'))

const nearWords = (typed: string): readonly string[] => {
  // "who is of tomorrow"
  if (typed === 'of') return ['off']
  const isLike = (word: string): boolean => word.length > 3 || word.includes(typed[0]!)
  return telling.filter((word) => isLike(word) && editDistance(typed, word, 1) === 1)
}

const maxSlips = 2
const maxTried = 3

/** "who is oot tomorrow": the question with that word corrected, or two of them. */
export const refuseSlip: Refuse = (unread) => {
  const { parsing, tokens } = unread
  const { source } = parsing
  const isStrange = ({ kind, text }: Token): boolean =>
    text === 'of' || (kind === 'word' && !reservedWords.has(text) && !isNameWord(source.book, text))
  const strange = [...tokens.keys()].filter((at) => isStrange(tokens[at]!))
  if (strange.length > maxSlips || strange.length === tokens.length) return null
  let ways: readonly (readonly KnownMatch<string>[])[] = [[]]
  for (const from of strange) {
    const words = nearWords(tokens[from]!.text).slice(0, maxTried)
    // A day that is misspelled beside it is repaired when the words are read.
    ways = ways.flatMap((way) => [...words.map((value) => [...way, { from, to: from + 1, value }]), way])
  }
  const suggestions = ways
    .filter((way) => way.length > 0)
    .map((way) => replaced(unread, way))
    .filter(unread.ask)
    .slice(0, maxTried)
  if (suggestions.length === 0) return null
  const words = wordsBetween(source, tokens[strange[0]!]!, tokens[strange.at(-1)!]!)
  return {
    reason: 'unknown_words',
    words,
    fact: `I cannot read "${cutShort(words)}". Did you mean "${suggestions[0]!}"?`,
    suggestions,
  }
}

const halfDays =
  /\b(?:for |on |with |doing |taking )?(?:only |just )?(?:a )?half(?: of)?[- ](?:a |the )?days?\b(?: off)?/iu

/** "only in the morning", "this morning but not this afternoon" */
const oneHalf = /\b(?:only|just)\b|(?:,| but)+ not\b.*/iu

/** What is so of one half of a day and not of the other is not one question; each half is. */
export const refuseHalves: Refuse = ({ parsing, ask }) => {
  const text = parsing.source.characters.join('')
  const halves = new Set(text.toLowerCase().match(/\b(?:morning|afternoon)\b/gu))
  // "in this morning but off this afternoon": one question after the other, about the same people.
  const clauses = halves.size > 1 ? text.split(/,? (?:but|and) /iu).flatMap((words) => ask(words) ?? []) : []
  const isOfHalf = halfDays.test(text) || (halves.size > 0 && oneHalf.test(text))
  const whole = isOfHalf ? ask(text.replace(halfDays, 'leave').replace(oneHalf, '')) : null
  const each = whole ? (['morning', 'afternoon'] as const).map((half) => ({ ...whole, half })) : []
  const [first, ...others] = clauses
  const asked =
    first && others.length > 0
      ? clauses.map((one) => ({ ...one, who: first.who, asked_for: 'people' as const }))
      : each
  if (asked.length === 0) return null
  return {
    reason: 'time_of_day',
    words: text,
    fact: 'I can tell you about the morning or the afternoon of a day. Ask about one of them at a time.',
    suggestions: asked.map(textForm),
  }
}
