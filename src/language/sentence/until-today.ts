import type { Token } from '../words/lexer.js'
import type { IsDate } from './bank-holidays.js'
import { dateFrom } from './repeats.js'
import { pastVerbs } from './subject.js'

/** What a sentence says about the time up to today, apart from its first verb. */

/** "so far this year": the words are taken out, wherever they stand. */
export const takeSoFar = (
  tokens: readonly Token[],
): { readonly tokens: readonly Token[]; readonly isSoFar: boolean } => {
  const at = tokens.findIndex(({ text }, place) => text === 'so' && tokens[place + 1]?.text === 'far')
  return at < 0 ? { tokens, isSoFar: false } : { tokens: tokens.toSpliced(at, 2), isSoFar: true }
}

/** "who is still out from last week": since then. */
export const sinceStill = (tokens: readonly Token[], isDate: IsDate): readonly Token[] =>
  tokens.some(({ text }) => text === 'still') && tokens.some(({ text }) => /^(?:out|off|away)$/u.test(text))
    ? tokens.map((token, at) =>
        token.text === 'from' && dateFrom(tokens, at + 1, isDate) !== null
          ? { ...token, text: 'since' }
          : token,
      )
    : tokens

/**
 * What was taken is over: "how many days has ana taken this year". What was booked may be to come: "how many days have i
 * booked for august"; so may days that are named as taken off: "has anyone taken next monday off".
 */
export const tenseOf = (tokens: readonly Token[], isPast: boolean, isDate: IsDate): boolean => {
  const words = tokens.map(({ text }) => text)
  const isBooked = words.includes('booked') || words.includes('planned')
  if (isBooked) return isPast && words.some((word) => pastVerbs.has(word))
  const [from, off] = [words.indexOf('taken') + 1, words.indexOf('off', words.indexOf('taken'))]
  if (from === 0 || isPast) return isPast
  const between = tokens.slice(from, Math.max(from, off))
  const isOfDays = between[0]?.kind !== 'number' && !/^(?:an?|any|some)$/u.test(words[from] ?? '')
  return !(between.length > 0 && isOfDays && isDate(between))
}
