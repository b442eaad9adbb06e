import { holds, resultOf, type Step, type Stored } from '../changes.js'
import { toBatches, type Batch } from './batch.js'
import { outcomeUnknown, repeated } from './deadline.js'
import { createReader, type MongoConnection } from './read.js'
import { yes, type Attempt } from './transaction.js'
import { createSend, writeBatch, type Send } from './write.js'
import type { CommitResult, Reader } from '../port.js'
import type { CollectionName } from '../schema.js'

type StoredById = Map<string, Stored | undefined>

const keyOf = ({ collection, id }: Step): string => `${collection} ${id}`

/** The documents that the steps apply to. */
const readAll = async (reader: Reader, steps: readonly Step[]): Promise<StoredById> => {
  const asked = new Map<CollectionName, Set<string>>()
  for (const { collection, id } of steps) asked.set(collection, (asked.get(collection) ?? new Set()).add(id))
  const documents: StoredById = new Map()
  for (const [collection, ids] of asked)
    for (const document of await reader.get(collection, [...ids]))
      // Every document of the schema is JSON with an id.
      documents.set(`${collection} ${document._id}`, document as object as Stored)
  return documents
}

/** Simulates the group on the documents that were read; returns the index of the first broken precondition. */
const firstBroken = (steps: readonly Step[], documents: StoredById): number | undefined => {
  for (const [index, step] of steps.entries()) {
    const before = documents.get(keyOf(step))
    if (!holds(before, step.when)) return index
    documents.set(keyOf(step), resultOf(before, step))
  }
  return undefined
}

const replyData: ReadonlySet<CollectionName> = new Set<CollectionName>(['teams', 'members', 'leaves'])

/** The organization whose revision changes in this group, together with the data that its answers are made from. */
const movedOrganization = (steps: readonly Step[]): string | undefined => {
  const [first] = steps
  if (first?.collection !== 'organizations') return undefined
  const moves = first.verb === 'put' || (first.verb === 'patch' && first.set['revision'] !== undefined)
  return moves && steps.some(({ collection }) => replyData.has(collection)) ? first.id : undefined
}

/** Without a precondition it may be repeated, such as a put that raced with another insert. */
const writeStep = (
  { random }: MongoConnection,
  send: Send,
  batch: Batch,
  { signal }: Attempt,
): ReturnType<typeof writeBatch> =>
  batch.kind === 'replace' || batch.kind === 'delete'
    ? repeated(random, signal, () => writeBatch(send, batch, false))
    : writeBatch(send, batch, false)

/**
 * The best a standalone can do: read the preconditions first, write the organization with its own, then the data, and
 * finally a second new revision, so that anyone who read in between reads again (decisions, "Store and freshness"). A
 * crash in between leaves a part written; a precondition that breaks in between has an unknown outcome.
 */
export const writeInOrder = async (
  connection: MongoConnection,
  steps: readonly Step[],
  attempt: Attempt,
): Promise<CommitResult> => {
  const conflict = firstBroken(steps, await readAll(createReader(connection), steps))
  if (conflict !== undefined) return { done: false, conflict }
  const send = createSend(connection, attempt.signal)
  attempt.signal.throwIfAborted()
  attempt.mayBeDone = yes
  const firstAlone = toBatches(steps.slice(0, 1))[0]
  const batches = toBatches(steps, firstAlone)
  const moved = movedOrganization(steps)
  const total = batches.length + (moved === undefined ? 0 : 1)
  const placeOf = (step: number, collection: CollectionName): string | undefined =>
    total === 1
      ? undefined
      : `It stopped at step ${step} of ${total} (${collection}); ${step === 1 ? 'none comes before it' : 'the steps before it are written'}.`
  for (const [index, batch] of batches.entries()) {
    attempt.place = placeOf(index + 1, batch.collection)
    const broken = await writeStep(connection, send, batch, attempt)
    if (broken === 0) return { done: false, conflict: 0 }
    if (broken !== undefined) throw outcomeUnknown(undefined, attempt.place)
  }
  if (moved === undefined) return { done: true }
  attempt.place = placeOf(total, 'organizations')
  await send({ update: 'organizations', updates: [{ q: { _id: moved }, u: { $inc: { revision: 1 } } }] })
  return { done: true }
}
