import type { Token } from '../words/lexer.js'
import type { DateWords, Entry, Term } from '../words/english.js'

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
  const longest = entries.reduce(
    (most, { words, term }) => (term.kind === 'holiday' ? Math.max(most, words.length) : most),
    0,
  )
  return longest < 2
    ? entries
    : // "the spring" may go on: "the spring bank holiday".
      entries.filter(({ words, term }) => ['holiday', 'the'].includes(term.kind) || words.length >= longest)
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

/** What only has to stand there; `read` leaves it out. */
const skipped = Symbol('skipped')
type Skipped = typeof skipped

export const skip = (...parsers: readonly Parser<unknown>[]): Parser<Skipped> =>
  map(seq<readonly unknown[]>(...parsers), () => skipped)

/** A word of one of these kinds. */
export const word = (...kinds: readonly Term['kind'][]): Parser<Skipped> => map(term(...kinds), () => skipped)

/** One of these marks or words, literally. */
export const mark =
  (...texts: readonly string[]): Parser<Skipped> =>
  ({ tokens, meter }, at) => {
    meter.steps += 1
    const token = tokens[at]
    return token && token.kind !== 'quoted' && token.kind !== 'name' && texts.includes(token.text)
      ? [{ value: skipped, next: at + 1, trace: noTrace }]
      : none
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

const extend = (
  done: Match<readonly unknown[]>,
  { value, next, trace }: Match<unknown>,
): Match<readonly unknown[]> => ({
  value: [...done.value, value],
  next,
  trace: trace.length === 0 ? done.trace : [...done.trace, ...trace],
})

/** Matches only when the other parser does not match right after it. */
export const unless =
  <T>(parser: Parser<T>, following: Parser<unknown>): Parser<T> =>
  (input, at) =>
    parser(input, at).filter(({ next }) => following(input, next).length === 0)

/** All parsers in sequence. */
export const seq =
  <T extends readonly unknown[]>(...parsers: { readonly [K in keyof T]: Parser<T[K]> }): Parser<T> =>
  (input, at) => {
    // Most rules fail at their first part, so nothing is allocated for those.
    let partial: readonly Match<readonly unknown[]>[] | null = null
    for (const parser of parsers) {
      const further: Match<readonly unknown[]>[] = []
      if (partial === null)
        for (const match of parser(input, at)) further.push({ ...match, value: [match.value] })
      else
        for (const done of partial)
          for (const match of parser(input, done.next)) further.push(extend(done, match))
      input.meter.steps += further.length
      if (further.length === 0) return none
      partial = further
    }
    // Each parser has appended its own value in order, so the list is a T.
    return (partial ?? none) as unknown as readonly Match<T>[]
  }

/** Words that may stand there and change nothing. */
export const optional = (...parsers: readonly Parser<unknown>[]): Parser<Skipped> =>
  map(maybe(either(...parsers)), () => skipped)

/** The values of parsers in sequence, without those that are skipped. */
type ValuesOf<P extends readonly Parser<unknown>[]> = P extends readonly [
  Parser<infer T>,
  ...infer Rest extends readonly Parser<unknown>[],
]
  ? [T] extends [Skipped]
    ? ValuesOf<Rest>
    : [T, ...ValuesOf<Rest>]
  : []

/** What parsers in sequence mean together; null where they mean nothing. */
export const read = <const P extends readonly Parser<unknown>[], B>(
  parsers: P,
  meaning: (...values: ValuesOf<P>) => B | null,
): Parser<B> =>
  map(seq<readonly unknown[]>(...parsers), (values) =>
    meaning(...(values.filter((value) => value !== skipped) as ValuesOf<P>)),
  )

/** The one of parsers in sequence that is not skipped. */
export const pick = <const P extends readonly Parser<unknown>[]>(...parsers: P): Parser<ValuesOf<P>[0]> =>
  read(parsers, (...values) => values[0])

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

export const map =
  <A, B>(parser: Parser<A>, change: (value: A) => B | null): Parser<B> =>
  (input, at) => {
    const found = parser(input, at)
    if (found.length === 0) return none
    const changed: Match<B>[] = []
    for (const { value, next, trace } of found) {
      const result = change(value)
      if (result !== null) changed.push({ value: result, next, trace })
    }
    return changed
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
