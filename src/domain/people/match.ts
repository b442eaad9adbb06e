import { z } from 'zod'
import { accept } from '../input.js'
import { foldEmail } from '../organization/email.js'
import type { Member } from '../organization/organization.js'

/** A person in a Slack workspace, by Slack's ids (`T…` and `U…` or `W…`). */
export interface SlackAccount {
  readonly workspace: string
  readonly user: string
}

/**
 * The member that a Slack user is matched with, one for each member and workspace. A match that an admin made takes
 * precedence over the e-mail address of the profile (decisions, "Sources"). `_id = organization:workspace:user`.
 */
export interface SlackMatch extends SlackAccount {
  readonly _id: string
  readonly org: string
  readonly member_id: string
  /** The person who made the match, and when (an instant). */
  readonly matched_by: string
  readonly matched_at: string
  /** The directory of Slack made it: it remembers the account of a member whose address may change. Absent: by hand. */
  readonly automatic?: true
}

export const isByHand = ({ automatic }: SlackMatch): boolean => automatic !== true

export const accountId = ({ workspace, user }: SlackAccount): string => `${workspace}:${user}`

const workspaceId = /^[TE][A-Z0-9]{2,20}$/
const userId = /^[UW][A-Z0-9]{2,20}$/

export const isWorkspaceId = (text: string): boolean => workspaceId.test(text)
export const isUserId = (text: string): boolean => userId.test(text)

const account = z.object({
  workspace: z.string().regex(workspaceId, 'Give the id of a workspace, such as T012AB3CD.'),
  user: z.string().regex(userId, "Give a person's id in Slack, such as U012AB3CD."),
})

/** Throws `invalid` with all issues. */
export const parseAccount = (typed: SlackAccount): SlackAccount =>
  accept(account, typed, 'This is not a person in Slack.')

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
  /** Matches that the directory made, by `accountId`. */
  readonly recorded: ReadonlyMap<string, Member>
}

/** An active member with the profile's address counts before the account on record, unless that is from Slack. */
const isSuperseded = (recorded: Member, named: Member | undefined): boolean =>
  named?.active === true && named.id !== recorded.id && !(recorded.active && recorded.source === 'slack')

/** The member of a Slack user, deactivated or not: by a match by hand, by the account on record, by the address. */
export const memberOf = (
  { byEmail, byAccount, recorded }: MembersInSlack,
  { account, email }: SlackPerson,
): Member | undefined => {
  const id = account === null ? '' : accountId(account)
  const byHand = byAccount.get(id)
  if (byHand) return byHand
  const onRecord = recorded.get(id)
  const named = email === null ? undefined : byEmail.get(foldEmail(email))
  return onRecord && !isSuperseded(onRecord, named) ? onRecord : named
}

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
  return { byEmail, ...matchedMembers(members, matches) }
}

/** The members of matches. */
export const matchedMembers = (
  members: readonly Member[],
  matches: readonly SlackMatch[],
): Pick<MembersInSlack, 'byAccount' | 'recorded'> => {
  const byAccount = new Map<string, Member>()
  const recorded = new Map<string, Member>()
  if (matches.length === 0) return { byAccount, recorded }
  const byId = new Map(members.map((member) => [member.id, member]))
  for (const match of matches) {
    const member = byId.get(match.member_id)
    if (member) (isByHand(match) ? byAccount : recorded).set(accountId(match), member)
  }
  return { byAccount, recorded }
}
