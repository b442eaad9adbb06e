import type { MongoClient } from 'mongodb'
import type { Connection } from './mongo-read.js'

/** Far longer than a living process pauses in a transaction, and shorter than the deadline of a call. */
const abandonedAfter = 2_000

/**
 * Ends the transactions that a dead process left open: MongoDB keeps them for a minute, and all who write the same
 * documents wait or fail. Should their process live after all (a laptop that slept), its commit runs again.
 */
export const endAbandoned = async (client: MongoClient): Promise<void> => {
  const admin = client.db('admin')
  const idle = {
    type: 'idleSession',
    appName: client.options.appName,
    'transaction.timeInactiveMicros': { $gte: abandonedAfter * 1_000 },
  }
  const sessions = await admin.aggregate([{ $currentOp: { idleSessions: true } }, { $match: idle }]).toArray()
  if (sessions.length === 0) return
  await admin.command({ killSessions: sessions.map(({ lsid }) => ({ id: lsid.id })) })
}

/** Looks for abandoned transactions when a write takes long. On a server that does not let us look, it waits. */
export const endingAbandoned = async <T>(
  { client, deployment }: Connection,
  write: () => Promise<T>,
): Promise<T> => {
  if (deployment === 'standalone') return write()
  const look = () => void endAbandoned(client).catch(() => undefined)
  const timer = setInterval(look, abandonedAfter)
  return write().finally(() => clearInterval(timer))
}
