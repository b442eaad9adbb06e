import { readHeader, type ColumnMap, type Header } from './header.js'
import type { CellRow, Grid } from './grid.js'
import type { SheetTable } from './naming.js'
import { peel } from './peel.js'
import { isUnreadable } from './unreadable.js'

/** Rows that may stand above the data. */
const searched = 40
/** A wider table is read by its first row. */
const widest = 500

/** A header, which may be of two rows, and the numbers of the first and the last of them. */
interface HeaderPlace {
  readonly cells: readonly string[]
  readonly first: number
  readonly last: number
}

/** What is below a row counts once it is known to be the header. */
const noDates = () => []

/** The table of a row that names all that it needs; null for any other. */
const wholeTable = (cells: readonly string[], map: ColumnMap): SheetTable | null => {
  const read = readHeader(cells, map, noDates)
  return 'refused' in read || read.missing.size > 0 ? null : read.table
}

/** Of two cells below each other, the lower one, unless it is empty: merged cells have their text in the first. */
const merged = (upper: readonly string[], lower: readonly string[]): readonly string[] =>
  Array.from({ length: Math.max(upper.length, lower.length) }, (_, at) => {
    const [above = '', below = ''] = [upper[at], lower[at]]
    const aside = peel(above)?.aside ?? ''
    // What is said of a group, such as the order of its dates, holds for its columns.
    return below === '' ? above : aside === '' ? below : `${below} (${aside})`
  })

const topOf = (grid: Grid): readonly CellRow[] => {
  const top: CellRow[] = []
  for (const rows of grid.rows(() => undefined)) {
    top.push(...rows.slice(0, searched).filter(({ cells }) => cells.some((cell) => cell !== '')))
    if (top.length >= searched) break
  }
  return top.slice(0, searched)
}

/** The first row, or two, that name all needed columns; only titles may stand above it, and no e-mail address. */
export const findHeader = (grid: Grid, map: ColumnMap): HeaderPlace | null => {
  const top = topOf(grid)
  if (top.some(({ cells }) => cells.length > widest)) return null
  const end = top.findIndex(({ cells }) => cells.some((cell) => cell.includes('@')))
  const above = end === -1 ? top : top.slice(0, end)
  const places = above.flatMap(({ cells, number }, index): HeaderPlace[] => {
    const next = above[index + 1]
    const alone = { cells, first: number, last: number }
    return next ? [alone, { ...alone, cells: merged(cells, next.cells), last: next.number }] : [alone]
  })
  // The names and addresses of people may stand above the days of their leaves.
  const tables = places.map((place) => wholeTable(place.cells, map))
  return places[tables.indexOf('leaves')] ?? places[tables.indexOf('members')] ?? null
}

/** Whether a sheet beside others is one of members or leaves: a cover, or a list of names, is not. */
export const mayBeMeant = (grid: Grid, map: ColumnMap): boolean =>
  findHeader(grid, map) !== null ||
  topOf(grid).some(({ cells }) => {
    const read = readHeader(cells, map, noDates)
    return !('refused' in read) && (read.table === 'leaves' || !read.missing.has('email'))
  })

/**
 * Whether the numbers of a column are those of the rows, such as requests, and not of people: each stands there once,
 * while the people beside them do not.
 */
export const isOfRows = (grid: Grid, { names }: Header, column: number): boolean => {
  const people = ['email', 'name', 'last_name'].map((name) => names.indexOf(name)).find((at) => at !== -1)
  if (people === undefined) return false
  const [numbers, seen] = [new Set<string>(), new Set<string>()]
  let isRepeated = false
  for (const rows of grid.rows(() => undefined))
    for (const { cells } of rows) {
      const [number = '', person = ''] = [cells[column], cells[people]]
      if (number === '' || person === '') continue
      if (numbers.has(number)) return false
      isRepeated ||= seen.has(person)
      numbers.add(number)
      seen.add(person)
    }
  return isRepeated
}

const totals =
  /^(?:(?:grand |sub)?totals?|sum|count|average|gesamt(?:summe|betrag)?|summe|zwischensumme|insgesamt|anzahl)\b/i
const numeric = /^-?\d{1,3}(?:[.,]?\d{3})*(?:[.,]\d+)?\s*\p{L}*$/u
const remarks =
  /^(?:exported|generated|created|printed|downloaded|report|source|page|end of|erstellt|exportiert|gedruckt|stand|seite|quelle|\*|©|\d+ (?:rows?|records?|results?|entries|zeilen|einträge))/i

/** A row below the data, which has none: a total, or a remark in one cell. */
export const isFooter = (cells: readonly string[]): boolean => {
  const filled = cells.filter((cell) => cell !== '')
  const [first = '', ...others] = filled
  if (filled.some((cell) => cell.includes('@'))) return false
  return (
    (totals.test(first) && others.every((cell) => numeric.test(cell) || isUnreadable(cell))) ||
    (filled.length === 1 && remarks.test(first))
  )
}
