import { weekdays, zoneOrUtc } from '../../calendar/day.js'
import { nextOccurrence } from '../../domain/digests/due.js'
import { idBytes, randomId } from '../../domain/identity.js'
import { Problem } from '../../domain/problem.js'
import type { AuditKind } from '../../domain/records/audit.js'
import { secretBytes } from '../../domain/secrets/mint.js'
import { privateIssue } from '../../domain/sources/feed-address.js'
import { parseWebhook, type WebhookInput } from '../../domain/webhooks/settings.js'
import { maxWebhooks, type WebhookDelivery, type Webhook } from '../../domain/webhooks/webhook.js'
import { collect, type Change, type Reader } from '../../store/port.js'
import type { Actor, Dependencies } from '../dependencies.js'
import { readOrganization } from '../organizations/change.js'
import { findTeam } from '../organizations/teams.js'
import { auditLines } from '../records/change.js'
import { changedMeanwhile, retryWhileChanged, tooMuchContention } from '../retry.js'
import { needsKey, type AddressCipher } from '../sources/address-cipher.js'
import type { SyncTools } from '../sources/sync.js'
import { changeWebhook, findDelivery, findWebhook, webhooksOf } from './stored.js'

export interface WebhooksDependencies extends Dependencies {
  /** Null: no key is set. */
  readonly cipher: AddressCipher | null
  readonly allowPrivate: boolean
  readonly leadsInside?: SyncTools['leadsInside']
}

/** A webhook and its secret: the only time that the secret is visible. */
interface IssuedWebhook {
  readonly webhook: Webhook
  readonly secret: string
}

/** The purpose of the cipher, among the other things that a key encrypts. */
export const cipherOwner = ({ _id }: Pick<Webhook, '_id'>): string => `webhook:${_id}`

/** When an organization's next day begins; every day is looked at, for its working days may change. */
export const nextDay = (timezone: string, after: Date): string | null =>
  nextOccurrence({ time: '00:00', timezone: zoneOrUtc(timezone), days: weekdays }, after)?.at.toISOString() ??
  null

const audit = (
  dependencies: Dependencies,
  what: AuditKind & `webhook_${string}`,
  { org, _id, host }: Webhook,
  actor: Actor,
): Change[] => auditLines(dependencies, org, [{ what, subject: _id, member: null, detail: { host } }], actor)

const mint = ({ random }: Pick<Dependencies, 'random'>): string =>
  `whsec_${Buffer.from(random(secretBytes)).toString('base64')}`

const add = async (
  dependencies: WebhooksDependencies,
  org: string,
  input: WebhookInput,
  actor: Actor,
): Promise<IssuedWebhook> => {
  const { store, now, random, cipher, allowPrivate, leadsInside } = dependencies
  const { url: address, ...settings } = parseWebhook(input, allowPrivate)
  if (await leadsInside?.(address.url.hostname))
    throw new Problem('invalid', 'This webhook is invalid.', {
      issues: [{ path: ['url'], message: privateIssue }],
    })
  if (!cipher) throw needsKey()
  const { timezone } = await readOrganization(dependencies, org)
  const team = input.team === undefined ? null : await findTeam(store, org, input.team)
  if ((await webhooksOf(store, org)).length >= maxWebhooks)
    throw new Problem('conflict', `An organization has at most ${maxWebhooks} webhooks.`)
  const _id = randomId(random(idBytes))
  const secret = mint(dependencies)
  const owner = cipherOwner({ _id })
  const webhook: Webhook = {
    _id,
    org,
    host: address.host,
    last_four: address.lastFour,
    address: cipher.encrypt(owner, address.url.href),
    secrets: [{ secret: cipher.encrypt(owner, secret), valid_until: null }],
    event_key: Buffer.from(random(secretBytes)).toString('hex'),
    ...settings,
    team_id: team?.id ?? null,
    created_at: now().toISOString(),
    created_by: actor.who,
    next_at: null,
    latest: 0,
    not_before: null,
    day_at: settings.events.includes('presence.day') ? nextDay(timezone, now()) : null,
    told_day: null,
    claim: null,
    fence: 0,
    failing_since: null,
    last_success_at: null,
    last_error: null,
    ended: null,
  }
  await store.commit([
    { put: 'webhooks', document: webhook, when: 'absent' },
    ...audit(dependencies, 'webhook_added', webhook, actor),
  ])
  return { webhook, secret }
}

