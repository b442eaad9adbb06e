import type { Member, Team } from '../organization/organization.js'
import type { Tombstones } from '../records/tombstone.js'
import type { Sliced } from '../slices.js'
import { tables, type Cause, type Finding, type Table } from './findings.js'
import { namesShown, type Removals } from './guard.js'
import { createLeaveComparer, type LeaveChanges } from './leaves.js'
import { compareMembers, type MemberChanges } from './members.js'
import { createListing, type Context, type Listing, type RosterCounts, type Write } from './outcome.js'
import type { Rows } from './rows.js'
import { compareTeams } from './teams.js'

/** All problems of the files, or the writes to make. */
export type Compared = Refused | RosterChanges

export interface Refused {
  readonly ok: false
  readonly findings: readonly Finding[]
  readonly causes: readonly Cause[]
  readonly count: number
}

export interface RosterChanges {
  readonly ok: true
  readonly counts: RosterCounts
  readonly writes: Writes
  /**
   * Implausible values in the files, which someone must permit (their number is `hardlyMeant`), and edits by hand that
   * were kept.
   */
  readonly warnings: readonly Finding[]
  readonly hardlyMeant: number
  readonly removals: Removals
  /** Places of leaves that would overlap leaves from earlier imports. */
  readonly overlapping: readonly string[]
  readonly listing: Listing
}

/** In the order of writing; created anew for every iteration, so that few are held. */
export interface Writes extends Iterable<Write> {
  readonly count: number
}

export interface Subject {
  /** The organization's id. */
  readonly org: string
  /** The time of the import, ISO 8601, recorded in changed documents. */
  readonly at: string
  readonly replace: ReadonlySet<Table>
  readonly teams: readonly Team[]
  readonly members: readonly Member[]
  /** The maximum number of additions, changes and removals to list. */
  readonly listed?: number
  /** Records that were erased or removed by hand, and whether the files may bring them back. */
  readonly tombstones?: Tombstones
  readonly bringBack?: boolean
}

/**
 * Compares the rows with what is stored: all teams and members first, then leaves page by page. The rows are not
 * modified, so they can be compared again against newer data.
 */
export const createRosterComparer = function* (rows: Rows, subject: Subject) {
  const listing = createListing(Math.max(subject.listed ?? 0, namesShown))
  const context: Context = {
    ...subject,
    tombstones: subject.tombstones ?? new Map(),
    bringBack: subject.bringBack ?? false,
    raised: new Set(),
    findings: rows.findings.copy(),
    warnings: rows.warnings.copy(),
    listing,
  }
  refuseBlindReplace(rows, context)
  const teams = yield* compareTeams(context, rows, subject.teams)
  const members = yield* compareMembers(context, rows.members, subject.members, teams)
  const leaves = yield* createLeaveComparer(context, rows, members)
  const finish = function* (): Sliced<Compared> {
    const leaveChanges: LeaveChanges = yield* leaves.finish()
    const count = context.findings.count()
    if (count > 0)
      return { ok: false, findings: context.findings.list(), causes: context.findings.causes(), count }
    const counts = { teams: teams.counts, members: members.counts, leaves: leaveChanges.counts }
    // Records that others refer to are written first and removed last, so that the data is consistent after every
    // commit of a sequence.
    const before = [...teams.puts, ...members.puts]
    const raised = [...context.raised].map(({ _id }): Write => ({ remove: 'tombstones', id: _id }))
    const after = [...members.deactivations, ...leaveChanges.removes, ...teams.removes, ...raised]
    const writes = {
      count: before.length + leaveChanges.putCount + after.length,
      *[Symbol.iterator]() {
        yield* before
        yield* leaveChanges.puts
        yield* after
      },
    }
    return {
      ok: true,
      counts,
      writes,
      warnings: context.warnings.list(),
      hardlyMeant: rows.warnings.count(),
      removals: removalsOf(rows, context, members, leaveChanges),
      overlapping: leaveChanges.overlapping,
      listing: listing.all(),
    }
  }
  return { meet: leaves.meet, finish }
}

const removalsOf = (
  { emptyFiles }: Rows,
  { replace }: Context,
  { deactivated, active }: MemberChanges,
  { removes, stored, removedFrom }: LeaveChanges,
): Removals => ({
  members: deactivated.length,
  activeMembers: active,
  leaves: removes.length,
  storedLeaves: stored,
  names: [...new Set([...deactivated.slice(0, namesShown).map(({ name }) => name), ...removedFrom])]
    .filter((name) => name !== '')
    .slice(0, namesShown),
  emptyFiles: replace.size > 0 ? emptyFiles : [],
})

/** A file without any leaves must not remove all of them. */
const refuseBlindReplace = (rows: Rows, { replace, findings }: Context): void => {
  for (const table of tables) {
    const said =
      rows.given.has(table) || (table === 'teams' && rows.members.some(({ values }) => values.team))
    if (replace.has(table) && !said)
      findings.addToFile(0, 'has no {}, although they are to be replaced', undefined, table)
  }
}
