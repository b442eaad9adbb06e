import { keyOf } from '../sources/tokens.js'

/** What stands before or after a name, and does not belong to it. */
const titles: ReadonlySet<string> = new Set(
  `dr, prof, professor, dipl, ing, mag, mr, mrs, ms, miss, mx, sir, herr, frau, med, rer, nat, phil, jur, phd, ph, d, md, jr, junior, sr,
  senior, ii, iii, iv, mba, msc, bsc, ma, ba, llm, cpa, esq, dds, pmp`
    .split(',')
    .map((title) => title.trim()),
)

const isTitles = (text: string): boolean => {
  const words = keyOf(text).split(' ')
  return words.every((word) => titles.has(word))
}

/** `Ruiz, Ana` as `Ana Ruiz`; what follows a name, such as `PhD`, stays behind it. */
export const inOrder = (name: string): string => {
  const parts = name.split(',').map((part) => part.trim())
  const [last, first, ...others] = parts.filter((part) => !isTitles(part))
  if (last === undefined || first === undefined || others.length > 0) return name
  if (![last, first].every((part) => /\p{L}/u.test(part) && !/\p{N}/u.test(part))) return name
  const after = parts.filter(isTitles)
  return [`${first} ${last}`, ...after].join(', ')
}

/** The words of a name in order, folded, without titles on either side. */
export const nameKey = (name: string): string => {
  const words = keyOf(inOrder(name)).split(' ')
  const isName = (word: string): boolean => !titles.has(word)
  const [from, to] = [words.findIndex(isName), words.findLastIndex(isName)]
  return words.slice(Math.max(from, 0), to + 1).join(' ')
}

/**
 * Whether two names may be one person's: the same first and last name, in either order, or one of them and the initial of
 * the other. A surname alone is shared by many.
 */
export const mayBeSame = (one: string, other: string): boolean => {
  const [mine, theirs] = [nameKey(one), nameKey(other)]
  const [a, b] = [mine.split(' '), theirs.split(' ')]
  if (a.length < 2 || b.length < 2) return mine === theirs
  const [first, last] = [a[0]!, a.at(-1)!]
  const fits = (given: string, family: string): boolean =>
    (first === given && isInitial(last, family)) || (last === family && isInitial(first, given))
  return fits(b[0]!, b.at(-1)!) || fits(b.at(-1)!, b[0]!)
}

/** Whether two words are the same, or one is the first letter of the other. */
const isInitial = (one: string, other: string): boolean =>
  one === other || (one.length === 1 ? other.startsWith(one) : other.length === 1 && one.startsWith(other))
