import type { Logger } from '@slack/bolt'
import { WebClient } from '@slack/web-api'
import type { Message } from '../../domain/words/message.js'
import type { DigestAbout, DigestPoster } from '../../services/digests/poster.js'
import type { AccessRefusal, OpenWorkspace } from '../workspace/access.js'
import { createAgent } from '../../fetching/agent.js'
import { drawMessage } from '../message/blocks.js'
import { clientOptions } from '../client.js'
import { digestControls } from '../ask/controls.js'
import { searchHistory, type Bot, type BotClient } from './history.js'
import { editOutcomeOf, lookUpOf, postOutcomeOf } from '../message/post-outcomes.js'
import { guardFetch } from './late-fetch.js'
import { describeError, type Log } from '../log.js'
import { escape } from '../message/mrkdwn.js'

interface DigestPosterDeps {
  /** Ends in time and never fails. */
  readonly open: OpenWorkspace
  readonly apiUrl: string
  readonly logger: Logger
  readonly log: Log
  /** Milliseconds per request; 10,000 unless a test sets less. */
  readonly timeout?: number
}

/** The mark that identifies a message in a channel. */
const eventType = 'whosout_digest'

/** Milliseconds until a workspace is looked up again. */
const lookAgain = 30_000

type Blocked =
  | { readonly kind: 'refused'; readonly reason: string }
  | {
      readonly kind: 'later'
      readonly after: number
      readonly reason: string
      readonly rate_limited: false
    }

const refuse = (reason: string): Blocked => ({ kind: 'refused', reason })
const wait = (reason: string): Blocked => ({ kind: 'later', after: lookAgain, reason, rate_limited: false })

/**
 * A workspace that cannot be posted to. `foreign`: another process may have its token. `token`: the token cannot be
 * read, or Slack did not say whose it is; this does not prove that it was revoked.
 */
const blocked: Readonly<Record<AccessRefusal, Blocked>> = {
  unbound: refuse('unbound'),
  not_installed: refuse('not_installed'),
  enterprise: refuse('enterprise'),
  suspended: refuse('suspended'),
  foreign: wait('foreign'),
  token: wait('token'),
  unavailable: wait('unavailable'),
}

/**
 * A client for each workspace, with its own token. Nothing is retried: a request that Slack accepted without answering
 * may have been carried out.
 */
const optionsOf = ({ apiUrl, logger, timeout = 10_000 }: DigestPosterDeps) => ({
  ...clientOptions(apiUrl, logger),
  timeout: timeout,
  retryConfig: { retries: 0 },
})

const createClients = (deps: DigestPosterDeps) => {
  const clients = new Map<string, { readonly token: string; readonly client: WebClient }>()
  return (workspace: string, { token }: Bot): WebClient => {
    const known = clients.get(workspace)
    if (known?.token === token) return known.client
    const client = new WebClient(token, optionsOf(deps))
    clients.set(workspace, { token, client })
    return client
  }
}

/**
 * In Slack's format: always a text and blocks, because an edit without blocks would keep the old ones, or remove them.
 */
const contentOf = (message: Message, { team_id: team, date: day }: DigestAbout, key: string) => {
  const { text, blocks } = drawMessage(
    message,
    digestControls({ team, day, is_cut: message.is_cut ?? false }),
  )
  const metadata = { event_type: eventType, event_payload: { key } }
  return { text, blocks: [...blocks], metadata }
}

/** The only markup in it is the names of channels. */
const plainText = (text: string): string => escape(text).replace(/&lt;(#[CG][A-Z0-9]+)&gt;/g, '<$1>')

/**
 * The connection to a workspace, or why there is none. `org`: for messages that name an organization's people; null:
 * for anything else.
 */
type Connect = (workspace: string, org: string | null) => Promise<BotClient | Blocked>

const createConnect = (deps: DigestPosterDeps): Connect => {
  const clientOf = createClients(deps)
  return async (workspace, org) => {
    const { access, bot } = await deps.open(workspace)
    if ('refused' in access && (org !== null || !bot)) return blocked[access.refused]
    if ('organization' in access && org !== null && access.organization._id !== org)
      return refuse('other_organization')
    return bot ? { client: clientOf(workspace, bot), bot } : wait('unavailable')
  }
}

/** A client for one request, which is not sent once its deadline has passed. */
const createGuardedClients = (deps: DigestPosterDeps) => {
  const agent = createAgent()
  return ({ token }: Bot, inTime: () => boolean) => {
    const { fetch, isWithheld } = guardFetch(agent, inTime)
    return { client: new WebClient(token, { ...optionsOf(deps), fetch }), isWithheld }
  }
}
type GuardedClients = ReturnType<typeof createGuardedClients>

/** Its requester may no longer hold the run. */
const tooSlow = { kind: 'later', after: 0, reason: 'too_slow', rate_limited: false } as const

const createPost =
  (connect: Connect, guarded: GuardedClients): DigestPoster['post'] =>
  async ({ org, workspace, channel, ...about }, message, key, inTime) => {
    const connection = await connect(workspace, org)
    if ('kind' in connection) return connection
    const content = { channel, ...contentOf(message, about, key), unfurl_links: false, unfurl_media: false }
    const { client, isWithheld } = guarded(connection.bot, inTime)
    try {
      const { ts } = await client.chat.postMessage(content)
      return ts === undefined ? { kind: 'unknown', reason: 'no_ts' } : { kind: 'sent', ts }
    } catch (error) {
      return isWithheld() ? tooSlow : postOutcomeOf(error)
    }
  }

const createEdit =
  (connect: Connect, guarded: GuardedClients): DigestPoster['edit'] =>
  async ({ org, workspace, channel, ts, ...about }, message, key, inTime) => {
    const connection = await connect(workspace, org)
    if ('kind' in connection)
      return connection.kind === 'refused' ? { kind: 'ended', reason: connection.reason } : connection
    const content = { channel, ts, ...contentOf(message, about, key) }
    const { client, isWithheld } = guarded(connection.bot, inTime)
    try {
      await client.chat.update(content)
      return { kind: 'edited' }
    } catch (error) {
      return isWithheld() ? tooSlow : editOutcomeOf(error)
    }
  }

const createLookUp =
  (connect: Connect): DigestPoster['lookUp'] =>
  async ({ workspace, channel }, key, window) => {
    const connection = await connect(workspace, null)
    if ('kind' in connection) return connection.kind === 'refused' ? { kind: 'not_granted' } : connection
    try {
      return await searchHistory(connection, channel, { event_type: eventType, key }, window)
    } catch (error) {
      return lookUpOf(error)
    }
  }

const createTell =
  (connect: Connect, log: Log): DigestPoster['tell'] =>
  async (workspace, user, text) => {
    const connection = await connect(workspace, null)
    if ('kind' in connection) return false
    try {
      const said = { channel: user, text: plainText(text), unfurl_links: false, unfurl_media: false }
      await connection.client.chat.postMessage(said)
      return true
    } catch (error) {
      log.warn({ err: describeError(error), workspace }, 'a person could not be notified about a digest')
      return false
    }
  }

/** Posts, edits and finds digests, independently of Slack's requests. */
export const createDigestPoster = (deps: DigestPosterDeps): DigestPoster => {
  const connect = createConnect(deps)
  const guarded = createGuardedClients(deps)
  return {
    post: createPost(connect, guarded),
    edit: createEdit(connect, guarded),
    lookUp: createLookUp(connect),
    tell: createTell(connect, deps.log),
  }
}
