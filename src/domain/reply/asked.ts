import type { Absence } from '../presence/absence.js'
import type { AskForm, Asks } from '../../language/words/sentences.js'
import type { Correction } from '../../language/query.js'
import type { HalfDay } from '../../language/question.js'
import type { DayCount, PeopleQuestion } from '../ask/people-question.js'
import type { Day, DayRange, Weekday } from '../../calendar/day.js'
import type { WeekStart } from '../../calendar/week.js'
import type { ShownReason } from '../presence/reasons.js'
import type { Organization } from '../organization/organization.js'

/** When a week begins, and its working days. */
export interface AskedWeek {
  readonly start: WeekStart
  readonly working_days: readonly Weekday[]
}

export const weekOf = ({
  week_start,
  working_days,
}: Pick<Organization, 'week_start' | 'working_days'>): AskedWeek => ({ start: week_start, working_days })

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
  readonly week: AskedWeek
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
export interface Found extends Pick<
  PeopleQuestion,
  'ask' | 'quantity' | 'state' | 'kind' | 'isPast' | 'byDay' | 'isOfLeave' | 'isNotOut'
> {
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
  /** Working days on which all who were asked about have a bank holiday, and those on which only some do. */
  readonly free: readonly Day[]
  readonly partly_free: readonly Day[]
  /** Of one person, asked whether it is so: the working days on which it is not. */
  readonly missed: readonly Day[]
  /** How many are so on each of several days, where that decides; otherwise null. */
  readonly daily: readonly DayCount[] | null
  /** Those of each of `people`, where they are added up; otherwise null. */
  readonly each_days: readonly number[] | null
  /** Of a question for when: the number of other such days. */
  readonly more: number
  /** Of when all are out: the last day on which they still are, without a day between on which they are not. */
  readonly until: Day | null
  /** The one whose start or end was asked for. */
  readonly absence: ShownAbsence | null
}

/** "how many are in each day": a number for each of several days. */
export const isOfNumbers = ({ ask, byDay, daily }: Found): boolean =>
  ask === 'count' && byDay === 'each' && daily !== null

/** An absence as its reader may see it. */
export interface ShownAbsence extends Omit<Absence, 'leaves'> {
  /** Without duplicates, in the order of the leaves. */
  readonly reasons: readonly ShownReason[]
}

/** The return from a running leave that "how many days until ana is back" asks for. */
export const backAhead = ({ found, today }: Pick<Asked, 'found' | 'today'>): Day | null => {
  if (found?.ask !== 'ends' || found.state !== 'back' || found.isPast) return null
  const { from, back } = found.absence ?? {}
  return from !== undefined && from <= today && back ? back.day : null
}
