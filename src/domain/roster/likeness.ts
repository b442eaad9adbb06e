import { editDistance } from '../../language/edit-distance.js'
import { foldColumn, namesOf, type SheetTable } from './naming.js'

/** Shorter words, such as `of` and `am`, tell nothing. */
const shortest = 3
/** The part of a name that may differ. */
const mostDifferent = 0.4

/** How much a cell resembles the names of a column: 1 for the same, 0 for nothing in common. */
const likeness = (cell: string, names: readonly string[]): number => {
  const words = cell
    .split(/[^\p{L}\p{N}]+|(?<=\p{Ll})(?=\p{Lu})/u)
    .map(foldColumn)
    .filter((word) => word.length >= shortest)
  const shared = words.some((word) => names.some((name) => name.length > shortest && word.startsWith(name)))
    ? 0.9
    : 0
  const typed = foldColumn(cell)
  return Math.max(
    shared,
    ...names.map((name) => {
      const length = Math.max(name.length, typed.length)
      const most = Math.floor(length * mostDifferent)
      const edits = editDistance(typed, name, most)
      return edits > most ? 0 : 1 - edits / length
    }),
  )
}

/** The cell of a header row that a column resembles most; null when none does. */
export const likeliest = (table: SheetTable, column: string, cells: readonly string[]): string | null => {
  const names = namesOf(table, column)
  const [best] = cells
    .map((cell) => ({ cell, score: likeness(cell, names) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
  return best?.cell ?? null
}
