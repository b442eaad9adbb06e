import { SocketModeClient } from '@slack/socket-mode'
import { afterEach, describe, expect, it } from 'vitest'
import { openFakeSocket, type FakeSocket } from './socket.js'
import { openWorkspaces, silent } from './workspaces.js'

interface Envelope {
  readonly ack: (answer?: object) => Promise<void>
  readonly body: Record<string, unknown>
  readonly retry_num?: number
  readonly retry_reason?: string
}

const open: { client: SocketModeClient; socket: FakeSocket }[] = []

afterEach(async () => {
  for (const { client, socket } of open.splice(0)) {
    await client.disconnect()
    await socket.close()
  }
})

const openSocket = async (options: { patience?: number; retries?: number } = {}) => {
  const workspaces = await openWorkspaces()
  const socket = await openFakeSocket(workspaces.slack, options.patience)
  const client = new SocketModeClient({
    appToken: workspaces.slack.credentials.appToken,
    logger: silent,
    clientPingTimeout: 50,
    clientOptions: {
      slackApiUrl: workspaces.slack.apiUrl,
      retryConfig: { retries: options.retries ?? 0, minTimeout: 1, maxTimeout: 1 },
    },
  })
  open.push({ client, socket })
  return { ...workspaces, socket, client }
}

describe('Socket Mode, seen by the real client', () => {
  it('says hello', async () => {
    const { client, socket } = await openSocket()
    await client.start()
    await socket.connected()
    expect(socket.connections()).toBe(1)
  })

  it('brings commands, and shows what the acknowledgement says', async () => {
    const { client, slack, socket } = await openSocket()
    client.on(
      'slash_commands',
      ({ ack, body }: Envelope) => void ack({ text: `you asked: ${String(body.text)}` }),
    )
    await client.start()
    const delivered = await slack.command({ user: 'U0ANA', channel: 'C0TEAM', text: 'next week' })
    expect(delivered).toMatchObject({ status: 200, ms: expect.any(Number) })
    expect(slack.visible('U0ANA', 'C0TEAM')).toMatchObject([{ text: 'you asked: next week' }])
    expect(socket.acknowledged).toHaveLength(1)
  })

  it('brings interactions', async () => {
    const { client, slack } = await openSocket()
    const element = { type: 'button', action_id: 'next', text: { type: 'plain_text', text: 'Next' } }
    const posted = { text: 'x', blocks: [{ type: 'actions', elements: [element] }] }
    client.on('slash_commands', ({ ack }: Envelope) => void ack(posted))
    const pressed = new Promise<Envelope>((resolve) => {
      client.on('interactive', (envelope: Envelope) => {
        void envelope.ack()
        resolve(envelope)
      })
    })
    await client.start()
    await slack.command({ user: 'U0ANA', channel: 'C0TEAM', text: '' })
    await slack.press({ user: 'U0ANA', on: slack.state.ephemerals[0]!.ts, action_id: 'next' })
    expect((await pressed).body).toMatchObject({ type: 'block_actions', actions: [{ action_id: 'next' }] })
  })

  it('brings events, and says when it repeats itself', async () => {
    const { client, slack } = await openSocket()
    const envelopes: Envelope[] = []
    client.on('app_home_opened', (envelope: Envelope) => {
      envelopes.push(envelope)
      void envelope.ack()
    })
    await client.start()
    const event = { type: 'app_home_opened', user: 'U0ANA', tab: 'home' }
    await slack.event('T0ACME', event, { event_id: 'Ev1' })
    await slack.event('T0ACME', event, { event_id: 'Ev1', retry: { number: 1, reason: 'timeout' } })
    expect(envelopes).toMatchObject([
      { body: { event_id: 'Ev1' }, retry_num: 0 },
      { body: { event_id: 'Ev1' }, retry_num: 1, retry_reason: 'timeout' },
    ])
  })

  it('gives up an app that does not acknowledge', async () => {
    const { client, slack } = await openSocket({ patience: 50 })
    await client.start()
    const asked = slack.command({ user: 'U0ANA', channel: 'C0TEAM', text: '' })
    await expect(asked).rejects.toThrow('operation_timeout')
  })

  it.each(['warning', 'refresh_requested'] as const)('asks to connect anew: %s', async (reason) => {
    const { client, slack, socket } = await openSocket()
    client.on('slash_commands', ({ ack }: Envelope) => void ack())
    await client.start()
    socket.disconnect(reason)
    expect(socket.connections()).toBe(0)
    await expect(slack.command({ user: 'U0ANA', channel: 'C0TEAM', text: '' })).rejects.toThrow(
      'no connection',
    )
    await socket.connected()
    expect(await slack.command({ user: 'U0ANA', channel: 'C0TEAM', text: '' })).toMatchObject({ status: 200 })
  })

  it('loses what was on its way when it is cut, and takes the app back', async () => {
    const { client, slack, socket } = await openSocket()
    let answers = false
    client.on('slash_commands', ({ ack }: Envelope) => {
      if (answers) void ack()
      else socket.cut()
    })
    await client.start()
    const asked = slack.command({ user: 'U0ANA', channel: 'C0TEAM', text: '' })
    await expect(asked).rejects.toThrow('the connection was cut')
    answers = true
    await socket.connected()
    expect(await slack.command({ user: 'U0ANA', channel: 'C0TEAM', text: '' })).toMatchObject({ status: 200 })
  })

  it('refuses new connections with 5xx for as long as said', async () => {
    const { client, slack, socket } = await openSocket({ retries: 5 })
    slack.faults.add(
      { kind: 'http_error', status: 503, applied: false },
      { method: 'apps.connections.open', times: 3 },
    )
    await client.start()
    expect(slack.calls('apps.connections.open')).toHaveLength(4)
    expect(socket.connections()).toBe(1)
  })

  it('may stay silent after the connection is made', async () => {
    const { client, slack, socket } = await openSocket()
    socket.greet(false)
    client.start().catch(() => {})
    await slack.until(() => slack.calls('apps.connections.open')[0])
    expect(socket.connections()).toBe(0)
    socket.greet(true)
    socket.cut()
    await socket.connected()
  })

  it('takes nothing but the app-level token', async () => {
    const { slack, acme } = await openSocket()
    const answer = async (token: string) => {
      const headers = { Authorization: `Bearer ${token}` }
      return (await fetch(`${slack.apiUrl}apps.connections.open`, { method: 'POST', headers })).json()
    }
    expect(await answer(acme.bot_token)).toMatchObject({ ok: false, error: 'not_allowed_token_type' })
    expect(await answer('xapp-wrong')).toMatchObject({ ok: false, error: 'invalid_auth' })
  })
})
