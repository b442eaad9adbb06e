import type { Format } from './findings.js'

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
