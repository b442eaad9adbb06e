import type { Day } from '../../calendar/day.js'
import { dayAt } from '../../calendar/day.js'
import type { Digest, DigestRun, DigestSettings, PauseReason } from '../digests/digest.js'
import { daysWords, weekdayWords } from '../digests/settings.js'
import type { SkipReason } from '../digests/skip.js'
import { timeAt } from '../../calendar/wall-clock.js'
import { dayWords } from './dates.js'

/** As people write it, in a form that no surface takes for markup: "America/New York", "msg too long". */
const spaced = (name: string): string => name.replaceAll('_', ' ')

/** "Mon–Fri at 09:00 (Europe/Berlin)". */
const timingWords = ({ days, time, timezone }: Pick<DigestSettings, 'days' | 'time' | 'timezone'>) =>
  `${daysWords(days)} at ${time} (${spaced(timezone)})`

const lookAheadWords = {
  none: [],
  friday: [`${weekdayWords('friday')} includes next week`],
  monday: [`${weekdayWords('monday')} includes this week`],
} as const satisfies Record<DigestSettings['look_ahead'], readonly string[]>

/** All settings in one line, without those that are at their default. */
export const settingsWords = (settings: DigestSettings): string =>
  [
    timingWords(settings),
    ...lookAheadWords[settings.look_ahead],
    ...(settings.on_bank_holidays === 'post' ? ['also on bank holidays'] : []),
    ...(settings.when_empty === 'silent' ? ['silent when nobody is out'] : []),
  ].join('; ')

/** Why a digest is paused, and how it resumes. */
const pauseWords = {
  person: 'someone paused it',
  archived: 'the channel is archived; it resumes when the channel is unarchived',
  not_in_channel: 'whosout is not in the channel; it resumes when whosout is invited',
  uninstalled: 'whosout was removed from the workspace; it resumes when the app is reinstalled',
  token: 'Slack no longer accepts whosout’s token; it resumes when the app is reinstalled',
  not_allowed: 'Slack does not allow whosout to post there; resume it once an admin has changed that',
  slack_connect: 'the channel is shared with another company; it resumes when the sharing ends',
  team_deleted: 'its team no longer exists; set one for another team, or for everybody',
} as const satisfies Record<PauseReason, string>

/** Sent to the creator of a digest once when it is paused automatically. `channel`: Slack's id. */
export const pauseNotice = (reason: PauseReason, channel: string): string =>
  `The digest in <#${channel}> is paused: ${pauseWords[reason]}.`

/** Why there is no digest to show or to post. */
export const contentRefusals = {
  team_deleted: 'Its team no longer exists: set a digest for another team, or for everybody.',
  organization_gone: 'The organization no longer exists in whosout.',
  suspended: 'The organization is suspended, so nothing is posted.',
} as const

/** Shown above the message of a digest that will not be posted. */
export const silentWords = {
  bank_holiday: 'Nothing will be posted, because everyone has a bank holiday. The message would be:',
  nobody_out: 'Nothing will be posted, because nobody is out. The message would be:',
} as const

/** The next post, in the digest's own time zone or a reader's: "next on Mon 23 Nov at 09:00", or why there is none. */
export const nextWords = (
  { paused, next_at, timezone }: Pick<Digest, 'paused' | 'next_at' | 'timezone'>,
  now: Date,
): string => {
  if (paused) return `paused: ${pauseWords[paused.reason]}`
  if (next_at === null) return 'nothing scheduled'
  const at = new Date(next_at)
  return `next on ${dayWords(dayAt(at, timezone), dayAt(now, timezone))} at ${timeAt(at, timezone)}`
}

const skipWords = {
  missed_window: 'whosout was not running, or could not reach Slack, until it was too late',
  bank_holiday: 'everyone had a bank holiday',
  nobody_out: 'nobody was out',
  paused: 'the digest was paused',
  removed: 'the digest was removed',
  rescheduled: 'its days were changed',
  team_deleted: 'its team no longer exists',
  organization_gone: 'its organization no longer exists',
  suspended: 'whosout was turned off for the organization',
} as const satisfies Record<SkipReason, string>

/** Why a digest was not posted, by the code in its run; any other code is Slack's own. */
const reasons: Readonly<Record<string, string>> = {
  ...skipWords,
  is_archived: 'the channel is archived',
  not_in_channel: 'whosout is not in the channel',
  channel_not_found: 'whosout is not in the channel, or the channel no longer exists',
  invalid_auth: 'Slack rejected whosout’s token',
  not_authed: 'Slack rejected whosout’s token',
  token_revoked: 'Slack rejected whosout’s token',
  token_expired: 'Slack rejected whosout’s token',
  account_inactive: 'whosout was removed from the workspace',
  not_installed: 'whosout was not installed in the workspace',
  other_organization: 'the workspace is now linked to another organization',
  fault: 'whosout could not build it',
  build_failed: 'whosout could not build it',
  mark_failed: 'whosout’s database did not answer',
  unbound: 'the workspace is not linked to an organization',
  enterprise: 'whosout is installed for a whole Enterprise organization',
  foreign: 'the running server is set up for another workspace',
  token: 'whosout’s token could not be read, or Slack did not recognize it',
  unavailable: 'whosout could not look up the workspace',
  no_ts: 'Slack did not say which message it is',
  absent: 'it did not arrive',
  rate_limit_hold: 'Slack asked us to wait',
  rate_limited: 'Slack asked us to wait',
  service_unavailable: 'Slack was not available',
  no_connection: 'Slack could not be reached',
  no_answer: 'the connection to Slack broke',
  reset: 'the connection to Slack broke',
  timeout: 'Slack did not answer in time',
  request_timeout: 'Slack did not answer in time',
  too_slow: 'whosout was too slow and will try again',
  process_lost: 'the process stopped while posting',
}

/** The runtime's codes for a failed connection; none of Slack's codes looks like this. */
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
    return `will be posted at ${timeAt(new Date(due_at), timezone)}, because its time was changed`
  if (manual && (attempts === 0 || reason === 'requested'))
    return 'about to be posted, because someone asked for it'
  return attempts > 0 ? `not posted yet, will be retried soon${reasonWords(reason)}` : 'about to be posted'
}

const sentWords = (run: DigestRun, timezone: string): string => {
  const at = run.ts === null ? '' : ` at ${timeAt(new Date(Number(run.ts) * 1_000), timezone)}`
  const how = run.via === 'history' ? ', found in the channel afterwards' : ''
  return `posted${at}${run.manual ? ', because someone asked for it' : ''}${how}`
}

/** The outcome of a run, and why. */
export const runWords = (run: DigestRun, timezone: string): string => {
  switch (run.state) {
    case 'sent':
      return sentWords(run, timezone)
    case 'pending':
      return waiting(run, timezone)
    case 'claimed':
    case 'sending':
      return 'being posted right now'
    case 'unknown':
      return `may have been posted: Slack did not say, so it is not posted again${reasonWords(run.reason)}`
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

/** Runs of one digest, each with its day and outcome. `today`: in the digest's zone. */
export const statusLines = (
  runs: readonly DigestRun[],
  { timezone }: Pick<Digest, 'timezone'>,
  today: Day,
): readonly StatusLine[] =>
  runs.map((run) => ({ day: dayWords(run.date, today), said: runWords(run, timezone) }))
