import { hasCome } from '../keys/key.js'
import type { Reasons } from '../presence/privacy.js'

/**
 * An address that shows a calendar to whoever knows it: a page, and a feed (decisions, "Links").
 * `_id = organization:id`.
 */
export interface Link {
  readonly _id: string
  readonly org: string
  readonly id: string
  readonly name: string
  /** SHA-256 of the token, as hex. */
  readonly hash: string
  /** The first characters of the token, for lists. */
  readonly start: string
  /**
   * Makes the ids of events: an id made from a leave's own could be guessed by those who know the person, and would tell
   * the type. The same when the token is renewed.
   */
  readonly event_key: string
  /** The one team it shows; null: all. */
  readonly team_id: string | null
  /** The one person it shows; null: everybody in sight. */
  readonly member_id: string | null
  /** Whose personal link it is, such as `slack:T1:U1`; null: nobody's. */
  readonly owner: string | null
  /** The member who owns it: the link is dead while that member is not active. Null: nobody, or no member. */
  readonly owner_id: string | null
  readonly reasons: Reasons
  /** The token, encrypted, of a link that answers and digests in Slack lead to; else absent or null. */
  readonly slack_token?: string | null
  readonly created_at: string
  readonly created_by: string
  /** The instant from which it is dead, or null. */
  readonly expires_at: string | null
  readonly revoked_at: string | null
  /** To the minute. */
  readonly last_used_at: string | null
}

export type LinkState = 'active' | 'expired' | 'revoked'

export const linkState = ({ revoked_at, expires_at }: Link, now: Date): LinkState => {
  if (revoked_at !== null) return 'revoked'
  return hasCome(expires_at, now) ? 'expired' : 'active'
}

/** Whether a token with this hash opens the link now: a token that was renewed is dead. */
export const isOpenedBy = (link: Link, hash: string, now: Date): boolean =>
  link.hash === hash && linkState(link, now) === 'active'

/** What people see of a link in lists. Never the token, its hash or the key of its events. */
export interface LinkView extends Omit<Link, '_id' | 'org' | 'hash' | 'event_key' | 'slack_token'> {
  /** Answers and digests in Slack lead to it. */
  readonly in_slack: boolean
  readonly state: LinkState
}

export const viewLink = (link: Link, now: Date): LinkView => {
  const { _id, org, hash, event_key, slack_token = null, ...shown } = link
  return { ...shown, in_slack: slack_token !== null, state: linkState(link, now) }
}
