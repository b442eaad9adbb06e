import { readFile, stat } from 'node:fs/promises'
import { Problem } from '../../domain/problem.js'
import type { Sheet } from '../../domain/roster/sheet.js'
import type { ImportFile, Unreadable } from '../../services/roster/import.js'
import type { Io } from '../io.js'
import { looksLikeOldSpreadsheet, looksLikeSpreadsheet, readSpreadsheet } from './spreadsheet.js'

/** A file that no memory should hold. */
const fileLimit = 256 * 1024 * 1024

/**
 * The files by their names, read when their turn comes; `-` is standard input. Of a spreadsheet each of `sheets` is a
 * file, or the first sheet alone.
 */
export const filesNamed = (io: Io, names: readonly string[], sheets: readonly string[]): ImportFile[] => {
  if (names.filter((name) => name === '-').length > 1)
    throw new Problem('invalid', 'Standard input (-) can be read once only.')
  if (sheets.length > 1)
    return names.flatMap((name) =>
      /\.xlsx$/i.test(name)
        ? sheets.map((sheet) => ({ name: `${name} (${sheet})`, read: () => readContent(name, sheet) }))
        : filesNamed(io, [name], []),
    )
  const [sheet] = sheets
  return names.map((name) => ({
    name,
    read: () => (name === '-' ? io.readInput() : readContent(name, sheet)),
  }))
}

const unreadable: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EISDIR: 'is a folder',
  EACCES: 'may not be read by you',
}

/** A file that cannot be read is told with everything else that is wrong. */
const readContent = async (name: string, sheet: string | undefined): Promise<string | Sheet | Unreadable> => {
  try {
    if ((await stat(name)).size > fileLimit) return { unreadable: 'is larger than 256 MB: split it' }
    const bytes = await readFile(name)
    if (looksLikeSpreadsheet(bytes)) return await readSpreadsheet(bytes, sheet)
    if (looksLikeOldSpreadsheet(bytes))
      return {
        unreadable: 'is an old Excel file, or has a password: save it as .xlsx without one, or as CSV',
      }
    return bytes.toString('utf8')
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? 'unknown'
    return { unreadable: unreadable[code] ?? `cannot be read (${code})` }
  }
}
