import { Problem } from '../../domain/problem.js'
import type { DataSource } from '../../domain/sources/source.js'
import type { Dependencies } from '../dependencies.js'
import { findMember } from '../organizations/members.js'
import { unknownOrganization } from '../organizations/change.js'
import { parseTypedAddress } from '../../domain/sources/feed-address.js'
import { parseSourceSettings, type SourceInput } from '../../domain/sources/settings.js'
import type { AddressCipher } from './address-cipher.js'
import { unreadableIn } from '../../domain/sources/source.js'
import type { FetchFeed } from './fetched.js'
import { compareFeed } from './compare.js'
import {
  loadSurroundings,
  readInTurn,
  type ReadFeedResult,
  type SourceSettings,
  type Surroundings,
} from './reading.js'
import { showUnmatched } from './sources.js'
import { noKey, otherKey } from './sync.js'

type FeedDependencies = Dependencies & { readonly fetchFeed: FetchFeed }

/** Leaves that are only shown need no real ids. */
const nobodysSource = '00000000-0000-4000-8000-000000000000'

const read = async (
  { now, fetchFeed }: Pick<FeedDependencies, 'now' | 'fetchFeed'>,
  url: URL,
  settings: SourceSettings,
  surroundings: Surroundings,
): Promise<Exclude<ReadFeedResult, { readonly unreadable: string }>> => {
  const fetched = await fetchFeed(url, null)
  if (fetched.kind !== 'feed')
    throw new Problem(
      'conflict',
      fetched.kind === 'failed' ? fetched.error : 'The feed answered without a calendar.',
    )
  const found = await readInTurn(now, fetched.bytes, settings, surroundings)
  if ('unreadable' in found) throw new Problem('conflict', found.unreadable)
  return found
}

/**
 * The leaves that a feed would add to an organization; `unmatched` and `unreadable` are the first events, `ignored` are
 * those that are no leaves. Throws `invalid`, and `conflict` with the reason when it cannot be read.
 */
export const checkFeed = async (
  dependencies: FeedDependencies & { readonly allowPrivate: boolean },
  org: string,
  url: string,
  input: Pick<SourceInput, 'member' | 'type' | 'ignore'>,
) => {
  const { store, now, allowPrivate } = dependencies
  const address = parseTypedAddress(url, allowPrivate)
  if ('issue' in address) throw new Problem('invalid', `The address ${address.issue}.`)
  const { type = 'holiday', ignore = [] } = parseSourceSettings(
    { type: input.type, ignore: input.ignore },
    false,
  )
  const member = input.member === undefined ? null : await findMember(store, org, input.member)
  const surroundings = await store.view(org, (view) => loadSurroundings(view, org, now()))
  if (!surroundings) throw unknownOrganization()
  const settings = { _id: nobodysSource, member_id: member?.id ?? null, type, ignore, aliases: [] }
  const found = await read(dependencies, address.url, settings, surroundings)
  const emails = new Map(surroundings.members.map(({ id, email }) => [id, email]))
  const leaves = [...found.leaves.values()]
    .map(({ member_id, type, start_date, end_date, starts_at_noon, ends_at_noon }) => {
      return { email: emails.get(member_id) ?? '', type, start_date, end_date, starts_at_noon, ends_at_noon }
    })
    .sort((a, b) => (a.start_date + a.email < b.start_date + b.email ? -1 : 1))
  const unmatched = await showUnmatched(store, org, found.unmatched)
  const { unmatchedCount, ignored } = found
  return { leaves, unmatched, unmatchedCount, ignored, unreadable: unreadableIn(found) }
}

/** Reads a calendar source and writes nothing. Throws `conflict` with the reason when it cannot be read. */
export const checkSource = async (
  dependencies: FeedDependencies & { readonly cipher: AddressCipher | null },
  source: DataSource,
) => {
  const { store, now, cipher } = dependencies
  if (!cipher) throw new Problem('conflict', noKey(store))
  const address = cipher.decrypt(source._id, source.address)
  if (address === null) throw new Problem('conflict', otherKey(store))
  const surroundings = await store.view(source.org, (view) => loadSurroundings(view, source.org, now()))
  if (!surroundings) throw unknownOrganization()
  const found = await read(dependencies, new URL(address), source, surroundings)
  const { changes } = await compareFeed(dependencies, source, found, surroundings)
  const { added, changed, removed, kept } = changes
  return {
    added,
    changed,
    removed,
    kept,
    unmatched: found.unmatchedCount,
    unreadable: unreadableIn(found, changes.unread),
  }
}
