import { documentId } from '../../domain/organization/organization.js'
import {
  abandoned,
  afterAttempt,
  endedAs,
  isFailingTooLong,
  type Attempted,
} from '../../domain/webhooks/attempts.js'
import { eventBody, membersIn } from '../../domain/webhooks/events.js'
import {
  maxWaiting,
  webhookLease,
  type EndReason,
  type WebhookDelivery,
  type Webhook,
} from '../../domain/webhooks/webhook.js'
import { collect, type Bounds, type Change } from '../../store/port.js'
import { createLeases, type ClaimDependencies } from '../claims.js'
import type { Dependencies, Meter } from '../dependencies.js'
import { auditLines } from '../records/change.js'
import { findKey, type AddressCipher } from '../sources/address-cipher.js'
import { schedule } from '../sources/audit.js'
import { cipherOwner } from './webhooks.js'

/** One attempt as it goes out. */
interface OutgoingDelivery {
  /** The same on every attempt. */
  readonly id: string
  readonly body: string
  readonly at: Date
  /** All that it is signed with. */
  readonly secrets: readonly string[]
}

/** Sends a delivery once. Never rejects. */
export type PostWebhook = (url: URL, delivery: OutgoingDelivery) => Promise<Attempted>

export interface WebhookTools {
  readonly postWebhook: PostWebhook
  /** Null: no key is set. */
  readonly cipher: AddressCipher | null
}