/** The old secret signs as well, beside the new one, for `grace` milliseconds; `undo` brings it back alone. */
const rotate = async (
  dependencies: WebhooksDependencies,
  org: string,
  id: string,
  grace: number,
  actor: Actor,
): Promise<IssuedWebhook & { readonly undo: () => Promise<unknown> }> => {
  const { now, cipher } = dependencies
  if (!cipher) throw needsKey()
  const secret = mint(dependencies)
  const valid_until = new Date(now().getTime() + grace).toISOString()
  const { secrets: before } = await findWebhook(dependencies.store, org, id)
  const webhook = await changeWebhook(
    dependencies,
    org,
    id,
    (current) => ({
      secrets: [
        { secret: cipher.encrypt(cipherOwner(current), secret), valid_until: null },
        ...current.secrets.slice(0, 1).map((old) => ({ ...old, valid_until })),
      ],
    }),
    (current) => audit(dependencies, 'webhook_rotated', current, actor),
  )
  return { webhook, secret, undo: () => changeWebhook(dependencies, org, id, () => ({ secrets: before })) }
}

const pendingOf = (store: Reader, webhook: string) =>
  store.find('deliveries', { index: 'by_time', equal: { webhook } })

/** Removes a webhook with its deliveries; what is on its way is not called back. */
const remove = async (
  dependencies: Dependencies,
  org: string,
  id: string,
  actor: Actor,
): Promise<Webhook> => {
  const { store } = dependencies
  const webhook = await findWebhook(store, org, id)
  await store.commit([
    { remove: 'webhooks', id: webhook._id },
    ...audit(dependencies, 'webhook_removed', webhook, actor),
  ])
  for await (const page of pendingOf(store, webhook._id))
    await store.commit(page.map(({ _id }) => ({ remove: 'deliveries', id: _id })))
  return webhook
}

/** The newest first. */
const deliveries = async (
  { store }: Dependencies,
  org: string,
  id: string,
  limit: number,
): Promise<readonly WebhookDelivery[]> => {
  const { _id: webhook } = await findWebhook(store, org, id)
  return collect(
    store.find('deliveries', { index: 'by_time', equal: { webhook }, order: 'descending', limit }),
  )
}

/** What is sent again starts anew, under its own id. */
const again = (at: string) => ({ state: 'pending', attempts: 0, next_at: at, expire_at: null }) as const

/** What was found by its id, and how many deliveries are sent again. */
interface Redelivered {
  readonly id: string
  readonly deliveries: number
}

/**
 * Sends a delivery again, or, of a webhook, all that have failed or wait; one that is disabled is enabled by it.
 */
const redeliver = async (dependencies: Dependencies, org: string, id: string): Promise<Redelivered> => {
  const { store, now } = dependencies
  const one = await findDelivery(store, org, id)
  const { _id: webhook } = await findWebhook(store, org, one?.webhook ?? id)
  const { timezone } = await readOrganization(dependencies, org)
  const at = now().toISOString()
  let deliveries = 0
  /** As they are now: some may have been received, or removed, since they were found. */
  const send = async (ids: readonly string[]): Promise<void> => {
    const sent = await retryWhileChanged(async () => {
      const wanted = (await store.get('deliveries', ids)).filter(({ state }) => one || state !== 'delivered')
      const changes = wanted.map(({ _id, state, attempts }): Change => {
        return { patch: 'deliveries', id: _id, set: again(at), when: { state, attempts } }
      })
      return changes.length === 0 || (await store.commit(changes)).done ? changes.length : changedMeanwhile
    })
    if (sent === changedMeanwhile)
      throw tooMuchContention('webhook', 'Not everything was sent again. Try again.')
    deliveries += sent
  }
  if (one) await send([one._id])
  else
    for await (const page of pendingOf(store, webhook))
      await send(page.filter(({ state }) => state !== 'delivered').map(({ _id }) => _id))
  await changeWebhook(dependencies, org, webhook, ({ ended, events, day_at }) => ({
    next_at: at,
    not_before: null,
    ...(ended && {
      ended: null,
      failing_since: null,
      day_at: events.includes('presence.day') ? nextDay(timezone, now()) : day_at,
    }),
  }))
  return { id: one?._id ?? webhook, deliveries }
}

/** The window with a new secret was closed. */
export const recordSecretClosed = async (
  dependencies: Dependencies,
  org: string,
  webhook: string,
  actor: Actor,
): Promise<void> => {
  const note = { what: 'webhook_secret_closed', subject: webhook, member: null, detail: {} } as const
  await dependencies.store.commit(auditLines(dependencies, org, [note], actor))
}

/** Operations on webhooks. `id` is a webhook's. Each throws a Problem when refused. */
export const createWebhooks = (dependencies: WebhooksDependencies) => ({
  add: add.bind(null, dependencies),
  list: (org: string) => webhooksOf(dependencies.store, org),
  rotate: rotate.bind(null, dependencies),
  remove: remove.bind(null, dependencies),
  deliveries: deliveries.bind(null, dependencies),
  redeliver: redeliver.bind(null, dependencies),
})
