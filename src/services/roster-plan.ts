import type { Organization } from '../domain/organization.js'
import type { Table } from '../domain/roster/findings.js'
import { planRoster, type Plan } from '../domain/roster/plan.js'
import type { Rows } from '../domain/roster/rows.js'
import { collect, type Reader, type Store } from '../store/port.js'
import { runPolitely } from './turns.js'

/** What an import would do to the organization as it stands. */
export interface Comparison {
  readonly organization: Organization
  readonly plan: Plan
}

/** Rows against the stored data of one state, in pages; null when the organization is gone. */
export const compareRoster = async (
  store: Store,
  org: string,
  rows: Rows,
  replace: ReadonlySet<Table>,
  compared: (leaves: number) => void,
): Promise<Comparison | null> => {
  const met = await store.view(org, async (reader) => {
    const [organization] = await reader.get('organizations', [org])
    return organization
      ? { organization, planner: await meetStored(reader, org, rows, replace, compared) }
      : null
  })
  return met && { organization: met.organization, plan: await runPolitely(met.planner.finish()) }
}

const meetStored = async (
  reader: Reader,
  org: string,
  rows: Rows,
  replace: ReadonlySet<Table>,
  compared: (leaves: number) => void,
) => {
  const teams = await collect(reader.find('teams', { index: 'by_org', equal: { org } }))
  const members = await collect(reader.find('members', { index: 'by_org', equal: { org } }))
  const planner = await runPolitely(planRoster(rows, { org, replace, teams, members }))
  let leaves = 0
  for await (const page of reader.find('leaves', { index: 'by_end', equal: { org } })) {
    planner.meet(page)
    leaves += page.length
    compared(leaves)
  }
  return planner
}