export interface WebhookLog {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

export interface SendDependencies extends Dependencies, ClaimDependencies {
  /** Monotonic milliseconds. */
  readonly elapsed: () => number
  readonly log: WebhookLog
  readonly openTools: () => Promise<WebhookTools>
  readonly meter?: Pick<Meter, 'webhookAttempt'> | undefined
  /** Tells the people who look after an organization. */
  readonly tellAdmins?: ((org: string, text: string) => Promise<void>) | undefined
}

/** Requests to one receiver at the same time. */
const lanes = 4
/** Milliseconds after which a receiver with much to receive gives way to others. */
const turn = 20_000
/** Milliseconds until what cannot be sent for reasons of our own is looked at again. */
const lookAgain = 5 * 60_000

const endCauses: Readonly<Record<EndReason, string>> = {
  gone: 'its receiver answered that it is gone (410).',
  failing: 'it has received nothing for five days.',
  full: `more than ${maxWaiting.toLocaleString('en')} events wait for it.`,
}

const endNotice = ({ host, last_error }: Webhook, why: EndReason): string =>
  `The webhook to ${host} is disabled: ${endCauses[why]}` +
  (why === 'gone'
    ? ''
    : ` ${last_error ?? ''} Once that is fixed, the person who runs whosout can send what failed again.`)

/** Sends what is due of one webhook, for as long as this process holds it. `goesOn`: whether to begin another attempt. */
export const createSend = (dependencies: SendDependencies) => {
  const { store, now, random, elapsed, log, openTools, meter, tellAdmins } = dependencies
  const leases = createLeases('webhooks', webhookLease, dependencies)
  const chance = (): number => random(1)[0]! / 255
  const inFiveMinutes = (): string => new Date(now().getTime() + lookAgain).toISOString()

  /** Deliveries that wait, the first due first. */
  const waiting = ({ _id: webhook }: Pick<Webhook, '_id'>, next_at: Bounds, limit?: number) =>
    store.find('deliveries', {
      index: 'by_due',
      equal: { webhook },
      range: { next_at },
      order: 'ascending',
      ...(limit !== undefined && { limit }),
    })

  const dueOf = (webhook: Webhook): Promise<WebhookDelivery[]> =>
    collect(waiting(webhook, { lte: now().toISOString() }, lanes))

  /** When the next delivery is due; null: none waits. */
  const nextOf = async (webhook: Webhook): Promise<string | null> =>
    (await collect(waiting(webhook, { gt: '' }, 1)))[0]?.next_at ?? null

  const isFull = async (webhook: Webhook): Promise<boolean> => {
    if (webhook.failing_since === null) return false
    let count = 0
    for await (const page of waiting(webhook, { gt: '' }, maxWaiting + 1)) count += page.length
    return count > maxWaiting
  }

  const namesFor = async ({ org, data }: WebhookDelivery): Promise<(id: string) => string | null> => {
    const ids = membersIn(data).map((id) => documentId(org, id))
    const names = new Map((await store.get('members', ids)).map(({ id, name }) => [id, name]))
    return (id) => names.get(id) ?? null
  }

  /** What a webhook is sent with; null: no key opens it. */
  const openWebhook = (cipher: AddressCipher | null, webhook: Webhook) => {
    const opened = (value: string) => cipher?.decrypt(cipherOwner(webhook), value) ?? null
    const at = now().toISOString()
    const address = opened(webhook.address)
    const secrets = webhook.secrets
      .filter(({ valid_until }) => valid_until === null || valid_until > at)
      .map(({ secret }) => opened(secret))
    if (address === null || secrets.some((secret) => secret === null)) return null
    return { url: new URL(address), secrets: secrets as readonly string[] }
  }

  const endedNow = async (webhook: Webhook, why: EndReason): Promise<void> => {
    const { _id, org, host } = webhook
    log.error({ webhook: _id, organization: org, host, why }, 'a webhook was disabled')
    const note = { what: 'webhook_disabled', subject: _id, member: null, detail: { host } } as const
    const also = auditLines(dependencies, org, [note], schedule)
    // Enabled again in this very moment, it goes on.
    if (!(await leases.write(webhook, { claim: null, next_at: null }, { also }))) return
    const set = abandoned(now())
    for await (const page of waiting(webhook, { gt: '' }))
      await store.commit(page.map(({ _id: id }): Change => ({ patch: 'deliveries', id, set })))
    await tellAdmins?.(org, endNotice(webhook, why))
  }

  /** Sends until nothing is due. */
  const work = async (claimed: Webhook, slug: string, goesOn: () => boolean): Promise<void> => {
    let webhook = claimed
    let isOurs = true
    const tools = await openTools()
    const until = elapsed() + turn

    /** Ends the claim, unless there is more to send meanwhile. */
    const settle = async (next_at: string | null): Promise<boolean> => {
      if (await leases.write(webhook, { next_at, claim: null }, { unless: ['latest'] })) return true
      const [current] = await store.get('webhooks', [webhook._id])
      if (current?.fence !== webhook.fence) return true
      webhook = current
      return false
    }
    const attempt = async (
      delivery: WebhookDelivery,
      opened: NonNullable<ReturnType<typeof openWebhook>>,
    ): Promise<void> => {
      const body = eventBody(delivery, slug, webhook.names ? await namesFor(delivery) : null)
      const { _id: id, type } = delivery
      const { url, secrets } = opened
      const attempted = await tools.postWebhook(url, { id, body, at: now(), secrets })
      const { kind, status } = attempted
      meter?.webhookAttempt(kind)
      log.info({ webhook: webhook._id, delivery: id, type, status, ok: kind === 'received' }, 'webhook sent')
      const after = afterAttempt(webhook, delivery, attempted, now(), chance())
      const set = { ...leases.extended(), ...after.webhook }
      const also: Change[] = [{ patch: 'deliveries', id, set: after.delivery }]
      isOurs = isOurs && (await leases.write(webhook, set, { also })) !== null
      webhook = { ...webhook, ...set }
    }

    for (;;) {
      const opened = openWebhook(tools.cipher, webhook)
      if (!opened) {
        const last_error = `Its address was encrypted with another key: ${findKey(store)}.`
        const failing_since = webhook.failing_since ?? now().toISOString()
        const isTooLong = isFailingTooLong(failing_since, now())
        const after = isTooLong ? endedAs('failing', now()) : { next_at: inFiveMinutes(), claim: null }
        const written = await leases.write(webhook, { last_error, failing_since, ...after })
        return written?.ended ? endedNow(written, written.ended.why) : undefined
      }
      if (await isFull(webhook)) {
        const written = await leases.write(webhook, endedAs('full', now()))
        return written ? endedNow(written, 'full') : undefined
      }
      const { not_before } = webhook
      const at = now().toISOString()
      const isHeld = not_before !== null && not_before > at
      const isOver = !goesOn() || elapsed() > until
      const deliveries = isHeld || isOver ? [] : await dueOf(webhook)
      if (deliveries.length === 0) {
        if (await settle(isHeld ? not_before : isOver ? at : await nextOf(webhook))) return
        continue
      }
      const results = await Promise.allSettled(deliveries.map((delivery) => attempt(delivery, opened)))
      if (!isOurs) return
      if (webhook.ended) return endedNow(webhook, webhook.ended.why)
      for (const result of results) if (result.status === 'rejected') throw result.reason
    }
  }

  return async (id: string, goesOn: () => boolean): Promise<void> => {
    const claimed = await leases.claim(id, true)
    if (typeof claimed === 'string') return
    const [organization] = await store.get('organizations', [claimed.org])
    if (organization && !organization.suspended) return work(claimed, organization.slug, goesOn)
    await leases.write(claimed, { next_at: inFiveMinutes(), claim: null })
  }
}
