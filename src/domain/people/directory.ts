import { documentId, type Member, type Team } from '../organization/organization.js'
import { foldName, parseName } from '../organization/name.js'
import { isTimeZone } from '../calendar/day.js'
import { tombstoneOf, type Tombstones } from '../records/tombstone.js'
import { memberIdFor, teamIdFor } from '../roster/identity.js'
import type { SlackSettings } from '../sources/source.js'
import { memberOf, type MembersInSlack, type SlackPerson } from './match.js'

/**
 * A person in a listing of a workspace. Bots, guests, invited people and people from other workspaces are not listed.
 */
export interface DirectoryPerson extends SlackPerson {
  readonly name: string
  readonly timezone: string | null
  readonly avatar: string | null
  /** False: their account is deactivated. */
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

export interface DirectoryPlan {
  readonly members: readonly Member[]
  readonly teams: readonly Team[]
  readonly added: number
  readonly changed: number
  readonly deactivated: number
  /** Active members that match a listed person. */
  readonly linked: number
  /** Listed people who are not members. */
  readonly unmatched: number
  /** Members that came from Slack and were active before. */
  readonly own: number
}

export interface DirectoryFacts extends MembersInSlack {
  readonly org: string
  readonly members: readonly Member[]
  readonly teams: readonly Team[]
  readonly tombstones: Tombstones
}

/** Deactivating more than a tenth of the members that came from Slack needs confirmation (decisions, "Sources"). */
export const isLargeDeparture = ({ deactivated, own }: Pick<DirectoryPlan, 'deactivated' | 'own'>): boolean =>
  10 * deactivated > own

const seen = ['name', 'timezone', 'avatar', 'team_id', 'active'] as const satisfies readonly (keyof Member)[]

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
 * are kept up to date where Slack is the roster. Only there are members added and deactivated, and a partial listing
 * never deactivates anyone for being absent.
 */
export const planDirectory = (
  facts: DirectoryFacts,
  { creates, avatars, groups }: SlackSettings,
  listing: DirectoryListing,
): DirectoryPlan => {
  const { org, members, tombstones } = facts
  const { made, teamOf } = createTeamFinder(facts, listing.groups)
  const puts = new Map<string, Member>()
  const present = new Set<string>()
  const counts = { added: 0, changed: 0, deactivated: 0, linked: 0, unmatched: 0 }
  const taken = new Set(members.map(({ id }) => id))

  const create = (person: DirectoryPerson): boolean => {
    const { email, account } = person
    const name = parseName(person.name)
    if (!creates || email === null || name === null) return false
    const id = memberIdFor(org, email)
    // An erased member is not added again automatically.
    if (taken.has(id) || tombstoneOf(tombstones, org, { email })) return false
    taken.add(id)
    present.add(id)
    counts.added += 1
    puts.set(id, {
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
    })
    return true
  }

  const bring = (before: Member, person: DirectoryPerson): void => {
    const isTheirs = creates && before.source === 'slack'
    const team = person.account ? teamOf(person.account.user) : null
    const zone = zoneOf(person)
    const after: Member = {
      ...before,
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
    if (seen.every((field) => before[field] === after[field])) return
    counts.changed += 1
    puts.set(before.id, after)
  }

  for (const person of listing.people) {
    if (!person.active) continue
    const member = memberOf(facts, person)
    if (member && !present.has(member.id)) bring(member, person)
    else if (!member && !create(person)) counts.unmatched += 1
  }
  const own = members.filter(({ source, active }) => source === 'slack' && active)
  const gone = !creates
    ? []
    : listing.isComplete
      ? own.filter(({ id }) => !present.has(id))
      : own.filter((member) =>
          listing.people.some((person) => !person.active && memberOf(facts, person)?.id === member.id),
        )
  for (const member of gone) puts.set(member.id, { ...member, active: false })
  const used = new Set([...puts.values()].map(({ team_id }) => team_id))
  return {
    ...counts,
    members: [...puts.values()],
    teams: made.filter(({ id }) => used.has(id)),
    deactivated: gone.length,
    linked: counts.linked + counts.added,
    own: own.length,
  }
}

const zoneOf = ({ timezone }: DirectoryPerson): string | null =>
  timezone !== null && isTimeZone(timezone) ? timezone : null
