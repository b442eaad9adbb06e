import type { Sheet } from '../../domain/roster/sheet.js'
import type { Unreadable } from '../../services/roster/import.js'

const zipMark = Buffer.from('PK\u0003\u0004', 'latin1')
/** The signature of the container used by old Excel files and those with a password. */
const oldMark = Buffer.from([0xd0, 0xcf, 0x11, 0xe0])

const begins = (bytes: Buffer, mark: Buffer): boolean => bytes.subarray(0, mark.length).equals(mark)

export const looksLikeSpreadsheet = (bytes: Buffer): boolean => begins(bytes, zipMark)
export const looksLikeOldSpreadsheet = (bytes: Buffer): boolean => begins(bytes, oldMark)

/** An open `.xlsx` file. */
export interface Spreadsheet {
  /** Those that are tables, in their order. */
  readonly sheets: readonly { readonly name: string; readonly hidden: boolean }[]
  /** Reads the sheet that `wanted` identifies, by name or position (from 1). */
  read(wanted: string): Promise<Sheet | Unreadable>
}

const findSheet = (sheets: readonly string[], wanted: string): number | null => {
  const named = sheets.findIndex((name) => name.toLowerCase() === wanted.trim().toLowerCase())
  if (named !== -1) return named
  const isPosition = /^\d{1,3}$/.test(wanted) && Number(wanted) >= 1 && Number(wanted) <= sheets.length
  return isPosition ? Number(wanted) - 1 : null
}

/** Opens an `.xlsx` file; what is shared by its sheets is read once. */
export const openSpreadsheet = (bytes: Buffer): Promise<Spreadsheet | Unreadable> =>
  orUnreadable(async () => {
    // Loaded only for a spreadsheet.
    const { openWorkbook } = await import('./workbook.js')
    const { createSharedTexts, createSheetReader } = await import('./cells.js')
    const { readDateStyles } = await import('./number-format.js')
    const workbook = await openWorkbook(bytes)
    const titles = workbook.sheets.map(({ name }) => name)
    const dates = await readDateStyles(workbook)
    const shared = createSharedTexts()
    await workbook.read(workbook.sharedStrings, shared.xml)
    const formats = { texts: shared.texts, dates, from1904: workbook.from1904 }
    return {
      sheets: workbook.sheets.filter(({ path }) => path !== null),
      read: (wanted) =>
        orUnreadable(async () => {
          const position = findSheet(titles, wanted)
          if (position === null) {
            const names = titles.map((name) => JSON.stringify(name)).join(', ')
            return { unreadable: `has no sheet ${JSON.stringify(wanted)}; its sheets are ${names}` }
          }
          const sheet = createSheetReader(formats)
          const path = workbook.sheets[position]?.path ?? null
          return path !== null && (await workbook.read(path, sheet.xml)) ? { cells: sheet.rows } : broken
        }),
    }
  })

const orUnreadable = async <T>(read: () => Promise<T | Unreadable>): Promise<T | Unreadable> => {
  try {
    return await read()
  } catch (error) {
    // A library's message about a broken file may quote its content.
    return error instanceof Error && 'unreadable' in error && typeof error.unreadable === 'string'
      ? { unreadable: error.unreadable }
      : broken
  }
}

const broken: Unreadable = {
  unreadable: 'cannot be read as a spreadsheet: save it again as .xlsx, or as CSV',
}
