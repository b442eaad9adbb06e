import { stateOf, type SourceState } from '../domain/sources/source.js'
import { webhookState, type WebhookState } from '../domain/webhooks/webhook.js'
import type { Reader } from '../store/port.js'

/** Without the lists of events and names, which can be a hundred times as large. */
const fields = [
  'kind',
  'paused',
  'held',
  'created_at',
  'last_success_at',
  'last_error',
  'unmatched_count',
] as const

/**
 * Of all organizations together. Times and events are those of calendar feeds that are fetched at all, one that was
 * never read from its creation on; people in Slack, listed once a day, would always be the oldest.
 */
const readFigures = async (store: Reader) => {
  const states: Partial<Record<SourceState, number>> = {}
  let oldest = Infinity
  let unmatched = 0
  for await (const page of store.find('sources', { index: 'by_org', fields }))
    for (const source of page) {
      const state = stateOf(source)
      states[state] = (states[state] ?? 0) + 1
      if (state === 'paused' || source.kind === 'slack') continue
      oldest = Math.min(oldest, Date.parse(source.last_success_at ?? source.created_at))
      unmatched += source.unmatched_count
    }
  const webhooks: Partial<Record<WebhookState, number>> = {}
  let nextDelivery = Infinity
  for await (const page of store.find('webhooks', {
    index: 'by_org',
    fields: ['ended', 'failing_since', 'next_at'],
  }))
    for (const webhook of page) {
      const state = webhookState(webhook)
      webhooks[state] = (webhooks[state] ?? 0) + 1
      if (webhook.next_at !== null) nextDelivery = Math.min(nextDelivery, Date.parse(webhook.next_at))
    }
  return {
    states,
    webhooks,
    /** Seconds since 1970: when the first delivery that waits is or was due; null: none waits. */
    nextDelivery: nextDelivery === Infinity ? null : nextDelivery / 1_000,
    /** Seconds since 1970, for the feed that has gone longest without a successful fetch; null: there is none. */
    oldestSuccess: oldest === Infinity ? null : oldest / 1_000,
    unmatched,
  }
}

export type SourceFigures = Awaited<ReturnType<typeof readFigures>>

/** Milliseconds: no source is fetched more often than every fifteen minutes. */
const keepFor = 60_000

/** Reads the figures at most once a minute and once at a time, however often they are asked for; a failure is not keepFor. */
export const createSourceFigures = (store: Reader, elapsed: () => number): (() => Promise<SourceFigures>) => {
  let last: { readonly at: number; readonly figures: Promise<SourceFigures> } | undefined
  return () => {
    if (last && elapsed() - last.at < keepFor) return last.figures
    const figures = readFigures(store)
    last = { at: elapsed(), figures }
    figures.catch(() => (last = undefined))
    return figures
  }
}
