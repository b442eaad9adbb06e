import type { Day, Weekday } from './day.js'
import type { ApiKey } from './keys.js'
import type { LeaveType } from './privacy.js'

export const plans = ['free', 'paid'] as const
export type Plan = (typeof plans)[number]

export const weekStarts = ['monday', 'sunday', 'saturday'] as const
export type WeekStart = (typeof weekStarts)[number]

export const dateOrders = ['day', 'month', 'locale'] as const
export type DateOrder = (typeof dateOrders)[number]

/** What an organization may set, and what an answer may depend on. */
export interface Settings {
  readonly name: string
  readonly timezone: string
  readonly week_start: WeekStart
  readonly working_days: readonly Weekday[]
  readonly date_order: DateOrder
  /** The leave types that are masked wherever reasons are not for everybody (decisions, "Presence"). */
  readonly privacy: readonly LeaveType[]
}

/** A sequence of commits under way, so that a second import of the organization is refused meanwhile. */
export interface RunningImport {
  readonly id: string
  readonly started_at: string
  /** Moves with every commit of the sequence; an import that has not moved for a while was cut off. */
  readonly moved_at: string
}

/**
 * An organization with its live keys: one point read says whether a key is good and whether anything changed
 * (decisions, "Store and freshness"). `revision` moves with everything a reply depends on, `keys_revision` with
 * every change of a key or of the plan.
 */
export interface Organization extends Settings {
  readonly _id: string
  readonly slug: string
  readonly plan: Plan
  readonly suspended: boolean
  readonly created_at: string
  readonly revision: number
  readonly keys_revision: number
  readonly keys: Readonly<Record<string, ApiKey>>
  readonly import: RunningImport | null
}

/** Where a document came from: `--replace` touches only what an import brought. */
export type Source = 'import' | 'manual'

/** Documents of an organization have `_id = organization:id`, so that an id given twice meets nobody else's. */
export interface Team {
  readonly _id: string
  readonly org: string
  readonly id: string
  readonly name: string
  readonly source: Source
}

export interface Member {
  readonly _id: string
  readonly org: string
  readonly id: string
  /** As imported; compared in lower case. */
  readonly email: string
  readonly name: string
  readonly avatar: string | null
  readonly team_id: string | null
  readonly timezone: string | null
  /** A deactivated member stands in no list. */
  readonly active: boolean
  readonly source: Source
}

export const leaveStatuses = ['approved', 'pending', 'rejected', 'cancelled'] as const
export type LeaveStatus = (typeof leaveStatuses)[number]

export interface Leave {
  readonly _id: string
  readonly org: string
  readonly id: string
  readonly member_id: string
  readonly type: LeaveType
  /** First and last day, both included. */
  readonly start_date: Day
  readonly end_date: Day
  readonly status: LeaveStatus
  /** Half-day marks: the API does not show them. */
  readonly starts_at_noon: boolean
  readonly ends_at_noon: boolean
  readonly source: Source
}

/**
 * The `_id` of what belongs to an organization. `org` has no colon (organizations' ids are UUIDs), `id` may have any:
 * the organization is what stands before the first colon.
 */
export const documentId = (org: string, id: string): string => `${org}:${id}`
