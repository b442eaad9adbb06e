import type { Leave, Member, Team } from '../organization.js'
import type { Sliced } from '../slices.js'
import { tables, type Finding, type Table } from './findings.js'
import { createLeavePlanner, type LeavesPlan } from './leaves.js'
import { planMembers } from './members.js'
import type { Context, RosterCounts, Write } from './outcome.js'
import type { Rows } from './rows.js'
import { planTeams } from './teams.js'

/** All that is wrong with the files (the first hundred, and how many in all), or what is to be written. */
export type Plan =
  | { readonly ok: false; readonly findings: readonly Finding[]; readonly count: number }
  | { readonly ok: true; readonly counts: RosterCounts; readonly writes: Writes }

/** In the order in which they are to be written; made anew each time they are asked for, so that few are held. */
export interface Writes extends Iterable<Write> {
  readonly count: number
}

export interface RosterPlanner {
  /** A page of stored leaves; each leave exactly once, in any order. */
  meet(page: readonly Leave[]): void
  /** After the last page. */
  finish(): Sliced<Plan>
}

export interface Subject {
  /** The organization's id. */
  readonly org: string
  readonly replace: ReadonlySet<Table>
  readonly teams: readonly Team[]
  readonly members: readonly Member[]
}

/**
 * Holds the rows of the files against what is stored: all teams and members first, then leaves page by page.
 * The rows stay as they are, so that they can be planned again against newer data.
 */
export const planRoster = function* (rows: Rows, subject: Subject): Sliced<RosterPlanner> {
  const context: Context = { ...subject, findings: rows.findings.copy() }
  refuseBlindReplace(rows, context)
  const teams = yield* planTeams(context, rows, subject.teams)
  const members = yield* planMembers(context, rows.members, subject.members, teams)
  const leaves = yield* createLeavePlanner(context, rows, members.byEmail)
  const finish = function* (): Sliced<Plan> {
    const planned: LeavesPlan = yield* leaves.finish()
    const count = context.findings.count()
    if (count > 0) return { ok: false, findings: context.findings.list(), count }
    const counts = { teams: teams.counts, members: members.counts, leaves: planned.counts }
    // What others point to comes first and goes last, so that a sequence of commits is sound after each of them.
    const before = [...teams.puts, ...members.puts]
    const after = [...members.deactivations, ...planned.removes, ...teams.removes]
    const writes = {
      count: before.length + planned.putCount + after.length,
      *[Symbol.iterator]() {
        yield* before
        yield* planned.puts
        yield* after
      },
    }
    return { ok: true, counts, writes }
  }
  return { meet: leaves.meet, finish }
}

/** A file that says nothing of leaves must not remove all of them. */
const refuseBlindReplace = (rows: Rows, { replace, findings }: Context): void => {
  for (const table of tables) {
    const said =
      rows.given.has(table) || (table === 'teams' && rows.members.some(({ values }) => values.team))
    if (replace.has(table) && !said)
      findings.addToFile(0, `says nothing of ${table}, and they are to be replaced`)
  }
}
