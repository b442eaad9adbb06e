import type { Sheet } from '../../domain/roster/sheet.js'
import type { Unreadable } from '../../services/roster/import.js'

const zipMark = Buffer.from('PK\u0003\u0004', 'latin1')
/** The signature of the container used by old Excel files and those with a password. */
const oldMark = Buffer.from([0xd0, 0xcf, 0x11, 0xe0])

const begins = (bytes: Buffer, mark: Buffer): boolean => bytes.subarray(0, mark.length).equals(mark)

export const looksLikeSpreadsheet = (bytes: Buffer): boolean => begins(bytes, zipMark)
export const looksLikeOldSpreadsheet = (bytes: Buffer): boolean => begins(bytes, oldMark)

/** The sheet that `wanted` identifies, by name or position (from 1), by default the first. */
const findSheet = (sheets: readonly string[], wanted: string | undefined): number | null => {
  if (wanted === undefined) return 1
  const named = sheets.findIndex((name) => name.toLowerCase() === wanted.trim().toLowerCase())
  if (named !== -1) return named + 1
  return /^\d{1,3}$/.test(wanted) && Number(wanted) >= 1 && Number(wanted) <= sheets.length
    ? Number(wanted)
    : null
}

/** Reads one sheet of an `.xlsx` file. */
export const readSpreadsheet = async (
  bytes: Buffer,
  wanted: string | undefined,
): Promise<Sheet | Unreadable> => {
  try {
    // Loaded only for a spreadsheet.
    const { openWorkbook } = await import('./workbook.js')
    const { createSharedTexts, createSheetReader } = await import('./cells.js')
    const { readDateStyles } = await import('./number-format.js')
    const workbook = await openWorkbook(bytes)
    const titles = workbook.sheets.map(({ name }) => name)
    const position = findSheet(titles, wanted)
    if (position === null) {
      const names = titles.map((name) => JSON.stringify(name)).join(', ')
      return { unreadable: `has no sheet ${JSON.stringify(wanted)}; its sheets are ${names}` }
    }
    const dates = await readDateStyles(workbook)
    const shared = createSharedTexts()
    await workbook.read(workbook.sharedStrings, shared.xml)
    const sheet = createSheetReader({ texts: shared.texts, dates, from1904: workbook.from1904 })
    const path = workbook.sheets[position - 1]?.path ?? null
    if (path === null || !(await workbook.read(path, sheet.xml))) return broken
    return { cells: sheet.rows }
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
