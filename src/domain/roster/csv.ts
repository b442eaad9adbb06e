import { CsvError, parse } from 'csv-parse/sync'
import type { Sliced } from '../slices.js'
import { booleanColumns, columnNamed, columns, requiredColumns, tableOf } from './columns.js'
import { nameForPeople, type Findings, type Place, type Table } from './findings.js'
import { cutCsv, recordLimit, type Piece } from './pieces.js'

/** Where a reader puts what it finds. */
export interface RowSink {
  /** A file speaks of this table, be it with no row. */
  mention(table: Table): void
  /** The values of one row as they were read, the sink's to keep; a column that the file does not have is absent. */
  take(place: Place, values: Record<string, unknown>): void
}

interface Header {
  readonly table: 'members' | 'leaves'
  /** The name of each cell's column; null for one that is not known. */
  readonly names: readonly (string | null)[]
}

interface CsvRecord {
  readonly cells: readonly string[]
  readonly line: number
}

interface Reading {
  readonly file: number
  readonly findings: Findings
  readonly sink: RowSink
  header: Header | null
  /** A row could not be taken apart: what it says is unknown. */
  lost: boolean
}

/**
 * Reads one CSV file, its kind told apart by the header row. Returns false when it may speak of people in rows that
 * could not be taken apart.
 */
export const readCsv = function* (
  file: number,
  text: string,
  findings: Findings,
  sink: RowSink,
): Sliced<boolean> {
  const reading: Reading = { file, findings, sink, header: null, lost: false }
  const plain = text.replaceAll(/\r\n?/g, '\n')
  const delimiter = delimiterOf(plain)
  const pieces = cutCsv(plain)
  for (;;) {
    const piece = pieces.next()
    if (piece.done) {
      finish(reading, piece.value)
      return reading.header?.table === 'leaves' || !reading.lost
    }
    for (const record of parsePiece(reading, piece.value, delimiter))
      if (!takeRecord(reading, record)) return false
    yield
  }
}

const lose = (reading: Reading, message: string, line?: number): void => {
  reading.lost = true
  reading.findings.addToFile(reading.file, message, line)
}

const finish = (reading: Reading, tooLong: number | null): void => {
  const limit = recordLimit.toLocaleString('en')
  if (tooLong !== null)
    lose(reading, `a row is longer than ${limit} characters; is a quote not closed?`, tooLong)
  else if (reading.header === null) lose(reading, 'is empty')
}

/** `;` where the first line that says something has more of them than commas. */
const delimiterOf = (text: string): ',' | ';' => {
  const first = /[^\s].*/.exec(text.slice(0, recordLimit))?.[0] ?? ''
  return first.split(';').length > first.split(',').length ? ';' : ','
}

// By code, because the parser's own messages repeat cells.
const quoteMessages: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a quote is opened and never closed',
  CSV_INVALID_CLOSING_QUOTE: 'a closing quote is followed by more text; write a quote within quotes twice',
}

const otherQuoteMessage =
  'a quote stands in the middle of a cell; put the cell in quotes and write the quote twice'

const parseRecords = (piece: Piece, delimiter: string): CsvRecord[] => {
  const records = parse(piece.text, {
    delimiter,
    record_delimiter: '\n',
    trim: true,
    relax_column_count: true,
  })
  let line = piece.line
  return records.map((cells) => {
    const record = { cells, line }
    line += 1 + countLineBreaks(cells)
    return record
  })
}

/** A piece with a misplaced quote is read again record by record, so that each of its rows is looked at. */
const parsePiece = (reading: Reading, piece: Piece, delimiter: string): CsvRecord[] => {
  try {
    return parseRecords(piece, delimiter)
  } catch {
    return [...cutCsv(piece.text, 1)].flatMap(({ text, line }) =>
      parseAlone(reading, { text, line: piece.line + line - 1 }, delimiter),
    )
  }
}

const parseAlone = (reading: Reading, piece: Piece, delimiter: string): CsvRecord[] => {
  try {
    return parseRecords(piece, delimiter)
  } catch (error) {
    const code = error instanceof CsvError ? error.code : ''
    lose(reading, quoteMessages[code] ?? otherQuoteMessage, piece.line)
    return []
  }
}

const countLineBreaks = (cells: readonly string[]): number =>
  cells.reduce((count, cell) => (cell.includes('\n') ? count + cell.split('\n').length - 1 : count), 0)

const readHeader = ({ file, findings }: Reading, { cells, line }: CsvRecord): Header | null => {
  const names = cells.map(columnNamed)
  const table = tableOf(names)
  if (table === null) {
    const members = columns.members.join(',')
    const leaves = columns.leaves.join(',')
    const message = cells.some((cell) => cell.includes('\t'))
      ? 'the separator seems to be the tab; save the file with , or ; between its cells'
      : `the first row must name the columns, of members (${members}) or of leaves (${leaves})`
    findings.addToFile(file, message, line)
    return null
  }
  const problems = headerProblems(table, names, cells)
  for (const problem of [...problems.fatal, ...problems.other]) findings.addToFile(file, problem, line)
  const known: readonly (string | null)[] = columns[table]
  return problems.fatal.length > 0
    ? null
    : { table, names: names.map((name) => (known.includes(name) ? name : null)) }
}

const headerProblems = (
  table: 'members' | 'leaves',
  given: readonly (string | null)[],
  cells: readonly string[],
): { fatal: string[]; other: string[] } => {
  const known: readonly string[] = columns[table]
  const missing = requiredColumns[table].filter((name) => !given.includes(name))
  const twice = known.filter((name) => given.indexOf(name) !== given.lastIndexOf(name))
  const unknown = cells.filter((cell, index) => cell !== '' && !known.includes(given[index] ?? ''))
  const list = known.join(', ')
  return {
    fatal: [
      ...missing.map((name) => `the column "${name}" of ${table} is missing`),
      ...twice.map((name) => `the column "${name}" is there twice`),
    ],
    other: unknown.map((name) => `unknown column ${nameForPeople(name)}; those of ${table} are ${list}`),
  }
}

/** False when the file cannot be read on. */
const takeRecord = (reading: Reading, record: CsvRecord): boolean => {
  if (record.cells.every((cell) => cell === '')) return true
  if (reading.header !== null) {
    takeRow(reading, reading.header, record)
    return true
  }
  reading.header = readHeader(reading, record)
  if (reading.header !== null) reading.sink.mention(reading.header.table)
  return reading.header !== null
}

const takeRow = (reading: Reading, { table, names }: Header, { cells, line }: CsvRecord): void => {
  const place: Place = { file: reading.file, table, format: 'csv', number: line }
  if (cells.length < names.length || cells.slice(names.length).some((cell) => cell !== '')) {
    reading.lost = true
    reading.findings.add(place, null, `has ${cells.length} cells, and the header row ${names.length}`)
    return
  }
  const values: Record<string, unknown> = {}
  names.forEach((name, index) => {
    if (name !== null) values[name] = cellValue(name, (cells[index] ?? '').trim())
  })
  reading.sink.take(place, values)
}

const truth = new Map<string, boolean>([
  ['true', true],
  ['yes', true],
  ['1', true],
  ['false', false],
  ['no', false],
  ['0', false],
])

const cellValue = (column: string, cell: string): unknown => {
  if (cell === '') return null
  return booleanColumns.has(column) ? (truth.get(cell.toLowerCase()) ?? cell) : cell
}
