/** Letters that have no accent to remove. */
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

/** Without case and accents, for comparing names in calendars: `Łukasz Müller` becomes `lukasz muller`. */
const foldText = (text: string): string => (isPlain.test(text) ? text.toLowerCase() : foldAny(text))

const isPlain = /^[\x20-\x7e]*$/

const foldAny = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[ßøłđðþæœı]/gu, (letter) => plainLetters[letter]!)

/** A word of a text: its form for comparison, and its position. */
export interface Word {
  readonly text: string
  readonly from: number
  readonly to: number
}

/** Words are runs of letters and digits: `O'Brien` is two words, on both sides of a comparison. */
export const wordsOf = (text: string): readonly Word[] =>
  [...text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)].map((match) => ({
    text: foldText(match[0]),
    from: match.index,
    to: match.index + match[0].length,
  }))

const titles: ReadonlySet<string> = new Set('dr prof phd jr sr mba msc bsc dipl'.split(' '))

/** Without titles and degrees, which one side writes and the other leaves out: "Ivanoff, Petr, Dr.", "Dipl.-Ing.". */
export const withoutTitles = (words: readonly Word[]): readonly Word[] => {
  const isTitle = ({ text }: Word, index: number): boolean =>
    titles.has(text) || (text === 'ing' && words[index - 1]?.text === 'dipl')
  return words.some(isTitle) ? words.filter((word, index) => !isTitle(word, index)) : words
}

/** The words of a text with single spaces between them. */
export const keyOf = (text: string): string =>
  wordsOf(text)
    .map((word) => word.text)
    .join(' ')

/** With a space on both sides, so that whole words are found. */
export const padded = (key: string): string => ` ${key} `
