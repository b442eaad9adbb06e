import type { ApiKey } from '../../domain/keys/key.js'
import { keyOf, problemOf, unknownKey } from '../../domain/keys/change.js'
import { keyByText } from '../../domain/keys/find.js'
import type { LastUses } from '../../domain/keys/plan.js'
import { keyView } from '../../domain/keys/view.js'
import type { KeyView } from '../../domain/keys/view.js'
import { echo } from '../../domain/organization/name.js'
import { documentId } from '../../domain/organization/organization.js'
import { collect } from '../../store/port.js'
import type { Reader } from '../../store/port.js'
import type { KeyEvent, KeyUse } from '../../store/schema.js'
import type { Dependencies } from '../dependencies.js'
import { readOrganization } from '../organizations/change.js'
import { teamNamesOf } from '../records/change.js'

const usesOf = async (reader: Reader, org: string): Promise<Map<string, KeyUse>> => {
  const uses = await collect(reader.find('key_uses', { index: 'by_org', equal: { org } }))
  return new Map(uses.map((use) => [use.key, use]))
}

/** When each key was last used, accurate to a minute. */
export const lastUsesOf = async (reader: Reader, org: string): Promise<LastUses> =>
  new Map([...(await usesOf(reader, org))].map(([key, { at }]) => [key, at]))

const byAge = (a: ApiKey, b: ApiKey): number =>
  a.created_at < b.created_at ? -1 : a.created_at > b.created_at ? 1 : a.id < b.id ? -1 : 1

/** The organization's keys, oldest first, followed on request by its retired keys. */
const list = async (
  { store, now }: Pick<Dependencies, 'store' | 'now'>,
  org: string,
  options: { readonly live: boolean },
): Promise<KeyView[]> => {
  const organization = await readOrganization({ store }, org)
  // Read after the organization: a key retired in between is then seen twice rather than not at all.
  const retired = new Map((options.live ? [] : await retiredOf(store, org)).map((key) => [key.id, key]))
  const uses = await usesOf(store, org)
  const all = [...Object.values(organization.keys), ...retired.values()]
  const teams = all.some(({ team_id }) => team_id !== null) ? await teamNamesOf(store, org) : undefined
  const live = Object.values(organization.keys).filter((key) => !retired.has(key.id))
  return [...live.sort(byAge), ...[...retired.values()].sort(byAge)].map((key) =>
    keyView(key, uses.get(key.id), organization.plan, now(), teams),
  )
}

const retiredOf = async (reader: Reader, org: string): Promise<ApiKey[]> => {
  const documents = await collect(reader.find('retired_keys', { index: 'by_org', equal: { org } }))
  return documents.map(({ key }) => key)
}

/** The id by `keyByText`; keys that still work come first. Throws `conflict` and `not_found`. */
const resolve = async (
  { store }: Pick<Dependencies, 'store'>,
  org: string,
  text: string,
): Promise<string> => {
  const { keys } = await readOrganization({ store }, org)
  const key = keyByText(Object.values(keys), text) ?? keyByText(await retiredOf(store, org), text)
  if (key) return key.id
  throw problemOf(unknownKey(echo(text) ?? 'that you named'))
}

/** A retired key still has its log. */
const mustBeThere = async (store: Dependencies['store'], org: string, key: string): Promise<void> => {
  if (keyOf(await readOrganization({ store }, org), key)) return
  const [retired] = await store.get('retired_keys', [documentId(org, key)])
  if (retired) return
  throw problemOf(unknownKey(key))
}

/** The key log, newest entry first, of one key or of all. Throws `not_found` for a key that never existed. */
const events = async (
  { store }: Pick<Dependencies, 'store'>,
  org: string,
  key: string | undefined,
  limit: number,
): Promise<KeyEvent[]> => {
  if (key !== undefined) await mustBeThere(store, org, key)
  return collect(
    key === undefined
      ? store.find('key_events', { index: 'by_time', equal: { org }, order: 'descending', limit })
      : store.find('key_events', { index: 'by_key', equal: { org, key }, order: 'descending', limit }),
  )
}

export const createKeyLists = (dependencies: Pick<Dependencies, 'store' | 'now'>) => ({
  list: list.bind(null, dependencies),
  events: events.bind(null, dependencies),
  resolve: resolve.bind(null, dependencies),
})
