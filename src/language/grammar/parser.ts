import type { Token } from '../words/lexer.js'
import { english, type DateWords, type Entry, type Term } from '../words/english.js'

/** A grammar rule and the tokens it read, from `start` to before `end`. */
export interface RuleUse {
  readonly rule: string
  readonly start: number
  readonly end: number
}

export interface Match<T> {
  readonly value: T
  /** The token after the last one that was read. */
  readonly next: number
  readonly trace: readonly RuleUse[]
}

/**
 * Shared by all rules that read one phrase: the tokens, their possible meanings, the results so far and the number of
 * steps.
 */
export interface Input {
  readonly tokens: readonly Token[]
  /** For each token, the vocabulary entries that begin with it. */
  readonly entries: readonly (readonly Entry[])[]
  /** Results of the rules, by the token at which they began. */
  readonly seen: readonly Map<object, readonly Match<unknown>[]>[]
  readonly meter: { steps: number }
}

/** All ways to read on from a token, the likeliest first; empty when there is none. */
export type Parser<T> = (input: Input, at: number) => readonly Match<T>[]

const startsHere = (tokens: readonly Token[], at: number, words: readonly string[]): boolean =>
  words.every((word, offset) => {
    const token = tokens[at + offset]
    if (token === undefined || !['word', 'number', 'mark'].includes(token.kind)) return false
    // "2day" is one word, "2 day" is two.
    const isOneWord = offset > 0 && /^\d/u.test(words[0]!)
    return token.text === word && (!isOneWord || token.glued)
  })

/** "over christmas" is a holiday of two words, not a preposition followed by the holiday "christmas". */
const longestHoliday = (entries: readonly Entry[]): readonly Entry[] => {
  const lengths = entries.map(({ words, term }) => (term.kind === 'holiday' ? words.length : 1))
  const longest = Math.max(1, ...lengths)
  // "the spring" may go on: "the spring bank holiday".
  return entries.filter(
    ({ words, term }) => ['holiday', 'the'].includes(term.kind) || words.length >= longest,
  )
}

/** Looks up every token in the vocabulary once. */
export const createInput = (
  tokens: readonly Token[],
  { meter, dates }: { readonly meter: Input['meter']; readonly dates: DateWords },
): Input => ({
  tokens,
  entries: tokens.map(({ text }, at) => {
    const candidates = dates.get(text) ?? []
    meter.steps += 1 + candidates.length
    return longestHoliday(candidates.filter(({ words }) => startsHere(tokens, at, words)))
  }),
  // A rule may also be tried after the last token.
  seen: Array.from({ length: tokens.length + 1 }, () => new Map<object, readonly Match<unknown>[]>()),
  meter,
})

const none: readonly Match<never>[] = []
const noTrace: readonly RuleUse[] = []

type TermOf<K extends Term['kind']> = Term & { readonly kind: K }

/** Any of these kinds of term, the longest phrase first. */
export const term =
  <K extends Term['kind']>(...kinds: readonly K[]): Parser<TermOf<K>> =>
  ({ entries, meter }, at) => {
    meter.steps += 1
    let found: Match<TermOf<K>>[] | null = null
    for (const { term, words } of entries[at] ?? []) {
      if (!(kinds as readonly string[]).includes(term.kind)) continue
      found ??= []
      found.push({ value: term as TermOf<K>, next: at + words.length, trace: noTrace })
    }
    if (found === null) return none
    return found.length === 1 ? found : found.sort((a, b) => b.next - a.next)
  }

/** A number with this many digits. */
export const digits =
  (fewest: number, most: number): Parser<number> =>
  ({ tokens, meter }, at) => {
    meter.steps += 1
    const token = tokens[at]
    return token?.kind === 'number' && token.text.length >= fewest && token.text.length <= most
      ? [{ value: Number(token.text), next: at + 1, trace: noTrace }]
      : none
  }

/** Matches only when no blank precedes the token. */
export const glued =
  <T>(parser: Parser<T>): Parser<T> =>
  (input, at) =>
    input.tokens[at]?.glued ? parser(input, at) : none

/** Matches only when the other parser does not match right after it. */
export const unless =
  <T>(parser: Parser<T>, following: Parser<unknown>): Parser<T> =>
  (input, at) =>
    parser(input, at).filter(({ next }) => following(input, next).length === 0)

/** Marks and words that are read as they are typed. */
const literals = [',', '-', '..', '>', '/', '.', ':', '#', '+', 'around', 'over', 'long'] as const

type Piece = Term['kind'] | (typeof literals)[number]
type Glued = Piece | `~${Piece}`

