import type { Day } from '../day.js'
import type { DateOrder, WeekStart } from '../organization.js'

export interface AskTeam {
  readonly id?: string
  readonly name: string
}

export interface AskPerson {
  readonly id?: string
  readonly name: string
  readonly slackId?: string
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
}

export const isMonthFirst = ({ dateOrder, locale }: Pick<AskContext, 'dateOrder' | 'locale'>): boolean =>
  dateOrder === 'locale' ? locale.replace('_', '-').toLowerCase() === 'en-us' : dateOrder === 'month'
