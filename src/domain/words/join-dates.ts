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
