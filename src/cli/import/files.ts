import { createReadStream } from 'node:fs'
import { open, readFile, stat } from 'node:fs/promises'
import { Problem } from '../../domain/problem.js'
import type { ImportFile, Unreadable } from '../../services/roster/import.js'
import { maxInputBytes, readBytes, tooLong } from '../input.js'
import type { Io } from '../io.js'
import {
  looksLikeOldSpreadsheet,
  looksLikeSpreadsheet,
  openSpreadsheet,
  type Spreadsheet,
} from './spreadsheet.js'
import { decodeText } from '../text.js'

export interface NamedFiles {
  readonly files: readonly ImportFile[]
  /** Hidden sheets that `--sheet` does not name. */
  readonly hidden: readonly { readonly file: string; readonly sheet: string }[]
}

/**
 * The named files, read only when needed; `-` is standard input. Of a spreadsheet, each sheet counts as a file: those in
 * `sheets`, by default all that are not hidden.
 */
export const filesNamed = async (
  io: Io,
  names: readonly string[],
  sheets: readonly string[],
): Promise<NamedFiles> => {
  if (names.filter((name) => name === '-').length > 1)
    throw new Problem('invalid', 'Standard input (-) can only be read once.')
  const found: NamedFiles[] = []
  for (const name of names)
    found.push(
      name === '-'
        ? { files: [{ name, read: () => io.readInput() }], hidden: [] }
        : (await isSpreadsheet(name))
          ? await sheetsNamed(name, sheets)
          : { files: [{ name, read: () => readOther(name) }], hidden: [] },
    )
  return { files: found.flatMap(({ files }) => files), hidden: found.flatMap(({ hidden }) => hidden) }
}

const isSpreadsheet = async (name: string): Promise<boolean> => {
  try {
    // A pipe can only be read once.
    if (!(await stat(name)).isFile()) return false
    const file = await open(name)
    const { buffer } = await file.read(Buffer.alloc(4)).finally(() => file.close())
    return looksLikeSpreadsheet(buffer)
  } catch {
    return false
  }
}

const openFile = async (name: string): Promise<Spreadsheet | Unreadable> => {
  const content = await readContent(name)
  return 'bytes' in content ? openSpreadsheet(content.bytes) : content
}

const sheetsNamed = async (name: string, wanted: readonly string[]): Promise<NamedFiles> => {
  // What is opened here is not held: each file is read when its turn comes.
  const listed = await openFile(name)
  if ('unreadable' in listed) return { files: [{ name, read: () => Promise.resolve(listed) }], hidden: [] }
  const visible = listed.sheets.filter((sheet) => !sheet.hidden).map((sheet) => sheet.name)
  const chosen = wanted.length > 0 ? wanted : visible
  let opened: Promise<Spreadsheet | Unreadable> | null = null
  const read = async (sheet: string): ReturnType<ImportFile['read']> => {
    const book = await (opened ??= openFile(name))
    if (sheet === chosen.at(-1)) opened = null
    const content = 'unreadable' in book ? book : await book.read(sheet)
    if ('unreadable' in content) return content
    return { ...content, sheet, book: name, isChosen: wanted.length > 0 || chosen.length === 1 }
  }
  return {
    files: chosen.map((sheet) => ({
      name: chosen.length > 1 ? `${name} (${sheet})` : name,
      read: () => read(sheet),
    })),
    hidden: listed.sheets.flatMap((sheet) =>
      wanted.length === 0 && sheet.hidden ? [{ file: name, sheet: sheet.name }] : [],
    ),
  }
}

const unreadable: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  ENOTDIR: 'does not exist',
  EISDIR: 'is a folder',
  EACCES: 'may not be read by this user',
}

const markup =
  'is a web page or XML, whatever its name says: open it in a spreadsheet program and save it as .xlsx or CSV'

type FileContent = Unreadable | { readonly bytes: Buffer }

const readOther = async (name: string): ReturnType<ImportFile['read']> => {
  const content = await readContent(name)
  if ('unreadable' in content) return content
  const { bytes } = content
  if (looksLikeOldSpreadsheet(bytes))
    return {
      unreadable: 'is an old Excel file or has a password: save it as .xlsx without a password, or as CSV',
    }
  if (looksLikeSpreadsheet(bytes)) return { unreadable: 'is a spreadsheet: name the file itself' }
  // Many tools give a table as text, or a web page, the name of a spreadsheet.
  const text = decodeText(bytes)
  if (text === null) {
    const wanted = /\.xls[xm]?$/i.test(name) ? 'an Excel file' : 'a text file'
    return { unreadable: `is not ${wanted}: save it as CSV or .xlsx` }
  }
  return /^\s*</.test(text.text.slice(0, 200)) ? { unreadable: markup } : text
}

/** A file that cannot be read is reported together with all other problems. */
const readContent = async (name: string): Promise<FileContent> => {
  try {
    const file = await stat(name)
    if (file.size > maxInputBytes) return { unreadable: tooLong }
    // A pipe or a device has no size.
    const bytes = file.isFile() ? await readFile(name) : await readBytes(createReadStream(name))
    return bytes === null ? { unreadable: tooLong } : { bytes }
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? 'unknown'
    return { unreadable: unreadable[code] ?? `cannot be read (${code})` }
  }
}
