import type { Logger } from '@slack/bolt'
import { WebClient } from '@slack/web-api'
import type { SlackStatus } from '../../domain/statuses/status.js'
import type { StatusRefusal, StatusSlack } from '../../services/statuses/slack.js'
import { clientOptions } from '../client.js'
import { endingOf } from '../message/post-outcomes.js'
import type { OpenWorkspace } from '../workspace/access.js'

interface StatusSlackDeps {
  /** Ends in time and never fails. */
  readonly open: OpenWorkspace
  readonly apiUrl: string
  readonly logger: Logger
}

/** Milliseconds until somebody is looked at again whom Slack did not answer about. */
const lookAgain = 60_000

/** A person's token that is no longer valid, or no longer for this. */
const revoked = [
  'account_inactive',
  'invalid_auth',
  'missing_scope',
  'not_allowed_token_type',
  'not_authed',
  'org_login_required',
  'token_expired',
  'token_revoked',
]

/** Slack's internal errors: nobody knows what was done. */
const internal = [
  'fatal_error',
  'internal_error',
  'request_timeout',
  'service_unavailable',
  'team_added_to_org',
]

const later = (after: number, rate_limited = false): StatusRefusal => ({ kind: 'later', after, rate_limited })

const readRefusalOf = (error: unknown): StatusRefusal => {
  const ending = endingOf(error)
  return ending.kind === 'limited' ? later(ending.after, true) : later(lookAgain)
}

/** Every other refusal is the workspace's: "Org users cannot change their own profile details". */
const writeRefusalOf = (error: unknown): StatusRefusal => {
  const ending = endingOf(error)
  if (ending.kind === 'limited') return later(ending.after, true)
  if (ending.kind === 'unsent') return later(lookAgain)
  if (ending.kind === 'silent' || internal.includes(ending.reason)) return { kind: 'unknown' }
  return { kind: revoked.includes(ending.reason) ? 'revoked' : 'locked' }
}

const revokeRefusalOf = (error: unknown): StatusRefusal | null => {
  const refusal = writeRefusalOf(error)
  if (refusal.kind === 'revoked') return null
  return refusal.kind === 'later' ? refusal : later(lookAgain)
}

/** A profile as the methods of users show it. */
interface ShownProfile {
  readonly status_text?: string
  readonly status_emoji?: string
  readonly status_expiration?: number
}

const statusOf = ({ status_text, status_emoji, status_expiration }: ShownProfile): SlackStatus => ({
  text: status_text ?? '',
  emoji: status_emoji ?? '',
  until: status_expiration ?? 0,
})

/** Reads people's statuses with the workspace's token, and writes each with the person's own. */
export const createStatusSlack = ({ open, apiUrl, logger }: StatusSlackDeps): StatusSlack => {
  const clientWith = (token: string): WebClient =>
    new WebClient(token, { ...clientOptions(apiUrl, logger), retryConfig: { retries: 0 } })
  return {
    async read({ workspace, user: id }) {
      const { bot } = await open(workspace)
      if (!bot) return later(lookAgain)
      try {
        const { user } = await clientWith(bot.token).users.info({ user: id })
        return { status: statusOf(user?.profile ?? {}), timezone: user?.tz ?? null }
      } catch (error) {
        return readRefusalOf(error)
      }
    },
    async write(token, { text, emoji, until }) {
      const profile = { status_text: text, status_emoji: emoji, status_expiration: until }
      try {
        const answer = await clientWith(token).users.profile.set({ profile })
        return { returned: statusOf(answer.profile ?? profile) }
      } catch (error) {
        return writeRefusalOf(error)
      }
    },
    async revoke(token) {
      try {
        await clientWith(token).auth.revoke()
        return null
      } catch (error) {
        return revokeRefusalOf(error)
      }
    },
  }
}
