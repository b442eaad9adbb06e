import type { Day, DayRange } from '../../calendar/day.js'
import type { AskedFor, ByDay, Quantity, State } from '../../language/question.js'
import type { Member } from '../organization/organization.js'
import type { Absence } from '../presence/absence.js'
import type { LeaveType } from '../presence/leave-types.js'
import type { RollLeave } from '../presence/roll.js'
import type { AskedDays } from './day-states.js'

/** How many of the people are what was asked on a day. */
export interface DayCount {
  readonly day: Day
  readonly count: number
}

/** A question about people of an organization. */
export interface PeopleQuestion {
  readonly ask: AskedFor
  /** Null where nothing but a list or a number is asked for: as for `all`, but days are added up for each of the people. */
  readonly quantity: Quantity | null
  readonly state: State
  /** By name, without those who were excepted. */
  readonly people: readonly Member[]
  /** They were named one by one. */
  readonly isNamed: boolean
  /** Of a question for days: whether there are any. */
  readonly isWhether: boolean
  readonly days: AskedDays
  /** Null: of the same people on all of the days. */
  readonly byDay: ByDay | null
  /** Days on which it must not be so, none of them: "out tomorrow but not today". */
  readonly notDays: readonly DayRange[]
  /** Only leaves of one type; null: any leave. */
  readonly kind: LeaveType | null
  /** A bank holiday is no leave, but who is off may have one. */
  readonly isOfLeave: boolean
  /** Who is in because nothing says that they are out: "who has not been off in november", "who isn't on leave on friday". */
  readonly isNotOut: boolean
  /** For `starts` and `ends`: the running or the next leave, seen from here. */
  readonly today: Day
  /** The running or the last leave instead. */
  readonly isPast: boolean
  /** The next leave, and never the running one; of the last one, also the days to come. */
  readonly isNext: boolean
  /** For `starts` and `ends`: only a leave that touches the days. */
  readonly isDated: boolean
}

/** Who is out, or in, on some days: the question of a plain list. */
export const listQuestion = (
  state: 'in' | 'out',
  people: readonly Member[],
  days: AskedDays,
): PeopleQuestion => ({
  ask: 'people',
  quantity: null,
  state,
  people,
  isNamed: false,
  isWhether: false,
  days,
  byDay: null,
  notDays: [],
  kind: null,
  isOfLeave: false,
  isNotOut: false,
  today: days.ranges[0]!.from,
  isPast: false,
  isNext: false,
  isDated: true,
})

/** What follows from the leaves. */
export interface AskFinding {
  /** For yes or no; null where something else was asked, or there is nobody to be asked about. */
  readonly yes: boolean | null
  /** Those who are what was asked, in the order of the question. */
  readonly people: readonly Member[]
  /** How many of them are so on each of several days, where that decides. */
  readonly daily?: readonly DayCount[]
  /** Where it was asked for each of the days: those for whom it is so on some of them only. */
  readonly partly?: readonly Member[]
  /** The days that were asked for: one for `when`, `starts` and `ends`. */
  readonly days: readonly Day[]
  /** Working days on which each of the people has a bank holiday, and those on which only some do. */
  readonly free?: readonly Day[]
  readonly partly_free?: readonly Day[]
  /** Of one person, asked whether it is so: the working days on which it is not. */
  readonly missed?: readonly Day[]
  /** Of when all are out: the last day on which they still are. */
  readonly until?: Day
  /** Of a question for when: the number of other such days behind that. */
  readonly more?: number
  /** The one whose start or end was asked for. */
  readonly absence?: Absence<RollLeave>
  /** Where the days of several are added up: those of each of `people`. */
  readonly each?: readonly number[]
}
