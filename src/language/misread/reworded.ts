import { editDistance } from '../edit-distance.js'
import { textForm } from '../text-form.js'
import { isNameWord } from '../who/names.js'
import { bareNameAt, wordsBetween } from '../who/who.js'
import type { Token } from '../words/lexer.js'
import { openPhrases, splitPhrases, wordsBelow } from '../words/phrases.js'
import { reservedWords } from '../words/reserved.js'
import { findAll, replaced, type KnownMatch, type Refuse } from './known.js'
import { misreadMark } from './names.js'
import { cutShort, type Misread } from './refusal.js'

/** Phrases that ask something when they are said with a few other words, or in parts. */

const maxNameTokens = 3

/** "everyone except desgn tomorrow": the same question without a name that is like it. */
export const refuseException: Refuse = (unread) => {
  const { parsing, tokens, ask } = unread
  const { source } = parsing
  const [found] = findAll(wordsBelow('people', 'except'), unread)
  if (!found || bareNameAt(source, tokens, found.to)) return null
  const behind = tokens.slice(found.to, found.to + maxNameTokens)
  const length = behind.findIndex(({ kind, text }) => kind !== 'word' || reservedWords.has(text))
  const name = length < 0 ? behind : behind.slice(0, length)
  if (name.length === 0) return null
  const words = wordsBetween(source, name[0]!, name.at(-1)!)
  const asked = { ...parsing, asks: 'out', marked: [] } as const
  const misread = misreadMark(asked, { named: null, words, rule: 'name' }, '')
  const rest = replaced(unread, [{ from: found.from, to: found.to + name.length, value: '' }])
  const suggestions = misread.suggestions
    .map((one) => `${rest} except ${one}`.replace('  ', ' '))
    .filter((one) => (ask(one)?.except.length ?? 0) > 0)
  // "besides the people on sick leave" is no name.
  const isName = !name.some(({ text }) => text === 'people' || text === 'those')
  return { ...misread, suggestions: isName && suggestions.length > 0 ? suggestions : ['help'] }
}

const joints = /\s*(?:[,;]|\s(?:and|then|also|plus)\s)\s*/iu
const maxParts = 4

/** "design tomorrow, engineering friday": questions with different days. */
export const refuseParts: Refuse = ({ parsing, ask }) => {
  const parts = parsing.source.characters.join('').split(joints).filter(Boolean)
  if (parts.length < 2 || parts.length > maxParts || !parts.every((part) => ask(part)?.isDated)) return null
  return {
    reason: 'two_questions',
    fact: 'That is more than one question. Ask one at a time.',
    suggestions: parts,
  }
}

/** The short words that questions consist of. A misspelled one is never answered, but always suggested. */
const telling = splitPhrases(openPhrases('requests')('words of questions'))

/** "who is of tomorrow" */
const oftenMeant: Readonly<Record<string, string>> = { of: 'off', ut: 'out', pff: 'off' }

const nearWords = (typed: string): readonly string[] => {
  const meant = oftenMeant[typed]
  if (meant !== undefined) return [meant]
  return telling.filter(
    (word) =>
      editDistance(typed, word, 1) === 1 &&
      (word[0] === typed[0] || [...word].sort().join('') === [...typed].sort().join('') || word.length > 3),
  )
}

const [maxTried, maxSlips] = [3, 2]

/** "who is oot tomorrow": the question with that word corrected, or two of them. */
export const refuseSlip: Refuse = (unread) => {
  const { parsing, tokens } = unread
  const { source } = parsing
  const isStrange = ({ kind, text }: Token): boolean =>
    kind === 'word' &&
    (text in oftenMeant || (text.length > 1 && !reservedWords.has(text) && !isNameWord(source.book, text)))
  const strange = [...tokens.keys()].filter((at) => isStrange(tokens[at]!))
  if (strange.length === 0 || strange.length > maxSlips || tokens.length <= strange.length) return null
  let ways: readonly (readonly KnownMatch<string>[])[] = [[]]
  for (const from of strange) {
    const words = nearWords(tokens[from]!.text).slice(0, maxTried)
    const meant = words.map((value) => ({ from, to: from + 1, value }))
    // A day that is misspelled beside it is repaired when the words are read.
    ways = ways.flatMap((way) => [...meant.map((one) => [...way, one]), ...(strange.length > 1 ? [way] : [])])
  }
  const suggestions = ways
    .filter((way) => way.length > 0)
    .map((way) => replaced(unread, way))
    .filter((words) => unread.ask(words))
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
const half = /\b(?:morning|afternoon)\b/giu

const isAway = /\b(?:off|out|away|in)\s*$/iu
const isState = /^(?:in|out|off|away|working)\b/iu

/** What is so of one half of a day and not of the other is not one question; each half is. */
export const refuseHalves: Refuse = ({ parsing, ask }) => {
  const text = parsing.source.characters.join('')
  const asked = (words: string) => ask(isState.test(words) ? `who is ${words}` : words)
  const refusal = (suggestions: readonly string[]): Misread => ({
    reason: 'time_of_day',
    words: text,
    fact: 'I can tell you about the morning or the afternoon of a day. Ask about one of them at a time.',
    suggestions,
  })
  const halves = new Set(text.toLowerCase().match(half))
  // "in this morning but off this afternoon": one question after the other, about the same people.
  const clauses =
    halves.size > 1 ? text.split(/,? (?:but|and) /iu).flatMap((words) => asked(words) ?? []) : []
  const [first, ...others] = clauses
  if (first && others.length > 0)
    return refusal(clauses.map((query) => textForm({ ...query, who: first.who, asked_for: 'people' })))
  if (!halfDays.test(text) && !(halves.size > 0 && oneHalf.test(text))) return null
  // "has half a day" is about leave, "off half a day" about a day.
  const plain = text
    .replace(halfDays, (said, at: number) =>
      isAway.test(text.slice(0, at)) ? '' : /^(?:with|doing|taking)/iu.test(said) ? 'on leave' : 'leave',
    )
    .replace(oneHalf, '')
  const query = asked(plain)
  if (!query) return null
  return refusal(
    query.range.from === query.range.to
      ? (['morning', 'afternoon'] as const).map((one) => textForm({ ...query, half: one }))
      : [textForm(query)],
  )
}
