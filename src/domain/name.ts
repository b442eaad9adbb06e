export const longestName = 80

// Control characters, halves of surrogate pairs, line separators, and what turns the direction of a whole line.
const unprintable = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u

/** At most 80 characters (code points). */
export const isShort = (name: string): boolean =>
  name.length <= 2 * longestName && [...name].length <= longestName

/** On one line, and nothing in it that a person could not see. */
export const isPrintable = (name: string): boolean => !unprintable.test(name)

/** How names of teams are compared: composed, and without case. Upper case first, so that `ß` and `SS` meet. */
export const foldName = (name: string): string =>
  name.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC')

/** A name for people: trimmed, 1 to 80 characters (code points) on one line. Null when it is not. */
export const parseName = (text: string): string | null => {
  const name = text.trim()
  return name !== '' && isShort(name) && isPrintable(name) ? name : null
}

/** Longer ones say no more to who typed them. */
const longestEcho = 40

/**
 * A refused value as messages repeat it, in quotes. Null for one that they must not: it is blank, or could be an e-mail
 * address or a key that went to the wrong place.
 */
export const echo = (value: string): string | null => {
  if (value.trim() === '' || /@|who_(live|test)_/i.test(value)) return null
  const shown = [...value].slice(0, longestEcho).join('')
  return `"${isPrintable(shown) ? shown : shown.replace(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, '?')}${shown.length < value.length ? '…' : ''}"`
}

/** What was typed, where it may be repeated, and what to type instead. */
export const instead = (typed: string, wanted: string): string => {
  const given = echo(typed)
  return given === null ? wanted : `not ${given}. ${wanted}`
}
