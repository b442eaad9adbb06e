import { documentId, type Member } from '../../domain/organization/organization.js'
import { foldName } from '../../domain/organization/name.js'
import {
  accountId,
  isByHand,
  memberOf,
  membersInSlack,
  parseAccount,
  type SlackAccount,
  type SlackMatch,
  type SlackPerson,
} from '../../domain/people/match.js'
import { Problem } from '../../domain/problem.js'
import type { AuditNote } from '../../domain/records/audit.js'
import { memberByText } from '../../domain/records/people.js'
import { collect, type Reader } from '../../store/port.js'
import type { Actor, Dependencies } from '../dependencies.js'
import { changeRecords, membersOf } from '../records/change.js'

/** A match made by hand, with its member's current data. */
export interface ListedMatch {
  readonly match: SlackMatch
  readonly member: Member
}

/** Those made by hand, and those that the directory made. */
export const matchesOf = (reader: Reader, org: string): Promise<SlackMatch[]> =>
  collect(reader.find('slack_matches', { index: 'by_org', equal: { org } }))

const everybody = async (reader: Reader, org: string) => {
  const members = await membersOf(reader, org)
  return { members, known: membersInSlack(members, await matchesOf(reader, org)) }
}

const byName = <T extends { readonly name: string }>(people: readonly T[]): readonly T[] => {
  const { compare } = new Intl.Collator('en')
  return [...people].sort((a, b) => compare(a.name, b.name))
}

/** The member of a Slack user, deactivated or not. Undefined: none. */
export const memberInSlack = async (
  reader: Reader,
  org: string,
  person: SlackPerson,
): Promise<Member | undefined> => memberOf((await everybody(reader, org)).known, person)

/** The people who match no member, not even a deactivated one; by name. */
export const findUnmatched = async <P extends SlackPerson & { readonly name: string }>(
  reader: Reader,
  org: string,
  people: readonly P[],
): Promise<readonly P[]> => {
  const { known } = await everybody(reader, org)
  return byName(people.filter((person) => memberOf(known, person) === undefined))
}

/** Active members whom none of the people match; by name. */
const findWithoutSlack = async (
  reader: Reader,
  org: string,
  people: readonly SlackPerson[],
): Promise<readonly Member[]> => {
  const { members, known } = await everybody(reader, org)
  const found = new Set(people.map((person) => memberOf(known, person)?.id))
  return byName(members.filter(({ id, active }) => active && !found.has(id)))
}

const listMatches = async (reader: Reader, org: string): Promise<readonly ListedMatch[]> => {
  const byId = new Map((await membersOf(reader, org)).map((member) => [member.id, member]))
  const listed = (await matchesOf(reader, org)).filter(isByHand).flatMap((match): ListedMatch[] => {
    const member = byId.get(match.member_id)
    return member ? [{ match, member }] : []
  })
  const nameOf = ({ member, match }: ListedMatch): string => `${foldName(member.name)} ${match._id}`
  return listed.sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))
}

const noteOf = (
  what: 'slack_matched' | 'slack_unmatched',
  { member_id, workspace, user }: SlackMatch,
): AuditNote => ({ what, subject: member_id, member: member_id, detail: { workspace, user } })

const match = async (
  dependencies: Dependencies,
  org: string,
  typed: SlackAccount,
  person: string,
  actor: Actor,
): Promise<ListedMatch> => {
  const account = parseAccount(typed)
  return changeRecords(dependencies, org, actor, async (_, reader) => {
    const member = memberByText(org, await membersOf(reader, org), person)
    const all = await matchesOf(reader, org)
    const before = all.find((one) => accountId(one) === accountId(account))
    const beforeByHand = before && isByHand(before) ? before : null
    if (beforeByHand?.member_id === member.id)
      return { changes: [], notes: [], result: { match: beforeByHand, member } }
    const other = all.find(
      ({ member_id, workspace }) => member_id === member.id && workspace === account.workspace,
    )
    if (other && isByHand(other))
      throw new Problem(
        'conflict',
        `${member.name} is matched with ${other.user} in that workspace. Remove that match first. Nothing was changed.`,
      )
    const document: SlackMatch = {
      _id: documentId(org, accountId(account)),
      org,
      ...account,
      member_id: member.id,
      matched_by: actor.who,
      matched_at: dependencies.now().toISOString(),
    }
    return {
      changes: [
        ...(other && other._id !== document._id ? [{ remove: 'slack_matches', id: other._id } as const] : []),
        { put: 'slack_matches', document },
      ],
      notes: [
        ...(beforeByHand ? [noteOf('slack_unmatched', beforeByHand)] : []),
        noteOf('slack_matched', document),
      ],
      result: { match: document, member },
    }
  })
}

const unmatch = async (
  dependencies: Dependencies,
  org: string,
  typed: SlackAccount,
  actor: Actor,
): Promise<SlackMatch> => {
  const account = parseAccount(typed)
  return changeRecords(dependencies, org, actor, async (_, reader) => {
    const [before] = await reader.get('slack_matches', [documentId(org, accountId(account))])
    if (!before || !isByHand(before))
      throw new Problem('not_found', 'That person in Slack was not matched by hand.')
    return {
      changes: [{ remove: 'slack_matches', id: before._id }],
      notes: [noteOf('slack_unmatched', before)],
      result: before,
    }
  })
}

/**
 * `people` are the full members of a workspace, handed in because services have no Slack client. Changes throw a Problem
 * when refused, are in the audit log, and move the organization's revision.
 */
export const createPeople = (dependencies: Dependencies) => {
  const { store } = dependencies
  return {
    /** By the member's name; only those made by hand. */
    matches: (org: string) => listMatches(store, org),
    /** The member of a Slack user, deactivated or not. */
    memberOf: (org: string, person: SlackPerson) => memberInSlack(store, org, person),
    unmatched: <P extends SlackPerson & { readonly name: string }>(org: string, people: readonly P[]) =>
      findUnmatched(store, org, people),
    withoutSlack: (org: string, people: readonly SlackPerson[]) => findWithoutSlack(store, org, people),
    /** Replaces a match of the same Slack user. Throws `invalid`, `not_found` and `conflict`. */
    match: match.bind(null, dependencies),
    /** The e-mail address decides again. Throws `invalid` and `not_found`. */
    unmatch: unmatch.bind(null, dependencies),
  }
}
