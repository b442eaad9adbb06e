import type { DateOrder } from '../../calendar/date.js'
import type { Day, Weekday } from '../../calendar/day.js'
import type { WeekStart } from '../../calendar/week.js'
import type { ApiKey } from '../keys/key.js'
import type { LeaveType } from '../presence/leave-types.js'
import type { ReasonPolicy, Reasons, StoredPolicy } from '../presence/reasons.js'
import type { StoredSignIn } from '../agents/settings.js'
import type { Plan } from './plan.js'

/** An organization's settings, which answers may depend on. */
export interface Settings extends StoredSignIn {
  readonly name: string
  readonly timezone: string
  readonly week_start: WeekStart
  readonly working_days: readonly Weekday[]
  readonly date_order: DateOrder
  readonly reasons: ReasonPolicy
  /** What the statuses of people who are out say, with `{day}` for the day they are back; absent: the usual. */
  readonly status_text?: string
  /** `:palm_tree:` */
  readonly status_emoji?: string
}

export type StoredSettings = Omit<Settings, 'reasons'> & StoredPolicy

export const switches = ['on', 'off'] as const
export type Switch = (typeof switches)[number]

/** An import of several commits in progress: a second import of the organization is refused until it ends. */
export interface RunningImport {
  readonly id: string
  readonly started_at: string
  /** Changes with every commit of the import; one that has not changed for a while was interrupted. */
  readonly moved_at: string
}

/** The meaning of a word in an imported file; `skip`: the person works, though elsewhere. */
export type ImportedType = LeaveType | 'skip'

/** The meanings that an organization has given to its own words, by folded word (`roster/types`). */
export type TypeMeanings = Readonly<Record<string, ImportedType>>

/** A place as people write it, and the code of its holiday calendar. */
export interface PlaceMeaning {
  readonly place: string
  readonly calendar: string
}

/** What places in imported files mean, by their folded names (`roster/calendars`). */
export type PlaceMeanings = Readonly<Record<string, PlaceMeaning>>
/** The same for statuses. */
export type StatusMeanings = Readonly<Record<string, LeaveStatus>>

/**
 * An organization with its live keys: one point read says whether a key is valid and whether anything changed
 * (decisions, "Store and freshness"). `revision` moves with everything that a reply depends on, `keys_revision` with
 * every change of a key or of the plan.
 */
export interface Organization extends StoredSettings {
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
  /** The code of the holiday calendar for members who have no nearer one; absent or null: none. */
  readonly holidays?: string | null | undefined
  /** The sequence number of the last event that webhooks were told; absent: there was none. */
  readonly event_sequence?: number
  /** Whether new keys show reasons by default; absent: shown. */
  readonly key_reasons?: Reasons
  /** Whether members enter their own days in Slack; absent: on. */
  readonly own_entries?: Switch
  /** The meanings of words in imported files (`import --types`); absent until one has been set. */
  readonly import_types?: TypeMeanings
  /** What places in imported files mean (`holidays places`); absent until one has been set. */
  readonly places?: PlaceMeanings
  /** Ids of members by what files call them (`import --map-person`), in the form of `nameKey`; absent until one is set. */
  readonly import_people?: Readonly<Record<string, string>>
  /** The meanings of status words (`import --statuses`); absent until one has been set. */
  readonly import_statuses?: StatusMeanings
}

/** Where a document came from; a source replaces only its own (decisions, "Sources"). `own`: entered by the person. */
export type Source = 'import' | 'manual' | 'own' | 'slack' | `calendar:${string}`

/** `_id = organization:id`, so that the same id in another organization does not collide. */
export interface Team {
  readonly _id: string
  readonly org: string
  readonly id: string
  readonly name: string
  readonly source: Source
  /** The code of its members' holiday calendar. */
  readonly holidays?: string | null | undefined
}

/** What of an import assigned a calendar: a column of calendars, or the meaning of a place. */
export type CalendarOrigin = 'import' | 'place'

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
  /** Deactivated members appear in no answer or digest. */
  readonly active: boolean
  readonly source: Source
  /** The code of the member's own holiday calendar. */
  readonly holidays?: string | null | undefined
  /** That calendar, as long as an import assigned it; absent, null or another one: it was assigned by hand. */
  readonly holidays_from?: { readonly calendar: string; readonly by: CalendarOrigin } | null | undefined
  /** The number by which their employer's tools know them. */
  readonly external_id?: string | null | undefined
}

/** The fields that people and sources change. */
export const memberFields = [
  'email',
  'name',
  'avatar',
  'team_id',
  'timezone',
  'active',
  'holidays',
  'external_id',
] as const

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
  /** Half-day marks, which the API does not show. */
  readonly starts_at_noon: boolean
  readonly ends_at_noon: boolean
  readonly source: Source
  /** The instant of the last change; absent on leaves written before this was recorded. */
  readonly changed_at?: string | undefined
  /** Of a calendar: a hash that stands for the event it was read from; absent: not known. */
  readonly event?: string | undefined
}

export const leaveFields = [
  'type',
  'start_date',
  'end_date',
  'status',
  'starts_at_noon',
  'ends_at_noon',
] as const

export const changedFields = <T, F extends keyof T>(
  fields: readonly F[],
  before: T,
  after: T,
): readonly F[] => fields.filter((field) => before[field] !== after[field])

/** The organization is the text before the first colon: `org`, a UUID, contains none, `id` may. */
export const documentId = (org: string, id: string): string => `${org}:${id}`
