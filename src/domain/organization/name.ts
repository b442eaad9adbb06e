export const maxNameLength = 80

// Control characters, unpaired surrogates, line separators, and characters that change the direction of a line.
const unprintable = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u

/** At most 80 characters (code points). */
export const isShort = (name: string): boolean =>
  name.length <= 2 * maxNameLength && [...name].length <= maxNameLength

/** On one line, without invisible characters. */
export const isPrintable = (name: string): boolean => !unprintable.test(name)

// Characters that a terminal obeys or hides: control characters (C0, C1 and ESC among them), line separators, changes
// of direction.
const unseen = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu

/** The text on one line, safe for a terminal: every character that does more than show itself becomes `\uFFFD`. */
export const showPlainly = (text: string): string => text.replace(unseen, '\uFFFD')

/** The same for a text of several lines. */
export const showLines = (text: string): string => text.split('\n').map(showPlainly).join('\n')

/** The form in which team names are compared: composed and case-folded. Via upper case, so that `ß` and `SS` match. */
export const foldName = (name: string): string =>
  name.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC')

/** A trimmed name of 1 to 80 characters (code points) on one line; null when it is not one. */
export const parseName = (text: string): string | null => {
  const name = text.trim()
  return name !== '' && isShort(name) && isPrintable(name) ? name : null
}

/** Longer quotes do not help the person who typed them. */
const maxEchoLength = 40

const key = /who_(live|test|link)_/i

/** A refused value as messages quote it; null for a blank one, or what could be an e-mail address or a key. */
export const echo = (value: string): string | null => {
  if (value.trim() === '' || value.includes('@') || key.test(value)) return null
  const shown = [...value].slice(0, maxEchoLength).join('')
  return `"${isPrintable(shown) ? shown : shown.replace(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, '?')}${shown.length < value.length ? '…' : ''}"`
}

/**
 * A message that quotes what was typed, where permitted, says that it is not `what`, and tells what to type instead.
 */
export const instead = (typed: string, wanted: string, what = 'valid'): string => {
  const given = echo(typed)
  return given === null ? wanted : `${given} is not ${what}. ${wanted}`
}
