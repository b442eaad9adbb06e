import { describe, expect, it } from 'vitest'
import { people } from './acme-house.js'
import { openDigestHouse } from './digest/house.js'
import {
  expectAlive,
  expectDiscreet,
  openHouse,
  openReadyHouse,
  type HouseOptions,
  type Transport,
} from './house.js'

const transports: readonly Transport[] = ['http', 'socket']

describe.each(transports)('over %s, with one workspace', (transport) => {
  it('keeps running with a token that Slack refuses: the API answers, and the log and the person are told', async () => {
    const house = await openHouse({ transport, env: { SLACK_BOT_TOKEN: 'xoxb-not-this-one' } })
    await house.socket?.connected()
    expect(await house.logged('Slack rejected SLACK_BOT_TOKEN')).toContain('invalid_auth')
    expect((await house.ask()).status).toBe(200)
    expect(await house.tells('no longer accepts')).toContain('reinstall the app')
    await expectAlive(house)
    expect(house.log.join('')).not.toContain('xoxb-not-this-one')
  })

  it('starts while Slack is down, and answers when it is back', async () => {
    let down = true
    const house = await openHouse({
      transport,
      before: (slack) =>
        slack.faults.choose(() => (down ? { kind: 'http_error', applied: false } : undefined)),
    })
    expect(await house.logged('Slack is not responding')).toContain('statusCode = 500')
    await expectAlive(house)
    down = false
    await house.socket?.connected()
    await house.logged('Slack accepted the token')
    await house.ask()
    expect(await house.tells('no members in')).toContain('Acme')
    await expectAlive(house)
    expectDiscreet(house)
  })

  it('tells the person to come back when Slack cannot say in time whose the token is', async () => {
    const before: HouseOptions['before'] = ({ faults }) =>
      faults.add({ kind: 'silence', applied: false }, { method: 'auth.test', times: 99 })
    const house = await openHouse({ transport, before })
    await house.socket?.connected()
    await house.ask()
    expect(await house.tells('cannot do that')).toContain('try again')
    await expectAlive(house)
  })

  it('is told that the app was uninstalled, and learns the token anew', async () => {
    const house = await openReadyHouse({ transport })
    expect((await house.slack.uninstall('T0ACME')).status).toBe(200)
    await house.logged('the app was removed from the workspace')
    await house.ask()
    expect(await house.tells('no longer accepts')).toContain('reinstall the app')
    await expectAlive(house)
  })
})

describe('what Slack leaves unanswered', () => {
  it('is waited for some seconds only: a form says so, and an answer is not sent again', async () => {
    const house = await openDigestHouse()
    const { slack } = house
    for (const method of ['conversations.info', 'response_url'])
      slack.faults.add({ kind: 'silence', applied: false }, { method, times: 2 })
    await slack.command({ user: people.ada.id, channel: 'C0TEAM', text: 'digest' })
    const asked = await slack.command({ user: people.ben.id, channel: 'C0TEAM', text: 'help' })
    expect(asked.status).toBe(200)
    await house.says('Sorry, that did not work.')
    await house.logged('the failure could not be reported to the user')
    expect(slack.visible(people.ben.id, 'C0TEAM')).toEqual([])
    await expectAlive(house)
    expectDiscreet(house)
  })
})

const openSocketHouse = async () => {
  const house = await openReadyHouse({ transport: 'socket' })
  return { house, socket: house.socket! }
}

describe('the socket', () => {
  it('comes back after it was cut, and after Slack asked to connect anew', async () => {
    const { house, socket } = await openSocketHouse()
    const opened = () => house.slack.calls('apps.connections.open').length
    socket.cut()
    await house.slack.until(() => opened() === 2 || undefined)
    await socket.connected()
    socket.disconnect('refresh_requested')
    await house.slack.until(() => opened() === 3 || undefined)
    await socket.connected()
    await house.ask()
    expect(await house.tells('no members in')).toContain('Acme')
    await expectAlive(house)
  })

  it.each(['http_error', 'reset', 'malformed'] as const)(
    'comes back when connecting anew meets %s again and again',
    async (kind) => {
      const { house, socket } = await openSocketHouse()
      house.slack.faults.add({ kind, applied: false }, { method: 'apps.connections.open', times: 3 })
      socket.cut()
      expect(await house.logged('the socket to Slack is not open')).toContain('"failures":')
      await expectAlive(house)
      await socket.connected()
      expect(house.slack.calls('apps.connections.open').length).toBeGreaterThanOrEqual(5)
      await house.ask()
      expect(await house.tells('no members in')).toContain('Acme')
      await expectAlive(house)
      expectDiscreet(house)
    },
  )

  it('waits as long as it is told when connecting is limited', async () => {
    const { house, socket } = await openSocketHouse()
    house.slack.faults.add({ kind: 'rate_limited', retryAfter: 7 }, { method: 'apps.connections.open' })
    socket.cut()
    expect(await house.logged('the socket to Slack is not open')).toContain('"pause":7000')
    await socket.connected()
    await expectAlive(house)
  })

  it('does not wait for ever for a greeting', async () => {
    const { house, socket } = await openSocketHouse()
    socket.greet(false)
    socket.cut()
    await house.logged('no hello from Slack')
    socket.greet(true)
    await socket.connected()
    await house.ask()
    expect(await house.tells('no members in')).toContain('Acme')
    await expectAlive(house)
  })

  it('says what is wrong with the app-level token, and goes on', async () => {
    const house = await openHouse({ transport: 'socket', env: { SLACK_APP_TOKEN: 'xapp-not-this-one' } })
    expect(await house.logged('Slack refused the socket (invalid_auth)')).toContain('SLACK_APP_TOKEN')
    await expectAlive(house)
    expect(house.log.join('')).not.toContain('xapp-not-this-one')
  })

  it('says that a bot token is no app-level token', async () => {
    const before: HouseOptions['before'] = ({ state }) => {
      state.workspaces.get('T0ACME')!.bot_token = 'xapp-in-truth-a-bot'
    }
    const env = { SLACK_APP_TOKEN: 'xapp-in-truth-a-bot', SLACK_BOT_TOKEN: 'xoxb-other' }
    const house = await openHouse({ transport: 'socket', env, before })
    expect(await house.logged('SLACK_APP_TOKEN is the wrong kind of token')).toContain(
      'not_allowed_token_type',
    )
    await expectAlive(house)
  })

  it('stops in the middle of coming back', async () => {
    const { house, socket } = await openSocketHouse()
    house.slack.faults.add({ kind: 'silence', applied: false }, { method: 'apps.connections.open', times: 9 })
    socket.cut()
    await house.slack.until(() => house.slack.calls('apps.connections.open').length === 2 || undefined)
    await house.stop()
    expect(house.log.at(-1)).toContain('stopped')
  })
})
