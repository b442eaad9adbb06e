import {
  changedFields,
  documentId,
  memberFields,
  type Member,
  type Team,
} from '../organization/organization.js'
import { foldName, parseName } from '../organization/name.js'
import { foldEmail } from '../organization/email.js'
import { isTimeZone } from '../../calendar/day.js'
import { memberNote, type PersonNote } from '../records/batch.js'
import { tombstoneOf, type Tombstones } from '../records/tombstone.js'
import { memberIdFor, teamIdFor } from '../roster/identity.js'
import type { SlackSettings } from '../sources/source.js'
import { createAccounts, type AccountChanges, type AccountFacts } from './accounts.js'
import { accountId, memberOf, membersInSlack, type SlackPerson } from './match.js'

/**
 * A person in a listing of a workspace. Bots, guests, invited people and people from other workspaces are not listed.
 */
export interface DirectoryPerson extends SlackPerson {
  readonly name: string
  readonly timezone: string | null
  readonly avatar: string | null
  /** False: their account is deactivated, or a guest's by now. */
  readonly active: boolean
}

/** A user group that is a team here: its name, and the Slack ids of its people. */
export interface DirectoryGroup {
  readonly name: string
  readonly users: readonly string[]
}

/** All people of a workspace, or only those in an event; the groups in their order. */
export interface DirectoryListing {
  readonly people: readonly DirectoryPerson[]
  readonly groups: readonly DirectoryGroup[]
  /** People who are not listed have left. */
  readonly isComplete: boolean
}

export interface DirectoryChanges {
  readonly members: readonly Member[]
  readonly teams: readonly Team[]
  readonly accounts: AccountChanges
  /** What changes about the members, for the audit log. */
  readonly notes: readonly PersonNote[]
  readonly added: number
  readonly changed: number
  readonly deactivated: number
  /** Active members that match a listed person. */
  readonly linked: number
  /** Listed people who are not members; of two accounts with one address, one is. */
  readonly unmatched: number
  /** Members that came from this workspace and were active before. */
  readonly own: number
}

export interface DirectoryFacts extends AccountFacts {
  readonly members: readonly Member[]
  readonly teams: readonly Team[]
  readonly tombstones: Tombstones
}

/** Deactivating more than a tenth of the members that came from Slack needs confirmation (decisions, "Sources"). */
export const isLargeDeparture = ({
  deactivated,
  own,
}: Pick<DirectoryChanges, 'deactivated' | 'own'>): boolean => 10 * deactivated > own

/** The same for events: at most one, or a tenth, may go between two listings; `before` have gone already. */
export const needsListing = (
  { deactivated, own }: Pick<DirectoryChanges, 'deactivated' | 'own'>,
  before: number,
): boolean =>
  deactivated > 0 &&
  before + deactivated > 1 &&
  isLargeDeparture({ deactivated: before + deactivated, own: before + own })

/** The teams for the groups: existing teams of the same name, or new ones. */
const createTeamFinder = ({ org, teams }: DirectoryFacts, groups: readonly DirectoryGroup[]) => {
  const byName = new Map(teams.map((team) => [foldName(team.name), team]))
  const made: Team[] = []
  const teamOf = new Map<string, string>()
  for (const { name: typed, users } of groups) {
    const name = parseName(typed)
    if (name === null) continue
    const known = byName.get(foldName(name))
    const id = known?.id ?? teamIdFor(org, name)
    if (!known) {
      const team: Team = { _id: documentId(org, id), org, id, name, source: 'slack' }
      byName.set(foldName(name), team)
      made.push(team)
    }
    for (const user of users) if (!teamOf.has(user)) teamOf.set(user, id)
  }
  return { made, teamOf: (user: string): string | null => teamOf.get(user) ?? null }
}

/**
 * Applies a listing to the members: matched members get values for their empty fields, and members that came from Slack
 * are kept up to date where Slack is the roster, their address included. Only there are members added and deactivated,
 * and a partial listing never deactivates anyone for being absent. Every account that leads to a member is recorded, and
 * a deactivation counts only for the account on record.
 */
