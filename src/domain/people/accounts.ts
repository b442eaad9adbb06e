import { documentId } from '../organization/organization.js'
import { accountId, isByHand, type SlackAccount, type SlackMatch } from './match.js'

/** What becomes of matches that the directory made. */
export interface AccountChanges {
  readonly puts: readonly SlackMatch[]
  /** Their `_id`s. */
  readonly removes: readonly string[]
}

export interface AccountFacts {
  readonly org: string
  readonly matches: readonly SlackMatch[]
  /** The instant of new matches. */
  readonly at: string
}

/** One account for each member of a workspace while a listing is applied; matches made by hand stay. */
export const createAccounts = ({ org, matches, at }: AccountFacts, workspace: string) => {
  const here = matches.filter((match) => match.workspace === workspace)
  const byUser = new Map(here.map((match) => [match.user, match]))
  const byMember = new Map(here.map((match) => [match.member_id, match]))
  const elsewhere = new Set(
    matches
      .filter((match) => match.workspace !== workspace && !isByHand(match))
      .map((match) => match.member_id),
  )
  const puts = new Map<string, SlackMatch>()
  const removes = new Set<string>()

  const drop = (member: string): void => {
    const known = byMember.get(member)
    if (!known || isByHand(known)) return
    byMember.delete(member)
    byUser.delete(known.user)
    puts.delete(known._id)
    removes.add(known._id)
  }

  const record = (member: string, account: SlackAccount | null): void => {
    const known = byMember.get(member)
    if (account === null || known?.user === account.user || (known && isByHand(known))) return
    const before = byUser.get(account.user)
    if (before && isByHand(before)) return
    drop(member)
    if (before) drop(before.member_id)
    const _id = documentId(org, accountId(account))
    const match: SlackMatch = {
      _id,
      org,
      ...account,
      member_id: member,
      matched_by: 'directory',
      matched_at: at,
      automatic: true,
    }
    byMember.set(member, match)
    byUser.set(account.user, match)
    removes.delete(_id)
    puts.set(_id, match)
  }

  return {
    /** The user on record for a member. */
    userOf: (member: string): string | undefined => byMember.get(member)?.user,
    isOnRecord: (user: string): boolean => byUser.has(user),
    /** The directory of another workspace knows the member, too. */
    isElsewhere: (member: string): boolean => elsewhere.has(member),
    record,
    drop,
    changes: (): AccountChanges => ({ puts: [...puts.values()], removes: [...removes] }),
  }
}
