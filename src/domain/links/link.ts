import { hasCome } from '../keys/key.js'
import { foldName } from '../organization/name.js'
import type { Reasons } from '../presence/reasons.js'
import { soleMatch } from '../sole-match.js'

/** An address that shows a page and a feed to whoever knows it (decisions, "Links"). `_id = organization:id`. */
export interface Link {
  readonly _id: string
  readonly org: string
  readonly id: string
  readonly name: string
  /** SHA-256 of the token, as hex. */
  readonly hash: string
  /** The first characters of the token, for lists. */
  readonly start: string
  /** For event ids: one made from the leave's own could be guessed, and reveal the type. A renewal keeps it. */
  readonly event_key: string
  /** The only team it shows; null: all. */
  readonly team_id: string | null
  /** The only person it shows; null: everybody in scope. */
  readonly member_id: string | null
  /** The owner of a personal link, such as `slack:T1:U1`; null: no one. */
  readonly owner: string | null
  /** The member who owns it: the link stops working while that member is inactive. Null: no owner, or not a member. */
  readonly owner_id: string | null
  readonly reasons: Reasons
  /** Shows every reason; absent on links of a version before, which keep to what the organization masks. */
  readonly unmasked?: boolean
  /** The token, encrypted, of a link that answers and digests in Slack lead to; else absent or null. */
  readonly slack_token?: string | null
  readonly created_at: string
  readonly created_by: string
  /** The instant from which it no longer works, or null. */
  readonly expires_at: string | null
  readonly revoked_at: string | null
  /** Accurate to a minute. */
  readonly last_used_at: string | null
}

/** By id or name, those not revoked first. Throws `conflict` when several have the name. */
export const linkByText = (links: readonly Link[], text: string): Link | null => {
  const wanted = text.trim()
  const hasName = ({ name }: Link): boolean => foldName(name) === foldName(wanted)
  return soleMatch(links, 'links', wanted, [
    ({ id }) => id === wanted.toLowerCase(),
    (link) => hasName(link) && link.revoked_at === null,
    hasName,
  ])
}

export type LinkState = 'active' | 'expired' | 'revoked'

export const linkState = ({ revoked_at, expires_at }: Link, now: Date): LinkState => {
  if (revoked_at !== null) return 'revoked'
  return hasCome(expires_at, now) ? 'expired' : 'active'
}

/** Whether a token with this hash opens the link now; the token before a renewal does not. */
export const isOpenedBy = (link: Link, hash: string, now: Date): boolean =>
  link.hash === hash && linkState(link, now) === 'active'

/** A link as lists show it, never with its token, its hash or its event key. */
export interface LinkView extends Omit<
  Link,
  '_id' | 'org' | 'hash' | 'event_key' | 'slack_token' | 'unmasked'
> {
  /** Answers and digests in Slack lead to it. */
  readonly in_slack: boolean
  readonly state: LinkState
}

export const viewLink = (link: Link, now: Date): LinkView => {
  const { _id, org, hash, event_key, slack_token = null, unmasked, ...shown } = link
  return { ...shown, in_slack: slack_token !== null, state: linkState(link, now) }
}
