import { readFileSync } from 'node:fs'
import type { AskContext, AskPerson } from '../../src/language/context.js'

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
  /** Where the form does not say what is asked for. */
  readonly asked?: string
  readonly state?: string
  readonly kind?: string
  readonly quantity?: string
  readonly except?: readonly string[]
  readonly without?: readonly string[]
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

const read = (file: string) => {
  const table = JSON.parse(readFileSync(new URL(`../cases/${file}`, import.meta.url), 'utf8')) as Questions
  const asker = table.people.find(({ name }) => name === table.asker)
  const context: AskContext = {
    today: table.today,
    weekStart: 'monday',
    dateOrder: 'locale',
    locale: 'en-GB',
    teams: table.teams.map((name) => ({ name })),
    people: table.people,
    ...(asker ? { asker } : {}),
  }
  return { rows: table.rows, context }
}

/** Friday 20 November 2026; Ana Ruiz asks. */
export const questions = read('questions.json')

/** Wednesday 25 November 2026, among people and teams whose names are words of dates and of sentences. */
export const colleagues = read('colleagues.json')
