import { BSON } from 'mongodb'
import type { Change } from './port.js'
import type { CollectionName } from './schema.js'

/** Changes that one command makes: neighbours of one collection and one kind. */
export interface Batch {
  /** The index of its first change in the group. */
  readonly start: number
  readonly collection: CollectionName
  /** `replace` and `delete` ask for nothing, and may be repeated. */
  readonly kind: 'insert' | 'replace' | 'update' | 'delete' | 'delete_unchanged'
  readonly changes: readonly Change[]
}

export const collectionOf = (change: Change): CollectionName =>
  'put' in change ? change.put : 'patch' in change ? change.patch : change.remove

export const idOf = (change: Change): string => ('put' in change ? change.document._id : change.id)

const kindOf = (change: Change): Batch['kind'] => {
  if ('put' in change && change.when === undefined) return 'replace'
  if ('put' in change) return change.when === 'absent' ? 'insert' : 'update'
  if ('patch' in change) return 'update'
  return change.when ? 'delete_unchanged' : 'delete'
}

const mostChanges = 1_000
/** Half of what one command may carry (16 MB): what surrounds a document counts too. */
const mostBytes = 8_000_000

const bytesOf = (change: Change): number =>
  BSON.calculateObjectSize('put' in change ? change.document : change, { ignoreUndefined: true })

/** The changes of `alone` get a batch each, so that a broken one is named. The order of the group is kept. */
export const toBatches = (changes: readonly Change[], alone?: Batch): readonly Batch[] => {
  const batches: { start: number; collection: CollectionName; kind: Batch['kind']; changes: Change[] }[] = []
  const isAlone = (index: number): boolean =>
    alone !== undefined && index >= alone.start && index < alone.start + alone.changes.length
  let bytes = 0
  changes.forEach((change, start) => {
    const [collection, kind, size] = [collectionOf(change), kindOf(change), bytesOf(change)]
    const last = batches.at(-1)
    const fits = last !== undefined && last.changes.length < mostChanges && bytes + size <= mostBytes
    const joins = fits && last.collection === collection && last.kind === kind
    if (joins && !isAlone(start) && !isAlone(last.start)) {
      last.changes.push(change)
      bytes += size
    } else {
      batches.push({ start, collection, kind, changes: [change] })
      bytes = size
    }
  })
  return batches
}
