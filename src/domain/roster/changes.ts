import type { Day } from '../../calendar/day.js'
import type { Member, Team } from '../organization/organization.js'
import { memberNote, type PersonNote } from '../records/batch.js'
import type { Tombstones } from '../records/tombstone.js'
import type { Sliced } from '../../calendar/slices.js'
import { createCalendarReader, type KnownCalendars, type UnknownPlace } from './calendars.js'
import { tables, type Cause, type Finding, type Table } from './findings.js'
import { namesShown, type BulkChange, type FileSpan, type Removals } from './guard.js'
import { createLeaveComparer, type LeaveChanges } from './leaves.js'
import { compareMembers, type MemberChanges } from './members.js'
import { findPeople, type PersonNames, type Stranger } from './persons.js'
import { createListing, type Context, type Listing, type RosterCounts, type Write } from './outcome.js'
import type { Rows } from './rows.js'
import { createStrangers, type LeftOut } from './strangers.js'
import { compareTeams } from './teams.js'

/** All problems of the files, or the writes to make. */
export type Compared = Refused | RosterChanges

export interface Refused {
  readonly ok: false
  readonly findings: readonly Finding[]
  readonly causes: readonly Cause[]
  readonly count: number
  /** People who are not members and need somebody's word. */
  readonly strangers: readonly Stranger[]
}

export interface RosterChanges {
  readonly ok: true
  readonly counts: RosterCounts
  readonly writes: Writes
  /** Implausible values that someone must permit (`hardlyMeant`: their number), and edits by hand that were kept. */
  readonly warnings: readonly Finding[]
  readonly hardlyMeant: number
  readonly removals: Removals
  /** Places of leaves that would overlap leaves from earlier imports. */
  readonly overlapping: readonly string[]
  readonly overlapsFrom: Day | null
  /** Changes of values that members and leaves had. */
  readonly bulk: readonly BulkChange[]
  /** Where leaves were replaced: the first day, and the number of imported leaves outside these days. */
  readonly replacedFrom: Day | null
  readonly outside: number
  readonly listing: Listing
  /** Places that mean no holiday calendar yet, and whether none of the files' places does. */
  readonly unknownPlaces: readonly UnknownPlace[]
  readonly ignoresPlaces: boolean
  /** Ids of members by what files call them, from now on. */
  readonly names: Readonly<Record<string, string>>
  readonly leftOut: LeftOut
}

const noCalendars: KnownCalendars = { codes: new Set(), places: {} }

/** In the order of writing; created anew for every iteration, so that few are held. */
export interface Writes extends Iterable<Write> {
  readonly count: number
  /** What a write changes about a person, for the audit log. */
  noteOf(write: Write): PersonNote | null
}

export interface Subject {
  /** The organization's id. */
  readonly org: string
  /** The time of the import, ISO 8601, recorded in changed documents. */
  readonly at: string
  readonly replace: ReadonlySet<Table>
  readonly teams: readonly Team[]
  readonly members: readonly Member[]
  readonly names?: PersonNames
  /** The days within which leaves are replaced; absent: from the first day of the files on. */
  readonly within?: FileSpan
  /** The maximum number of additions, changes and removals to list. */
  readonly listed?: number
  /** Records that were erased or removed by hand, and whether the files may bring them back. */
  readonly tombstones?: Tombstones
  /** Absent: the organization has none. */
  readonly calendars?: KnownCalendars
  readonly bringBack?: boolean
  /** Whether leaves of people who are not members are left out. */
  readonly skipUnknown?: boolean
}

/** All teams and members first, then leaves page by page; the rows stay, to be compared again with newer data. */
export const createRosterComparer = function* (rows: Rows, subject: Subject) {
  const listing = createListing(Math.max(subject.listed ?? 0, namesShown))
  const told = { findings: rows.findings.copy(), warnings: rows.warnings.copy() }
  const calendars = createCalendarReader(subject.calendars ?? noCalendars, subject.teams, told)
  const context: Context = {
    ...subject,
    ...told,
    calendars,
    within: subject.within ?? { from: null, to: null },
    tombstones: subject.tombstones ?? new Map(),
    bringBack: subject.bringBack ?? false,
    skipUnknown: subject.skipUnknown ?? false,
    names: subject.names ?? { given: {}, kept: {} },
    raised: new Set(),
    listing,
  }
  refuseBlindReplace(rows, context)
  const teams = yield* compareTeams(context, rows, subject.teams)
  const members = yield* compareMembers(context, rows.members, subject.members, teams)
  const after = new Map(subject.members.map((member) => [member.id, member]))
  for (const { document } of members.puts) after.set(document.id, document)
  const people = yield* findPeople(
    rows,
    [...after.values()],
    subject.members,
    context.names,
    context.findings,
  )
  const strangers = createStrangers(context, rows, people.judge)
  const leaves = yield* createLeaveComparer(
    context,
    rows,
    { byEmail: new Map([...members.byEmail, ...people.found]), nameOf: members.nameOf },
    strangers,
  )
  const finish = function* (): Sliced<Compared> {
    const leaveChanges: LeaveChanges = yield* leaves.finish()
    const count = context.findings.count()
    if (count > 0)
      return {
        ok: false,
        findings: context.findings.list(),
        causes: context.findings.causes(),
        count,
        strangers: strangers.remaining(),
      }
    const counts = { teams: teams.counts, members: members.counts, leaves: leaveChanges.counts }
    // Records that others refer to are written first and removed last, so that the data is consistent after every
    // commit of a sequence.
    const before = [...teams.puts, ...members.puts]
    const raised = [...context.raised].map(({ _id }): Write => ({ remove: 'tombstones', id: _id }))
    const last = [...members.deactivations, ...leaveChanges.removes, ...teams.removes, ...raised]
    const writes = {
      count: before.length + leaveChanges.putCount + last.length,
      noteOf: (write: Write) =>
        'put' in write && write.put === 'members'
          ? memberNote(members.before(write.document.id), write.document)
          : leaveChanges.noteOf(write),
      *[Symbol.iterator]() {
        yield* before
        yield* leaveChanges.puts
        yield* last
      },
    }
    return {
      ok: true,
      counts,
      writes,
      warnings: context.warnings.list(),
      hardlyMeant: rows.hardlyMeant,
      removals: removalsOf(rows, context, members, leaveChanges),
      overlapping: leaveChanges.overlapping,
      overlapsFrom: leaveChanges.overlapsFrom,
      bulk: [...members.bulk, ...leaveChanges.bulk],
      replacedFrom: leaveChanges.replacedFrom,
      outside: leaveChanges.outside,
      listing: listing.all(),
      unknownPlaces: calendars.unknownPlaces(),
      ignoresPlaces: !calendars.understands(),
      names: people.names,
      leftOut: strangers.leftOut(),
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
