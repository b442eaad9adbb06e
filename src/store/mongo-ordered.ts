import { collectionOf, idOf, toBatches } from './mongo-batch.js'
import { outcomeUnknown } from './mongo-deadline.js'
import { createReader, type Connection } from './mongo-read.js'
import { yes, type Attempt } from './mongo-transaction.js'
import { createSend, writeBatch } from './mongo-write.js'
import type { Change, CommitResult, Fields } from './port.js'
import type { CollectionName } from './schema.js'

const valueAt = (document: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (value, field) =>
        typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[field] : undefined,
      document,
    )

const isUnchanged = (document: unknown, fields: Fields): boolean =>
  Object.entries(fields).every(([path, value]) => valueAt(document, path) === value)

const holds = (change: Change, document: unknown): boolean => {
  if (change.when === 'absent') return document === undefined
  if (change.when === undefined) return !('patch' in change) || document !== undefined
  return document !== undefined && isUnchanged(document, change.when)
}

const isConditional = (change: Change): boolean => change.when !== undefined || 'patch' in change

/** The changes that are the first of their document: of later ones the state cannot be read beforehand. */
const firstOfEach = (changes: readonly Change[]): readonly { change: Change; index: number }[] => {
  const firsts = new Map<string, { change: Change; index: number }>()
  changes.forEach((change, index) => {
    const key = `${collectionOf(change)} ${idOf(change)}`
    if (!firsts.has(key)) firsts.set(key, { change, index })
  })
  return [...firsts.values()].filter(({ change }) => isConditional(change))
}

const firstBroken = async (
  connection: Connection,
  changes: readonly Change[],
): Promise<number | undefined> => {
  const checks = firstOfEach(changes)
  const reader = createReader(connection)
  let first: number | undefined
  for (const collection of new Set<CollectionName>(checks.map(({ change }) => collectionOf(change)))) {
    const mine = checks.filter(({ change }) => collectionOf(change) === collection)
    const found = new Map<string, unknown>()
    for (const document of await reader.get(
      collection,
      mine.map(({ change }) => idOf(change)),
    ))
      found.set(document._id, document)
    const broken = mine.find(({ change }) => !holds(change, found.get(idOf(change))))
    if (broken && (first === undefined || broken.index < first)) first = broken.index
  }
  return first
}

const replyData: ReadonlySet<CollectionName> = new Set<CollectionName>(['teams', 'members', 'leaves'])

/** The organization whose revision the group moves together with what its answers are made of. */
const movedOrganization = (changes: readonly Change[]): string | undefined => {
  const [first] = changes
  if (!first || collectionOf(first) !== 'organizations') return undefined
  const moves = 'put' in first || ('patch' in first && first.set['revision'] !== undefined)
  return moves && changes.some((change) => replyData.has(collectionOf(change))) ? idOf(first) : undefined
}

/**
 * What a standalone can do: the preconditions are read first, the organization is written with its own, then the
 * data, and last a second new revision, so that whoever read in between reads again (decisions, "Store and
 * freshness"). A crash in between leaves a part; a precondition that breaks in between has an unknown outcome.
 */
export const writeInOrder = async (
  connection: Connection,
  changes: readonly Change[],
  attempt: Attempt,
): Promise<CommitResult> => {
  const conflict = await firstBroken(connection, changes)
  if (conflict !== undefined) return { done: false, conflict }
  const send = createSend(connection, attempt.signal)
  attempt.signal.throwIfAborted()
  attempt.mayBeDone = yes
  const firstAlone = toBatches(changes.slice(0, 1))[0]
  for (const batch of toBatches(changes, firstAlone)) {
    const broken = await writeBatch(send, batch, false)
    if (broken === 0) return { done: false, conflict: 0 }
    if (broken !== undefined) throw outcomeUnknown()
  }
  const moved = movedOrganization(changes)
  if (moved !== undefined)
    await send({ update: 'organizations', updates: [{ q: { _id: moved }, u: { $inc: { revision: 1 } } }] })
  return { done: true }
}
