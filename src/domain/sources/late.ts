import type { DataSource } from './source.js'

/** A calendar that is behind: its last answers are older than readers expect. */
export interface LateCalendar {
  readonly name: string
  /** The owner of the calendar; null: it is about everybody. */
  readonly member_id: string | null
  /** The last successful fetch. */
  readonly read_at: Date
  /** Readers are told from this instant on. */
  readonly told_from: Date
}

/** The fields of a source that tell. */
export const seenOfSource = [
  'kind',
  'name',
  'member_id',
  'paused',
  'every',
  'last_error',
  'last_success_at',
] as const satisfies readonly (keyof DataSource)[]

const minute = 60_000
const day = 24 * 60 * minute

/**
 * Longest without a good fetch first; told once it has lasted a day beyond the interval: a single failure of a daily
 * one is not late. Left out: paused ones, those never read (no answer shows anything of them), lists of people.
 */
export const failingCalendars = (
  sources: readonly Pick<DataSource, (typeof seenOfSource)[number]>[],
): readonly LateCalendar[] =>
  sources
    .filter(({ kind, paused, last_error }) => kind === 'calendar' && !paused && last_error !== null)
    .map(({ name, member_id, every, last_success_at }) => {
      const read = Date.parse(last_success_at ?? '')
      return { name, member_id, read_at: new Date(read), told_from: new Date(read + every * minute + day) }
    })
    .filter(({ read_at }) => !Number.isNaN(read_at.getTime()))
    .sort((a, b) => a.read_at.getTime() - b.read_at.getTime())

/** Those that an answer tells of. `about`: whom it is about by name; a personal calendar concerns no other answer. */
export const lateFor = (
  failing: readonly LateCalendar[],
  now: Date,
  about: ReadonlySet<string> = new Set(),
): readonly LateCalendar[] =>
  failing.filter(
    ({ member_id, told_from }) => told_from <= now && (member_id === null || about.has(member_id)),
  )
