import type { Member, Team } from '../../domain/organization/organization.js'
import { isGuid } from '../../domain/identity.js'
import { foldName } from '../../domain/organization/name.js'
import { collect, type Reader, type Store } from '../../store/port.js'
import { leaveFields } from '../records/leaves.js'

/** Rows in the form that `import` accepts. */
interface ExportedTeam {
  readonly id: string
  readonly name: string
}

interface ExportedMember {
  readonly id: string
  readonly email: string
  readonly name: string
  /** The team's name, or its id where the name is ambiguous. */
  readonly team: string | null
  readonly timezone: string | null
  readonly avatar: string | null
  readonly active: boolean
}

type ExportedLeave = ReturnType<typeof leaveFields>

/** Receives all rows of an organization in this order, from one consistent state. */
export interface ExportSink {
  team(row: ExportedTeam): void
  member(row: ExportedMember): void
  leave(row: ExportedLeave): void
}

export interface ExportCounts {
  readonly teams: number
  readonly members: number
  readonly leaves: number
}

const memberOf = (member: Member, teams: ReadonlyMap<string, string>): ExportedMember => ({
  id: member.id,
  email: member.email,
  name: member.name,
  team: member.team_id === null ? null : (teams.get(member.team_id) ?? null),
  timezone: member.timezone,
  avatar: member.avatar,
  active: member.active,
})

/** The name or id that identifies each team in a row. */
const namesOf = (teams: readonly Team[]): ReadonlyMap<string, string> => {
  const counts = new Map<string, number>()
  for (const { name } of teams) counts.set(foldName(name), (counts.get(foldName(name)) ?? 0) + 1)
  return new Map(
    teams.map(({ id, name }) => [id, counts.get(foldName(name)) === 1 && !isGuid(name) ? name : id]),
  )
}

/** Exports an organization's teams, members and leaves; importing them anywhere recreates the same state. */
export const exportRoster = (
  store: Pick<Store, 'view'>,
  org: string,
  sinkOf: () => ExportSink,
): Promise<ExportCounts> =>
  store.view(org, async (reader: Reader) => {
    const sink = sinkOf()
    const byOrg = { index: 'by_org', equal: { org }, order: 'ascending' } as const
    const teams = await collect(reader.find('teams', byOrg))
    for (const { id, name } of teams) sink.team({ id, name })
    const names = namesOf(teams)
    const emails = new Map<string, string>()
    for await (const page of reader.find('members', byOrg))
      for (const member of page) {
        emails.set(member.id, member.email)
        sink.member(memberOf(member, names))
      }
    let leaves = 0
    for await (const page of reader.find('leaves', { index: 'by_end', equal: { org }, order: 'ascending' }))
      for (const leave of page) {
        const email = emails.get(leave.member_id)
        if (email === undefined) continue
        leaves += 1
        sink.leave(leaveFields(leave, email))
      }
    return { teams: teams.length, members: emails.size, leaves }
  })
