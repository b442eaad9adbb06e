import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { Problem } from '../../domain/problem.js'
import type { Sheet } from '../../domain/roster/sheet.js'
import type { ImportFile, Unreadable } from '../../services/roster/import.js'
import { maxInputBytes, readBytes, tooLong } from '../input.js'
import type { Io } from '../io.js'
import { looksLikeOldSpreadsheet, looksLikeSpreadsheet, readSpreadsheet } from './spreadsheet.js'

/**
 * The named files, read only when needed; `-` is standard input. Of a spreadsheet, each sheet in `sheets` counts as a
 * file, by default only the first sheet.
 */
export const filesNamed = (io: Io, names: readonly string[], sheets: readonly string[]): ImportFile[] => {
  if (names.filter((name) => name === '-').length > 1)
    throw new Problem('invalid', 'Standard input (-) can only be read once.')
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
  EACCES: 'may not be read by this user',
}

/** A file that cannot be read is reported together with all other problems. */
const readContent = async (name: string, sheet: string | undefined): Promise<string | Sheet | Unreadable> => {
  try {
    const file = await stat(name)
    if (file.size > maxInputBytes) return { unreadable: tooLong }
    // A pipe or a device has no size.
    const bytes = file.isFile() ? await readFile(name) : await readBytes(createReadStream(name))
    if (bytes === null) return { unreadable: tooLong }
    if (looksLikeSpreadsheet(bytes)) return await readSpreadsheet(bytes, sheet)
    if (looksLikeOldSpreadsheet(bytes))
      return {
        unreadable: 'is an old Excel file or has a password: save it as .xlsx without a password, or as CSV',
      }
    return bytes.toString('utf8')
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? 'unknown'
    return { unreadable: unreadable[code] ?? `cannot be read (${code})` }
  }
}
