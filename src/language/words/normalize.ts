/** The maximum length of a phrase, in characters; a longer one is refused. */
export const maximumLength = 200
/**
 * The maximum length of what was typed, with blanks, marks and Slack's entities, five characters each: whoever takes
 * words in refuses what is longer before anything is matched.
 */
export const maximumTyped = 5 * maximumLength

/** Why a text is refused that is longer than `most`, and the way out. */
export const tooLong = (most: number): string =>
  `That is more than ${most.toLocaleString('en')} characters. Ask about fewer people or days at once.`

const invisible = /[\u00ad\u200b-\u200f\u2060\ufeff]/gu
const blanks = /[\s\u0085]+/gu
const entities: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' }
const entity = /&(?:amp|lt|gt);/giu

/**
 * Normalizes the text: compatibility forms become plain (`２` is `2`, `…` is `...`), invisible characters are removed
 * and blanks are single.
 */
export const cleanText = (text: string): string =>
  text
    // Before normalization, which turns it into a blank.
    .replaceAll('´', "'")
    .normalize('NFKC')
    // After normalization, which produces some of these.
    .replace(/[ʼ′]/gu, "'")
    .replace(invisible, '')
    .replace(blanks, ' ')
    .trim()

const pictures =
  /(?![→⇒➔➜➡⟶⟹])[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f\u20e3\u{1f1e6}-\u{1f1ff}]+/gu
const pictureNames = /(?<![\p{L}\p{N}"”:]):[a-z0-9_+'-]*[a-z][a-z0-9_+'-]*:/gu

/** ":)", ";-)" */
const faces = /(?<=^|\s)[:;]['-]?[)(DP]+(?=\s|$)/gu

const digits: readonly (readonly [RegExp, string])[] = [
  [/\b(any|every|some|no)1\b/giu, '$1one'],
  [/\b2(day|morrow)\b/giu, 'to$1'],
  [/\b2mo(?:ro|z)\b/giu, 'tomorrow'],
  [/\bb4\b/giu, 'before'],
]

/** "any1 off 2day" in whole words. */
export const spellDigits = (text: string): string =>
  digits.reduce((said, [typed, word]) => said.replace(typed, word), text)

/** Quoted names and mentions may contain emoji. */
const keptAsTyped = /("(?:[^"]|"")*"|“[^”]*”|<[^>]*>)/u

/** Without emoji and without Slack's `:names:` for them. */
export const withoutPictures = (text: string): string =>
  text
    .split(keptAsTyped)
    .map((part, at) =>
      at % 2 === 1 ? part : part.replace(pictures, ' ').replace(pictureNames, ' ').replace(faces, ' '),
    )
    .join('')
    .replace(blanks, ' ')
    .trim()

/** Slack sends `&`, `<` and `>` as entities; each is decoded once. */
export const unescapeSlack = (text: string): string =>
  text.replace(entity, (found) => entities[found.toLowerCase()] ?? found)

/** The inverse, for text that would otherwise change when it is decoded again. */
export const escapeAmpersands = (text: string): string =>
  text.replace(entity, (found) => `&amp;${found.slice(1)}`)

/** Equal for words that differ only in case, including `ß` and `SS`, `ſ` and `S`. */
export const fold = (text: string): string =>
  text.toUpperCase().toLowerCase().normalize('NFC').replaceAll('’', "'")

const quotedName = /[:@]"((?:[^"]|"")*)"/gu

/** In code points. In a quoted name a doubled quotation mark counts as one. */
export const lengthOf = (text: string): number =>
  [...text.replace(quotedName, (_, name: string) => `:"${name.replaceAll('""', '"')}"`)].length

/** The second one begins only at the first of several marks, so that many of them take no longer than few. */
const formatting = /^[`*_~"'“”„‘’‚«»]+|(?<![`*_~"'“”„‘’‚«»])[`*_~"'“”„‘’‚«»]+$/gu

/** Without surrounding quotation marks and formatting marks. */
export const withoutMarks = (text: string): string => text.replace(formatting, '')

/** Without the `.`, `?` and `!` at the end; `..` stays, because it marks an open range. */
export const withoutClosing = (text: string): string => {
  let end = text.length
  // Three dots mean nothing; two are an open range.
  const dots = /[.]{3,}[\s?!]*$/u.exec(text)
  if (dots && dots.index > 0) end = dots.index
  while (end > 0 && '.?! '.includes(text[end - 1]!) && !(text[end - 1] === '.' && text[end - 2] === '.'))
    end -= 1
  return text.slice(0, end)
}
