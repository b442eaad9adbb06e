import { foldEmail } from '../organization/email.js'
import type { Member } from '../organization/organization.js'

/** A person in a Slack workspace, by Slack's ids (`T…` and `U…` or `W…`). */
export interface SlackAccount {
  readonly workspace: string
  readonly user: string
}

/**
 * The member that a Slack user is matched with by an admin. It takes precedence over the e-mail address of their
 * profile (decisions, "Sources"). `_id = organization:workspace:user`.
 */
export interface SlackMatch extends SlackAccount {
  readonly _id: string
  readonly org: string
  readonly member_id: string
  /** The person who made the match, and when (an instant). */
  readonly matched_by: string
  readonly matched_at: string
}

export const accountId = ({ workspace, user }: SlackAccount): string => `${workspace}:${user}`

const workspaceId = /^[TE][A-Z0-9]{2,20}$/
const userId = /^[UW][A-Z0-9]{2,20}$/

export const isWorkspaceId = (text: string): boolean => workspaceId.test(text)
export const isUserId = (text: string): boolean => userId.test(text)

/** A person in Slack, as far as is known. */
export interface SlackPerson {
  /** Null where people are not known by Slack's ids. */
  readonly account: SlackAccount | null
  /** From their profile; null when Slack does not show it. */
  readonly email: string | null
}

/** Indexes for finding the member of a Slack user, deactivated members included. */
export interface MembersInSlack {
  /** By the folded address. */
  readonly byEmail: ReadonlyMap<string, Member>
  /** Matches made by hand, by `accountId`. */
  readonly byAccount: ReadonlyMap<string, Member>
}

/** The member of a Slack user, deactivated or not: the match made by hand, then the member with their address. */
export const memberOf = (
  { byEmail, byAccount }: MembersInSlack,
  { account, email }: SlackPerson,
): Member | undefined =>
  (account === null ? undefined : byAccount.get(accountId(account))) ??
  (email === null ? undefined : byEmail.get(foldEmail(email)))

/** Of two members with one address, the active one counts. */
export const addByEmail = (byEmail: Map<string, Member>, member: Member): void => {
  const key = foldEmail(member.email)
  if (!byEmail.get(key)?.active) byEmail.set(key, member)
}

export const membersInSlack = (
  members: readonly Member[],
  matches: readonly SlackMatch[],
): MembersInSlack => {
  const byEmail = new Map<string, Member>()
  for (const member of members) addByEmail(byEmail, member)
  return { byEmail, byAccount: matchedMembers(members, matches) }
}

/** The members of matches, by `accountId`. */
export const matchedMembers = (
  members: readonly Member[],
  matches: readonly SlackMatch[],
): ReadonlyMap<string, Member> => {
  if (matches.length === 0) return new Map()
  const byId = new Map(members.map((member) => [member.id, member]))
  return new Map(
    matches.flatMap((match) => {
      const member = byId.get(match.member_id)
      return member ? [[accountId(match), member] as const] : []
    }),
  )
}
