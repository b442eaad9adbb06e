import type { Line, TextSpan } from '../domain/words/message.js'

/** Marks that would draw a name in bold, as code and so on, beside letters that look like them and do nothing. */
const lookAlikes: Readonly<Record<string, string>> = { '*': '∗', _: 'ˍ', '~': '∼', '`': 'ˋ', ':': '꞉' }
const marks = /[*_~`]|:(?=[\w+-]+:)/g

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Text that Slack shows literally: no mention, no link, no channel, nobody pinged. */
export const escape = (text: string): string => text.replace(/[&<>]/g, (mark) => entities[mark]!)

/** Hebrew, Arabic, Syriac and the other scripts that are written from right to left. */
const rightToLeft = '\\u0590-\\u08FF\\uFB1D-\\uFDFF\\uFE70-\\uFEFC\\u{10800}-\\u{10FFF}\\u{1E800}-\\u{1EFFF}'

/** Words of such a script, with what joins the words of a name. */
const rightToLeftWords = new RegExp(
  `[${rightToLeft}](?:[${rightToLeft}\\p{M} .'’-]*[${rightToLeft}\\p{M}])?`,
  'gu',
)

/** U+2068 … U+2069 around each name that is written from right to left: what stands beside it stays in its place. */
export const isolate = (text: string): string => text.replace(rightToLeftWords, '\u2068$&\u2069')

/** The same, and without what Slack would draw: names are shown as names. */
const plain = (text: string): string => isolate(escape(text.replace(marks, (mark) => lookAlikes[mark]!)))

const drawSpan = (span: TextSpan): string => {
  if (typeof span === 'string') return plain(span)
  // A backtick would end the code, and an empty pair of marks is shown literally.
  if ('code' in span) return `\`${escape(span.code.replaceAll('`', 'ˋ'))}\``
  return span.bold.trim() === '' ? '' : `*${plain(span.bold.trim())}*`
}

/** A line in Slack's markup. */
export const drawLine = (line: Line): string => line.map(drawSpan).join('')
