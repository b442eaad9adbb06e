import type { Absence, Return } from '../presence/absence.js'
import type { AwayCounts, AwayKind } from '../presence/away.js'
import type { AskForm, Asks } from '../../language/words/sentences.js'
import type { Correction, Misunderstanding } from '../../language/query.js'
import type { HalfDay } from '../../language/question.js'
import type { PeopleQuestion } from '../ask/evaluate.js'
import type { Day, DayRange, Weekday } from '../../calendar/day.js'
import type { WeekStart } from '../../calendar/week.js'
import type { ShownReason } from '../presence/reasons.js'

/** The question as it was understood, and the day it was asked on. */
export interface Asked {
  /** The organization's name. */
  readonly organization: string
  /** In the asker's time zone. */
  readonly today: Day
  /** The asker's time zone when it is another day there than in the organization's; otherwise null. */
  readonly zone: string | null
  /** The answered days, both included. */
  readonly range: DayRange
  /** The range that was asked for, when it was more than is shown at once. */
  readonly clipped_from: DayRange | null
  readonly team: { readonly id: string; readonly name: string } | null
  /** The organization's week. */
  readonly week: { readonly start: WeekStart; readonly working_days: readonly Weekday[] }
  readonly page: null // Lists had pages once, and programs may read it.
  /** Which list is asked for, and what the first line answers. */
  readonly asks: Asks
  readonly form: AskForm
  /** False when no day was named. */
  readonly is_dated: boolean
  /** Sentences about how the question was read. */
  readonly remarks: readonly string[]
  readonly corrections: readonly Correction[]
  /** A command for the other meaning of an ambiguous question. */
  readonly alternative: string | null
  /** A command that asks the same again (`textForm`); for any day, when days were asked about. */
  readonly question: string
  /** A command that asks who is in where the question was who is out, and the reverse; null: about a person. */
  readonly opposite: string | null
  /** The same for the period before and after (`stepFrom`); null where the calendar ends. */
  readonly previous: string | null
  readonly next: string | null
  /** Sentences about calendars that are late; absent: none is. */
  readonly late?: readonly string[]
  /** Whom one list or one finding is about, where that is no single team or person and not everybody. */
  readonly set?: NamedSet
  /** Separate days that one list or one finding is about, and others on which it must not be so. */
  readonly ranges?: readonly DayRange[]
  readonly not_on?: readonly DayRange[]
  /** Absent: only who is out, in or back was asked. */
  readonly found?: Found
}

/** By name: `of` is empty where everybody is meant, and `except` where nobody is taken out. */
export interface NamedSet {
  readonly of: readonly string[]
  readonly except: readonly string[]
}

/** Somebody in a list; two people may have the same name. */
export interface Listed {
  readonly id: string
  readonly name: string
}

export interface FoundName extends Listed {
  readonly is_me: boolean
}

/** What the leaves say to a question (`evaluateInSlices`), as its reader may see it. */
export interface Found extends Pick<PeopleQuestion, 'ask' | 'quantity' | 'state' | 'kind' | 'isPast'> {
  readonly half: HalfDay | null
  readonly each: boolean
  /** The days that were looked at. */
  readonly looked: DayRange
  readonly yes: boolean | null
  /** People were named, and are answered about by name. */
  readonly is_named: boolean
  /** Those who are what was asked, and the others who were asked about; of a question for when, on its day. */
  readonly people: readonly FoundName[]
  readonly others: readonly FoundName[]
  /** Of a list of those who are out on each of the days: others who are out on some of them. */
  readonly partly: readonly FoundName[]
  readonly days: readonly Day[]
  /** Those of each of `people`, where they are added up; otherwise null. */
  readonly each_days: readonly number[] | null
  /** Of a question for when: the number of other such days. */
  readonly more: number
  /** The one whose start or end was asked for. */
  readonly absence: ShownAbsence | null
}

/** An absence as its reader may see it. */
export interface ShownAbsence extends Omit<Absence, 'leaves'> {
  /** Without duplicates, in the order of the leaves. */
  readonly reasons: readonly ShownReason[]
}

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
  | { readonly kind: 'misunderstood'; readonly misunderstanding: Misunderstanding; readonly today: Day }
  /** "me" from a non-member. */
  | { readonly kind: 'unmatched'; readonly organization: string }
  /** A Slack id of a non-member; the name as in Slack. */
  | { readonly kind: 'unmatched_person'; readonly name: string; readonly organization: string }
  /** The asker's member is deactivated, so there is no answer. */
  | { readonly kind: 'deactivated'; readonly organization: string }

export const isAnswer = (reply: Reply): reply is AnswerReply =>
  ['presence', 'person', 'returns', 'sections', 'found'].includes(reply.kind)
