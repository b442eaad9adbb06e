import { maskFormula } from '../../domain/roster/formula.js'
import { printJson, type Io } from '../io.js'
import { inColumns } from '../output.js'

export interface ListOptions {
  readonly org: string
  readonly json?: boolean
  readonly csv?: boolean
}

type Cell = string | number | boolean | null

/** Quotes a cell that contains a comma, a quote or a line break; no cell is a formula. */
const csvCell = (value: Cell): string => {
  const text = value === null ? '' : maskFormula(String(value))
  return /[",\r\n;]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** One line of a CSV file. */
export const csvLine = (cells: readonly Cell[]): string => cells.map(csvCell).join(',')

/** Prints rows in the requested form: JSON, CSV with the field names, or a table for people. */
export const printRows = <T extends object>(
  io: Io,
  rows: readonly T[],
  { json, csv }: Pick<ListOptions, 'json' | 'csv'>,
  {
    fields,
    headings,
    cells,
    none,
  }: {
    readonly fields: readonly (keyof T & string)[]
    readonly headings: readonly string[]
    readonly cells: (row: T) => readonly string[]
    /** Printed when there are no rows. */
    readonly none: string
  },
): void => {
  if (json) return printJson(io, rows)
  // The fields of rows are scalars.
  if (csv)
    return io.out(
      [fields, ...rows.map((row) => fields.map((field) => row[field] as Cell))].map(csvLine).join('\n'),
    )
  io.out(rows.length === 0 ? none : inColumns(headings, rows.map(cells)))
}
