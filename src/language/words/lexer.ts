import type { Mark } from '../who/names.js'
import { fold } from './normalize.js'

/**
 * The grammar matches the texts of words, numbers and marks. `quoted` and `mention` (`<@U…>`) name someone; `name`
 * replaces a name that was already found. `text` is folded and canonical (every dash is `-`). `start` and `end` are
 * positions in the clean phrase, in code points.
 */
export interface Token {
  readonly kind: 'word' | 'number' | 'mark' | 'quoted' | 'mention' | 'name'
  readonly text: string
  readonly start: number
  readonly end: number
  /** Whether nothing separates this token from the one before it. */
  readonly glued: boolean
  /** What a `name` replaces. */
  readonly mark?: Mark
}

const apostrophe = "['’‘]"
const letter = '[\\p{L}\\p{M}]'
const dash = '[-‐‑‒–—―−⸺⸻﹘~〜]'
const ofMail = '[\\p{L}\\p{N}._%+-]'
const inner = (quoted: string): string => quoted.slice(1, -1)

/** What a phrase consists of, and the texts of the tokens; the first that fits. A blank is no token. */
const pieces: readonly (readonly [
  kind: Token['kind'] | 'blank',
  pattern: string,
  textOf: (typed: string) => string,
])[] = [
  // `dec '26`: a year of this century, unless a later apostrophe closes a quotation.
  [
    'number',
    `(?<=.)${apostrophe}[0-9]{2}(?!${letter}|[0-9]|.*(?<! )${apostrophe}(?![\\p{L}\\p{M}\\p{N}]))`,
    (typed) => `20${typed.slice(1)}`,
  ],
  // Marks left over from pasted formatting, without a meaning.
  ['blank', "[ `*_|()\\[\\]'‘’‚´?!]", String],
  // An e-mail address is one name, even if it contains date words.
  [
    'mention',
    `(?<!${ofMail}|@)(?=[0-9]|${letter})${ofMail}+@${ofMail}+\\.(?:(?!\\.)${ofMail}){2,}(?<![.-])(?![.-]*(?:(?![.-])${ofMail}|@))`,
    (typed) => `mailto:${fold(typed)}`,
  ],
  // The written day counts; `T09:00:00Z` behind it does not shift it.
  ['blank', '(?<=[0-9]{4}-[0-9]{2}-[0-9]{2})[Tt][0-9]{2}:[0-9.:]{2,}(?:[Zz]|[+-][0-9:]{2,5})?', String],
  // `2026-12-24` becomes `20261224` before its hyphens can be read as separators.
  [
    'number',
    `[0-9]{4}(?<mark>${dash}+|[/.])[0-9]{1,2}\\k<mark>[0-9]{1,2}(?![0-9])`,
    (typed) => typed.replace(/[^0-9]+([0-9]+)/gu, (_, digits: string) => digits.padStart(2, '0')),
  ],
  ['number', '[0-9]+', String],
  ['word', `${letter}+(?:['’]${letter}+)*`, fold],
  // A doubled quotation mark stands for one.
  ['quoted', '"(?:[^"]|"")*"(?!")', (typed) => inner(typed).replaceAll('""', '"')],
  ['quoted', '[“”][^”"]*[”"]|„[^“”"]*[“”"]|«[^»]*»', inner],
  ['mark', '["“”„«]', () => '"'],
  // Slack's forms of names: `<@U…>`, `<#C…|design>`, `<!subteam^S…|@design>`, `<mailto:ana@…|ana@…>`.
  ['mention', '<(?:[@#!]|mailto:)[^>]*>', inner],
  // "tomorrow... please" has a pause in it, not a range.
  ['blank', '(?<=[^ ])\\.{3,}(?= )', String],
  ['mark', '\\.{2,}', () => '..'],
  ['mark', `(?:${dash}|=)*[>→⇒➔➜➡⟶⟹›»]`, () => '>'],
  ['mark', `${dash}+`, () => '-'],
  ['mark', '.', String],
]

const readers = pieces.map(([kind, pattern, textOf]) => ({ kind, textOf, pattern: RegExp(pattern, 'suy') }))

const pieceAt = (phrase: string, at: number) => {
  for (const { kind, pattern, textOf } of readers) {
    pattern.lastIndex = at
    const typed = pattern.exec(phrase)?.[0]
    if (typed !== undefined) return { kind, typed, text: textOf(typed) }
  }
  throw new Error('The last pattern fits every character.')
}

/** The tokens of a clean phrase in order, with positions in code points. */
export const lex = (characters: readonly string[]): readonly Token[] => {
  const phrase = characters.join('')
  const tokens: Token[] = []
  let [at, start] = [0, 0]
  while (at < phrase.length) {
    const { kind, typed, text } = pieceAt(phrase, at)
    const end = start + [...typed].length
    const last = tokens.at(-1)
    if (kind !== 'blank') {
      const token: Token = { kind, text, start, end, glued: last?.end === start }
      // Unless it is the full stop of an abbreviation: `dec.`, `wed.`
      if (text !== '.' || !token.glued || last?.kind !== 'word') tokens.push(token)
    }
    at += typed.length
    start = end
  }
  return tokens
}

/** The tokens with others instead of those from one to before `next`, wherever `read` finds some. */
export const rewritten = (
  tokens: readonly Token[],
  read: (token: Token, at: number) => { readonly instead: readonly Token[]; readonly next: number } | null,
): readonly Token[] => {
  const left: Token[] = []
  for (let at = 0; at < tokens.length;) {
    const found = read(tokens[at]!, at)
    left.push(...(found?.instead ?? [tokens[at]!]))
    at = found?.next ?? at + 1
  }
  return left
}

const plainWords = /^[a-z]+(?: [a-z]+)*$/u

/** The token texts of a vocabulary phrase. Most are plain words, and every command reads thousands as it starts. */
export const splitWords = (phrase: string): string[] =>
  plainWords.test(phrase) ? phrase.split(' ') : lex([...phrase]).map(({ text }) => text)
