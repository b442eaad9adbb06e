import { describe, expect, it } from 'vitest'
import { clientOf, openWorkspaces, refusalOf } from './workspaces.js'

type Workspaces = Awaited<ReturnType<typeof openWorkspaces>>

const section = (text: string) => ({ type: 'section' as const, text: { type: 'mrkdwn' as const, text } })
const errorOf = async (call: Promise<unknown>): Promise<string> => (await refusalOf(call)).error

describe('tokens', () => {
  it('belong to one workspace each', async () => {
    const { slack, client, other } = await openWorkspaces()
    expect(await client.auth.test()).toMatchObject({ ok: true, team_id: 'T0ACME', team: 'Acme' })
    expect(await clientOf(slack, other.bot_token).auth.test()).toMatchObject({ team_id: 'T0OTHER' })
    expect(slack.calls('auth.test').map(({ team_id }) => team_id)).toEqual(['T0ACME', 'T0OTHER'])
  })

  it.each([
    ['unknown', 'xoxb-nobody', 'invalid_auth'],
    ['missing', undefined, 'not_authed'],
    ['the app-level one', 'xapp-1-A0WHOSOUT-token', 'not_allowed_token_type'],
  ])('are refused when %s', async (_name, token, error) => {
    const { slack } = await openWorkspaces()
    expect(await errorOf(clientOf(slack, token).auth.test())).toBe(error)
  })

  it('die with the app, and say how', async () => {
    const { acme, client } = await openWorkspaces()
    acme.app = 'uninstalled'
    expect(await errorOf(client.auth.test())).toBe('account_inactive')
    acme.app = 'revoked'
    expect(await errorOf(client.chat.postMessage({ channel: 'C0TEAM', text: 'x' }))).toBe('token_revoked')
  })

  it('are never kept in the list of calls', async () => {
    const { slack, acme } = await openWorkspaces()
    await fetch(`${slack.apiUrl}auth.test`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: `token=${acme.bot_token}`,
    })
    expect(slack.calls('auth.test')).toMatchObject([{ team_id: 'T0ACME', args: {} }])
    expect(JSON.stringify(slack.state.calls)).not.toContain(acme.bot_token)
  })
})

describe('scopes', () => {
  const needs: readonly (readonly [string, (workspaces: Workspaces) => Promise<unknown>])[] = [
    ['chat:write', ({ client }) => client.chat.postMessage({ channel: 'C0TEAM', text: 'x' })],
    ['chat:write', ({ client }) => client.chat.update({ channel: 'C0TEAM', ts: '1.1', text: 'x' })],
    ['users:read', ({ client }) => client.users.info({ user: 'U0ANA' })],
    ['users:read', ({ client }) => client.users.list({})],
    ['channels:read', ({ client }) => client.conversations.info({ channel: 'C0TEAM' })],
    ['groups:read', ({ client }) => client.conversations.info({ channel: 'G0HUSH' })],
    ['groups:read', ({ client }) => client.conversations.members({ channel: 'G0HUSH' })],
    [
      'assistant:write',
      ({ client }) => client.assistant.threads.setSuggestedPrompts({ channel_id: 'D0ANA', prompts: [] }),
    ],
    ['channels:history', ({ client }) => client.conversations.history({ channel: 'C0TEAM' })],
    ['groups:history', ({ client }) => client.conversations.history({ channel: 'G0HUSH' })],
  ]
  it.each(needs)('%s is asked for by the method that needs it', async (scope, call) => {
    const workspaces = await openWorkspaces()
    workspaces.acme.scopes = workspaces.acme.scopes.filter((one) => one !== scope)
    const fault = await call(workspaces).catch((fault: { data: unknown }) => fault.data)
    expect(fault).toMatchObject({
      error: 'missing_scope',
      needed: scope,
      provided: workspaces.acme.scopes.join(','),
    })
  })

  it('users:read.email uncovers the address, and nothing else does', async () => {
    const { acme, client } = await openWorkspaces()
    expect((await client.users.info({ user: 'U0ANA' })).user?.profile?.email).toBe('ana@example.com')
    acme.scopes = acme.scopes.filter((one) => one !== 'users:read.email')
    expect((await client.users.info({ user: 'U0ANA' })).user?.profile).not.toHaveProperty('email')
  })
})

