import { once } from 'node:events'
import { createServer } from 'node:http'
import { createServer as createNetServer, type AddressInfo, type Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import type { FakeFault } from '../../demo/fake-slack/faults.js'
import type { FakeSlack } from '../../demo/fake-slack/strict.js'
import { bold, line, list, type Message } from '../../../src/domain/words/message.js'
import type { DigestPoster, PostOutcome } from '../../../src/services/digests/poster.js'
import type { Opened, OpenWorkspace } from '../../../src/slack/workspace/access.js'
import { createDigestPoster } from '../../../src/slack/digest/poster.js'
import { createBoltLogger } from '../../../src/slack/log.js'
import { designTeam } from '../../domain/reply/digest.js'
import { controlsIn, readable } from '../acme-house.js'
import { acme, globex, openSlack } from '../house.js'
import { holdTimeouts } from '../../world/timeouts.js'

const instant = new Date('2026-11-20T08:00:00.000Z')
const after = (seconds: number): Date => new Date(instant.getTime() + seconds * 1_000)

const key = `T0ACME:C0ACME:${designTeam}:2026-11-20`
const about = { team_id: designTeam, date: '2026-11-20' }
const toAcme = { org: acme._id, workspace: 'T0ACME', channel: 'C0ACME', ...about }
const toGlobex = { org: globex._id, workspace: 'T0GLOBEX', channel: 'C0GLOBEX', ...about }
const inTime = (): boolean => true

const message: Message = {
  title: 'Who is out: Design · Fri 20 Nov',
  parts: [line('1 out · 4 in'), ...list([bold('Out today')], [[bold('<!here> & Ana'), ': away']])],
}

/** What a process with both workspaces would find. */
const openBoth =
  ({ state }: FakeSlack): OpenWorkspace =>
  async (id) => {
    const { bot_token: token, bot_id, bot_user_id: userId } = state.workspaces.get(id)!
    return {
      access: { organization: id === 'T0ACME' ? acme : globex },
      bot: { token, id: bot_id, userId },
    }
  }

interface Post {
  readonly slack: FakeSlack
  readonly poster: DigestPoster
  readonly log: readonly string[]
  setClock(instant: Date): void
}

interface Settings {
  readonly open?: OpenWorkspace
  readonly apiUrl?: string
  readonly timeout?: number
}

const openPost = async ({ open, apiUrl, timeout }: Settings = {}): Promise<Post> => {
  let now = instant
  const slack = await openSlack(() => now)
  const log: string[] = []
  const write = (fields: object, text: string): void => void log.push(JSON.stringify([fields, text]))
  const into = { info: write, warn: write, error: write }
  const poster = createDigestPoster({
    open: open ?? openBoth(slack),
    apiUrl: apiUrl ?? slack.apiUrl,
    logger: createBoltLogger(into),
    log: into,
    ...(timeout === undefined ? {} : { timeout }),
  })
  return { slack, poster, log, setClock: (next) => void (now = next) }
}

const post = (poster: DigestPoster): Promise<PostOutcome> => poster.post(toAcme, message, key, inTime)

describe('a digest that is posted', () => {
  it('has a text and blocks, a button, and the key by which it is found; nobody is pinged', async () => {
    const { slack, poster } = await openPost()
    const outcome = await post(poster)
    const [posted] = slack.state.messages
    expect(outcome).toEqual({ kind: 'sent', ts: posted!.ts })
    expect(posted).toMatchObject({
      channel: 'C0ACME',
      text: 'Who is out: Design · Fri 20 Nov. 1 out · 4 in. Out today: &lt;!here&gt; &amp; Ana: away.',
      metadata: { event_type: 'whosout_digest', event_payload: { key } },
    })
    expect(readable(posted!.blocks)).toContain('*&lt;!here&gt; &amp; Ana*: away')
    expect(controlsIn(posted!.blocks)).toEqual(['ask:digest:this', 'ask:digest:next', 'ask:digest:day'])
    expect(slack.calls('chat.postMessage')[0]!.args).toMatchObject({
      unfurl_links: 'false',
      unfurl_media: 'false',
    })
  })

  it('carries its own workspace’s token, however posts alternate', async () => {
    const { slack, poster } = await openPost()
    const targets = [toAcme, toGlobex, toAcme, toGlobex, toGlobex, toAcme]
    const outcomes = await Promise.all(
      targets.map((target) => poster.post(target, message, `${target.workspace}:x:all:x`, inTime)),
    )
    expect(outcomes.map(({ kind }) => kind)).toEqual(targets.map(() => 'sent'))
    for (const { team_id, args } of slack.calls('chat.postMessage'))
      expect(args['channel']).toBe(team_id === 'T0ACME' ? 'C0ACME' : 'C0GLOBEX')
  })

  it('carries the new token after a new installation', async () => {
    const { slack, poster } = await openPost()
    await post(poster)
    slack.state.workspaces.get('T0ACME')!.bot_token = 'xoxb-anew'
    expect(await post(poster)).toMatchObject({ kind: 'sent' })
  })

  it('is checked for lateness once the connection is open, and no earlier', async () => {
    const received: string[] = []
    const server = createNetServer((socket) => {
      socket.on('data', (bytes) => received.push(bytes.toString()))
      socket.on('error', () => undefined)
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const connected = once(server, 'connection') as Promise<[Socket]>
    const { port } = server.address() as AddressInfo
    const { poster } = await openPost({ apiUrl: `http://127.0.0.1:${port}/api/` })
    const outcome = await poster.post(toAcme, message, key, () => false)
    expect(outcome).toMatchObject({ kind: 'later', reason: 'too_slow' })
    const [socket] = await connected
    // The client would keep the connection for four seconds; what it has sent arrives before it closes.
    socket.end()
    await once(server.close(), 'close')
    expect(received).toEqual([])
  })

  it('is not sent once its deadline has passed', async () => {
    const { slack, poster } = await openPost()
    expect(await poster.post(toAcme, message, key, () => false)).toEqual({
      kind: 'later',
      after: 0,
      reason: 'too_slow',
      rate_limited: false,
    })
    expect(slack.calls('chat.postMessage')).toEqual([])
  })
})

const errorOf = (error: string, applied = false): FakeFault => ({ kind: 'error', error, applied })

/** `posted`: messages in the channel afterwards. */
type FaultRow = readonly [says: string, fault: FakeFault, outcome: PostOutcome, posted: 0 | 1]

const unknown = (reason: string): PostOutcome => ({ kind: 'unknown', reason })
const limited = (milliseconds: number): PostOutcome => ({
  kind: 'later',
  after: milliseconds,
  reason: 'rate_limited',
  rate_limited: true,
})
const both = (make: (applied: boolean) => FakeFault, says: string, outcome: PostOutcome): FaultRow[] => [
  [`${says} before it is applied`, make(false), outcome, 0],
  [`${says} after it is applied`, make(true), outcome, 1],
]

const faultRows: readonly FaultRow[] = [
  ['a 429 that says until when', { kind: 'rate_limited', retryAfter: 7 }, limited(7_000), 0],
  ['a 429 that does not say', { kind: 'rate_limited', retryAfter: null }, limited(30_000), 0],
  ...both((applied) => ({ kind: 'http_error', applied }), 'a 500', unknown('http_500')),
  ...both((applied) => ({ kind: 'http_error', status: 503, applied }), 'a 503', unknown('http_503')),
  ...both((applied) => ({ kind: 'reset', applied }), 'a reset', unknown('reset')),
  ...both((applied) => ({ kind: 'silence', applied }), 'silence', unknown('timeout')),
  ...both((applied) => ({ kind: 'malformed', applied }), 'no JSON', unknown('no_answer')),
]

describe('a post that meets', () => {
  it.each(faultRows)('%s is told as it is, and tried once', async (_says, fault, outcome, posted) => {
    const { slack, poster } = await openPost({ timeout: 60_000 })
    const when = fault.kind === 'silence' ? holdTimeouts().end : undefined
    slack.faults.add(fault, { method: 'chat.postMessage', times: 9, ...(when && { when }) })
    expect(await post(poster)).toEqual(outcome)
    expect(slack.calls('chat.postMessage')).toHaveLength(1)
    expect(slack.state.messages).toHaveLength(posted)
  })

  it.each<readonly [error: string, kind: PostOutcome['kind']]>([
    ['ratelimited', 'later'],
    ['rate_limited', 'later'],
    ['is_archived', 'refused'],
    ['channel_not_found', 'refused'],
    ['not_in_channel', 'refused'],
    ['restricted_action', 'refused'],
    ['restricted_action_read_only_channel', 'refused'],
    ['message_limit_exceeded', 'refused'],
    ['invalid_blocks', 'refused'],
    ['msg_too_long', 'refused'],
    ['no_permission', 'refused'],
    ['missing_scope', 'refused'],
    ['invalid_auth', 'refused'],
    ['token_revoked', 'refused'],
    ['token_expired', 'refused'],
    ['account_inactive', 'refused'],
    ['not_authed', 'refused'],
    ['org_login_required', 'refused'],
    ['team_access_not_granted', 'refused'],
    ['ekm_access_denied', 'refused'],
    ['fatal_error', 'unknown'],
    ['internal_error', 'unknown'],
    ['service_unavailable', 'unknown'],
    ['request_timeout', 'unknown'],
    ['a_word_of_next_year', 'unknown'],
    ['constructor', 'unknown'],
  ])('%s is %s', async (error, kind) => {
    const { slack, poster } = await openPost()
    slack.faults.add(errorOf(error, kind === 'unknown'), { method: 'chat.postMessage' })
    expect(await post(poster)).toMatchObject({
      kind,
      reason: error === 'ratelimited' ? 'rate_limited' : error,
    })
    expect(slack.calls('chat.postMessage')).toHaveLength(1)
  })

  it('what Slack itself answers of a channel that is archived, gone or without the app', async () => {
    const { slack, poster } = await openPost()
    const channel = slack.state.channels.get('C0ACME')!
    channel.is_archived = true
    expect(await post(poster)).toEqual({ kind: 'refused', reason: 'is_archived' })
    Object.assign(channel, { is_archived: false, members: ['U0ANA'] })
    expect(await post(poster)).toEqual({ kind: 'refused', reason: 'not_in_channel' })
    slack.state.workspaces.get('T0ACME')!.app = 'uninstalled'
    expect(await post(poster)).toEqual({ kind: 'refused', reason: 'account_inactive' })
  })
})

const later = (reason: unknown) => ({ kind: 'later', after: 15_000, reason, rate_limited: false })

describe('a request that never left', () => {
  it('because nobody listens is tried later', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const { port } = server.address() as AddressInfo
    await new Promise((resolve) => server.close(resolve))
    const { poster } = await openPost({ apiUrl: `http://127.0.0.1:${port}/api/` })
    expect(await post(poster)).toEqual(later('econnrefused'))
  })

  it('because there is no such name is tried later', async () => {
    const { poster } = await openPost({ apiUrl: 'https://slack.invalid/api/' })
    expect(await post(poster)).toEqual(later(expect.stringMatching(/^(enotfound|eai_again)$/)))
  })

  it('because there is no secure connection is tried later', async () => {
    const slack = await openSlack()
    const { poster } = await openPost({ apiUrl: slack.apiUrl.replace('http:', 'https:') })
    expect(await post(poster)).toEqual(later('err_ssl_wrong_version_number'))
    expect(slack.state.calls).toEqual([])
  })

  it.each<readonly [why: string, access: Opened['access'], kind: PostOutcome['kind'], reason: string]>([
    ['the store or Slack does not say whose it is', { refused: 'unavailable' }, 'later', 'unavailable'],
    ['another process has its token', { refused: 'foreign' }, 'later', 'foreign'],
    ['its token cannot be read', { refused: 'token' }, 'later', 'token'],
    ['it is not installed', { refused: 'not_installed' }, 'refused', 'not_installed'],
    ['it asks about another organization by now', { organization: globex }, 'refused', 'other_organization'],
    ['nobody says about which organization it asks', { refused: 'unbound' }, 'refused', 'unbound'],
  ])('because of a workspace: %s', async (_why, access, kind, reason) => {
    const bot = { token: 'xoxb-ACME-token', id: 'B', userId: 'U' }
    const { slack, poster } = await openPost({
      open: async () => ({ access, ...(['other_organization', 'unbound'].includes(reason) && { bot }) }),
    })
    const rest = kind === 'later' && { rate_limited: false }
    expect(await post(poster)).toMatchObject({ kind, reason, ...rest })
    expect(slack.state.calls).toEqual([])
  })
})

const sentBy = async ({ poster }: Post): Promise<string> => {
  const outcome = await post(poster)
  if (outcome.kind !== 'sent') throw new Error(outcome.reason)
  return outcome.ts
}

const newer: Message = { ...message, parts: [line('Everyone is in.')] }

describe('a digest that is edited', () => {
  it('shows the new text and blocks, keeps its button and is still found by its key', async () => {
    const opened = await openPost()
    const ts = await sentBy(opened)
    expect(await opened.poster.edit({ ...toAcme, ts }, newer, key, inTime)).toEqual({ kind: 'edited' })
    const [posted] = opened.slack.state.messages
    expect(posted).toMatchObject({
      text: 'Who is out: Design · Fri 20 Nov. Everyone is in.',
      metadata: { event_payload: { key } },
    })
    expect(readable(posted!.blocks)).toContain('Everyone is in.')
    expect(JSON.stringify(posted!.blocks)).not.toContain('Ana')
    expect(JSON.stringify(posted!.blocks)).toContain(designTeam)
    expect(await opened.poster.lookUp(toAcme, key, { from: after(-5), to: after(70) })).toEqual({
      kind: 'found',
      ts,
    })
  })

  it.each<readonly [string, FakeFault, object]>([
    ['a 429', { kind: 'rate_limited', retryAfter: 9 }, limited(9_000)],
    [
      'a 500',
      { kind: 'http_error', applied: true },
      { kind: 'later', reason: 'http_500', rate_limited: false },
    ],
    ['a reset', { kind: 'reset', applied: false }, { kind: 'later', reason: 'reset' }],
    ['trouble of Slack’s own', errorOf('update_failed'), { kind: 'later', reason: 'update_failed' }],
    ['a word nobody knows', errorOf('a_word_of_next_year'), { kind: 'ended' }],
    ['a token taken away', errorOf('token_revoked'), { kind: 'ended', reason: 'token_revoked' }],
  ])('and meets %s', async (_what, fault, outcome) => {
    const opened = await openPost()
    const ts = await sentBy(opened)
    opened.slack.faults.add(fault, { method: 'chat.update', times: 9 })
    expect(await opened.poster.edit({ ...toAcme, ts }, newer, key, inTime)).toMatchObject(outcome)
    expect(opened.slack.calls('chat.update')).toHaveLength(1)
  })

  it('is not edited when its time is over', async () => {
    const opened = await openPost()
    const ts = await sentBy(opened)
    expect(await opened.poster.edit({ ...toAcme, ts }, newer, key, () => false)).toMatchObject({
      kind: 'later',
      reason: 'too_slow',
    })
    expect(opened.slack.calls('chat.update')).toEqual([])
  })

  it('ends when it is deleted, somebody else’s, or too old to be edited', async () => {
    const opened = await openPost()
    const { slack, poster } = opened
    const edit = async (ts: string) => poster.edit({ ...toAcme, ts }, newer, key, inTime)
    const ts = await sentBy(opened)
    slack.state.workspaces.get('T0ACME')!.edit_window = 60
    opened.setClock(after(61))
    expect(await edit(ts)).toEqual({ kind: 'ended', reason: 'edit_window_closed' })
    slack.state.messages[0]!.deleted = true
    expect(await edit(ts)).toEqual({ kind: 'ended', reason: 'message_not_found' })
    slack.state.messages.push({ ...slack.state.messages[0]!, ts: '1.000001', team_id: null, deleted: false })
    expect(await edit('1.000001')).toEqual({ kind: 'ended', reason: 'cant_update_message' })
    expect(slack.state.messages.every(({ text }) => !text.includes('Everyone'))).toBe(true)
  })
})

describe('a post that nobody confirmed', () => {
  const window = { from: after(-5), to: after(70) }

  /** What others write meanwhile. */
  const chatter = ({ slack, setClock }: Post, count: number): void => {
    for (let at = 0; at < count; at++) {
      setClock(after(at / 10))
      slack.state.messages.push({
        ...slack.state.messages[0]!,
        ts: (after(at / 10).getTime() / 1_000 + 0.01).toFixed(6),
        team_id: null,
        user: 'U0ANA',
        // Of somebody who copies what he sees.
        metadata: { event_type: 'whosout_digest', event_payload: { key } },
      })
    }
  }

  it('is found, on whatever page it stands', async () => {
    const opened = await openPost()
    opened.slack.state.workspaces.get('T0ACME')!.history_page = 15
    const ts = await sentBy(opened)
    chatter(opened, 40)
    expect(await opened.poster.lookUp(toAcme, key, window)).toEqual({ kind: 'found', ts })
    expect(opened.slack.calls('conversations.history')).toHaveLength(3)
  })

  it('is absent only when every page was read', async () => {
    const opened = await openPost()
    opened.slack.state.workspaces.get('T0ACME')!.history_page = 15
    await sentBy(opened)
    chatter(opened, 40)
    const other = key.replace('2026-11-20', '2026-11-21')
    expect(await opened.poster.lookUp(toAcme, other, window)).toEqual({ kind: 'absent' })
    const pages = opened.slack.calls('conversations.history')
    expect(pages).toHaveLength(3)
    opened.slack.faults.add({ kind: 'rate_limited', retryAfter: 60 }, { method: 'conversations.history' })
    expect(await opened.poster.lookUp(toAcme, other, window)).toEqual({
      kind: 'later',
      after: 60_000,
      reason: 'rate_limited',
    })
  })

  it('is looked for between the two instants only', async () => {
    const opened = await openPost()
    const ts = await sentBy(opened)
    const at = (from: number, to: number) =>
      opened.poster.lookUp(toAcme, key, { from: after(from), to: after(to) })
    expect(await at(0, 0)).toEqual({ kind: 'found', ts })
    expect(await at(1, 70)).toEqual({ kind: 'absent' })
    expect(await at(-70, -1)).toEqual({ kind: 'absent' })
  })

  it('is not looked for where the workspace does not allow it', async () => {
    const { slack, poster } = await openPost()
    const workspace = slack.state.workspaces.get('T0ACME')!
    workspace.scopes = workspace.scopes.filter((scope) => scope !== 'channels:history')
    expect(await poster.lookUp(toAcme, key, window)).toEqual({ kind: 'not_granted' })
  })

  it.each<readonly [string, FakeFault, string]>([
    ['a 500', { kind: 'http_error', applied: false }, 'http_500'],
    ['a reset', { kind: 'reset', applied: false }, 'reset'],
    ['a word about Slack’s own trouble', errorOf('fatal_error'), 'fatal_error'],
    ['a cursor that is not good any more', errorOf('invalid_cursor'), 'invalid_cursor'],
  ])('is looked for again after %s', async (_what, fault, reason) => {
    const { slack, poster } = await openPost()
    slack.faults.add(fault, { method: 'conversations.history' })
    expect(await poster.lookUp(toAcme, key, window)).toEqual({ kind: 'later', after: 60_000, reason })
  })
})

describe('a person is told', () => {
  it('in a direct message, with the name of the channel and no other markup', async () => {
    const { slack, poster } = await openPost()
    expect(await poster.tell('T0ACME', 'U0ANA', 'The digest in <#C0ACME> of <!channel> is paused.')).toBe(
      true,
    )
    const direct = [...slack.state.channels.values()].find(({ kind }) => kind === 'im')!
    expect(slack.visible('U0ANA', direct.id).map(({ text }) => text)).toEqual([
      'The digest in <#C0ACME> of &lt;!channel&gt; is paused.',
    ])
  })

  it('or not, and that is said without a secret in the log', async () => {
    const { slack, poster, log } = await openPost()
    slack.state.workspaces.get('T0ACME')!.app = 'revoked'
    expect(await poster.tell('T0ACME', 'U0ANA', 'x')).toBe(false)
    expect(log.join()).toContain('token_revoked')
    expect(log.join()).not.toContain('xoxb-')
  })
})
