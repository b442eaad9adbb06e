/**
 * A backup is lines of JSON: what it is, one document a line as `[collection, document]` in the order of collections and
 * ids, and at its end how many documents there are and the checksum of everything before. Equal stores make equal
 * backups, whatever kind they are: names within documents are sorted, and no line says when or where it was made.
 */
export const backupFormat = 'whosout-backup'
/** Moves when an older version of the program could no longer read the file. */
export const backupVersion = 1

export interface BackupHeader {
  readonly format: string
  readonly version: number
}

export interface BackupTrailer {
  readonly documents: number
  /** Hex, over all bytes before this line. */
  readonly sha256: string
}

/** A document as a backup has it: with its collection, which this version need not know. */
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
  // A prototype's setter must not be met by a field of its name.
  const result = Object.create(null) as Record<string, unknown>
  for (const name of names) result[name] = sorted((value as Readonly<Record<string, unknown>>)[name])
  return result
}

/** Names within a document are sorted: MongoDB puts the id first, whatever came first. */
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
