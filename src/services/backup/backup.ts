import { createHash } from 'node:crypto'
import { documentLine, headerLine, trailerLine } from '../../domain/backup.js'
import type { Store } from '../../store/port.js'

/** Where a backup is written; `restart` throws away what was appended. */
export interface BackupSink {
  append(text: string): void
  restart(): void
}

export interface BackupResult {
  readonly documents: number
  /** By collection; those without a document are left out. */
  readonly counts: Readonly<Record<string, number>>
}

/** What is about the store itself and no part of what it holds. */
const leftOut = 'restores'

/**
 * Writes everything in the store, of one state, while servers run. Keys are in it as hashes, tokens as encrypted as they
 * are. Throws `unavailable`.
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
