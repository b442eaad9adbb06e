/**
 * JSON lines: a header, documents as `[collection, document]` ordered by collection and id, and a checksum. Equal
 * stores of any kind give equal backups: field names are sorted, and no line says when or where it was made.
 */
const backupFormat = 'whosout-backup'
/** Increases when an older version of the program could no longer read the file. */
export const backupVersion = 1

export interface BackupHeader {
  readonly format: string
  readonly version: number
}

export interface BackupTrailer {
  readonly documents: number
  /** In hex, over all bytes before this line. */
  readonly sha256: string
}

/** A document in a backup, with its collection, which this version may not know. */
export interface BackupDocument {
  readonly collection: string
  readonly document: { readonly _id: string }
}

export const headerLine = (): string =>
  `${JSON.stringify({ format: backupFormat, version: backupVersion })}\n`

export const trailerLine = ({ documents, sha256 }: BackupTrailer): string =>
  `${JSON.stringify({ documents, sha256 })}\n`

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const names = Object.keys(value).sort()
  // A field named like a setter of the prototype must not call that setter.
  const result = Object.create(null) as Record<string, unknown>
  for (const name of names) result[name] = sorted((value as Readonly<Record<string, unknown>>)[name])
  return result
}

/** Field names within a document are sorted, because MongoDB moves the id to the front. */
export const documentLine = (collection: string, document: object): string =>
  `${JSON.stringify([collection, sorted(document)])}\n`

const parse = (line: string): unknown => {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const parseHeader = (line: string): BackupHeader | null => {
  const parsed = parse(line)
  if (!isObject(parsed) || parsed['format'] !== backupFormat) return null
  const { version } = parsed
  return typeof version === 'number' ? { format: backupFormat, version } : null
}

export const parseDocument = (line: string): BackupDocument | null => {
  const parsed = parse(line)
  if (!Array.isArray(parsed) || parsed.length !== 2) return null
  const [collection, document] = parsed as readonly unknown[]
  if (typeof collection !== 'string' || !isObject(document) || typeof document['_id'] !== 'string')
    return null
  return { collection, document: document as { readonly _id: string } }
}

export const parseTrailer = (line: string): BackupTrailer | null => {
  const parsed = parse(line)
  if (!isObject(parsed)) return null
  const { documents, sha256 } = parsed
  return typeof documents === 'number' && typeof sha256 === 'string' ? { documents, sha256 } : null
}
