/** Letters that have no accent to lose. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
}

/** Without case and accents, as names in calendars are compared: `Łukasz Müller` is `lukasz muller`. */
export const foldText = (text: string): string => (isPlain.test(text) ? text.toLowerCase() : foldAny(text))

const isPlain = /^[\x20-\x7e]*$/

const foldAny = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[ßøłđðþæœı]/gu, (letter) => plainLetters[letter]!)

/** A word of a text: how it is compared, and where it stands. */
export interface Word {
  readonly text: string
  readonly from: number
  readonly to: number
}

/** Words are runs of letters and digits: `O'Brien` is two, and is compared with two. */
export const wordsOf = (text: string): readonly Word[] =>
  [...text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)].map((match) => ({
    text: foldText(match[0]),
    from: match.index,
    to: match.index + match[0].length,
  }))

/** The words of a text with single blanks between them. */
export const keyOf = (text: string): string =>
  wordsOf(text)
    .map((word) => word.text)
    .join(' ')

/** Looked for as whole words: with a blank on both sides. */
export const padded = (key: string): string => ` ${key} `
