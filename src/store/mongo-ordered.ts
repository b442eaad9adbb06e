import { collectionOf, idOf, toBatches, type Batch } from './mongo-batch.js'
import { outcomeUnknown, repeated } from './mongo-deadline.js'
import { createReader, type Connection } from './mongo-read.js'
import { yes, type Attempt } from './mongo-transaction.js'
import { createSend, writeBatch, type Send } from './mongo-write.js'
import type { Change, CommitResult, Fields, Reader } from './port.js'
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

const keyOf = (change: Change): string => `${collectionOf(change)} ${idOf(change)}`

const isConditional = (change: Change): boolean => change.when !== undefined || 'patch' in change

/** The documents that preconditions ask about, by collection and id. */
const readAsked = async (reader: Reader, changes: readonly Change[]): Promise<Map<string, unknown>> => {
  const asked = new Map<CollectionName, Set<string>>()
  for (const change of changes.filter(isConditional)) {
    const collection = collectionOf(change)
    asked.set(collection, (asked.get(collection) ?? new Set()).add(idOf(change)))
  }
  const found = new Map<string, unknown>()
  for (const [collection, ids] of asked)
    for (const document of await reader.get(collection, [...ids]))
      found.set(`${collection} ${document._id}`, document)
  return found
}

/** Goes through the group in thought. What a patch leaves is not worked out: only that it is there. */
const firstBroken = (changes: readonly Change[], documents: Map<string, unknown>): number | undefined => {
  const patched = new Set<string>()
  for (const [index, change] of changes.entries()) {
    const key = keyOf(change)
    const known = !patched.has(key) || change.when === 'absent'
    if (known && !holds(change, documents.get(key))) return index
    if ('patch' in change) patched.add(key)
    else patched.delete(key)
    if ('put' in change) documents.set(key, change.document)
    if ('remove' in change) documents.delete(key)
  }
  return undefined
}

const replyData: ReadonlySet<CollectionName> = new Set<CollectionName>(['teams', 'members', 'leaves'])

/** The organization whose revision the group moves together with what its answers are made of. */
const movedOrganization = (changes: readonly Change[]): string | undefined => {
  const [first] = changes
  if (!first || collectionOf(first) !== 'organizations') return undefined
  const moves = 'put' in first || ('patch' in first && first.set['revision'] !== undefined)
  return moves && changes.some((change) => replyData.has(collectionOf(change))) ? idOf(first) : undefined
}

/** What asks for nothing may be repeated, such as a put that met another one of the same new document. */
const writeStep = (
  { random }: Connection,
  send: Send,
  batch: Batch,
  { signal }: Attempt,
): ReturnType<typeof writeBatch> =>
  batch.kind === 'replace' || batch.kind === 'delete'
    ? repeated(random, signal, () => writeBatch(send, batch, false))
    : writeBatch(send, batch, false)

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
  const conflict = firstBroken(changes, await readAsked(createReader(connection), changes))
  if (conflict !== undefined) return { done: false, conflict }
  const send = createSend(connection, attempt.signal)
  attempt.signal.throwIfAborted()
  attempt.mayBeDone = yes
  const firstAlone = toBatches(changes.slice(0, 1))[0]
  for (const batch of toBatches(changes, firstAlone)) {
    const broken = await writeStep(connection, send, batch, attempt)
    if (broken === 0) return { done: false, conflict: 0 }
    if (broken !== undefined) throw outcomeUnknown()
  }
  const moved = movedOrganization(changes)
  if (moved !== undefined)
    await send({ update: 'organizations', updates: [{ q: { _id: moved }, u: { $inc: { revision: 1 } } }] })
  return { done: true }
}
