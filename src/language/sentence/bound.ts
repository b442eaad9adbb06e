import type { Bound } from '../question.js'
import type { Token } from '../words/lexer.js'
import { namesFrom } from '../who/lists.js'
import { teamOf } from '../who/names.js'
import type { PhraseSource } from '../who/who.js'
import { vocabulary } from '../words/vocabulary.js'

const numbers = new Map(vocabulary.counts.flatMap(([value, words]) => words.map((word) => [word, value])))

const singular: Readonly<Record<string, string>> = { are: 'is', were: 'was', have: 'has', do: 'does' }

const bounds =
  /\b(?:(?<over>more than|over)|(?<from>at least)|(?<under>fewer than|less than)|(?<upTo>at most|no more than)) (?<count>\S+) (?:people|persons?|folks|colleagues|employees|members|of us)\b/u

/** A question about some number of people, as it would be about anyone, and how many it is about. */
interface Bounded {
  readonly tokens: readonly Token[]
  readonly bound: Bound | 'any'
  /** How many people a part of a team is. */
  readonly remark?: string
}

/** The tokens with "anyone" instead of those from one to before another, and with the verb that "anyone" takes. */
const aboutAnyone = (tokens: readonly Token[], at: number, next: number): readonly Token[] => {
  const before = tokens.slice(0, tokens[at - 1]?.text === 'it' ? at - 1 : at)
  // "are there more than 5", but "do we have more than 5"
  const isOurs = before.some(({ text }) => text === 'we')
  return [
    ...before.map((token) => (isOurs ? token : { ...token, text: singular[token.text] ?? token.text })),
    { ...tokens[at]!, kind: 'word', text: 'anyone', end: tokens[next - 1]!.end },
    ...tokens.slice(next),
  ]
}

/** Where a pattern is among the words. */
const matchIn = (tokens: readonly Token[], pattern: RegExp) => {
  const found = pattern.exec(tokens.map(({ text }) => text || '·').join(' '))
  if (!found) return null
  const at = found.input.slice(0, found.index).split(' ').length - 1
  return { said: found.groups ?? {}, at, next: at + found[0].split(' ').length }
}

/** "more than 5 people", where they were replaced. */
export const isBound = ({ text, start, end }: Token): boolean =>
  text === 'anyone' && end - start > text.length

const parts =
  /\b(?<part>(?<over>more than half|over half|most|(?:the |a )?majority)|(?<under>(?:less|fewer) than half)|(?<upTo>at most half)|(?:at least )?half)(?: of)?(?: the| our)?(?<all> (?:us|people|staff|company|office|organi[sz]ation))?(?= )/u

/** "is more than half of sales out": as many people as that is. "Half the team" may be of the asker's. */
export const takePart = (source: PhraseSource, tokens: readonly Token[]): Bounded | null => {
  const found = matchIn(tokens, parts)
  if (!found) return null
  const { at, next, said } = found
  const { part, over, under, upTo, all } = said
  // "when are most people out" asks for the day with the most.
  if (part === 'most' && /^(?:when|which|what|who|how)$/u.test(tokens[0]!.text)) return null
  const isPlace = all !== undefined && /^(?:in|from)$/u.test(tokens[next]!.text)
  const names = namesFrom(source, tokens, isPlace ? next + 1 : next)?.marks ?? []
  const [named] = names.map((mark) => mark.named)
  const team = named?.kind === 'team' ? named.team : null
  if (names.length > 1 || (team === null && (named || all === undefined))) return null
  const people = [...source.book.fullNames.values()].flat()
  const size = people.filter((one) => team === null || teamOf(source.book, one) === team).length
  const most = under === undefined ? Math.floor(size / 2) : Math.ceil(size / 2) - 1
  const least = over === undefined ? Math.ceil(size / 2) : most + 1
  const bound: Bound = under || upTo ? `at most ${most}` : `at least ${least}`
  return {
    tokens: aboutAnyone(tokens, at, next),
    bound: bound === 'at least 1' ? 'any' : bound,
    remark: `${team?.name ?? 'The organization'} has ${size} people: ${part} is ${bound}.`,
  }
}

/** "are more than 5 people out" */
export const takeBound = (tokens: readonly Token[]): Bounded | null => {
  const found = matchIn(tokens, bounds)
  const { over, from, under, count = '' } = found?.said ?? {}
  const number = /^\d+$/u.test(count) ? Number(count) : numbers.get(count)
  if (!found || number === undefined) return null
  const least = over === undefined ? number : number + 1
  const isLeast = (over ?? from) !== undefined
  if (isLeast && least < 2) return null
  const bound: Bound = isLeast ? `at least ${least}` : `at most ${under === undefined ? number : number - 1}`
  return { tokens: aboutAnyone(tokens, found.at, found.next), bound }
}
