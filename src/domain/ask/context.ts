import type { Day, Weekday } from '../calendar/day.js'
import type { DateOrder, WeekStart } from '../organization/organization.js'
import type { LeaveType } from '../presence/privacy.js'

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

/**
 * All that reading a phrase depends on besides its words. The arrays are indexed once for each identity, so pass
 * the same ones for as long as the names do not change.
 */
export interface AskContext {
  readonly today: Day
  readonly weekStart: WeekStart
  /** `locale`: the asker's, where en-US puts the month first and every other locale the day (decisions, "Days"). */
  readonly dateOrder: DateOrder
  /** BCP 47; only `en-US` matters, and only under `dateOrder: 'locale'`. */
  readonly locale: string
  readonly teams: readonly AskTeam[]
  readonly people: readonly AskPerson[]
  /** Who asks, where that is known: "me", "my team". */
  readonly asker?: AskPerson
  /** Monday to Friday when it is not said. */
  readonly workingDays?: readonly Weekday[]
  /** The reasons for a leave that others are not shown. When it is not said, some are. */
  readonly masked?: readonly LeaveType[]
  /** The people whom this phrase names by a Slack id, beside those whose own entry has one. */
  readonly mentioned?: ReadonlyMap<string, AskPerson>
}

export const isMonthFirst = ({ dateOrder, locale }: Pick<AskContext, 'dateOrder' | 'locale'>): boolean =>
  dateOrder === 'locale' ? locale.replace('_', '-').toLowerCase() === 'en-us' : dateOrder === 'month'
