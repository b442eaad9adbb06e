import type { Sheet } from '../../domain/roster/sheet.js'
import type { Unreadable } from '../../services/roster/import.js'

/** Limits for an unpacked spreadsheet: bytes of XML, and cells including the empty ones before them. */
const mostBytes = 200 * 1024 * 1024
const mostCells = 5_000_000

const zipMark = Buffer.from('PK\u0003\u0004', 'latin1')
/** The signature of the container used by old Excel files and those with a password. */
const oldMark = Buffer.from([0xd0, 0xcf, 0x11, 0xe0])

const begins = (bytes: Buffer, mark: Buffer): boolean => bytes.subarray(0, mark.length).equals(mark)

export const looksLikeSpreadsheet = (bytes: Buffer): boolean => begins(bytes, zipMark)
export const looksLikeOldSpreadsheet = (bytes: Buffer): boolean => begins(bytes, oldMark)

const columnOf = (letters: string): number =>
  [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0)

/** The number of cells in a sheet when unpacked: a row with only a cell XFD1 has 16,384. */
const countCells = (xml: string): number => {
  let [total, row, last] = [0, '', 0]
  for (const [, letters, number] of xml.matchAll(/<c\b[^>]*?\br="([A-Z]{1,3})(\d+)"/g)) {
    if (number !== row) total += last
    row = number!
    last = columnOf(letters!)
  }
  return total + last
}

interface OpenedWorkbook {
  readonly sheets: readonly string[]
  readonly cells: number
}

/** Inspects the container before anything is unpacked; null when it would unpack to too much. */
const inspect = async (bytes: Buffer): Promise<OpenedWorkbook | null> => {
  const { strFromU8, unzipSync } = await import('fflate')
  let total = 0
  // The sizes stated in the file limit what is unpacked: any more is cut off.
  unzipSync(bytes, { filter: ({ originalSize }) => ((total += originalSize), false) })
  if (total > mostBytes) return null
  const files = unzipSync(bytes, {
    filter: ({ name }) => /^xl\/(workbook|worksheets\/[^/]+)\.xml$/.test(name),
  })
  const workbook = strFromU8(files['xl/workbook.xml'] ?? new Uint8Array())
  const sheets = [...workbook.matchAll(/<(?:\w+:)?sheet\b[^>]*?\bname="([^"]*)"/g)].map(([, name]) =>
    plain(name!),
  )
  const counts = Object.entries(files).map(([name, file]) =>
    name.startsWith('xl/worksheets/') ? countCells(strFromU8(file)) : 0,
  )
  return { sheets, cells: counts.reduce((sum, count) => sum + count, 0) }
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const plain = (xml: string): string =>
  xml.replaceAll(/&(\w+);/g, (whole, name: string) => entities[name] ?? whole)

/** Dates as days; any time other than midnight is kept, so that the person can correct it. */
const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  if (!(value instanceof Date)) return String(value)
  // Spreadsheets store the time of day as an inexact fraction.
  const instant = new Date(Math.round(value.getTime() / 1_000) * 1_000).toISOString()
  return instant.endsWith('T00:00:00.000Z') ? instant.slice(0, 10) : instant.slice(0, 19).replace('T', ' ')
}

/** The sheet that `wanted` identifies, by name or position (from 1), by default the first. */
const findSheet = (sheets: readonly string[], wanted: string | undefined): number | null => {
  if (wanted === undefined) return 1
  const named = sheets.findIndex((name) => name.toLowerCase() === wanted.trim().toLowerCase())
  if (named !== -1) return named + 1
  return /^\d{1,3}$/.test(wanted) && Number(wanted) >= 1 && Number(wanted) <= sheets.length
    ? Number(wanted)
    : null
}

/** Reads one sheet of an `.xlsx` file. */
export const readSpreadsheet = async (
  bytes: Buffer,
  wanted: string | undefined,
): Promise<Sheet | Unreadable> => {
  try {
    const opened = await inspect(bytes)
    if (opened === null || opened.cells > mostCells)
      return { unreadable: 'is too large as a spreadsheet: save the sheet as CSV, or split it' }
    const position = findSheet(opened.sheets, wanted)
    const names = opened.sheets.map((name) => JSON.stringify(name)).join(', ')
    if (position === null)
      return { unreadable: `has no sheet ${JSON.stringify(wanted)}; its sheets are ${names}` }
    const { readSheet } = await import('read-excel-file/universal')
    const rows = await readSheet(new Uint8Array(bytes).buffer, position)
    return { cells: rows.map((row) => row.map((value) => textOf(value).trim())) }
  } catch {
    // A library's message about a broken file may quote its content.
    return { unreadable: 'cannot be read as a spreadsheet: save it again as .xlsx, or as CSV' }
  }
}
