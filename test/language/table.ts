import { readFileSync } from 'node:fs'
import type { AskContext, AskPerson, AskTeam } from '../../src/language/context.js'
import type { WeekStart } from '../../src/calendar/week.js'

/** One row of the table of cases: what a phrase means on a day, for an organization and a reader. */
export interface Row {
  readonly phrase: string
  readonly ref: string
  readonly week_start: WeekStart
  readonly locale?: string
  readonly from: string | null
  readonly to: string | null
  readonly class: 'core' | 'common' | 'nice' | 'ambiguous' | 'reject'
  readonly action?: 'help'
  readonly reason?: string
  readonly ambiguity?: string
  readonly over_90?: boolean
  readonly clipped_from?: string
  readonly clipped_to?: string
  readonly team?: string
  readonly person?: string
  readonly teams?: readonly string[]
  readonly ranges?: readonly { readonly from: string; readonly to: string }[]
  readonly typo?: boolean
  readonly now?: string
  readonly tz: string
}

const file = new URL('../cases/date_phrases.json', import.meta.url)

export const rows: readonly Row[] = JSON.parse(readFileSync(file, 'utf8'))

export const teams: readonly AskTeam[] = ['Design', 'Sales', 'Customer Success', 'May'].map((name) => ({
  name,
}))
const people: readonly AskPerson[] = [{ name: 'Ana', slackId: 'U012AB3CD' }]

/** Every so many of them, others in each run: a failure names its own. */
export const oneIn = <T>(count: number, all: readonly T[]): readonly T[] => {
  const start = Math.floor(Math.random() * count)
  return all.filter((_, index) => index % count === start)
}

/** Friday 20 November 2026, weeks from Monday, a British reader, the teams and the person of the table. */
export const contextOn = (today: string, changes: Partial<AskContext> = {}): AskContext => ({
  today,
  weekStart: 'monday',
  dateOrder: 'locale',
  locale: 'en-GB',
  teams,
  people,
  ...changes,
})

export const contextOf = (row: Row): AskContext =>
  contextOn(row.ref, { weekStart: row.week_start, locale: row.locale ?? 'en-GB' })
