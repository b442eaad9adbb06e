import { foldName, instead, maxNameLength, parseName } from '../../domain/organization/name.js'
import type { Source, Team } from '../../domain/organization/organization.js'
import { Problem } from '../../domain/problem.js'
import type { Actor, Dependencies } from '../dependencies.js'
import { findTeam, listTeams } from '../organizations/teams.js'
import { changeRecords, membersOf, teamsOf } from './change.js'

/** A team as lists show it; `members` counts the active ones. */
interface ListedTeam {
  readonly id: string
  readonly name: string
  readonly members: number
  readonly source: Source
}

const countIn = (
  members: readonly { readonly team_id: string | null; readonly active: boolean }[],
  id: string,
) => members.filter(({ team_id, active }) => active && team_id === id).length

const list = ({ store }: Dependencies, org: string): Promise<ListedTeam[]> =>
  store.view(org, async (reader) => {
    const members = await membersOf(reader, org)
    return (await listTeams(reader, org)).map(({ id, name, source }) => {
      return { id, name, members: countIn(members, id), source }
    })
  })

const nameGiven = (typed: string): string => {
  const name = parseName(typed.normalize('NFC'))
  if (name !== null) return name
  const message = instead(typed, `Use a name of 1 to ${maxNameLength} characters on one line.`)
  throw new Problem('invalid', 'This team name is invalid.', { issues: [{ path: ['name'], message }] })
}

/** The team keeps its id, and with it its keys and digests. Throws `invalid`, `not_found` and `conflict`. */
const rename = (
  dependencies: Dependencies,
  org: string,
  team: string,
  typed: string,
  actor: Actor,
): Promise<ListedTeam> =>
  changeRecords(dependencies, org, actor, async (_, reader) => {
    const before = await findTeam(reader, org, team)
    const name = nameGiven(typed)
    const others = (await teamsOf(reader, org)).filter(({ id }) => id !== before.id)
    if (others.some((other) => foldName(other.name) === foldName(name)))
      throw new Problem('conflict', 'Another team has this name. Nothing was changed.')
    const after: Team = { ...before, name, source: 'manual' }
    const members = countIn(await membersOf(reader, org), before.id)
    const result = { id: after.id, name, members, source: after.source }
    if (name === before.name) return { changes: [], notes: [], result: { ...result, source: before.source } }
    const detail = { name: `${before.name} → ${name}` }
    return {
      changes: [{ put: 'teams', document: after }],
      notes: [{ what: 'team_renamed', subject: before.id, member: null, detail }],
      result,
    }
  })

/** Its members stay, without a team. Keys and digests of the team then cover nobody. */
const remove = (dependencies: Dependencies, org: string, team: string, actor: Actor): Promise<ListedTeam> =>
  changeRecords(dependencies, org, actor, async (_, reader) => {
    const { _id, id, name, source } = await findTeam(reader, org, team)
    const members = await membersOf(reader, org)
    const left = members.filter(({ team_id }) => team_id === id)
    return {
      changes: [
        ...left.map((member) => ({ put: 'members', document: { ...member, team_id: null } }) as const),
        { remove: 'teams', id: _id },
      ],
      notes: [{ what: 'team_removed', subject: id, member: null, detail: { name, members: left.length } }],
      result: { id, name, members: countIn(members, id), source },
    }
  })

/** Operations on teams. `org` is an organization's id, `team` a name or an id. */
export const createTeams = (dependencies: Dependencies) => ({
  list: list.bind(null, dependencies),
  rename: rename.bind(null, dependencies),
  remove: remove.bind(null, dependencies),
})
