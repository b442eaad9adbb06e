import type { Organization } from '../../domain/organization/organization.js'
import { tombstonesById } from '../../domain/records/tombstone.js'
import { planRoster, type ImportPlan, type Subject } from '../../domain/roster/plan.js'
import type { Rows } from '../../domain/roster/rows.js'
import { collect, type Reader, type Store } from '../../store/port.js'
import { runInTurns } from '../turns.js'

/** What an import would do to the current state of an organization. */
export interface Comparison {
  readonly organization: Organization
  readonly plan: ImportPlan
}

type AskedImport = Omit<Subject, 'teams' | 'members' | 'tombstones'>

/** Compares rows with the stored data in one state, page by page; null when the organization is gone. */
export const compareRoster = async (
  store: Store,
  rows: Rows,
  asked: AskedImport,
  compared: (leaves: number) => void,
): Promise<Comparison | null> => {
  const met = await store.view(asked.org, async (reader) => {
    const [organization] = await reader.get('organizations', [asked.org])
    return organization ? { organization, planner: await meetStored(reader, rows, asked, compared) } : null
  })
  return met && { organization: met.organization, plan: await runInTurns(met.planner.finish()) }
}

const meetStored = async (
  reader: Reader,
  rows: Rows,
  asked: AskedImport,
  compared: (leaves: number) => void,
) => {
  const { org } = asked
  const teams = await collect(reader.find('teams', { index: 'by_org', equal: { org } }))
  const members = await collect(reader.find('members', { index: 'by_org', equal: { org } }))
  const tombstones = tombstonesById(
    await collect(reader.find('tombstones', { index: 'by_org', equal: { org } })),
  )
  const planner = await runInTurns(planRoster(rows, { ...asked, teams, members, tombstones }))
  let leaves = 0
  for await (const page of reader.find('leaves', { index: 'by_end', equal: { org } })) {
    planner.meet(page)
    leaves += page.length
    compared(leaves)
  }
  return planner
}
