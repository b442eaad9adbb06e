import type { Leave, Member, Team } from '../organization/organization.js'
import type { Tombstone, Tombstones } from '../records/tombstone.js'
import type { createCalendarReader } from './calendars.js'
import type { Findings, Place, Table } from './findings.js'
import type { FileSpan } from './guard.js'
import type { PersonNames } from './persons.js'

/** The number of rows that are new, different or unchanged, and of stored documents to be removed. */
export interface Counts {
  added: number
  changed: number
  same: number
  removed: number
}

export const noCounts = (): Counts => ({ added: 0, changed: 0, same: 0, removed: 0 })

export type RosterCounts = Readonly<Record<Table, Readonly<Counts>>>

/** A write to one document: the store's `Change` without a precondition. */
export type Write =
  | { readonly put: 'teams'; readonly document: Team }
  | { readonly put: 'members'; readonly document: Member }
  | { readonly put: 'leaves'; readonly document: Leave }
  | { readonly remove: 'teams' | 'leaves' | 'tombstones'; readonly id: string }

/** The first of an import's changes in words, for the person who decides. */
export type Listing = Readonly<Record<ChangeKind, readonly string[]>>
type ChangeKind = 'added' | 'changed' | 'removed'

export const createListing = (most: number) => {
  const lines: Record<ChangeKind, Record<Table, string[]>> = {
    added: { teams: [], members: [], leaves: [] },
    changed: { teams: [], members: [], leaves: [] },
    removed: { teams: [], members: [], leaves: [] },
  }
  const of = (kind: ChangeKind): string[] => {
    const { teams, members, leaves } = lines[kind]
    return [...teams, ...members, ...leaves].slice(0, most)
  }
  return {
    /** The maximum number listed for each kind of change. */
    most,
    /** `describe` is called only while there is room. */
    note: (kind: ChangeKind, table: Table, describe: () => string): void => {
      const list = lines[kind][table]
      if (list.length < most) list.push(describe())
    },
    /** Teams first, then members, then leaves. */
    all: (): Listing => ({ added: of('added'), changed: of('changed'), removed: of('removed') }),
  }
}

/** The organization of an import, and what the files replace. */
export interface Context {
  readonly org: string
  /** The time of the import. */
  readonly at: string
  readonly replace: ReadonlySet<Table>
  /** The days within which leaves are replaced; without a first one, from the first day of the files on. */
  readonly within: FileSpan
  readonly findings: Findings
  /** Findings worth knowing that are not errors. */
  readonly warnings: Findings
  readonly listing: ReturnType<typeof createListing>
  readonly calendars: ReturnType<typeof createCalendarReader>
  /** Records that were erased or removed by hand: they stay away unless `bringBack` is set. */
  readonly tombstones: Tombstones
  readonly bringBack: boolean
  readonly skipUnknown: boolean
  /** Who is meant by what files call people. */
  readonly names: PersonNames
  /** Tombstones of records that come back. */
  readonly raised: Set<Tombstone>
}

/** Whether the row's record was removed for good, which adds a warning; brought back, it loses its tombstone. */
export const staysAway = (
  { warnings, bringBack, raised }: Context,
  place: Place,
  tombstone: Tombstone | undefined,
): boolean => {
  if (!tombstone) return false
  if (bringBack) raised.add(tombstone)
  else warnings.add(place, null, away[tombstone.kind], tombstone.erased_on)
  return !bringBack
}

const away = {
  member: 'is about someone who was erased on {}, and is left out; use --bring-back to bring them back',
  leave: 'is a leave that was removed by hand on {}, and is left out; use --bring-back to bring it back',
} as const

const nouns = { members: 'person', teams: 'team', leaves: 'leave' } as const

/** Of two rows about the same record an exactly repeated one counts once; `differing` are the columns that differ. */
export const reportTwin = (
  { findings, warnings }: Context,
  place: Place,
  twin: Place,
  differing: readonly string[],
): void => {
  const first = findings.describe(twin)
  if (differing.length === 0) warnings.add(place, null, 'repeats {} and counts once', first)
  else
    findings.add(
      place,
      null,
      `is about the same ${nouns[place.table]} as {}, but differs in ${differing.join(', ')}`,
      first,
    )
}

/** An import does not undo edits by hand (decisions, "Sources"); it reports them instead. */
export const keptByHand = 'was edited by hand and was left unchanged'
