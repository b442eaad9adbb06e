import type { CalendarSource } from '../../domain/sources/source.js'
import { stateOf } from '../../domain/sources/source.js'
import type { ShownUnmatched } from '../../services/sources/sources.js'
import { inColumns } from '../output.js'

/** What `--json` prints of a source in a list. */
export const listedJson = (source: CalendarSource) => ({
  id: source._id,
  kind: source.kind,
  name: source.name,
  state: stateOf(source),
  last_success_at: source.last_success_at,
  last_error: source.last_error,
  leaves: source.leaves,
  unmatched: source.unmatched_count,
})

export const listedShape = '{"id","kind","name","state","last_success_at","last_error","leaves","unmatched"}'

export interface UnmatchedJson {
  readonly summary: string
  readonly start_date: string
  readonly end_date: string
  readonly nearest: readonly string[]
}

export const unmatchedJson = (unmatched: readonly ShownUnmatched[]): readonly UnmatchedJson[] =>
  unmatched.map(({ summary, start_date, end_date, nearest }) => ({
    summary,
    start_date,
    end_date,
    nearest: nearest.map(({ email }) => email),
  }))

/** Everything but the address: that is a secret, of which the host and the last four characters are shown. */
export const sourceJson = (source: CalendarSource, unmatched: readonly ShownUnmatched[]) => ({
  ...listedJson(source),
  host: source.host,
  last_four: source.last_four,
  member_id: source.member_id,
  type: source.type,
  every_minutes: source.every,
  ignore: source.ignore,
  next_at: source.next_at,
  held: source.held,
  unmatched: unmatchedJson(unmatched),
})

export const sayUnmatched = (unmatched: readonly ShownUnmatched[]): string =>
  inColumns(
    ['EVENT', 'FROM', 'TO', 'NEAREST MEMBERS'],
    unmatched.map(({ summary, start_date, end_date, nearest }) => [
      summary,
      start_date,
      end_date,
      nearest.map(({ name, email }) => `${name} <${email}>`).join(', '),
    ]),
  )

export const saySource = (source: CalendarSource): string =>
  Object.entries({
    id: source._id,
    name: source.name,
    address: `${source.host} …${source.last_four}`,
    state: stateOf(source),
    every: `${source.every} minutes`,
    type: source.type,
    leaves: source.leaves,
    unmatched: source.unmatched_count,
    'last success': source.last_success_at ?? 'never',
    'last error': source.last_error ?? 'none',
    'next fetch': source.next_at ?? 'paused',
    ignores: source.ignore.join(', ') || 'the usual words',
  })
    .map(([name, value]) => `${name.padEnd(12)} ${value}`)
    .join('\n')
