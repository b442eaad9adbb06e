import type { Leave, Member, Team } from '../organization.js'
import type { Findings, Table } from './findings.js'

/** How many rows of the files are new, differ, or are as stored; and how many stored documents go. */
export interface Counts {
  added: number
  changed: number
  same: number
  removed: number
}

export const noCounts = (): Counts => ({ added: 0, changed: 0, same: 0, removed: 0 })

export type RosterCounts = Readonly<Record<Table, Readonly<Counts>>>

/** What is to be done to one document; the store's `Change` without a precondition. */
export type Write =
  | { readonly put: 'teams'; readonly document: Team }
  | { readonly put: 'members'; readonly document: Member }
  | { readonly put: 'leaves'; readonly document: Leave }
  | { readonly remove: 'teams' | 'leaves'; readonly id: string }

/** One import: whose, and what of it the files are to replace. */
export interface Context {
  readonly org: string
  readonly replace: ReadonlySet<Table>
  readonly findings: Findings
}
