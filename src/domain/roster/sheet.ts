import type { CellRow, Grid } from './grid.js'

/** What a file of text was saved in, for people. */
export interface EncodedText {
  readonly text: string
  readonly encoding: string
}

/** The rows of one spreadsheet sheet as texts; a blank cell is an empty string. */
export interface Sheet {
  readonly cells: readonly (readonly string[])[]
  /** Its name, and the file that it is of. */
  readonly sheet?: string
  readonly book?: string
  /** Whether it is meant to be read; false for one of several, which may be a cover. Absent: it is. */
  readonly isChosen?: boolean
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
