import { MongoServerError, type ClientSession, type Document } from 'mongodb'
import type { Step } from '../changes.js'
import type { Batch } from './batch.js'
import { byId, byIds, whenUnchanged, type Filter } from './filter.js'
import type { MongoConnection } from './read.js'

/** JSON has no undefined; BSON would keep it as null. */
const plainJson = { ignoreUndefined: true } as const
export const durable = { w: 'majority', j: true } as const
/** The server's code for a second document with the same id. */
export const duplicate = 11_000

export const filterFor = ({ collection, id, when }: Step): Filter => ({
  ...byId(collection, id),
  ...(typeof when === 'object' && whenUnchanged(when)),
})

/** `$set` is always present, even if empty: an update without operators would replace the document. */
export const operatorsOf = (set: Readonly<Record<string, unknown>>): Filter => {
  const gone = Object.keys(set).filter((field) => set[field] === undefined)
  return {
    $set: Object.fromEntries(Object.entries(set).filter(([, value]) => value !== undefined)),
    ...(gone.length > 0 && { $unset: Object.fromEntries(gone.map((field) => [field, ''])) }),
  }
}

const updatesOf = (step: Step): Filter[] => {
  const q = filterFor(step)
  if (step.verb === 'patch') return [{ q, u: operatorsOf(step.set) }]
  return step.verb === 'put' ? [{ q, u: step.document, upsert: step.when === 'any' }] : []
}

const commandOf = ({ collection, kind, steps }: Batch): Document => {
  if (kind === 'insert') {
    const documents = steps.flatMap((step) => (step.verb === 'put' ? [step.document] : []))
    return { insert: collection, documents }
  }
  if (kind === 'update' || kind === 'replace')
    return { update: collection, updates: steps.flatMap(updatesOf) }
  return { delete: collection, deletes: steps.map((step) => ({ q: filterFor(step), limit: 1 })) }
}

export type Send = (command: Document) => Promise<Document>

/** Commands within a transaction must not carry a write concern. */
export const createSend =
  ({ db }: MongoConnection, signal: AbortSignal, session?: ClientSession): Send =>
  (command) =>
    session
      ? db.command(command, { ...plainJson, signal, session })
      : db.command({ ...command, writeConcern: durable }, { ...plainJson, signal })

/**
 * The server skips writing a document that would not change, and then does not notice when someone else changes it, so
 * a precondition on it would hold only for a moment. Writing it twice locks it until the commit.
 */
const holdUnwritten = async (send: Send, { collection, steps }: Batch): Promise<void> => {
  const q = byIds(
    collection,
    steps.map(({ id }) => id),
  )
  for (const u of [{ $set: { _held: true } }, { $unset: { _held: '' } }])
    await send({ update: collection, updates: [{ q, u, multi: true }] })
}

/**
 * The first broken precondition of a batch: its index in the group, `unnamed` when the server only says that there is
 * one, or undefined. Within a transaction, `hold` makes preconditions hold until the commit.
 */
export const writeBatch = async (
  send: Send,
  batch: Batch,
  hold: boolean,
): Promise<number | 'unnamed' | undefined> => {
  const reply = await send(commandOf(batch))
  const refused = reply['writeErrors']?.[0]
  if (refused?.code === duplicate && batch.kind === 'insert') return batch.start + Number(refused.index)
  if (refused) throw new MongoServerError(refused)
  if (batch.kind !== 'delete' && reply['n'] !== batch.steps.length)
    return batch.steps.length === 1 ? batch.start : 'unnamed'
  if (hold && batch.kind === 'update' && reply['nModified'] < reply['n']) await holdUnwritten(send, batch)
  return undefined
}
