import { countedBy } from '../../calendar/grouped.js'
import type { Team } from '../../domain/organization/organization.js'
import { isGuid } from '../../domain/identity.js'
import { foldName } from '../../domain/organization/name.js'
import { exportedRow, type ExportedRow } from '../../domain/roster/columns.js'
import type { Table } from '../../domain/roster/findings.js'
import { collect, type Reader, type Store } from '../../store/port.js'

/** Receives all rows of an organization, in the form that `import` accepts: teams, members, leaves, in one state. */
export type ExportSink = (table: Table, row: ExportedRow) => void

/** The name or id that identifies each team in a row. */
const namesOf = (teams: readonly Team[]): ReadonlyMap<string, string> => {
  const counts = countedBy(teams, ({ name }) => foldName(name))
  return new Map(
    teams.map(({ id, name }) => [id, counts.get(foldName(name)) === 1 && !isGuid(name) ? name : id]),
  )
}

/** Exports an organization's teams, members and leaves; importing them anywhere recreates the same state. */
export const exportRoster = (
  store: Pick<Store, 'view'>,
  org: string,
  sinkOf: () => ExportSink,
): Promise<Readonly<Record<Table, number>>> =>
  store.view(org, async (reader: Reader) => {
    const sink = sinkOf()
    const byOrg = { index: 'by_org', equal: { org }, order: 'ascending' } as const
    const teams = await collect(reader.find('teams', byOrg))
    for (const team of teams) sink('teams', exportedRow('teams', { ...team }))
    const names = namesOf(teams)
    const emails = new Map<string, string>()
    for await (const page of reader.find('members', byOrg))
      for (const { holidays_from: _, ...member } of page) {
        emails.set(member.id, member.email)
        const team = names.get(member.team_id ?? '') ?? null
        sink('members', exportedRow('members', { ...member, team }))
      }
    let leaves = 0
    for await (const page of reader.find('leaves', { index: 'by_end', equal: { org }, order: 'ascending' }))
      for (const leave of page) {
        const email = emails.get(leave.member_id)
        if (email === undefined) continue
        leaves += 1
        sink('leaves', exportedRow('leaves', { ...leave, email }))
      }
    return { teams: teams.length, members: emails.size, leaves }
  })
