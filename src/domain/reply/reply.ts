import type { Return } from '../presence/absence.js'
import type { AwayCounts, AwayKind } from '../presence/away.js'
import type { Misunderstanding } from '../../language/query.js'
import type { Day, DayRange } from '../../calendar/day.js'
import type { Asked, AskedWeek, Found, ShownAbsence } from './asked.js'

export interface OutPerson {
  readonly id: string
  readonly name: string
  readonly is_me: boolean
  readonly team_id: string | null
  readonly out_today: boolean
  /** First to last; at least one. */
  readonly absences: readonly ShownAbsence[]
}

/** One absence of a person in a group. */
export interface GroupedPerson extends Pick<OutPerson, 'id' | 'name' | 'is_me' | 'team_id'> {
  readonly absence: ShownAbsence
  /** Its working days within the range, from the first to the last. */
  readonly part: DayRange
}

/** People who are out on the same days or, for a single day, who come back on the same one. */
export interface OutGroup {
  /** From working day to working day; in a long range, the week or month in which the absences begin. */
  readonly days: DayRange
  /** They are all of the range. */
  readonly is_all: boolean
  /** By name. */
  readonly people: readonly GroupedPerson[]
}

/** A bank holiday, and the people who have it. */
export interface SharedHoliday extends DayRange {
  readonly people: number
  readonly is_for_all: boolean
  /** Their teams, those with the most people first. */
  readonly teams: readonly { readonly name: string; readonly people: number; readonly size: number }[]
  /** Codes of the calendars that have the day. */
  readonly calendars: readonly string[]
}

/** People with the same bank holidays. */
export interface SharedPlace extends Omit<SharedHoliday, keyof DayRange> {
  readonly days: readonly DayRange[]
}

/** Who is in, for one team; null for people without a team. */
export interface PresentGroup {
  readonly team: string | null
  /** Their names, in order. */
  readonly people: readonly string[]
  readonly ids: readonly string[]
}

export interface PresenceReply {
  readonly kind: 'presence'
  readonly asked: Asked
  /** Who is in on all of the days, by team, if the question asked for it; otherwise empty. */
  readonly present: readonly PresentGroup[]
  /** People on leave, by the day they leave, then by name. */
  readonly out: readonly OutPerson[]
  /** The same people, grouped as they are listed. */
  readonly groups: readonly OutGroup[]
  readonly holidays: readonly SharedHoliday[]
  /** The same bank holidays by who has them: everybody who has one is in one place. */
  readonly places: readonly SharedPlace[]
  /** Of several days, each working day and how many are on leave on it; otherwise empty. */
  readonly each_day: readonly { readonly day: Day; readonly out: number }[]
  /** The teams of those who were asked about, by name; people without a team last. */
  readonly teams: readonly {
    readonly id: string | null
    readonly name: string | null
    readonly size: number
  }[]
  /** The people who were asked about, and how many of them are away as what: together the API's `out`. */
  readonly size: number
  readonly away: AwayCounts
  /** Whether the range has a working day at all. */
  readonly has_working_day: boolean
  /** For the next working day, when the range has no working day and is not over. */
  readonly instead: PresenceReply | null
  /** Of a plain list without a day: today alone, and of the same people those whose absences begin after it. */
  readonly first: { readonly today: PresenceReply; readonly coming: readonly OutGroup[] } | null
  /** The asker's own team; null when a team was asked for, or they have none. */
  readonly own_team: { readonly id: string; readonly name: string } | null
}

export interface PersonReply {
  readonly kind: 'person'
  readonly asked: Asked
  readonly id: string
  readonly name: string
  readonly is_me: boolean
  /** False when a team was asked for as well and the person is in another one. */
  readonly in_team: boolean
  /** Absences that touch the range, adjacent days off included, first to last. */
  readonly absences: readonly ShownAbsence[]
  /** When the range includes today: whether the person is in or out today. */
  readonly today: 'in' | 'out' | 'back' | null
  /** What the person is away as in the range, or today when no day was asked for; null: not away. */
  readonly away: AwayKind | null
  /** Whether they are in on these days, bank holidays apart. */
  readonly is_in: boolean
  readonly has_working_day: boolean
  /** In place of a range or, where no day was asked for, of a day without work: the next working day. */
  readonly instead: { readonly day: Day; readonly absence: ShownAbsence | null } | null
  /** The first absence that begins after the range, and the first leave where that is only a bank holiday. */
  readonly next: ShownAbsence | null
  readonly next_leave: ShownAbsence | null
  /** The working days of the range, if they were asked for: those on which the person is out, and the others. */
  readonly days: { readonly in: readonly Day[]; readonly out: readonly Day[] } | null
}

/** A person who comes back; or leaves, or whose leave starts, on the day of `back`. */
export interface Returner {
  readonly id: string
  readonly name: string
  readonly is_me: boolean
  readonly back: Return
}

export interface ReturnsReply {
  readonly kind: 'returns'
  readonly asked: Asked
  /** By the day, then by name. People who had only a bank holiday are not included. */
  readonly returns: readonly Returner[]
}

/** A day that is a bank holiday somewhere. */
export interface PlacedHoliday {
  readonly date: Day
  /** Without duplicates, by the calendar's code. */
  readonly names: readonly string[]
  /** Codes of the calendars that have it. */
  readonly places: readonly string[]
  /** One or two teams whose members have it, and nobody else; empty when no teams say who has it. */
  readonly teams: readonly string[]
  /** The number of people among those who were asked about. */
  readonly people: number
  /** Whether the asker has it; null for non-members, members without a calendar, and questions about one person. */
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
  /** The number of people who were asked about, and how many of them have a calendar. */
  readonly people: number
  readonly placed: number
  /** In the requested days, first to last. */
  readonly days: readonly PlacedHoliday[]
  /** Others at a weekend, which have a substitute day. */
  readonly replaced: readonly PlacedHoliday[]
  /** The first one after those days; null when none is known. */
  readonly next: PlacedHoliday | null
  /** Whether one of the days is a working day of the week. */
  readonly has_working_day: boolean
}

/** Several people, teams, or separate days. */
export interface SectionsReply {
  readonly kind: 'sections'
  /** For all of them together; of a list, `team` is null. */
  readonly asked: Asked
  readonly sections: readonly (PresenceReply | PersonReply | ReturnsReply)[]
}

/** An answer in one or two lines, without a list of people. */
export interface FoundReply {
  readonly kind: 'found'
  readonly asked: Asked & { readonly found: Found }
}

/** An answer about days; the other kinds say why there is none. */
export type AnswerReply = PresenceReply | PersonReply | ReturnsReply | SectionsReply | FoundReply

/** An answer to a person, as data: visibility is already applied, wording is not. */
export type Reply =
  | AnswerReply
  | HolidaysReply
  | { readonly kind: 'help' }
  | {
      readonly kind: 'misunderstood'
      readonly misunderstanding: Misunderstanding
      readonly today: Day
      readonly week: AskedWeek
    }
  /** "me" from a non-member. */
  | { readonly kind: 'unmatched'; readonly organization: string }
  /** A Slack id of a non-member; the name as in Slack. */
  | { readonly kind: 'unmatched_person'; readonly name: string; readonly organization: string }
  /** The asker's member is deactivated, so there is no answer. */
  | { readonly kind: 'deactivated'; readonly organization: string }

export const isAnswer = (reply: Reply): reply is AnswerReply =>
  ['presence', 'person', 'returns', 'sections', 'found'].includes(reply.kind)
