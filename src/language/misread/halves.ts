import type { PhraseSource } from '../who/who.js'
import type { Ask, AskQuery } from '../query.js'
import { textForm } from '../text-form.js'
import { cutShort, type Misread } from './say.js'

const halfDays =
  /\b(?:for |on |with |doing |taking )?(?:only |just )?(?:a )?half(?: of)?[- ](?:a |the )?days?\b(?: off)?/iu

/** "only in the morning", "this morning but not this afternoon" */
const oneHalf = /\b(?:only|just)\b|(?:,| but)+ not\b.*/iu
const half = /\b(?:morning|afternoon)\b/giu

const isAway = /\b(?:off|out|away|in)\s*$/iu
const isState = /^(?:in|out|off|away|working)\b/iu

type ReadWords = (words: string) => Ask

const queryOf = (words: string, read: ReadWords): readonly AskQuery[] => {
  const ask = read(isState.test(words) ? `who is ${words}` : words)
  return ask.kind === 'query' ? [ask.query] : []
}

/** "in this morning but off this afternoon": one question after the other, about the same people. */
const clausesOf = (text: string, read: ReadWords): readonly string[] => {
  const [first, ...more] = text.split(/,? (?:but|and) /iu).flatMap((words) => queryOf(words, read))
  return !first || more.length === 0
    ? []
    : [first, ...more].map((query) => textForm({ ...query, who: first.who, asked_for: 'people' }))
}

/** The morning and the afternoon of a day that is asked about without what is said of its halves. */
const bothHalves = (text: string, read: ReadWords): readonly string[] => {
  // "has half a day" is about leave, "off half a day" about a day.
  const plain = text
    .replace(halfDays, (said, at: number) =>
      isAway.test(text.slice(0, at)) ? '' : /^(?:with|doing|taking)/iu.test(said) ? 'on leave' : 'leave',
    )
    .replace(oneHalf, '')
  return queryOf(plain, read).flatMap((query) =>
    query.range.from === query.range.to
      ? (['morning', 'afternoon'] as const).map((one) => textForm({ ...query, half: one }))
      : [textForm(query)],
  )
}

/** What is so of one half of a day and not of the other is not one question; each half is. */
export const misreadHalves = ({ characters }: PhraseSource, read: ReadWords): Misread | null => {
  const text = characters.join('')
  const named = new Set(text.toLowerCase().match(half))
  const clauses = named.size > 1 ? clausesOf(text, read) : []
  const isOfOne = halfDays.test(text) || (named.size > 0 && oneHalf.test(text))
  const suggestions = clauses.length > 0 || !isOfOne ? clauses : bothHalves(text, read)
  return suggestions.length === 0
    ? null
    : {
        reason: 'time_of_day',
        words: cutShort(text),
        fact: 'I can tell you about the morning or the afternoon of a day. Ask about one of them at a time.',
        suggestions,
      }
}
