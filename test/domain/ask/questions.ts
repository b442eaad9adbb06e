import { readFileSync } from 'node:fs'
import type { AskContext, AskPerson } from '../../../src/domain/ask/context.js'

/** One phrase of the table: what it asks, or why it is refused and what is suggested first. */
export interface QuestionRow {
  readonly phrase: string
  readonly asks?: string
  readonly form?: string
  readonly from?: string
  readonly to?: string
  readonly teams?: readonly string[]
  readonly people?: readonly string[]
  readonly ranges?: readonly string[]
  readonly notes?: readonly string[]
  readonly action?: string
  readonly refused?: string
  readonly suggestion?: string | undefined
}

interface Questions {
  readonly today: string
  readonly teams: readonly string[]
  readonly people: readonly AskPerson[]
  readonly asker: string
  readonly rows: readonly QuestionRow[]
}

const table = JSON.parse(
  readFileSync(new URL('../../cases/questions.json', import.meta.url), 'utf8'),
) as Questions

export const questionRows = table.rows

const asker = table.people.find(({ name }) => name === table.asker)

/** Friday 20 November 2026, with the teams and people of the table; Ana Ruiz asks. */
export const question: AskContext = {
  today: table.today,
  weekStart: 'monday',
  dateOrder: 'locale',
  locale: 'en-GB',
  teams: table.teams.map((name) => ({ name })),
  people: table.people,
  ...(asker ? { asker } : {}),
}