export const compareDirectory = (
  facts: DirectoryFacts,
  { workspace, creates, avatars, groups }: SlackSettings,
  listing: DirectoryListing,
): DirectoryChanges => {
  const { org, members, tombstones } = facts
  const { made, teamOf } = createTeamFinder(facts, listing.groups)
  const puts = new Map<string, Member>()
  const present = new Set<string>()
  const counts = { added: 0, changed: 0, deactivated: 0, linked: 0, unmatched: 0 }
  const taken = new Set(members.map(({ id }) => id))
  const known = membersInSlack(members, facts.matches)
  /** Kept up to date while addresses change. */
  const byEmail = new Map(known.byEmail)
  const accounts = createAccounts(facts, workspace)
  const usersWho = (active: boolean) =>
    new Set(
      listing.people.flatMap((person) => (person.active === active ? (person.account?.user ?? []) : [])),
    )
  const [listed, departed] = [usersWho(true), usersWho(false)]

  /** A person without an account on record is not a member whose own account may still be active. */
  const isFree = (member: Member, { account }: DirectoryPerson): boolean => {
    const user = accounts.userOf(member.id)
    if (user === undefined || account === null || user === account.user) return true
    return listing.isComplete ? !listed.has(user) : !member.active
  }

  const create = (person: DirectoryPerson): boolean => {
    const { email, account } = person
    const name = parseName(person.name)
    if (!creates || email === null || name === null) return false
    const derived = memberIdFor(org, email)
    // The id of an address stays with the member who had it first.
    const id = taken.has(derived) && account ? memberIdFor(org, accountId(account)) : derived
    // An erased member is not added again automatically.
    if (taken.has(id) || tombstoneOf(tombstones, org, { id, email })) return false
    taken.add(id)
    present.add(id)
    counts.added += 1
    const member: Member = {
      _id: documentId(org, id),
      org,
      id,
      email,
      name,
      avatar: avatars ? person.avatar : null,
      team_id: account ? teamOf(account.user) : null,
      timezone: zoneOf(person),
      active: true,
      source: 'slack',
    }
    puts.set(id, member)
    byEmail.set(foldEmail(email), member)
    accounts.record(id, account)
    return true
  }

  /** The new address, unless it is another member's or an erased one's. Matches by hand may have another in Slack. */
  const emailAfter = (before: Member, { account, email }: DirectoryPerson): string => {
    if (account === null || known.byAccount.has(accountId(account))) return before.email
    if (email === null || foldEmail(email) === foldEmail(before.email)) return before.email
    return byEmail.has(foldEmail(email)) || tombstoneOf(tombstones, org, { email }) ? before.email : email
  }

  const bring = (before: Member, person: DirectoryPerson): void => {
    const isTheirs = creates && before.source === 'slack'
    const team = person.account ? teamOf(person.account.user) : null
    const zone = zoneOf(person)
    const after: Member = {
      ...before,
      email: isTheirs ? emailAfter(before, person) : before.email,
      name: isTheirs ? (parseName(person.name) ?? before.name) : before.name,
      timezone: isTheirs ? (zone ?? before.timezone) : (before.timezone ?? zone),
      avatar: avatars ? (isTheirs ? person.avatar : (before.avatar ?? person.avatar)) : before.avatar,
      team_id: isTheirs && listing.isComplete && groups.length > 0 ? team : (before.team_id ?? team),
      active: isTheirs || before.active,
    }
    if (after.active) {
      present.add(before.id)
      counts.linked += 1
    }
    accounts.record(before.id, person.account)
    if (after.email !== before.email) {
      const old = foldEmail(before.email)
      if (byEmail.get(old)?.id === before.id) byEmail.delete(old)
      byEmail.set(foldEmail(after.email), after)
    }
    if (changedFields(memberFields, before, after).length === 0) return
    counts.changed += 1
    puts.set(before.id, after)
  }

  const active = listing.people.filter((person) => person.active)
  const isOnRecord = ({ account }: DirectoryPerson): boolean =>
    account !== null && accounts.isOnRecord(account.user)
  // Whoever is on record comes first: an address that they gave up may be somebody else's by now.
  const [onRecord, others] = [active.filter(isOnRecord), active.filter((person) => !isOnRecord(person))]
  for (const person of [...onRecord, ...others]) {
    const member = memberOf({ ...known, byEmail }, person)
    if (member && !present.has(member.id) && isFree(member, person)) bring(member, person)
    else if (member || !create(person)) counts.unmatched += 1
  }
  const own = members.filter(
    ({ id, source, active }) =>
      source === 'slack' && active && (accounts.userOf(id) !== undefined || !accounts.isElsewhere(id)),
  )
  const absent = own.filter(({ id }) =>
    listing.isComplete ? !present.has(id) : departed.has(accounts.userOf(id) ?? ''),
  )
  const gone = creates ? absent.filter(({ id }) => !accounts.isElsewhere(id)) : []
  // Who left this workspace, but not the other one, is a matter of the other one from now on.
  for (const { id } of absent) if (creates && accounts.isElsewhere(id)) accounts.drop(id)
  for (const member of gone) puts.set(member.id, { ...member, active: false })
  const stored = new Map(members.map((member) => [member.id, member]))
  const used = new Set([...puts.values()].map(({ team_id }) => team_id))
  return {
    ...counts,
    members: [...puts.values()],
    notes: [...puts.values()].map((after) => memberNote(stored.get(after.id), after)),
    teams: made.filter(({ id }) => used.has(id)),
    accounts: accounts.changes(),
    deactivated: gone.length,
    linked: counts.linked + counts.added,
    own: own.length,
  }
}

const zoneOf = ({ timezone }: DirectoryPerson): string | null =>
  timezone !== null && isTimeZone(timezone) ? timezone : null
