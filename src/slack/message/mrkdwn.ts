import { joinDates } from '../../domain/words/join-dates.js'
import type { Line, TextSpan } from '../../domain/words/message.js'

/** Characters that would format a name as bold, code and so on, with lookalikes that have no effect. */
const lookAlikes: Readonly<Record<string, string>> = { '*': '∗', _: 'ˍ', '~': '∼', '`': 'ˋ', ':': '꞉' }
const marks = /[*_~`]|:(?=[\w+-]+:)/g

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Text that Slack shows literally: no mention, link or channel, and nobody is pinged. */
export const escape = (text: string): string => text.replace(/[&<>]/g, (mark) => entities[mark]!)

/** Hebrew, Arabic, Syriac and the other right-to-left scripts. */
const rightToLeft = '\\u0590-\\u08FF\\uFB1D-\\uFDFF\\uFE70-\\uFEFC\\u{10800}-\\u{10FFF}\\u{1E800}-\\u{1EFFF}'

/** Words in such a script, with the characters that join the words of a name. */
const rightToLeftWords = new RegExp(
  `[${rightToLeft}](?:[${rightToLeft}\\p{M} .'’-]*[${rightToLeft}\\p{M}])?`,
  'gu',
)

/** U+2068 … U+2069 around each right-to-left name, so that the text around it keeps its order. */
export const isolate = (text: string): string => text.replace(rightToLeftWords, '\u2068$&\u2069')

/** Escapes a name and neutralizes the characters that Slack would format, so that names are shown as they are. */
const plain = (text: string): string => isolate(escape(text.replace(marks, (mark) => lookAlikes[mark]!)))

const drawSpan = (span: TextSpan): string => {
  if (typeof span === 'string') return plain(span)
  // A backtick would end the code, and an empty pair of backticks is shown literally.
  if ('code' in span) return `\`${escape(span.code.replaceAll('`', 'ˋ'))}\``
  return span.bold.trim() === '' ? '' : `*${plain(span.bold.trim())}*`
}

/** A line in Slack's markup. */
export const drawLine = (line: Line): string => line.map(drawSpan).join('')

/** Text in markup as a part of a block. Verbatim: Slack does not look for names, channels or links in it. */
export const mrkdwn = (text: string) => ({ type: 'mrkdwn', text: joinDates(text), verbatim: true }) as const
