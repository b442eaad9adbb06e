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

const weekday = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)'
const month = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)'
const monthAndYear = `${month}(?: \\d{4})?`
const date = `(?:${weekday} \\d{1,2}(?: ${monthAndYear})?|\\d{1,2} ${monthAndYear})`

/** "Mon 30", "30 Nov 2026", "back Mon 30 Nov", "back tomorrow", "23–27 Nov", "30 Nov – 4 Dec", "8 of 40". */
const dates = new RegExp(
  `\\b(?:[Bb]ack (?:today|tomorrow|yesterday|${date})|(?:\\d{1,2}–|${date} – )?${date}|\\d+ of \\d+)\\b`,
  'g',
)

const noBreakSpace = '\u00A0'
/** Without it a line may break behind a dash. */
const wordJoiner = '\u2060'

/** A range of two long dates may break behind its dash. */
const joinDate = (text: string): string =>
  text
    .split(' – ')
    .map((one) => one.replaceAll(' ', noBreakSpace).replace('–', `–${wordJoiner}`))
    .join(`${noBreakSpace}– `)

/** Code is for copying, and stays as it is. */
const code = /(`[^`\n]*`)/

/** Holds the parts of a date together, "back" with it, and the parts of a count, so that no line breaks inside them on a narrow screen. */
export const joinDates = (text: string): string =>
  text
    .split(code)
    .map((piece) => (piece.startsWith('`') ? piece : piece.replace(dates, joinDate)))
    .join('')

/** The same without Slack's formatting, so that names are shown as they are. */
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
