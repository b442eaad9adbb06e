import { createHash } from 'node:crypto'
import { documentLine, headerLine, trailerLine } from '../../domain/backup.js'
import { damagedProblem } from '../../domain/damage.js'
import { documentCheck } from '../../domain/documents.js'
import type { Damage } from '../../domain/problem.js'
import type { Store, StorePage } from '../../store/port.js'
import { findSubstitutes, withSubstitutes, type Substitutes } from './mend.js'

/** Where a backup is written; `restart` discards everything appended so far. */
export interface BackupSink {
  append(text: string): void
  restart(): void
}

export interface BackupResult {
  readonly documents: number
  /** Documents per collection; empty collections are left out. */
  readonly counts: Readonly<Record<string, number>>
  /** What is not in the backup because it is damaged. */
  readonly leftOut: readonly Damage[]
}

/** A collection about the store itself, and so not part of a backup. */
const unwanted = 'restores'

/**
 * In one consistent state, while servers run; keys as hashes, tokens encrypted. Damage ends it unless `skipDamaged` is
 * set: what is left out is then listed. Throws `unavailable`.
 */
export const backUp = async (
  store: Pick<Store, 'readAll'>,
  sink: BackupSink,
  { skipDamaged = false }: { readonly skipDamaged?: boolean | undefined } = {},
): Promise<BackupResult> => {
  const substitutes = skipDamaged ? await findSubstitutes(store) : null
  let leftOut: Damage[] = []
  const leaveOut = (damage: Damage): void => void leftOut.push(damage)
  const write = async (pages: AsyncIterable<StorePage>): Promise<BackupResult> => {
    sink.restart()
    leftOut = [...(substitutes?.damages ?? [])]
    const hash = createHash('sha256')
    const append = (text: string): void => {
      hash.update(text)
      sink.append(text)
    }
    const counts: Record<string, number> = {}
    let documents = 0
    append(headerLine())
    for await (const { collection, documents: page } of pages) {
      if (collection === unwanted) continue
      const check = documentCheck(collection)
      const whole = page.filter((document) => {
        const what = check?.(document) ?? orphaned(document, substitutes)
        if (what === null) return true
        const damage = { collection, key: document._id, what }
        if (!substitutes) throw damagedProblem(damage)
        leaveOut(damage)
        return false
      })
      append(whole.map((document) => documentLine(collection, document)).join(''))
      documents += whole.length
      if (whole.length > 0) counts[collection] = (counts[collection] ?? 0) + whole.length
    }
    sink.append(trailerLine({ documents, sha256: hash.digest('hex') }))
    return { documents, counts, leftOut }
  }
  return substitutes
    ? store.readAll((pages) => write(withSubstitutes(pages, substitutes)), { leaveOut })
    : store.readAll(write)
}

const orphaned = (document: object, substitutes: Substitutes | null): string | null =>
  substitutes &&
  'org' in document &&
  typeof document.org === 'string' &&
  !substitutes.organizations.has(document.org)
    ? 'its organization is damaged or missing'
    : null
