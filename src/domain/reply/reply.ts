import type { Return } from '../presence/absence.js'
import type { AskForm, Asks } from '../ask/language/sentences.js'
import type { Correction, Misunderstanding } from '../ask/query.js'
import type { Day, DayRange, Weekday } from '../calendar/day.js'
import type { WeekStart } from '../organization/organization.js'
import type { ShownReason } from '../presence/privacy.js'

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
  /** The organization's week. */
  readonly week: { readonly start: WeekStart; readonly working_days: readonly Weekday[] }
  /** Of a long list, from 1 on; null: what is shown first. */
  readonly page: number | null
  /** Which list is asked for, and what the first line answers. */
  readonly asks: Asks
  readonly form: AskForm
  /** False where no day was named. */
  readonly is_dated: boolean
  /** Sentences about how the words were taken. */
  readonly remarks: readonly string[]
  readonly corrections: readonly Correction[]
  /** Words of a command with the other meaning of what was asked. */
  readonly alternative: string | null
  /** The words that ask the same again (`textForm`); on any day, where days were asked about. */
  readonly question: string
  /** The words that ask who is in where the question was who is out, and the other way round; null beside a person. */
  readonly opposite: string | null
  /** The same of the period before and after (`stepFrom`); null where the calendar ends. */
  readonly previous: string | null
  readonly next: string | null
}

/** An absence as its reader may see it; days as in `Absence`. */
export interface ShownAbsence {
  /** Each once, in the order of the leaves. */
  readonly reasons: readonly ShownReason[]
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
  readonly team_id: string | null
  readonly out_today: boolean
  /** First to last; at least one. */
  readonly absences: readonly ShownAbsence[]
}

/** One absence of somebody in a group. */
export interface GroupedPerson extends Pick<OutPerson, 'id' | 'name' | 'is_me' | 'team_id'> {
  readonly absence: ShownAbsence
  /** The working days of it that were asked about, from the first to the last. */
  readonly part: DayRange
}

/** People who are out on the same days; of a single day, those who come back on the same one. */
export interface OutGroup {
  /** From working day to working day; of a long range a week or a month in which the absences begin. */
  readonly days: DayRange
  /** They are all that was asked about. */
  readonly is_all: boolean
  /** By name. */
  readonly people: readonly GroupedPerson[]
}

/** A bank holiday, and whose it is. */
export interface SharedHoliday extends DayRange {
  readonly people: number
  readonly is_for_all: boolean
  /** The teams they are of, those with the most people first. */
  readonly teams: readonly { readonly name: string; readonly people: number; readonly size: number }[]
  /** Codes of the calendars that have the day. */
  readonly calendars: readonly string[]
}

/** Who is in, of one team; null for those who have none. */
export interface PresentGroup {
  readonly team: string | null
  /** By name. */
  readonly people: readonly string[]
}

export interface PresenceReply {
  readonly kind: 'presence'
  readonly asked: Asked
  /** Who is in on all of the days, by team, where that was asked; else none. */
  readonly present: readonly PresentGroup[]
  /**
   * Who misses a working day, by the day they leave, then by name. Who has only a bank holiday is counted in `holidays`
   * and `holiday_only`.
   */
  readonly out: readonly OutPerson[]
  /** The same people, as they are listed. */
  readonly groups: readonly OutGroup[]
  readonly holidays: readonly SharedHoliday[]
  readonly holiday_only: number
  /** Whether anybody works on one of the days at all. */
  readonly has_working_day: boolean
  /** Of the next working day, where nobody works on the days that were asked about and they are not over. */
  readonly instead: PresenceReply | null
  /** The asker's own team; null where a team was asked for, or they have none. */
  readonly own_team: { readonly id: string; readonly name: string } | null
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
  /** When the range has today in it: whether the person is in or out today. */
  readonly today: 'in' | 'out' | 'back' | null
  readonly has_working_day: boolean
  /** Where nobody works on the days that were asked about, or today and no day was: the next working day, and the absence that covers it. */
  readonly instead: { readonly day: Day; readonly absence: ShownAbsence | null } | null
  /** The first absence that begins after the range. */
  readonly next: ShownAbsence | null
  /** The working days of the range, where they were asked for: those out, and the others. */
  readonly days: { readonly in: readonly Day[]; readonly out: readonly Day[] } | null
}

/** Somebody who comes back. */
export interface Returner {
  readonly id: string
  readonly name: string
  readonly is_me: boolean
  readonly back: Return
}

export interface ReturnsReply {
  readonly kind: 'returns'
  readonly asked: Asked
  /** By the day, then by name. Who had only a bank holiday is not among them. */
  readonly returns: readonly Returner[]
}

/** A day that is a bank holiday somewhere. */
export interface PlacedHoliday {
  readonly date: Day
  /** Each name once, by the calendar's code. */
  readonly names: readonly string[]
  /** Codes of the calendars that have it. */
  readonly places: readonly string[]
  /** Of those who were asked about. */
  readonly people: number
  /** Whether the asker has it; null for whoever is no member or has no calendar, and where one person was asked about. */
  readonly is_mine: boolean | null
}

export interface HolidaysReply {
  readonly kind: 'holidays'
  readonly asked: Pick<
    Asked,
    | 'organization'
    | 'today'
    | 'zone'
    | 'range'
    | 'clipped_from'
    | 'team'
    | 'form'
    | 'corrections'
    | 'remarks'
    | 'alternative'
  >
  /** The days are in the past and the latest of them was asked for. */
  readonly is_past: boolean
  /** The person whose bank holidays these are. */
  readonly person: { readonly name: string; readonly is_me: boolean } | null
  /** Of those who were asked about, and how many of them have a calendar at all. */
  readonly people: number
  readonly placed: number
  /** In the days that were asked for, first to last. */
  readonly days: readonly PlacedHoliday[]
  /** The first one after those days; null where none is known. */
  readonly next: PlacedHoliday | null
  /** Where one day was asked for: whether it is a day of the week on which people work. */
  readonly is_working_day: boolean
}

/** Several people, teams, or days apart. */
export interface SectionsReply {
  readonly kind: 'sections'
  /** Of all of them together; `team` is null. */
  readonly asked: Asked
  readonly sections: readonly (PresenceReply | PersonReply | ReturnsReply)[]
}

/** An answer about days; anything else says why there is none. */
export type AnswerReply = PresenceReply | PersonReply | ReturnsReply | SectionsReply

/** An answer to a person, as data: what may be seen is decided, what is said is not. */
export type Reply =
  | AnswerReply
  | HolidaysReply
  | { readonly kind: 'help' }
  | { readonly kind: 'misunderstood'; readonly misunderstanding: Misunderstanding; readonly today: Day }
  /** "me" by somebody who is no member. */
  | { readonly kind: 'unmatched'; readonly organization: string }
  /** Somebody named by a Slack id who is no member; the name as Slack has it. */
  | { readonly kind: 'unmatched_person'; readonly name: string; readonly organization: string }
  /** The member who asks is deactivated: nothing is answered. */
  | { readonly kind: 'deactivated'; readonly organization: string }

export const isAnswer = (reply: Reply): reply is AnswerReply =>
  ['presence', 'person', 'returns', 'sections'].includes(reply.kind)
