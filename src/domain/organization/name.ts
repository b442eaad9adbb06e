export const longestName = 80

// Control characters, halves of surrogate pairs, line separators, and what turns the direction of a whole line.
const unprintable = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u

/** At most 80 characters (code points). */
export const isShort = (name: string): boolean =>
  name.length <= 2 * longestName && [...name].length <= longestName

/** On one line, and nothing in it that a person could not see. */
export const isPrintable = (name: string): boolean => !unprintable.test(name)

// What a terminal obeys or hides: control characters (C0, C1 and ESC among them), line separators, changes of direction.
const unseen = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu

/** The text on one line as a terminal may show it, with `\uFFFD` for every character that could do more than be seen. */
export const showPlainly = (text: string): string => text.replace(unseen, '\uFFFD')

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
  if (value.trim() === '' || /@|who_(live|test|link)_/i.test(value)) return null
  const shown = [...value].slice(0, longestEcho).join('')
  return `"${isPrintable(shown) ? shown : shown.replace(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, '?')}${shown.length < value.length ? '…' : ''}"`
}

/** Says what was typed, where it may be repeated, that it is not `what`, and what to type instead. */
export const instead = (typed: string, wanted: string, what = 'valid'): string => {
  const given = echo(typed)
  return given === null ? wanted : `${given} is not ${what}. ${wanted}`
}
