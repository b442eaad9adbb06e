import type { Return } from '../back.js'
import type { Correction, Misunderstanding } from '../ask/query.js'
import type { Day, DayRange } from '../day.js'
import type { Reason } from '../privacy.js'

/** What was asked, as it was understood, and the day it was asked on. */
export interface Asked {
  /** The organization's name. */
  readonly organization: string
  /** In the asker's zone. */
  readonly today: Day
  /** The asker's zone where it is not the organization's; else null. */
  readonly zone: string | null
  /** The days that are answered, both included. */
  readonly range: DayRange
  /** What was asked for when that was more than is shown at once. */
  readonly clipped_from: DayRange | null
  readonly team: { readonly id: string; readonly name: string } | null
  readonly corrections: readonly Correction[]
  /** Words of a command with the other meaning of what was asked. */
  readonly alternative: string | null
  /** The words that ask the same again on any day (`textForm`). */
  readonly question: string
  /** The same of the period before and after; null where the calendar ends. */
  readonly previous: string | null
  readonly next: string | null
}

/** An absence as its reader may see it; days as in `Absence`. */
export interface ShownAbsence {
  /** Each once, in the order of the leaves. */
  readonly reasons: readonly Reason[]
  readonly from: Day
  readonly to: Day
  readonly starts_at_noon: boolean
  readonly ends_at_noon: boolean
  readonly back: Return | null
}

export interface OutPerson {
  readonly id: string
  readonly name: string
  /** The asker. */
  readonly is_me: boolean
  readonly out_today: boolean
  /** First to last; at least one. */
  readonly absences: readonly ShownAbsence[]
}

/** A bank holiday of everybody who has it. */
export interface SharedHoliday extends DayRange {
  readonly people: number
}

/** One working day of a short range. */
export interface DayView {
  readonly day: Day
  /** Of those who are listed; by name. */
  readonly out: readonly string[]
  /** With a bank holiday and nothing else. */
  readonly bank_holiday: number
}

export interface PresenceReply {
  readonly kind: 'presence'
  readonly asked: Asked
  /** By the day they leave, then by name. Who has only a bank holiday is counted in `holidays`. */
  readonly out: readonly OutPerson[]
  readonly holidays: readonly SharedHoliday[]
  /** The working days of a range of two to eight days; else none. */
  readonly days: readonly DayView[]
  /** Whether anybody works on one of the days at all. */
  readonly has_working_day: boolean
  /** Members with leave in the range, those with a bank holiday included: the API's `out`. */
  readonly out_count: number
  readonly in_count: number
}

export interface PersonReply {
  readonly kind: 'person'
  readonly asked: Asked
  readonly name: string
  readonly is_me: boolean
  /** False when a team was asked for as well, and the person is of another one. */
  readonly in_team: boolean
  /** Absences that touch the range, days off behind them included, first to last. */
  readonly absences: readonly ShownAbsence[]
  /** When the range has today in it: how the person stands today. */
  readonly today: 'in' | 'out' | 'back' | null
  readonly has_working_day: boolean
  /** The first absence that begins after the range. */
  readonly next: ShownAbsence | null
}

/** An answer to a person, as data: what may be seen is decided, what is said is not. */
export type Reply =
  | PresenceReply
  | PersonReply
  | { readonly kind: 'help' }
  | { readonly kind: 'misunderstood'; readonly misunderstanding: Misunderstanding }
  /** "me" by somebody who is no member. */
  | { readonly kind: 'unmatched'; readonly organization: string }
  /** Somebody named by a Slack id who is no member; the name as Slack has it. */
  | { readonly kind: 'unmatched_person'; readonly name: string; readonly organization: string }
  /** The member who asks is deactivated: nothing is answered. */
  | { readonly kind: 'deactivated'; readonly organization: string }
