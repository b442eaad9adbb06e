import { collect } from '../../store/port.js'
import { createBeginDays, type DayDependencies } from './days.js'
import { createSend, type SendDependencies } from './send.js'

export type WebhookRunDependencies = SendDependencies & DayDependencies

export interface WebhookRuns {
  /** Begins what is due; resolves when what it began has ended. Never rejects. */
  tick(): Promise<void>
  /** Begins nothing more; resolves when attempts under way have ended. */
  stop(): Promise<void>
}

/** Receivers that one process sends to at the same time: a slow one must not keep others waiting. */
const atOnce = 200

/** Sends what webhooks are told. Several processes may do this: each webhook is claimed. */
export const createWebhookRuns = (dependencies: WebhookRunDependencies): WebhookRuns => {
  const { store, now, log } = dependencies
  const send = createSend(dependencies)
  const beginDays = createBeginDays(dependencies)
  const underWay = new Map<string, Promise<void>>()
  let days: Promise<void> | null = null
  let stopped = false

  const begin = (webhook: string): Promise<void> => {
    const sending = send(webhook, () => !stopped)
      .catch((err: unknown) => log.warn({ err, webhook }, 'a webhook is left to a later tick'))
      .finally(() => underWay.delete(webhook))
    underWay.set(webhook, sending)
    return sending
  }

  const tick = async (): Promise<void> => {
    days ??= beginDays().finally(() => (days = null))
    await days
    // Those under way are due until they end.
    const limit = atOnce + underWay.size
    const range = { next_at: { lte: now().toISOString() } }
    const due = await collect(
      store.find('webhooks', { index: 'by_due', range, order: 'ascending', limit, fields: ['_id'] }),
    )
    const free = due.filter(({ _id }) => !underWay.has(_id)).slice(0, atOnce - underWay.size)
    await Promise.all(free.map(({ _id }) => begin(_id)))
  }

  return {
    async tick() {
      if (!stopped)
        await tick().catch((err: unknown) => log.warn({ err }, 'webhooks are left to a later tick'))
    },
    async stop() {
      stopped = true
      await Promise.all(underWay.values())
    },
  }
}
