import { createHash } from 'node:crypto'
import { documentLine, headerLine, trailerLine } from '../../domain/backup.js'
import type { Store } from '../../store/port.js'

/** Where a backup is written; `restart` discards everything appended so far. */
export interface BackupSink {
  append(text: string): void
  restart(): void
}

export interface BackupResult {
  readonly documents: number
  /** Documents per collection; empty collections are left out. */
  readonly counts: Readonly<Record<string, number>>
}

/** A collection about the store itself, and so not part of a backup. */
const leftOut = 'restores'

/**
 * Writes everything in the store, in one consistent state, while servers run. Keys are included as hashes, tokens as
 * encrypted as they are stored. Throws `unavailable`.
 */
export const backUp = (store: Pick<Store, 'readAll'>, sink: BackupSink): Promise<BackupResult> =>
  store.readAll(async (pages) => {
    sink.restart()
    const hash = createHash('sha256')
    const append = (text: string): void => {
      hash.update(text)
      sink.append(text)
    }
    const counts: Record<string, number> = {}
    let documents = 0
    append(headerLine())
    for await (const { collection, documents: page } of pages) {
      if (collection === leftOut) continue
      append(page.map((document) => documentLine(collection, document)).join(''))
      documents += page.length
      counts[collection] = (counts[collection] ?? 0) + page.length
    }
    sink.append(trailerLine({ documents, sha256: hash.digest('hex') }))
    return { documents, counts }
  })
