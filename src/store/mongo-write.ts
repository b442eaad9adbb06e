import { MongoServerError, type ClientSession, type Document } from 'mongodb'
import { collectionOf, idOf, type Batch } from './mongo-batch.js'
import { byId, byIds, whenUnchanged, type Filter } from './mongo-filter.js'
import type { Connection } from './mongo-read.js'
import type { Change } from './port.js'

/** JSON has no undefined; BSON would keep it as null. */
export const plainJson = { ignoreUndefined: true } as const
export const durable = { w: 'majority', j: true } as const
/** What a server says to a second document with the same id. */
export const duplicate = 11_000

export const filterFor = (change: Change): Filter => ({
  ...byId(collectionOf(change), idOf(change)),
  ...(change.when !== undefined && change.when !== 'absent' && whenUnchanged(change.when)),
})

/** `$set` is always there, empty or not: an update without an operator would replace the document. */
export const operatorsOf = (set: Readonly<Record<string, unknown>>): Filter => {
  const gone = Object.keys(set).filter((field) => set[field] === undefined)
  return {
    $set: Object.fromEntries(Object.entries(set).filter(([, value]) => value !== undefined)),
    ...(gone.length > 0 && { $unset: Object.fromEntries(gone.map((field) => [field, ''])) }),
  }
}

const updatesOf = (change: Change): Filter[] => {
  const q = filterFor(change)
  if ('patch' in change) return [{ q, u: operatorsOf(change.set) }]
  return 'put' in change ? [{ q, u: change.document, upsert: change.when === undefined }] : []
}

const commandOf = ({ collection, kind, changes }: Batch): Document => {
  if (kind === 'insert') {
    const documents = changes.flatMap((change) => ('put' in change ? [change.document] : []))
    return { insert: collection, documents }
  }
  if (kind === 'update' || kind === 'replace')
    return { update: collection, updates: changes.flatMap(updatesOf) }
  return { delete: collection, deletes: changes.map((change) => ({ q: filterFor(change), limit: 1 })) }
}

export type Send = (command: Document) => Promise<Document>

/** Commands of a transaction carry no write concern of their own. */
export const createSend =
  ({ db }: Connection, signal: AbortSignal, session?: ClientSession): Send =>
  (command) =>
    session
      ? db.command(command, { ...plainJson, signal, session })
      : db.command({ ...command, writeConcern: durable }, { ...plainJson, signal })

/**
 * A server does not write a document that stays as it is, and then does not see that somebody else changes it: a
 * precondition on such a document would hold for a moment only. Writing it twice keeps it until the commit.
 */
const holdUnwritten = async (send: Send, { collection, changes }: Batch): Promise<void> => {
  const q = byIds(collection, changes.map(idOf))
  for (const u of [{ $set: { _held: true } }, { $unset: { _held: '' } }])
    await send({ update: collection, updates: [{ q, u, multi: true }] })
}

/**
 * The first broken precondition of a batch: its index in the group, `unnamed` when the server tells only that there
 * is one, or undefined. In a transaction, `hold` keeps preconditions until the commit.
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
  if (batch.kind !== 'delete' && reply['n'] !== batch.changes.length)
    return batch.changes.length === 1 ? batch.start : 'unnamed'
  if (hold && batch.kind === 'update' && reply['nModified'] < reply['n']) await holdUnwritten(send, batch)
  return undefined
}
