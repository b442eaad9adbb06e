import { createHash } from 'node:crypto'
import { backupVersion, parseDocument, parseHeader, parseTrailer } from '../../domain/backup.js'
import { Problem } from '../../domain/problem.js'
import type { CollectionName } from '../../store/schema.js'
import { indexes } from '../../store/schema.js'

/** The lines of a backup without line breaks. Every iteration starts at the first line. */
export type BackupLines = Iterable<string>

export interface CheckedBackup {
  readonly documents: number
  readonly sha256: string
}

const refused = (why: string): Problem =>
  new Problem('conflict', `This backup cannot be used: ${why}. Nothing was written.`)

export const isCollection = (name: string): name is CollectionName => Object.hasOwn(indexes, name)

/** Lines between two turns of the event loop. */
const slice = 1_000

/**
 * Reads a backup to the end before anything is written. Throws `conflict` for a file that is not a backup, is from a
 * newer version, or is truncated or damaged.
 */
export const checkBackup = async (
  lines: BackupLines,
  turn: () => Promise<unknown>,
): Promise<CheckedBackup> => {
  const hash = createHash('sha256')
  let [documents, read] = [0, 0]
  let last: string | null = null
  for (const line of lines) {
    read += 1
    if (last !== null) {
      hash.update(`${last}\n`)
      if (read === 2) checkHeader(last)
      else documents += checkDocument(last, read - 1)
    }
    last = line
    if (read % slice === 0) await turn()
  }
  if (last === null) throw refused('it is empty')
  if (read === 1) checkHeader(last)
  const trailer = parseTrailer(last)
  if (!trailer) throw refused('it is cut off: its last line is missing')
  if (trailer.documents !== documents || trailer.sha256 !== hash.digest('hex'))
    throw refused('it was changed or damaged: its checksum is wrong')
  return trailer
}

const checkHeader = (line: string): void => {
  const header = parseHeader(line)
  if (!header) throw refused('it is not a whosout backup')
  if (header.version > backupVersion)
    throw refused(
      `it was made by a newer version of whosout (format ${header.version}); install that version`,
    )
}

const checkDocument = (line: string, number: number): number => {
  const parsed = parseDocument(line)
  if (!parsed) throw refused(`line ${number} is damaged, or the file is cut off there`)
  if (!isCollection(parsed.collection))
    throw refused(
      `line ${number} contains data that this version of whosout does not know; install a newer version`,
    )
  return 1
}
