export const longestName = 80
const controlCharacter = /\p{Cc}/u

/** A name for people: trimmed, 1 to 80 characters (code points) on one line. Null when it is not. */
export const parseName = (text: string): string | null => {
  const name = text.trim()
  const length = [...name].length
  return length >= 1 && length <= longestName && !controlCharacter.test(name) ? name : null
}
