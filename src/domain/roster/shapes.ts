import { z } from 'zod'
import { columns, type RosterColumns } from './columns.js'
import { dayOf } from './kinds.js'

type Kinds<T extends RosterColumns> = {
  [K in keyof T as T[K] extends { readonly kind: z.ZodType } ? K : never]: T[K] extends {
    readonly kind: infer Kind
  }
    ? Kind
    : never
}

/** The properties of a row: its columns that have a kind. */
const kindsOf = <T extends RosterColumns>(table: T): Kinds<T> =>
  Object.fromEntries(
    Object.entries(table).flatMap(([name, { kind }]) => (kind ? [[name, kind]] : [])),
  ) as Kinds<T>

/**
 * Whether both days can be compared, whatever else is wrong with the row, so that all problems are reported at once.
 */
const hasDays = (row: unknown): boolean => {
  const { start_date, end_date } = row as { readonly start_date?: unknown; readonly end_date?: unknown }
  return [start_date, end_date].every((value) => typeof value === 'string' && dayOf(value) !== null)
}

/** For files: forms and options do not name the column. */
export const endsBeforeItStarts = 'must not be before start_date'

const leave = z.strictObject(kindsOf(columns.leaves)).refine((value) => value.end_date >= value.start_date, {
  path: ['end_date'],
  message: endsBeforeItStarts,
  when: ({ value }) => hasDays(value),
})

/** For CSV and JSON alike. An absent value leaves the stored one; null clears it, or resets it to its default. */
const team = z.strictObject(kindsOf(columns.teams))
const member = z.strictObject(kindsOf(columns.members))
export const shapes = { teams: team, members: member, leaves: leave } as const

export type TeamValues = z.infer<typeof team>
export type MemberValues = z.infer<typeof member>
export type LeaveValues = z.infer<typeof leave>
