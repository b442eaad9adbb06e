import type { CellRow, Grid } from './table.js'

/** The rows of one spreadsheet sheet as texts; a blank cell is an empty string. */
export interface Sheet {
  readonly cells: readonly (readonly string[])[]
}

const batch = 500

/** A sheet as a grid; rows may be shorter than the header row. */
export const createSheetGrid = ({ cells }: Sheet): Grid => ({
  format: 'sheet',
  holds: () => true,
  rows: function* () {
    for (let at = 0; at < cells.length; at += batch)
      yield cells.slice(at, at + batch).map((row, index): CellRow => ({ cells: row, number: at + index + 1 }))
  },
})