describe('people', () => {
  it('have zone and role, and a locale when it is asked for', async () => {
    const { client } = await openWorkspaces()
    const { user } = await client.users.info({ user: 'U0ANA', include_locale: true })
    expect(user).toMatchObject({ tz: 'Europe/Lisbon', locale: 'pt-PT', is_admin: true, deleted: false })
    expect((await client.users.info({ user: 'U0ANA' })).user).not.toHaveProperty('locale')
  })

  it('of other workspaces are known only when they share a channel', async () => {
    const { slack, client } = await openWorkspaces()
    expect(await errorOf(client.users.info({ user: 'U0OTTO' }))).toBe('user_not_found')
    slack.addChannel({ id: 'C0BOTH', team_id: 'T0ACME', shared_with: ['T0OTHER'], members: ['U0OTTO'] })
    expect((await client.users.info({ user: 'U0OTTO' })).user).toMatchObject({
      team_id: 'T0OTHER',
      is_stranger: true,
    })
  })

  it('are listed in pages', async () => {
    const { client } = await openWorkspaces()
    const seen: string[] = []
    for await (const page of client.paginate('users.list', { limit: 2 }))
      seen.push(...((page as { members?: { id: string }[] }).members ?? []).map(({ id }) => id))
    expect(seen).toEqual(['U0ACMEBOT', 'U0ANA', 'U0BEN'])
  })
})

describe('channels', () => {
  it('say what they are', async () => {
    const { slack, acme, client } = await openWorkspaces()
    slack.addChannel({ id: 'C0BOTH', team_id: 'T0ACME', shared_with: ['T0OTHER'], is_archived: true })
    const info = async (channel: string) => (await client.conversations.info({ channel })).channel
    expect(await info('C0TEAM')).toMatchObject({ is_member: true, is_private: false, is_ext_shared: false })
    expect(await info('C0AWAY')).toMatchObject({ is_member: false, is_archived: false })
    expect(await info('C0BOTH')).toMatchObject({ is_ext_shared: true, is_archived: true })
    expect(await errorOf(info('G0HUSH'))).toBe('channel_not_found')
    slack.state.channels.get('G0HUSH')!.members.push(acme.bot_user_id)
    expect(await info('G0HUSH')).toMatchObject({ is_member: true, is_private: true })
  })

  it('of the app are listed page by page, of the kinds that are asked for and may be seen', async () => {
    const { slack, acme, client } = await openWorkspaces()
    slack.addChannel({
      id: 'C0BOTH',
      team_id: 'T0ACME',
      shared_with: ['T0OTHER'],
      members: [acme.bot_user_id],
    })
    slack.state.channels.get('G0HUSH')!.members.push(acme.bot_user_id)
    const list = async (types: string, limit = 100, cursor = '') => {
      const { channels = [], response_metadata } = await client.users.conversations({ types, limit, cursor })
      return { ids: channels.map(({ id }) => id), next: response_metadata?.next_cursor ?? '' }
    }
    expect(await list('public_channel,private_channel')).toEqual({
      ids: ['C0TEAM', 'G0HUSH', 'C0BOTH'],
      next: '',
    })
    const first = await list('public_channel', 1)
    expect([first.ids, await list('public_channel', 1, first.next)]).toEqual([
      ['C0TEAM'],
      { ids: ['C0BOTH'], next: '' },
    ])
    acme.scopes.splice(acme.scopes.indexOf('groups:read'), 1)
    expect(await errorOf(list('private_channel'))).toBe('missing_scope')
  })

  it('give their messages newest first, between two instants, with metadata when asked', async () => {
    const { clock, client } = await openWorkspaces()
    const metadata = { event_type: 'digest', event_payload: { key: 'T0ACME:C0TEAM:all:2026-11-20' } }
    const first = await client.chat.postMessage({ channel: 'C0TEAM', text: 'first', metadata })
    clock.forward(60_000)
    const second = await client.chat.postMessage({ channel: 'C0TEAM', text: 'second' })
    const between = async (options: object) =>
      (await client.conversations.history({ channel: 'C0TEAM', include_all_metadata: true, ...options }))
        .messages
    expect(await between({})).toMatchObject([{ text: 'second' }, { text: 'first' }])
    expect(await between({ oldest: first.ts })).toMatchObject([{ text: 'second' }])
    expect(await between({ latest: second.ts })).toMatchObject([{ text: 'first', metadata }])
    expect(await between({ oldest: first.ts, latest: first.ts, inclusive: true })).toHaveLength(1)
  })
})

describe('messages', () => {
  it('stand in the channel for everybody, with their blocks named', async () => {
    const { slack, client } = await openWorkspaces()
    const posted = await client.chat.postMessage({
      channel: 'C0TEAM',
      text: 'Out today',
      blocks: [section('*Ana*')],
    })
    expect(slack.visible('U0BEN', 'C0TEAM')).toMatchObject([
      { ts: posted.ts, text: 'Out today', blocks: [{ ...section('*Ana*'), block_id: expect.any(String) }] },
    ])
  })

  it('have growing timestamps even while the clock stands still', async () => {
    const { client } = await openWorkspaces()
    const ts = await Promise.all(
      Array.from(
        { length: 20 },
        async () => (await client.chat.postMessage({ channel: 'C0TEAM', text: 'x' })).ts!,
      ),
    )
    expect(new Set(ts).size).toBe(20)
    expect([...ts].sort()).toEqual([...ts].sort((a, b) => Number(a) - Number(b)))
  })

  it('may be for one person only', async () => {
    const { slack, client } = await openWorkspaces()
    await client.chat.postEphemeral({ channel: 'C0TEAM', user: 'U0BEN', text: 'psst' })
    expect(slack.visible('U0BEN', 'C0TEAM')).toMatchObject([{ text: 'psst' }])
    expect(slack.visible('U0ANA', 'C0TEAM')).toEqual([])
  })
})

