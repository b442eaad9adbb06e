import type { Bound } from '../question.js'
import type { Token } from '../words/lexer.js'
import { vocabulary } from '../words/vocabulary.js'

const numbers = new Map(vocabulary.counts.flatMap(([value, words]) => words.map((word) => [word, value])))

const singular: Readonly<Record<string, string>> = { are: 'is', were: 'was', have: 'has', do: 'does' }

const bounds =
  /\b(?:(?<over>more than|over)|(?<from>at least)|(?<under>fewer than|less than)|(?<upTo>at most|no more than)) (?<count>\S+) (?:people|persons?|folks|colleagues|employees|members|of us)\b/u

/** "are more than 5 people out": the words as they would be about anyone, and how many it is about. */
export const takeBound = (
  tokens: readonly Token[],
): { readonly tokens: readonly Token[]; readonly bound: Bound } | null => {
  const found = bounds.exec(tokens.map(({ text }) => text).join(' '))
  const { over, from, under, count = '' } = found?.groups ?? {}
  const number = /^\d+$/u.test(count) ? Number(count) : numbers.get(count)
  if (!found || number === undefined) return null
  const least = over === undefined ? number : number + 1
  const isLeast = (over ?? from) !== undefined
  if (isLeast && least < 2) return null
  const at = found.input.slice(0, found.index).split(' ').length - 1
  const next = at + found[0].split(' ').length
  const isIt = tokens[at - 1]?.text === 'it'
  const before = tokens.slice(0, isIt ? at - 1 : at)
  // "are there more than 5", but "do we have more than 5"
  const verb = before.findLastIndex(({ text }) => text !== 'there')
  return {
    tokens: [
      ...before.map((token, place) =>
        place === verb && before[verb - 1]?.text !== 'we'
          ? { ...token, text: singular[token.text] ?? token.text }
          : token,
      ),
      { ...tokens[at]!, text: 'anyone', end: tokens[next - 1]!.end },
      ...tokens.slice(next),
    ],
    bound: isLeast ? `at least ${least}` : `at most ${under === undefined ? number : number - 1}`,
  }
}
