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
