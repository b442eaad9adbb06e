import { Problem } from '../../domain/problem.js'
import type { LeaveSpan } from '../../domain/sources/days.js'
import type { LeaveType } from '../../domain/presence/privacy.js'
import type { Dependencies } from '../dependencies.js'
import { findMember } from '../organizations/members.js'
import { unknownOrganization } from '../organizations/change.js'
import { runInTurns } from '../turns.js'
import type { FetchFeed } from './fetched.js'
import { loadSurroundings, readLeaves } from './reading.js'
import { parseInput, type SourceInput } from './settings.js'
import { showUnmatched, type ShownUnmatched } from './sources.js'

export interface CheckedFeed {
  readonly leaves: readonly (LeaveSpan & { readonly email: string; readonly type: LeaveType })[]
  readonly unmatched: readonly ShownUnmatched[]
  /** Events that are not leaves, and invalid events. */
  readonly ignored: number
  readonly refused: number
}

/** Leaves that are only shown need no real ids. */
const nobodysSource = '00000000-0000-4000-8000-000000000000'

/** The leaves that a feed would add to an organization. Throws `conflict` with the reason when it cannot be read. */
export const checkFeed = async (
  { store, now, fetchFeed }: Dependencies & { readonly fetchFeed: FetchFeed },
  org: string,
  url: URL,
  input: Pick<SourceInput, 'member' | 'type' | 'ignore'>,
): Promise<CheckedFeed> => {
  const { type = 'holiday', ignore = [] } = parseInput({ type: input.type, ignore: input.ignore }, false)
  const member = input.member === undefined ? null : await findMember(store, org, input.member)
  const surroundings = await store.view(org, (view) => loadSurroundings(view, org, now()))
  if (!surroundings) throw unknownOrganization()
  const fetched = await fetchFeed(url, null)
  if (fetched.kind !== 'feed')
    throw new Problem(
      'conflict',
      fetched.kind === 'failed' ? fetched.error : 'The feed answered without a calendar.',
    )
  const settings = { _id: nobodysSource, member_id: member?.id ?? null, type, ignore, aliases: [] }
  const found = await runInTurns(readLeaves(fetched.bytes, settings, surroundings))
  if ('unreadable' in found) throw new Problem('conflict', found.unreadable)
  const emails = new Map(surroundings.members.map(({ id, email }) => [id, email]))
  const leaves = [...found.leaves.values()]
    .map(({ member_id, type, start_date, end_date, starts_at_noon, ends_at_noon }) => {
      return { email: emails.get(member_id) ?? '', type, start_date, end_date, starts_at_noon, ends_at_noon }
    })
    .sort((a, b) => (a.start_date + a.email < b.start_date + b.email ? -1 : 1))
  const unmatched = await showUnmatched(store, org, found.unmatched)
  return { leaves, unmatched, ignored: found.ignored, refused: found.refused }
}
