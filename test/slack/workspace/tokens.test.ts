import type { AllMiddlewareArgs, SlackCommandMiddlewareArgs } from '@slack/bolt'
import { describe, expect, it } from 'vitest'
import type { Register } from '../../../src/slack/listeners.js'
import { openHouse, type Transport } from '../house.js'

type CommandArgs = SlackCommandMiddlewareArgs & AllMiddlewareArgs

/** Posts into the channel of the command with the client that Bolt hands out. */
const posts: Register = (app, { answer }) =>
  app.command(
    /./,
    answer<CommandArgs>(async ({ client, command }) => {
      await client.chat.postMessage({ channel: command.channel_id, text: `for ${command.team_id}` })
    }),
  )

describe.each(['http', 'socket'] as const satisfies readonly Transport[])('over %s', (transport) => {
  it('each workspace’s calls carry that workspace’s token, however they alternate', async () => {
    const house = await openHouse({ transport, tenancy: 'several', listeners: [posts] })
    await house.socket?.connected()
    const users = ['U0ANA', 'U0OTTO', 'U0ANA', 'U0OTTO', 'U0OTTO', 'U0ANA']
    await Promise.all(users.map((user) => house.ask('', user)))
    const posted = () => house.slack.calls('chat.postMessage').filter(({ ended }) => ended !== null)
    await house.slack.until(() => posted().length === users.length || undefined)
    for (const { team_id, args } of posted()) {
      expect(args['text']).toBe(`for ${team_id}`)
      expect(args['channel']).toBe(team_id === 'T0ACME' ? 'C0ACME' : 'C0GLOBEX')
    }
    expect(posted().filter(({ team_id }) => team_id === 'T0ACME')).toHaveLength(3)
  })
})