const post =
  (channel: string) =>
  ({ client }: Workspaces) =>
    client.chat.postMessage({ channel, text: 'x' })
const suggest = ({ slack, acme, client }: Workspaces, channel_id: string, count: number) => {
  acme.scopes.push('assistant:write')
  slack.addChannel({ id: 'D0ANA', team_id: acme.id, kind: 'im', members: ['U0ANA', acme.bot_user_id] })
  const prompts = Array.from({ length: count }, () => ({ title: 'today', message: 'today' }))
  return client.assistant.threads.setSuggestedPrompts({ channel_id, prompts })
}

const history =
  (channel: string, oldest?: string) =>
  ({ client }: Workspaces) =>
    client.conversations.history({ channel, ...(oldest && { oldest }) })

const refusals: readonly (readonly [
  call: string,
  error: string,
  (workspaces: Workspaces) => Promise<unknown>,
])[] = [
  ['a post to a channel without the app', 'not_in_channel', post('C0AWAY')],
  ['a post to a private channel without the app', 'channel_not_found', post('G0HUSH')],
  ['a post to nowhere', 'channel_not_found', post('C0NONE')],
  ['a post to a name instead of an id', 'channel_not_found', post('#team')],
  ['a post to a person of another workspace', 'channel_not_found', post('U0OTTO')],
  [
    'a post to an archived channel',
    'is_archived',
    (workspaces) => {
      workspaces.slack.state.channels.get('C0TEAM')!.is_archived = true
      return post('C0TEAM')(workspaces)
    },
  ],
  [
    'a post to a deactivated person',
    'channel_not_found',
    (workspaces) => {
      workspaces.slack.state.people.get('U0BEN')!.deleted = true
      return post('U0BEN')(workspaces)
    },
  ],
  [
    'a post to one person who is not in the channel',
    'user_not_in_channel',
    ({ client }) => client.chat.postEphemeral({ channel: 'C0TEAM', user: 'U0OTTO', text: 'psst' }),
  ],
  [
    'a look at a channel of another workspace',
    'channel_not_found',
    ({ slack, client }) => {
      slack.addChannel({ id: 'C0ELSE', team_id: 'T0OTHER' })
      return client.conversations.info({ channel: 'C0ELSE' })
    },
  ],
  [
    'the people of a private channel without the app',
    'channel_not_found',
    ({ client }) => client.conversations.members({ channel: 'G0HUSH' }),
  ],
  [
    'too long a page of them',
    'invalid_limit',
    ({ client }) => client.conversations.members({ channel: 'C0TEAM', limit: 1_001 }),
  ],
  ['a fifth prompt', 'invalid_arguments', (workspaces) => suggest(workspaces, 'D0ANA', 5)],
  ['a prompt in a channel', 'channel_not_found', (workspaces) => suggest(workspaces, 'C0TEAM', 1)],
  ['the history of a channel without the app', 'not_in_channel', history('C0AWAY')],
  ['a history since no instant', 'invalid_ts_oldest', history('C0TEAM', 'yesterday')],
  ['a method that nobody knows', 'unknown_method', ({ client }) => client.apiCall('admin.everything')],
]

it.each(refusals)('%s is refused as %s', async (_call, error, call) => {
  const workspaces = await openWorkspaces()
  expect(await errorOf(call(workspaces))).toBe(error)
  expect([workspaces.slack.state.messages, workspaces.slack.state.ephemerals]).toEqual([[], []])
})

describe('the wire', () => {
  const post = async (workspaces: Workspaces, contentType: string | undefined, body: string) => {
    const reply = await fetch(`${workspaces.slack.apiUrl}auth.test`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${workspaces.acme.bot_token}`,
        ...(contentType === undefined ? {} : { 'Content-Type': contentType }),
      },
      body: Buffer.from(body),
    })
    return (await reply.json()) as Record<string, unknown>
  }

  it.each([
    ['another content type', 'text/xml', 'invalid_post_type'],
    ['no content type', undefined, 'missing_post_type'],
    ['JSON that is none', 'application/json; charset=utf-8', 'invalid_json'],
  ])('refuses %s', async (_name, contentType, error) => {
    expect(await post(await openWorkspaces(), contentType, 'a=b')).toMatchObject({ ok: false, error })
  })
})
