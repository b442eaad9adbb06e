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
}

interface Piece {
  readonly kind: Token['kind'] | 'blank'
  readonly text: string
  readonly end: number
}

const isDigit = (character: string): boolean => character >= '0' && character <= '9'
const letter = /^[\p{L}\p{M}]$/u
const isLetter = (character: string): boolean => letter.test(character)

const dashes = new Set('-‐‑‒–—―−⸺⸻﹘~〜')
const arrows = new Set('>→⇒➔➜➡⟶⟹›»')
/** Marks left over from pasted formatting, without a meaning. */
const silent = new Set(" `*_|()[]'‘’‚´?!")
const apostrophes = new Set("'’‘")
const closing: Readonly<Record<string, string>> = { '"': '"', '“': '”"', '”': '”"', '„': '“”"', '«': '»' }

const run = (
  characters: readonly string[],
  start: number,
  belongs: (character: string) => boolean,
): number => {
  let end = start
  while (end < characters.length && belongs(characters[end]!)) end += 1
  return end
}

const wordEnd = (characters: readonly string[], start: number): number => {
  let end = run(characters, start, isLetter)
  while ((characters[end] === "'" || characters[end] === '’') && isLetter(characters[end + 1] ?? ''))
    end = run(characters, end + 1, isLetter)
  return end
}

/** A doubled quotation mark stands for one. Null when the quotation is never closed. */
const quotedPiece = (characters: readonly string[], start: number): Piece | null => {
  const closers = closing[characters[start]!] ?? ''
  let text = ''
  for (let at = start + 1; at < characters.length; at += 1) {
    const character = characters[at]!
    if (!closers.includes(character)) text += character
    else if (closers === '"' && characters[at + 1] === '"') {
      text += '"'
      at += 1
    } else return { kind: 'quoted', text, end: at + 1 }
  }
  return null
}

/** Slack's forms of names: `<@U…>`, `<#C…|design>`, `<!subteam^S…|@design>`, `<mailto:ana@…|ana@…>`. */
const mentionPiece = (characters: readonly string[], start: number): Piece | null => {
  const isMail = characters.slice(start + 1, start + 8).join('') === 'mailto:'
  if (!isMail && !['@', '#', '!'].includes(characters[start + 1] ?? '')) return null
  const end = characters.indexOf('>', start)
  return end < 0 ? null : { kind: 'mention', text: characters.slice(start + 1, end).join(''), end: end + 1 }
}

const markPiece = (characters: readonly string[], start: number): Piece => {
  const character = characters[start]!
  if (character === '.') {
    const end = run(characters, start, (next) => next === '.')
    // "tomorrow... please" has a pause in it, not a range.
    if (end - start > 2 && start > 0 && characters[start - 1] !== ' ' && characters[end] === ' ')
      return { kind: 'blank', text: '', end }
    return { kind: 'mark', text: end - start > 1 ? '..' : '.', end }
  }
  const end = run(characters, start, (next) => dashes.has(next) || next === '=')
  if (arrows.has(characters[end] ?? '')) return { kind: 'mark', text: '>', end: end + 1 }
  if (dashes.has(character))
    return { kind: 'mark', text: '-', end: run(characters, start, (next) => dashes.has(next)) }
  return { kind: 'mark', text: character, end: start + 1 }
}

const mailCharacter = /^[\p{L}\p{N}._%+@-]$/u
const mailShape = /^[^@]+@[^@]+\.[^@.]{2,}$/u

/** An e-mail address is one name, even if it contains date words. */
const mailPiece = (characters: readonly string[], start: number): Piece | null => {
  if (mailCharacter.test(characters[start - 1] ?? ' ')) return null
  let end = run(characters, start, (character) => mailCharacter.test(character))
  while (end > start && '.-'.includes(characters[end - 1]!)) end -= 1
  const text = characters.slice(start, end).join('')
  return mailShape.test(text) ? { kind: 'mention', text: `mailto:${fold(text)}`, end } : null
}

