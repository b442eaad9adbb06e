import type { Format } from './findings.js'
import { maxUrl } from './pieces.js'

/** One row of cells and its position: its line, or its row in a sheet (counted from 1). */
export interface CellRow {
  readonly cells: readonly string[]
  readonly number: number
}

/** A file of rows and cells; it can be iterated more than once. */
export interface Grid {
  readonly format: Exclude<Format, 'json'>
  rows(report: (message: string, number: number) => void): Iterable<readonly CellRow[]>
  /** Whether the text may contain what `found` looks for; true when finding out would be slow. */
  holds(found: (text: string) => boolean): boolean
}

const isShort = (cell: string): boolean => cell.length <= maxUrl

/** Its end is no blank, which would be taken away, and it is too long for any column. */
const cut = (cell: string): string => (isShort(cell) ? cell : `${cell.slice(0, maxUrl)}…`)

/** The same, with cells cut to one character more than any may have: nothing is looked for in more of them. */
export const withShortCells = (grid: Grid): Grid => ({
  ...grid,
  rows: function* (report) {
    for (const rows of grid.rows(report))
      yield rows.map((row) => (row.cells.every(isShort) ? row : { ...row, cells: row.cells.map(cut) }))
  },
})
