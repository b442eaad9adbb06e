import { Problem } from '../../domain/problem.js'
import { soleMatch } from '../../domain/sole-match.js'
import type { WebhookUpdate } from '../../domain/webhooks/attempts.js'
import { deliveryPrefix, type WebhookDelivery, type Webhook } from '../../domain/webhooks/webhook.js'
import { collect, type Change, type Reader } from '../../store/port.js'
import type { Dependencies } from '../dependencies.js'
import { changeClaimed } from '../claims.js'

export const webhooksOf = (reader: Reader, org: string): Promise<Webhook[]> =>
  collect(reader.find('webhooks', { index: 'by_org', equal: { org }, order: 'ascending' }))

const unknown = (): Problem =>
  new Problem('not_found', 'There is no such webhook in this organization.', {
    shell: 'To see its webhooks: whosout webhooks list',
  })

/** An id as typed, or as lists shorten it. */
const typedId = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/(?:…|\.{3})$/, '')
/** Characters of an id that are enough, if no other begins with them. */
const enough = 4

/** The one of these whose id is the text or begins with it. Throws `conflict` for several. */
const byId = <T extends { readonly _id: string }>(
  all: readonly T[],
  noun: string,
  wanted: string,
): T | null => {
  const ways = [
    (id: string) => id === wanted,
    (id: string) => wanted.length >= enough && id.startsWith(wanted),
  ]
  const found = soleMatch(
    all.map((one) => ({ id: one._id, one })),
    noun,
    wanted,
    ways.map(
      (fits) =>
        ({ id }) =>
          fits(id),
    ),
  )
  return found?.one ?? null
}

/** By id. Throws `not_found`. */
export const findWebhook = async (reader: Reader, org: string, id: string): Promise<Webhook> => {
  const webhook = byId(await webhooksOf(reader, org), 'webhooks', typedId(id))
  if (!webhook) throw unknown()
  return webhook
}

/** The delivery with that id, or whose id begins so; null when it is not that of one. */
export const findDelivery = async (
  reader: Reader,
  org: string,
  id: string,
): Promise<WebhookDelivery | null> => {
  const wanted = typedId(id)
  if (!wanted.startsWith(deliveryPrefix)) return null
  const named = wanted.length > deliveryPrefix.length + enough
  const all = named ? await collect(reader.find('deliveries', { index: 'by_org', equal: { org } })) : []
  return byId(all, 'deliveries', wanted)
}

/** A sender goes on with what is written here. */
export const changeWebhook = (
  dependencies: Pick<Dependencies, 'store' | 'now' | 'wait'>,
  org: string,
  id: string,
  decide: (webhook: Webhook) => WebhookUpdate,
  also?: (webhook: Webhook) => readonly Change[],
): Promise<Webhook> =>
  changeClaimed(dependencies, 'webhooks', () => findWebhook(dependencies.store, org, id), decide, also)