/** What only has to stand there; the type knows the first alternative, `fixed` all of them. */
type Fixed = Glued | `${Glued}|${string}` | `[${Glued}]` | `[${Glued}|${string}]`

/** Part of a sequence: what is read there, or words and marks that have no value. */
type RulePart = Parser<unknown> | Fixed

const kinds: ReadonlySet<string> = new Set(
  [...english.byFirstWord.values()].flat().map((entry) => entry.term.kind),
)
const isKind = (text: string): text is Term['kind'] => kinds.has(text)

const literal =
  (text: string): Parser<unknown> =>
  ({ tokens, meter }, at) => {
    meter.steps += 1
    const token = tokens[at]
    return token?.text === text && token.kind !== 'quoted' && token.kind !== 'name'
      ? [{ value: null, next: at + 1, trace: noTrace }]
      : none
  }

/**
 * `the` is a term of that kind, `,` a literal; `|` is between alternatives, `[…]` may be missing, and no blank precedes
 * what follows `~`.
 */
const fixed = (text: string): Parser<unknown> => {
  const one = (piece: string): Parser<unknown> => {
    if (piece.startsWith('~')) return glued(one(piece.slice(1)))
    if (isKind(piece)) return term(piece)
    if ((literals as readonly string[]).includes(piece)) return literal(piece)
    throw new Error(`"${text}" names no kind of term and no literal`)
  }
  const parser = either(
    ...text
      .replace(/^\[|\]$/gu, '')
      .split('|')
      .map(one),
  )
  return text.startsWith('[') ? maybe(parser) : parser
}

/** The values of the parsers in a sequence. */
type ValuesOf<P extends readonly RulePart[]> = P extends readonly [
  infer First,
  ...infer Rest extends readonly RulePart[],
]
  ? First extends Parser<infer T>
    ? [T, ...ValuesOf<Rest>]
    : ValuesOf<Rest>
  : []

/** What parts in sequence mean together; null where they mean nothing. */
export const read = <const P extends readonly RulePart[], B>(
  parts: P,
  meaning: (...values: ValuesOf<P>) => B | null,
): Parser<B> => {
  const all = parts.map((part) =>
    typeof part === 'string' ? { parser: fixed(part), isFixed: true } : { parser: part, isFixed: false },
  )
  return (input, at) => {
    let found: readonly Match<readonly unknown[]>[] = [{ value: [], next: at, trace: noTrace }]
    for (const { parser, isFixed } of all) {
      const further: Match<readonly unknown[]>[] = []
      for (const done of found)
        for (const { value, next, trace } of parser(input, done.next))
          further.push({
            value: isFixed ? done.value : [...done.value, value],
            next,
            trace: trace.length === 0 ? done.trace : [...done.trace, ...trace],
          })
      input.meter.steps += further.length
      if (further.length === 0) return none
      found = further
    }
    return found.flatMap(({ value, next, trace }) => {
      // Each parser has appended its own value in order.
      const result = meaning(...(value as ValuesOf<P>))
      return result === null ? [] : [{ value: result, next, trace }]
    })
  }
}

/** Parts in sequence, with the value of the first that has one. */
export const pick = <const P extends readonly RulePart[]>(...parts: P): Parser<ValuesOf<P>[0]> =>
  read(parts, (...values) => values[0])

export const either =
  <T>(...parsers: readonly Parser<T>[]): Parser<T> =>
  (input, at) => {
    let found: readonly Match<T>[] = none
    for (const parser of parsers) {
      const more = parser(input, at)
      if (more.length > 0) found = found.length === 0 ? more : [...found, ...more]
    }
    return found
  }

/** Tries with the optional part first, then without it. */
export const maybe =
  <T>(parser: Parser<T>): Parser<T | null> =>
  (input, at) => {
    const without: Match<null> = { value: null, next: at, trace: noTrace }
    const found = parser(input, at)
    return found.length === 0 ? [without] : [...found, without]
  }

/** A named rule. It appears in the trace and runs at most once per token, which keeps parsing linear. */
export const rule = <T>(name: string, parser: Parser<T>): Parser<T> => {
  const identity = {}
  return (input, at) => {
    const seen = input.seen[at]!
    const known = seen.get(identity)
    // Only this rule writes under its own identity.
    if (known) return known as readonly Match<T>[]
    const read = parser(input, at)
    const found =
      read.length === 0
        ? none
        : read.map(({ value, next, trace }) => ({
            value,
            next,
            trace: [{ rule: name, start: at, end: next }, ...trace],
          }))
    seen.set(identity, found)
    return found
  }
}
