import type { DataSource, UnreadableEvents } from '../../domain/sources/source.js'
import { stateOf, unreadableWords } from '../../domain/sources/source.js'
import type { ShownUnmatched } from '../../services/sources/sources.js'
import { inColumns, inFields, type Columns, type LaidOut } from '../table.js'

/** The `--json` form of a source in a list. */
export const listedJson = (source: DataSource) => ({
  id: source._id,
  kind: source.kind,
  name: source.name,
  state: stateOf(source),
  last_success_at: source.last_success_at,
  last_error: source.last_error,
  leaves: source.leaves,
  unmatched: source.unmatched_count,
  unreadable: source.unreadable?.count ?? 0,
})

export const listedShape =
  '{"id", "kind", "name", "state", "last_success_at", "last_error", "leaves", "unmatched", "unreadable"}'

/** What an admin should know of a source besides its state. */
export const troublesOf = (source: DataSource): readonly string[] =>
  [source.last_error, source.unreadable && unreadableWords(source.unreadable)].filter(
    (words) => typeof words === 'string',
  )

export const unmatchedJson = (unmatched: readonly ShownUnmatched[]) =>
  unmatched.map(({ summary, start_date, end_date, nearest }) => {
    return { summary, start_date, end_date, nearest: nearest.map(({ email }) => email) }
  })

/** Everything but the address, which is a secret: only the host and the last four characters are shown. */
export const sourceJson = (source: DataSource, unmatched: readonly ShownUnmatched[]) => ({
  ...listedJson(source),
  ...(source.slack && { slack: source.slack }),
  host: source.host,
  last_four: source.last_four,
  member_id: source.member_id,
  type: source.type,
  every_minutes: source.every,
  ignore: source.ignore,
  next_at: source.next_at,
  held: source.held,
  unmatched: unmatchedJson(unmatched),
  unreadable: source.unreadable?.events ?? [],
})

/** `isOwn`: of somebody's own calendar, whose events are theirs or not. Nothing when there are none. */
export const unmatchedText = (unmatched: readonly ShownUnmatched[], isOwn: boolean) => {
  if (unmatched.length === 0) return []
  const columns: Columns<ShownUnmatched> = { EVENT: 'summary', FROM: 'start_date', TO: 'end_date' }
  const near = {
    'NEAREST MEMBERS': ({ nearest }: ShownUnmatched) =>
      nearest.map(({ name, email }) => `${name} <${email}>`).join(', '),
  }
  return isOwn
    ? ['Not sure whether these are leave of the member, so they do not count:', inColumns(columns, unmatched)]
    : ['Events that match no member:', inColumns({ ...columns, ...near }, unmatched)]
}

export const unreadableText = (unreadable: UnreadableEvents | null | undefined) =>
  unreadable
    ? [
        `${unreadableWords(unreadable)}:`,
        inColumns({ EVENT: 'summary', REASON: 'reason' }, unreadable.events),
      ]
    : []

/** The settings, and the result of the last successful fetch. */
const particulars = (source: DataSource): Readonly<Record<string, string | number>> =>
  source.slack
    ? {
        workspace: source.slack.workspace,
        members: source.slack.members,
        creates: source.slack.creates ? 'members' : 'nobody',
        teams: source.slack.groups.join(', ') || 'none',
        unmatched: source.unmatched_count,
      }
    : {
        address: `${source.host} …${source.last_four}`,
        type: source.type,
        leaves: source.leaves,
        unmatched: source.unmatched_count,
        ignores: source.ignore.join(', ') || 'the usual words',
      }

export const sourceText = (source: DataSource): LaidOut =>
  inFields({
    id: source._id,
    name: source.name,
    state: stateOf(source),
    every: `${source.every} minutes`,
    ...particulars(source),
    'last success': source.last_success_at ?? 'never',
    'last error': source.last_error ?? 'none',
    'next fetch': source.next_at ?? 'paused',
  })
