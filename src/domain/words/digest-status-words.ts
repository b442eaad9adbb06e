import type { Day } from '../day.js'
import { dayAt } from '../day.js'
import type { Digest, DigestRun, DigestSettings, PauseReason } from '../digest.js'
import { daysWords, weekdayWords } from '../digest-settings.js'
import { timeAt } from '../wall-clock.js'
import { dayWords } from './dates.js'

/** As people write it, and as no surface takes for markup: "America/New York", "msg too long". */
const spaced = (name: string): string => name.replaceAll('_', ' ')

/** "Mon–Fri at 09:00 (Europe/Berlin)". */
export const timingWords = ({ days, time, timezone }: Pick<DigestSettings, 'days' | 'time' | 'timezone'>) =>
  `${daysWords(days)} at ${time} (${spaced(timezone)})`

const lookAheadWords = {
  none: [],
  friday: [`${weekdayWords('friday')} shows the next week`],
  monday: [`${weekdayWords('monday')} shows the week`],
} as const satisfies Record<DigestSettings['look_ahead'], readonly string[]>

/** All that is set, in one line; what is as usual is not mentioned. */
export const settingsWords = (settings: DigestSettings): string =>
  [
    timingWords(settings),
    ...lookAheadWords[settings.look_ahead],
    ...(settings.on_bank_holidays === 'post' ? ['also on bank holidays'] : []),
    ...(settings.when_empty === 'silent' ? ['silent when nobody is out'] : []),
  ].join('; ')

/** Why a digest rests, and what ends it. */
export const pauseWords = {
  person: 'somebody paused it',
  archived: 'the channel is archived; it goes on when the channel comes back',
  not_in_channel: 'whosout is not in the channel; it goes on when whosout is invited',
  uninstalled: 'whosout was removed from the workspace; it goes on when it is installed again',
  token: 'Slack does not take the token of whosout any more; it goes on when it is installed again',
  not_allowed: 'Slack does not let whosout post there; resume it when an admin has changed that',
  slack_connect: 'the channel is shared with another company; it goes on when that ends',
  team_deleted: 'its team does not exist any more; set one for another team, or for everybody',
} as const satisfies Record<PauseReason, string>

/** What comes next, as the digest's own zone has it: "next on Mon 23 Nov at 09:00", or why nothing does. */
export const nextWords = ({ paused, next_at, timezone }: Digest, now: Date): string => {
  if (paused) return `paused: ${pauseWords[paused.reason]}`
  if (next_at === null) return 'nothing to come'
  const at = new Date(next_at)
  return `next on ${dayWords(dayAt(at, timezone), dayAt(now, timezone))} at ${timeAt(at, timezone)}`
}

/** Why a digest was not posted, by the code in its run; anything else is Slack's own word. */
const reasons: Readonly<Record<string, string>> = {
  missed_window: 'whosout was not running, or could not reach Slack, until it was too late',
  bank_holiday: 'everybody had a bank holiday',
  nobody_out: 'nobody was out',
  paused: 'the digest was paused',
  removed: 'the digest was removed',
  rescheduled: 'its days were changed',
  team_deleted: 'its team does not exist any more',
  organization_gone: 'its organization does not exist any more',
  suspended: 'whosout was switched off for the organization',
  is_archived: 'the channel is archived',
  not_in_channel: 'whosout is not in the channel',
  channel_not_found: 'whosout is not in the channel, or it is gone',
  invalid_auth: 'Slack did not take the token of whosout',
  not_authed: 'Slack did not take the token of whosout',
  token_revoked: 'Slack did not take the token of whosout',
  token_expired: 'Slack did not take the token of whosout',
  account_inactive: 'whosout was removed from the workspace',
  not_installed: 'whosout was not installed in the workspace',
  other_organization: 'the workspace asks about another organization now',
  fault: 'whosout could not put it together',
  build_failed: 'whosout could not put it together',
  mark_failed: 'the database of whosout did not answer',
  unbound: 'nobody has said which organization the workspace asks about',
  enterprise: 'whosout is installed for a whole Enterprise organization',
  foreign: 'the whosout that runs answers another workspace',
  token: 'the token of whosout could not be read, or Slack did not know it',
  unavailable: 'whosout could not look the workspace up',
  no_ts: 'Slack did not say which message it is',
  absent: 'it did not arrive',
  rate_limited: 'Slack asked to wait',
  brake: 'Slack asked to wait',
  service_unavailable: 'Slack was not available',
  no_connection: 'Slack could not be reached',
  no_answer: 'the connection to Slack broke',
  reset: 'the connection to Slack broke',
  timeout: 'Slack did not answer in time',
  request_timeout: 'Slack did not answer in time',
  too_slow: 'whosout was too slow, and tries again',
  process_lost: 'the process stopped in the middle of it',
}

/** What the runtime calls a connection that did not come about; no word of Slack's looks so. */
const isNetwork = (reason: string): boolean =>
  /^(e[a-z]+|eai_\w+|und_err_\w+|err_\w+|cert_\w+|depth_zero_\w+|self_signed_\w+|unable_to_\w+)$/.test(reason)

const slackWords = (reason: string): string => {
  if (isNetwork(reason)) return 'Slack could not be reached'
  const [, status] = /^http_(\d+)$/.exec(reason) ?? []
  return status === undefined ? `Slack said ${spaced(reason)}` : `Slack answered with an error (${status})`
}

const reasonWords = (reason: string | null): string =>
  reason === null ? '' : `: ${reasons[reason] ?? slackWords(reason)}`

const waiting = ({ manual, reason, attempts, due_at }: DigestRun, timezone: string): string => {
  if (reason === 'moved')
    return `to be posted at ${timeAt(new Date(due_at), timezone)}, because its time was changed`
  if (manual && (attempts === 0 || reason === 'requested'))
    return 'to be posted in a moment, because somebody asked for it'
  return attempts > 0 ? `not posted yet, tried again soon${reasonWords(reason)}` : 'to be posted in a moment'
}

const sentWords = (run: DigestRun, timezone: string): string => {
  const at = run.ts === null ? '' : ` at ${timeAt(new Date(Number(run.ts) * 1_000), timezone)}`
  const how = run.via === 'history' ? ', found in the channel afterwards' : ''
  return `posted${at}${run.manual ? ', because somebody asked for it' : ''}${how}`
}

/** What became of a run, and why. */
export const runWords = (run: DigestRun, timezone: string): string => {
  switch (run.state) {
    case 'sent':
      return sentWords(run, timezone)
    case 'pending':
      return waiting(run, timezone)
    case 'claimed':
    case 'sending':
      return 'being posted at this moment'
    case 'unknown':
      return `perhaps posted: Slack did not say, and it is not posted twice${reasonWords(run.reason)}`
    case 'failed':
      return `not posted${reasonWords(run.reason)}`
    case 'skipped':
      return `not posted${reasonWords(run.reason)}`
  }
}

export interface StatusLine {
  readonly day: string
  readonly said: string
}

/** Runs of one digest, each with its day and what became of it. `today`: in the digest's zone. */
export const statusLines = (
  runs: readonly DigestRun[],
  { timezone }: Pick<Digest, 'timezone'>,
  today: Day,
): readonly StatusLine[] =>
  runs.map((run) => ({ day: dayWords(run.date, today), said: runWords(run, timezone) }))
