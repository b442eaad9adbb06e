import type { Day, Weekday } from '../calendar/day.js'
import type { DateOrder } from '../calendar/date.js'
import type { WeekStart } from '../calendar/week.js'
import type { HalfDay } from './question.js'

export interface AskTeam {
  readonly id?: string
  readonly name: string
}

export interface AskPerson {
  readonly id?: string
  readonly name: string
  readonly slackId?: string
  readonly email?: string
  /** The name of the person's team. */
  readonly team?: string
}

/** Bank holidays of a place, by name. */
export interface AskCalendar {
  readonly days: readonly { readonly date: Day; readonly name: string }[]
  /** Said with its days; null: the asker's own, or the organization's. */
  readonly place: string | null
}

/** All that a meaning depends on besides the words. Names are indexed once per array: pass the same until they change. */
export interface AskContext {
  readonly today: Day
  readonly weekStart: WeekStart
  /** `locale` means the asker's: month first for en-US, day first for every other one (decisions, "Days"). */
  readonly dateOrder: DateOrder
  /** BCP 47. Only `en-US` matters, and only under `dateOrder: 'locale'`. */
  readonly locale: string
  readonly teams: readonly AskTeam[]
  readonly people: readonly AskPerson[]
  /** The asker, if known, for "me" and "my team". */
  readonly asker?: AskPerson
  /** The half of today that it is for the asker, for "now"; the whole day if omitted. */
  readonly half?: HalfDay
  /** Monday to Friday if omitted. */
  readonly workingDays?: readonly Weekday[]
  /** Whose named days are meant, the nearest to the asker first. Indexed once per identity, as names are. */
  readonly calendars?: readonly AskCalendar[]
  /** The people whom this phrase mentions by Slack id, in addition to those who have one in `people`. */
  readonly mentioned?: ReadonlyMap<string, AskPerson>
}
