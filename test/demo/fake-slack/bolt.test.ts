import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { App, ExpressReceiver, LogLevel, SocketModeReceiver } from '@slack/bolt'
import { afterEach, describe, expect, it } from 'vitest'
import { openFakeSocket } from './socket.js'
import { openWorkspaces, silent } from './workspaces.js'

type Workspaces = Awaited<ReturnType<typeof openWorkspaces>>
type Transport = (workspaces: Workspaces) => Promise<void>

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

const quiet = { logger: silent, logLevel: LogLevel.ERROR }
const blocks = [
  {
    type: 'actions' as const,
    elements: [
      {
        type: 'button' as const,
        action_id: 'next',
        value: '2',
        text: { type: 'plain_text' as const, text: 'Next' },
      },
    ],
  },
]

/** The smallest app that has all of: an answer, a button that replaces it, a message, an event. */
const listen = ({ slack, acme }: Workspaces, receiver: ExpressReceiver | SocketModeReceiver): App => {
  const app = new App({
    receiver,
    ...quiet,
    authorize: () => Promise.resolve({ botToken: acme.bot_token, botUserId: acme.bot_user_id }),
    clientOptions: { slackApiUrl: slack.apiUrl },
  })
  app.command('/whosout', async ({ ack, respond, command }) => {
    await ack()
    await respond({ text: `page 1 of ${command.text}`, blocks })
  })
  app.action('next', async ({ ack, respond }) => {
    await ack()
    await respond({ text: 'page 2', replace_original: true })
  })
  app.event('member_joined_channel', async ({ client, event }) => {
    await client.chat.postMessage({ channel: event.channel, text: 'hello' })
  })
  return app
}

const overHttp: Transport = async (workspaces) => {
  const { slack } = workspaces
  // Bolt reads the machine's clock, not the one of the test.
  workspaces.clock.forward(Date.now() - workspaces.clock.now().getTime())
  const receiver = new ExpressReceiver({ signingSecret: slack.credentials.signingSecret, ...quiet })
  listen(workspaces, receiver)
  const server = createServer(receiver.app)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => new Promise((resolve) => server.close(resolve)))
  slack.deliverTo(`http://127.0.0.1:${(server.address() as AddressInfo).port}/slack/events`)
}

const overSocket: Transport = async (workspaces) => {
  const { slack } = workspaces
  const socket = await openFakeSocket(slack)
  const clientOptions = { slackApiUrl: slack.apiUrl }
  const { appToken } = slack.credentials
  const receiver = new SocketModeReceiver({ appToken, installerOptions: { clientOptions }, ...quiet })
  const app = listen(workspaces, receiver)
  await app.start()
  await socket.connected()
  closing.push(
    () => app.stop(),
    () => socket.close(),
  )
}

const transports: readonly (readonly [string, Transport])[] = [
  ['HTTP', overHttp],
  ['Socket Mode', overSocket],
]

describe.each(transports)('a Bolt app over %s', (_name, connect) => {
  it('answers a command, replaces its answer at a press, and greets the channel it comes to', async () => {
    const workspaces = await openWorkspaces()
    await connect(workspaces)
    const { slack, acme } = workspaces
    expect(await slack.command({ user: 'U0ANA', channel: 'C0TEAM', text: 'today' })).toMatchObject({
      status: 200,
    })
    const shown = await slack.until(() => slack.visible('U0ANA', 'C0TEAM')[0])
    expect(shown).toMatchObject({ text: 'page 1 of today' })

    await slack.press({ user: 'U0ANA', on: shown.ts, action_id: 'next' })
    await slack.until(() => (shown.text === 'page 2' ? true : undefined))
    expect(slack.visible('U0ANA', 'C0TEAM')).toEqual([shown])

    await slack.join(acme.bot_user_id, 'C0AWAY')
    expect(await slack.until(() => slack.state.messages[0])).toMatchObject({
      channel: 'C0AWAY',
      text: 'hello',
    })
  })
})
