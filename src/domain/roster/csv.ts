import { CsvError, parse } from 'csv-parse/sync'
import { cutCsv, recordLimit, rowTooLong, type CsvPiece } from './pieces.js'
import type { CellRow, Grid } from './grid.js'

const delimiters = [',', ';', '\t', '|'] as const
type Delimiter = (typeof delimiters)[number]

/** Rows that are looked at: titles above the header have no separators. */
const sampled = 20

/** What separates cells, outside quotes, in most of the first rows, and then most often. */
const delimiterOf = (text: string): Delimiter => {
  const sample = text
    .slice(0, recordLimit)
    .replaceAll(/"[^"]*"/g, '')
    .split('\n', sampled)
  const score = (delimiter: Delimiter): number =>
    sample.reduce(
      (sum, line) => sum + (line.includes(delimiter) ? recordLimit : 0) + line.split(delimiter).length,
      0,
    )
  const scores = delimiters.map(score)
  return delimiters[scores.indexOf(Math.max(...scores))]!
}

// By code, because the parser's own messages quote cells.
const quoteMessages: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a quote is never closed',
  CSV_INVALID_CLOSING_QUOTE: 'text follows a closing quote; double a quote that belongs to the value',
}

const otherQuoteMessage =
  'a quote is in the middle of a cell; put the cell in quotes and double the inner quote'

type Report = (message: string, line: number) => void

/** A CSV text as rows of cells, in pieces; it can be iterated more than once. */
export const createCsvGrid = (text: string): Grid => {
  const plain = text.replaceAll(/\r\n?/g, '\n')
  const delimiter = delimiterOf(plain)
  return {
    format: 'csv',
    holds: (found) => found(plain),
    rows: function* (report) {
      const pieces = cutCsv(plain)
      for (;;) {
        const piece = pieces.next()
        if (piece.done) {
          if (piece.value !== null) report(rowTooLong, piece.value)
          return
        }
        yield parsePiece(piece.value, delimiter, report)
      }
    },
  }
}

const parseRecords = (piece: CsvPiece, delimiter: string): CellRow[] => {
  const records = parse(piece.text, {
    delimiter,
    record_delimiter: '\n',
    trim: true,
    relax_column_count: true,
  })
  let line = piece.line
  return records.map((cells) => {
    const record = { cells, number: line }
    line += 1 + countLineBreaks(cells)
    return record
  })
}

/** A piece with a misplaced quote is parsed again record by record, so that each of its rows is checked. */
const parsePiece = (piece: CsvPiece, delimiter: string, report: Report): CellRow[] => {
  try {
    return parseRecords(piece, delimiter)
  } catch {
    return [...cutCsv(piece.text, 1)].flatMap(({ text, line }) =>
      parseAlone({ text, line: piece.line + line - 1 }, delimiter, report),
    )
  }
}

const parseAlone = (piece: CsvPiece, delimiter: string, report: Report): CellRow[] => {
  try {
    return parseRecords(piece, delimiter)
  } catch (error) {
    const code = error instanceof CsvError ? error.code : ''
    report(quoteMessages[code] ?? otherQuoteMessage, piece.line)
    return []
  }
}

const countLineBreaks = (cells: readonly string[]): number =>
  cells.reduce((count, cell) => (cell.includes('\n') ? count + cell.split('\n').length - 1 : count), 0)
