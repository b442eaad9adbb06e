import { collect } from '../store/port.js'
import type { Dependencies } from './dependencies.js'
import { forgetExpiredTokens } from './links/in-slack.js'

/** The collections whose documents have `expire_at`. */
const expiring = [
  'slack_events',
  'spent_tickets',
  'install_states',
  'digest_runs',
  'rate_limit_holds',
  'statuses',
  'audit',
  'deliveries',
] as const

/** Documents per commit. */
const atOnce = 500

/** Deletes what has expired, on every store, and the tokens of such links; resolves with the number. */
export const createExpiry =
  ({ store, now }: Pick<Dependencies, 'store' | 'now'>) =>
  async (): Promise<number> => {
    const range = { expire_at: { lte: now().toISOString() } }
    let removed = 0
    for (const collection of expiring)
      for (;;) {
        const expired = await collect(store.find(collection, { index: 'by_expiry', range, limit: atOnce }))
        if (expired.length > 0) await store.commit(expired.map(({ _id: id }) => ({ remove: collection, id })))
        removed += expired.length
        if (expired.length < atOnce) break
      }
    return removed + (await forgetExpiredTokens({ store, now }))
  }
