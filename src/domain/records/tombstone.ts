import type { Day } from '../../calendar/day.js'
import { documentId } from '../organization/organization.js'
import { memberIdFor } from '../roster/identity.js'
import type { Traces } from './traces.js'

/** What remains of a removed record, so that nothing brings it back unnoticed (decisions, "Erasure"). */
export interface Tombstone {
  readonly _id: string
  readonly org: string
  readonly id: string
  readonly kind: 'member' | 'leave'
  /** Numbers an organization's tombstones from 1, as the only remaining way to refer to a person. */
  readonly number: number
  readonly erased_on: Day
  /** The id derived from the member's address; null where that equals `id`, and for leaves. */
  readonly also: string | null
  /** Absent for leaves, and where an earlier version erased the person. */
  readonly traces?: Traces
}

/** Tombstones by every id that must not come back. */
export type Tombstones = ReadonlyMap<string, Tombstone>

export const tombstonesById = (tombstones: readonly Tombstone[]): Tombstones =>
  new Map(
    tombstones.flatMap((tombstone) =>
      [tombstone.id, tombstone.also].flatMap((id) => (id === null ? [] : [[id, tombstone] as const])),
    ),
  )

const nextNumber = (tombstones: readonly Tombstone[]): number =>
  tombstones.reduce((highest, { number }) => Math.max(highest, number), 0) + 1

export const newMemberTombstone = (
  { org, id, email }: { readonly org: string; readonly id: string; readonly email: string },
  tombstones: readonly Tombstone[],
  erased_on: Day,
  traces?: Traces,
): Tombstone => {
  const derived = memberIdFor(org, email)
  const number = nextNumber(tombstones)
  const also = derived === id ? null : derived
  return {
    _id: documentId(org, id),
    org,
    id,
    kind: 'member',
    number,
    erased_on,
    also,
    ...(traces && { traces }),
  }
}

export const newLeaveTombstone = (
  { org, id }: { readonly org: string; readonly id: string },
  tombstones: readonly Tombstone[],
  erased_on: Day,
): Tombstone => ({
  _id: documentId(org, id),
  org,
  id,
  kind: 'leave',
  number: nextNumber(tombstones),
  erased_on,
  also: null,
})

/** The tombstone of a person, by the id in a row or the one derived from the address. */
export const tombstoneOf = (
  tombstones: Tombstones,
  org: string,
  { id, email }: { readonly id?: string | undefined; readonly email: string },
): Tombstone | undefined => {
  // Most organizations have none, and deriving an id takes a while for each of a million rows.
  if (tombstones.size === 0) return undefined
  return (id === undefined ? undefined : tombstones.get(id)) ?? tombstones.get(memberIdFor(org, email))
}
