import type { Table } from './findings.js'
import type { SheetTable } from './naming.js'
import type { EncodedText, Sheet } from './sheet.js'

/** The rows of one kind in a file or sheet. */
interface ReadPart {
  readonly file: string
  readonly sheet: string | null
  readonly kind: SheetTable
  readonly rows: number
  /** What a text was saved in; null for anything else. */
  readonly encoding: string | null
}

/** What became of the files and sheets of an import. */
export interface FileParts {
  /** What was read, in the order of the files. */
  readonly read: readonly ReadPart[]
  /** Sheets beside others that have no columns of members or leaves. */
  readonly covers: readonly { readonly file: string; readonly sheet: string }[]
}

/** Keeps what became of files by their index; `names` are their names. */
export const createReadParts = (names: readonly string[]) => {
  const read: ReadPart[] = []
  const passed = new Map<
    number,
    { readonly file: string; readonly sheet: string; readonly isEmpty: boolean }
  >()
  return {
    /** Takes the number of rows of each kind, and forgets it. */
    note: (index: number, content: string | EncodedText | Sheet, seen: Map<Table, number>): void => {
      const about = typeof content === 'string' ? { encoding: 'UTF-8' } : content
      const { sheet = null, book: file = names[index] ?? '' } = 'cells' in about ? about : {}
      const encoding = 'encoding' in about ? about.encoding : null
      for (const kind of ['members', 'leaves'] as const) {
        const rows = seen.get(kind)
        if (rows !== undefined) read.push({ file, sheet, kind, rows, encoding })
      }
      seen.clear()
    },
    pass: (index: number, file: string, sheet: string, isEmpty: boolean): void =>
      void passed.set(index, { file, sheet, isEmpty }),
    isPassed: (index: number): boolean => passed.has(index),
    /** For each file of which no sheet was read, the index of its first. */
    fruitless: (): readonly number[] => {
      const files = new Map([...passed].reverse().map(([index, { file }]) => [file, index]))
      return [...files].flatMap(([file, index]) => (read.some((one) => one.file === file) ? [] : [index]))
    },
    all: (): FileParts => ({
      read,
      // Nobody misses an empty sheet.
      covers: [...passed.values()].flatMap(({ file, sheet, isEmpty }) => (isEmpty ? [] : [{ file, sheet }])),
    }),
  }
}
