import { createHash } from 'node:crypto'
import { backupVersion, parseDocument, parseHeader, parseTrailer } from '../../domain/backup.js'
import { documentCheck, type CheckDocument } from '../../domain/documents.js'
import { Problem } from '../../domain/problem.js'
import type { CollectionName } from '../../store/schema.js'
import { indexes, scoped } from '../../store/schema.js'

/** The lines of a backup without line breaks. Every iteration starts at the first line. */
export type BackupLines = Iterable<string>

const refused = (why: string): Problem =>
  new Problem('conflict', `This backup cannot be used: ${why}. Nothing was written.`)

export const isCollection = (name: string): name is CollectionName => Object.hasOwn(indexes, name)

/** Lines between two turns of the event loop. */
const slice = 1_000

/**
 * Reads a backup to the end before anything is written. Throws `conflict` for a file that is not a backup, is from a
 * newer version, is truncated or damaged, or holds what no store would: this version could not find or read it again.
 */
export const checkBackup = async (lines: BackupLines, turn: () => Promise<unknown>) => {
  const hash = createHash('sha256')
  const documents = createDocumentChecks()
  let read = 0
  let last: string | null = null
  for (const line of lines) {
    read += 1
    if (last !== null) {
      hash.update(`${last}\n`)
      if (read === 2) checkHeader(last)
      else documents.check(last, read - 1)
    }
    last = line
    if (read % slice === 0) await turn()
  }
  if (last === null) throw refused('it is empty')
  if (read === 1) checkHeader(last)
  const trailer = parseTrailer(last)
  if (!trailer) throw refused('it is cut off: its last line is missing')
  if (trailer.documents !== documents.count() || trailer.sha256 !== hash.digest('hex'))
    throw refused('it was changed or damaged: its checksum is wrong')
  documents.finish()
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

/** Whether the organization in a document is the one that its id begins with. */
const isOfItsOrganization = (collection: CollectionName, _id: string, org: unknown): boolean =>
  !scoped.has(collection) || (typeof org === 'string' && !org.includes(':') && _id.startsWith(`${org}:`))

/** Collections that are of no use without their organization. */
const withOrganization: ReadonlySet<CollectionName> = new Set<CollectionName>([
  'teams',
  'members',
  'leaves',
  'sources',
  'webhooks',
])

/** The errors in a file of good lines come out at its end, so that a changed file is called changed. */
const createDocumentChecks = () => {
  const checks = new Map<string, CheckDocument | null>()
  const organizations = new Set<string>()
  /** The first line of each organization that is asked for. */
  const wanted = new Map<string, number>()
  let [count, before] = [0, Buffer.alloc(0)]
  let error: Problem | undefined

  const errorIn = (
    collection: CollectionName,
    document: { readonly _id: string; readonly org?: unknown },
    number: number,
  ): string | null => {
    const { _id, org } = document
    const place = Buffer.from(`${collection}\0${_id}`)
    // Backups are ordered, so this finds an id that is there twice.
    const isNext = Buffer.compare(before, place) < 0
    before = place
    if (!isNext) return 'repeats the id of an earlier line, or is out of order'
    if (!checks.has(collection)) checks.set(collection, documentCheck(collection))
    const what = checks.get(collection)?.(document) ?? null
    if (what !== null) return `is not as this version of whosout writes it (${collection}, ${what})`
    if (!isOfItsOrganization(collection, _id, org)) return `belongs to another organization than its id says`
    if (collection === 'organizations') organizations.add(_id)
    else if (withOrganization.has(collection) && typeof org === 'string' && !wanted.has(org))
      wanted.set(org, number)
    return null
  }

  return {
    count: () => count,
    check(line: string, number: number): void {
      const parsed = parseDocument(line)
      if (!parsed) throw refused(`line ${number} is damaged, or the file is cut off there`)
      const { collection, document } = parsed
      if (!isCollection(collection))
        throw refused(
          `line ${number} contains data that this version of whosout does not know; install a newer version`,
        )
      count += 1
      const what = error ? null : errorIn(collection, document, number)
      if (what !== null) error = refused(`line ${number} ${what}`)
    },
    finish(): void {
      if (error) throw error
      for (const [org, number] of wanted)
        if (!organizations.has(org))
          throw refused(`line ${number} belongs to an organization that the backup does not contain`)
    },
  }
}
