/** A run of whole CSV records, and the line (counted from 1) on which it begins. */
export interface CsvPiece {
  readonly text: string
  readonly line: number
}

/** No real row is longer: beyond this, the file is hostile or a quote was never closed. */
export const recordLimit = 100_000
export const rowTooLong = `a row is longer than ${recordLimit.toLocaleString('en')} characters; is a quote left open?`

/** Characters of a cell of each column, at most: more than any of them takes, so that each says itself what it wants. */
export const maxCell = 500
export const maxUrl = 2_000

/** Rows, and line breaks, of one file. */
export const maxRows = 500_000
export const tooManyRows = `has more than ${maxRows.toLocaleString('en')} rows: split it`

/** The line of a position, from 1. */
export const lineAt = (text: string, position: number): number => {
  let line = 1
  for (let at = text.indexOf('\n'); at !== -1 && at < position; at = text.indexOf('\n', at + 1)) line += 1
  return line
}

const countLines = (text: string, lineBreak: string): number => {
  let lines = 0
  for (let at = text.indexOf(lineBreak); at !== -1 && lines <= maxRows; at = text.indexOf(lineBreak, at + 1))
    // A pair is one line break.
    if (lineBreak === '\n' || text[at + 1] !== '\n') lines += 1
  return lines
}

/** Whether a text has more line breaks, of any kind, than a file may have rows. */
export const hasTooManyLines = (text: string): boolean =>
  countLines(text, '\n') + countLines(text, '\r') > maxRows

const pieceSize = 32_768

const isOdd = (text: string, start: number, end: number): boolean => {
  let odd = false
  for (let at = text.indexOf('"', start); at !== -1 && at < end; at = text.indexOf('"', at + 1)) odd = !odd
  return odd
}

/** The end of the record that starts at `start`, and its number of lines; null when it exceeds the limit. */
const endOfRecord = (text: string, start: number): { end: number; lines: number } | null => {
  let open = false
  let end = start
  for (let lines = 1; ; lines += 1) {
    const lineBreak = text.indexOf('\n', end)
    const next = lineBreak === -1 ? text.length : lineBreak + 1
    if (next - start > recordLimit) return null
    // Quotes within a record come in pairs (RFC 4180), so a line break after an odd number of them is quoted.
    open = open !== isOdd(text.slice(end, next), 0, next - end)
    end = next
    if (!open || end >= text.length) return { end, lines }
  }
}

/**
 * Pieces that can be parsed one after the other: the whole never blocks, and a broken row affects only its own piece.
 * Returns the line of a record that is too long, where reading stops, or null.
 */
export const cutCsv = function* (text: string, size = pieceSize): Generator<CsvPiece, number | null, void> {
  let start = 0
  let line = 1
  let nextLine = 1
  let at = 0
  while (at < text.length) {
    const record = endOfRecord(text, at)
    if (record === null) {
      if (at > start) yield { text: text.slice(start, at), line }
      return nextLine
    }
    at = record.end
    nextLine += record.lines
    if (at - start >= size || at >= text.length) {
      yield { text: text.slice(start, at), line }
      start = at
      line = nextLine
    }
  }
  return null
}
