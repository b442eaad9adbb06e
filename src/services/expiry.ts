import { collect } from '../store/port.js'
import type { Dependencies } from './dependencies.js'

/** The collections whose documents carry `expire_at`. */
const expiring = ['slack_events', 'spent_tickets', 'digest_runs', 'brakes'] as const

/** Documents of one commit. */
const atOnce = 500

/**
 * Deletes what has expired, on every store alike; resolves with how many. Several processes may do so at once.
 */
export const createExpiry =
  ({ store, now }: Pick<Dependencies, 'store' | 'now'>) =>
  async (): Promise<number> => {
    let removed = 0
    for (const collection of expiring) {
      const range = { expire_at: { lte: now().toISOString() } }
      const limit = atOnce
      const expired = await collect(store.find(collection, { index: 'by_expiry', range, limit }))
      if (expired.length === 0) continue
      await store.commit(expired.map(({ _id: id }) => ({ remove: collection, id })))
      removed += expired.length
    }
    return removed
  }
