import type { Day, Weekday } from '../calendar/day.js'
import type { ApiKey } from '../keys/key.js'
import type { ChannelReasons, LeaveType, Reasons } from '../presence/privacy.js'
import type { Plan } from './plan.js'

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
  /** Absent where it was made before this could be set: `masked`, as it was then. */
  readonly channel_reasons?: ChannelReasons
}

export const switches = ['on', 'off'] as const
export type Switch = (typeof switches)[number]

/** A sequence of commits under way, so that a second import of the organization is refused until it ends. */
export interface RunningImport {
  readonly id: string
  readonly started_at: string
  /** Moves with every commit of the sequence; an import that has not moved for a while was cut off. */
  readonly moved_at: string
}

/** What a word of an imported file may mean; `skip`: whoever it is about works, though elsewhere. */
export type ImportedType = LeaveType | 'skip'

/** What an organization has said its own words mean, by the folded word (`roster/types`). */
export type TypeMeanings = Readonly<Record<string, ImportedType>>

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
  /** The instant of the last import that changed something; absent before the first. */
  readonly last_import?: string
  /** The code of the holiday calendar of whoever has none nearer; absent or null: none. */
  readonly holidays?: string | null | undefined
  /** How new keys read reasons unless told otherwise; absent: shown. */
  readonly key_reasons?: Reasons
  /** Whether members enter their own days in Slack; absent: on. */
  readonly own_entries?: Switch
  /** What words of imported files mean (`import --types`); absent while nobody has said anything. */
  readonly import_types?: TypeMeanings
}

/** Where a document came from; a source replaces only its own (decisions, "Sources"). `own`: somebody's own word. */
export type Source = 'import' | 'manual' | 'own' | 'slack' | `calendar:${string}`

/** Documents of an organization have `_id = organization:id`, so that an id given twice meets nobody else's. */
export interface Team {
  readonly _id: string
  readonly org: string
  readonly id: string
  readonly name: string
  readonly source: Source
  /** The code of the holiday calendar of its members. */
  readonly holidays?: string | null | undefined
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
  /** A deactivated member is in no list. */
  readonly active: boolean
  readonly source: Source
  /** The code of a holiday calendar of their own. */
  readonly holidays?: string | null | undefined
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
  /** The instant of the last change; absent on leaves that were written before this was kept. */
  readonly changed_at?: string | undefined
}

/**
 * The `_id` of what belongs to an organization. `org` has no colon (organizations' ids are UUIDs), `id` may have any:
 * the organization is the text before the first colon.
 */
export const documentId = (org: string, id: string): string => `${org}:${id}`