/** Whether a later apostrophe closes a quotation: something precedes it directly, and no letter or digit follows. */
const isQuoteOpen = (characters: readonly string[], from: number): boolean =>
  characters.some(
    (character, at) =>
      at >= from &&
      apostrophes.has(character) &&
      characters[at - 1] !== ' ' &&
      !/^[\p{L}\p{M}\p{N}]$/u.test(characters[at + 1] ?? ''),
  )

/**
 * `dec '26`: two digits after an apostrophe are a year of this century. An apostrophe at the start of the phrase is a
 * quotation mark.
 */
const shortYearPiece = (characters: readonly string[], at: number): Piece | null => {
  if (at === 0 || !apostrophes.has(characters[at]!)) return null
  const end = run(characters, at + 1, isDigit)
  const isYear = end === at + 3 && !isLetter(characters[end] ?? '') && !isQuoteOpen(characters, end)
  return isYear ? { kind: 'number', text: `20${characters[at + 1]!}${characters[at + 2]!}`, end } : null
}

const pieceAt = (characters: readonly string[], at: number): Piece => {
  const character = characters[at]!
  const year = shortYearPiece(characters, at)
  if (year) return year
  if (silent.has(character)) return { kind: 'blank', text: '', end: at + 1 }
  const mail = isDigit(character) || isLetter(character) ? mailPiece(characters, at) : null
  if (mail) return mail
  if (isDigit(character)) {
    const end = run(characters, at, isDigit)
    return { kind: 'number', text: characters.slice(at, end).join(''), end }
  }
  if (isLetter(character)) {
    const end = wordEnd(characters, at)
    return { kind: 'word', text: fold(characters.slice(at, end).join('')), end }
  }
  if (character in closing) return quotedPiece(characters, at) ?? { kind: 'mark', text: '"', end: at + 1 }
  return (character === '<' ? mentionPiece(characters, at) : null) ?? markPiece(characters, at)
}

/** The full stop of an abbreviation such as `dec.` or `wed.`: after a word, and not followed by another full stop. */
const isAbbreviation = (token: Token, last: Token | undefined): boolean =>
  token.text === '.' && token.glued && last?.kind === 'word'

/**
 * The tokens of a clean phrase in order, with positions in code points. Linear: only after a quotation mark or `<` that
 * is never closed is the rest read a second time.
 */
export const lex = (characters: readonly string[]): Token[] => {
  const tokens: Token[] = []
  let at = 0
  while (at < characters.length) {
    const { kind, text, end } = pieceAt(characters, at)
    const last = tokens.at(-1)
    if (kind !== 'blank') {
      const token: Token = { kind, text, start: at, end, glued: last !== undefined && last.end === at }
      if (!isAbbreviation(token, last)) tokens.push(token)
    }
    at = end
  }
  return joinIsoDays(tokens)
}

const isIsoAt = (tokens: readonly Token[], at: number): boolean => {
  const [year, ...rest] = tokens.slice(at, at + 5)
  if (year?.kind !== 'number' || year.text.length !== 4 || rest.length < 4) return false
  const separator = rest[0]!.text
  return (
    ['-', '/', '.'].includes(separator) &&
    rest.every(({ kind, text, glued }, place) =>
      place % 2 === 0 ? glued && text === separator : glued && kind === 'number' && text.length <= 2,
    )
  )
}

/** Joins a date with its year first into one number, `20261224`, before its hyphens can be read as separators. */
const joinIsoDays = (tokens: readonly Token[]): Token[] => {
  const joined: Token[] = []
  for (let at = 0; at < tokens.length; at += 1) {
    const first = tokens[at]!
    if (isIsoAt(tokens, at)) {
      const [month, day] = [tokens[at + 2]!, tokens[at + 4]!]
      const text = `${first.text}${month.text.padStart(2, '0')}${day.text.padStart(2, '0')}`
      joined.push({ ...first, text, end: day.end })
      at += 4
    } else joined.push(first)
  }
  return joined
}

const plainWords = /^[a-z]+(?: [a-z]+)*$/u

/** The token texts of a vocabulary phrase. Most are plain words, and every command reads thousands as it starts. */
export const splitWords = (phrase: string): string[] =>
  plainWords.test(phrase) ? phrase.split(' ') : lex([...phrase]).map(({ text }) => text)
