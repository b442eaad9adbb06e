import type { Leave, Member, Team } from '../organization/organization.js'
import type { Tombstone, Tombstones } from '../records/tombstone.js'
import type { Findings, Place, Table } from './findings.js'

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
  | { readonly remove: 'teams' | 'leaves' | 'tombstones'; readonly id: string }

/** What an import would do, in words, for the person who decides: the first of each. */
export type Listing = Readonly<Record<Verb, readonly string[]>>
export type Verb = 'added' | 'changed' | 'removed'

export interface MutableListing {
  /** How many of each are listed. */
  readonly most: number
  /** `describe` is asked only while there is room. */
  note(verb: Verb, table: Table, describe: () => string): void
  /** Teams, members, leaves. */
  all(): Listing
}

export const createListing = (most: number): MutableListing => {
  const lines: Record<Verb, Record<Table, string[]>> = {
    added: { teams: [], members: [], leaves: [] },
    changed: { teams: [], members: [], leaves: [] },
    removed: { teams: [], members: [], leaves: [] },
  }
  const of = (verb: Verb): string[] => {
    const { teams, members, leaves } = lines[verb]
    return [...teams, ...members, ...leaves].slice(0, most)
  }
  return {
    most,
    note: (verb, table, describe) => {
      const list = lines[verb][table]
      if (list.length < most) list.push(describe())
    },
    all: () => ({ added: of('added'), changed: of('changed'), removed: of('removed') }),
  }
}

/** One import: whose, and what of it the files are to replace. */
export interface Context {
  readonly org: string
  /** The instant of the import. */
  readonly at: string
  readonly replace: ReadonlySet<Table>
  readonly findings: Findings
  /** What somebody should know of, though it is not wrong. */
  readonly warnings: Findings
  readonly listing: MutableListing
  /** What was erased or removed by hand: it stays away unless `bringBack` says otherwise. */
  readonly tombstones: Tombstones
  readonly bringBack: boolean
  /** Tombstones of what comes back. */
  readonly raised: Set<Tombstone>
}

/**
 * Whether a row is about something that was taken away for good and stays so; then a warning says it. Where it is
 * brought back, its tombstone goes.
 */
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
  member: 'is about somebody who was erased on {}, and is left out; --bring-back brings them back',
  leave: 'is a leave that was removed by hand on {}, and is left out; --bring-back brings it back',
} as const

/** An import does not undo what somebody has set by hand (decisions, "Sources"); it says so instead. */
export const keptByHand = 'was edited by hand and was left unchanged'
