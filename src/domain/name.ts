export const longestName = 80

// Control characters, halves of surrogate pairs, line separators, and what turns the direction of a whole line.
const unprintable = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u

/** At most 80 characters (code points). */
export const isShort = (name: string): boolean =>
  name.length <= 2 * longestName && [...name].length <= longestName

/** On one line, and nothing in it that a person could not see. */
export const isPrintable = (name: string): boolean => !unprintable.test(name)

/** A name for people: trimmed, 1 to 80 characters (code points) on one line. Null when it is not. */
export const parseName = (text: string): string | null => {
  const name = text.trim()
  return name !== '' && isShort(name) && isPrintable(name) ? name : null
}
