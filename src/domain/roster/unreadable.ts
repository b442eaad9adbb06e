import { substitutes } from './columns.js'
import type { Findings, Place } from './findings.js'

/** What stands for a formula whose result a workbook does not have. */
export const withoutResult = '#FORMULA!'
/** What stands for an error that is not named as spreadsheets name theirs. */
export const unnamedError = '#ERROR!'

/** `#N/A`, `#REF!`, `#NAME?`, in other languages `#NV`, `#BEZUG!`, `#¡VALOR!`; `#####` where a column is too narrow. */
const errors = /^(?:#(?:N\/[AB]|NV|[¡¿]?[\p{Lu}\d/]{2,20}[!?]|#{2,})|Err:\d{3})$/u

/** Whether a cell has something in place of its value: it is not read, and never blank. */
export const isUnreadable = (cell: string): boolean => errors.test(cell)

const problemWith = (cell: string): string =>
  cell === withoutResult
    ? 'is a formula without its result: open the file in a spreadsheet program, save it, and import it again'
    : 'cannot be read, the cell has {}: correct it in the spreadsheet, or clear the cell'

/** Why a header row with such a cell is not read; null where `map` says what to do. */
export const unreadableName = (cell: string): string =>
  `has a column whose name ${cell === withoutResult ? 'is a formula without its result' : `cannot be read, ${cell}`}: write its name, or ignore it with --map "${cell}=-"`

/** Reports the unreadable cells of a row, by column; returns the columns that need no further finding. */
export const reportUnreadable = (
  findings: Findings,
  place: Place,
  cells: ReadonlyMap<string, string>,
): readonly string[] => {
  for (const [column, cell] of cells) findings.add(place, column, problemWith(cell), cell)
  // A first name alone is nobody's, so it is no substitute.
  const lost = cells.has('first_name') ? [...cells.keys(), 'last_name'] : [...cells.keys()]
  const made = Object.keys(substitutes).filter((column) =>
    substitutes[column]!.some((other) => lost.includes(other)),
  )
  return [...lost, ...made]
}
