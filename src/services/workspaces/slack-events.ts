import { createHash } from 'node:crypto'
import type { Dependencies } from '../dependencies.js'

/** Milliseconds: Slack redelivers an event only for some minutes. */
const keptFor = 3_600_000
/** Milliseconds: a signature is valid from five minutes before its timestamp until five minutes after it. */
const signatureLife = 600_000

/** Slack events already handled, by `event_id`, across all replicas. */
export const createSlackEvents = ({ store, now }: Pick<Dependencies, 'store' | 'now'>) => ({
  async wasHandled(id: string): Promise<boolean> {
    return (await store.get('slack_events', [id])).length > 0
  },
  /** Whether a signed request is seen for the first time, across all replicas. */
  async claimSignature(signature: string): Promise<boolean> {
    const _id = `signed:${createHash('sha256').update(signature).digest('hex')}`
    const expire_at = new Date(now().getTime() + signatureLife).toISOString()
    return (await store.commit([{ put: 'slack_events', document: { _id, expire_at }, when: 'absent' }])).done
  },
  async record(id: string): Promise<void> {
    const expire_at = new Date(now().getTime() + keptFor).toISOString()
    await store.commit([{ put: 'slack_events', document: { _id: id, expire_at } }])
  },
})
export type SlackEvents = ReturnType<typeof createSlackEvents>
