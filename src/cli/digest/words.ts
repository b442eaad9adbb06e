import { dayAt } from '../../calendar/day.js'
import type { Digest, DigestRun } from '../../domain/digests/digest.js'
import { nextWords, runWords, settingsWords, statusLines } from '../../domain/words/digest-status.js'
import type { ListedDigest, SetDigest } from '../../services/digests/digests.js'
import { inColumns, type Columns, type LaidOut } from '../table.js'

export const digestShape =
  '{"id", "workspace", "channel", "team_id", "team", "time", "timezone", "days", "look_ahead", "on_bank_holidays", "when_empty", "paused", "next_at", "next_date", "created_by", "created_at"}'
export const runShape = '{"date", "state", "reason", "said", "manual", "due_at", "ts"}'

/** A digest as `--json` prints it; `paused` is null or `{"reason","at","who"}`. */
export const digestJson = ({ digest, team }: ListedDigest) => ({
  id: digest._id,
  workspace: digest.workspace,
  channel: digest.channel,
  team_id: digest.team_id,
  team,
  time: digest.time,
  timezone: digest.timezone,
  days: digest.days,
  look_ahead: digest.look_ahead,
  on_bank_holidays: digest.on_bank_holidays,
  when_empty: digest.when_empty,
  paused: digest.paused,
  next_at: digest.next_at,
  next_date: digest.next_date,
  created_by: digest.created_by,
  created_at: digest.created_at,
})

export const runJson = (run: DigestRun, { timezone }: Digest) => ({
  date: run.date,
  state: run.state,
  reason: run.reason,
  said: runWords(run, timezone),
  manual: run.manual,
  due_at: run.due_at,
  ts: run.ts,
})

const teamWords = ({ digest, team }: ListedDigest): string =>
  digest.team_id === null ? 'everybody' : (team ?? '(team deleted)')

/** "The digest of C0123 (everybody)". */
export const nameOf = (listed: ListedDigest): string =>
  `The digest of ${listed.digest.channel} (${teamWords(listed)})`

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** The workspaces of digests that have not installed the app. */
export type WithoutApp = ReadonlySet<string>

/** When it is posted next, or why it is not. */
const plannedWords = (digest: Digest, withoutApp: WithoutApp, now: Date): string =>
  !digest.paused && withoutApp.has(digest.workspace)
    ? `not delivered until the app is installed in ${digest.workspace}`
    : nextWords(digest, now)

export const setText = (
  listed: ListedDigest,
  { replaced }: SetDigest,
  withoutApp: WithoutApp,
  now: Date,
): string =>
  [
    `${nameOf(listed)}: ${settingsWords(listed.digest)}.`,
    ...(replaced ? [`Replaced: ${settingsWords(replaced)}.`] : []),
    ...(replaced?.paused ? ['It was paused and is active again.'] : []),
    `${capital(plannedWords(listed.digest, withoutApp, now))}.`,
  ].join('\n')

/** `names`: of channels, by id. */
export const listColumns = (
  withoutApp: WithoutApp,
  names: ReadonlyMap<string, string>,
  now: Date,
): Columns<ListedDigest> => ({
  WORKSPACE: { value: ({ digest }) => digest.workspace, drop: 'always' },
  CHANNEL: ({ digest: { channel } }) => {
    const name = names.get(channel)
    return name === undefined ? channel : `#${name} (${channel})`
  },
  TEAM: teamWords,
  SET: ({ digest }) => settingsWords(digest),
  NEXT: ({ digest }) => plannedWords(digest, withoutApp, now).replace(/^next on /, ''),
})

export const statusText = (
  listed: ListedDigest,
  runs: readonly DigestRun[],
  withoutApp: WithoutApp,
  now: Date,
): readonly (string | LaidOut)[] => {
  const { digest } = listed
  const lines = statusLines(runs, digest, dayAt(now, digest.timezone))
  return [
    `${nameOf(listed)}: ${settingsWords(digest)}; ${plannedWords(digest, withoutApp, now)}.\n`,
    lines.length === 0 ? 'It has not run yet.' : inColumns({ DAY: 'day', RESULT: 'said' }, lines),
  ]
}
