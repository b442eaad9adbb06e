import type { SlackCommandMiddlewareArgs, AllMiddlewareArgs } from '@slack/bolt'
import { describe, expect, it } from 'vitest'
import { Problem } from '../../../src/domain/problem.js'
import type { Register } from '../../../src/slack/listeners.js'
import {
  acme,
  addOrganization,
  eitherWay,
  expectAlive,
  expectDiscreet,
  globex,
  openHouse,
  openReadyHouse,
  ways,
} from '../house.js'

type CommandArgs = SlackCommandMiddlewareArgs & AllMiddlewareArgs

const answering =
  (run: (args: CommandArgs) => Promise<void>): Register =>
  (app, { answer }) =>
    app.command(/./, answer<CommandArgs>(run))

describe.each(ways)('over %s, for %s workspace(s)', (transport, tenancy) => {
  it('answers a command, and the API beside it', async () => {
    const house = await openReadyHouse({ transport, tenancy })
    const { status, body } = await house.ask()
    expect([status, body]).toEqual([200, ''])
    expect(await house.tells('no members in')).toContain('There are no members in Acme yet.')
    await expectAlive(house)
    expectDiscreet(house)
  })
})

describe.each(eitherWay)('over %s, for %s workspace(s)', (transport, tenancy) => {
  it('acknowledges in time, and apologises, when the store hangs', async () => {
    const house = await openReadyHouse({ transport, tenancy })
    house.store.plan({ call: 1, how: 'hangs', always: true })
    expect((await house.ask()).status).toBe(200)
    expect(await house.tells('cannot do that')).toContain('Please try again')
    house.store.plan(null)
    await expectAlive(house)
  })

  it('turns what nobody foresaw into an apology for the person and a stack trace in the log', async () => {
    const fails = answering(async () => {
      throw new Error('the answer of xoxb-1-secret to ana@example.com')
    })
    const house = await openReadyHouse({ transport, tenancy, listeners: [fails] })
    expect((await house.ask()).status).toBe(200)
    expect(await house.tells('Sorry')).not.toContain('xoxb')
    const line = JSON.parse(await house.logged('an answer failed')) as { err: { stack: string } }
    expect(line.err.stack).toMatch(/the answer of \[hidden\] to \[hidden\][\s\S]*transports\.test/)
    await expectAlive(house)
    expectDiscreet(house)
  })

  it('tells the person what was expected to be refused', async () => {
    const refuses = answering(async () => {
      throw new Problem('invalid', 'That range is too long.')
    })
    const house = await openReadyHouse({ transport, tenancy, listeners: [refuses] })
    await house.ask()
    expect(await house.tells('range')).toBe('That range is too long.')
  })

  it('says why a suspended organization gets no answer', async () => {
    const house = await openReadyHouse({ transport, tenancy })
    await addOrganization(house.store, { ...acme, suspended: true })
    await house.ask()
    expect(await house.tells('turned off')).toContain('your organization')
  })
})

describe('a process of one workspace', () => {
  it('answers no other workspace, though its requests are signed by the same app', async () => {
    const house = await openHouse()
    await house.ask('', 'U0OTTO')
    const { text } = await house.slack.until(() => house.slack.visible('U0OTTO', 'C0GLOBEX')[0])
    expect(text).toBe('This whosout server is set up for another workspace.')
  })

  it('asks about the only organization there is, and about none when there are several', async () => {
    const house = await openHouse({ env: { SLACK_ORGANIZATION: '' } })
    await house.ask()
    expect(await house.tells('not linked')).toContain('to an organization yet')
    await house.store.commit([
      { remove: 'organizations', id: globex._id },
      { remove: 'slugs', id: globex.slug },
    ])
    await house.ask()
    expect(await house.tells('no members in')).toContain('Acme')
  })

  it('says that it is bound to none when SLACK_ORGANIZATION names none', async () => {
    const house = await openHouse({ env: { SLACK_ORGANIZATION: 'initech' } })
    await house.ask()
    expect(await house.tells('not linked')).toContain('to an organization yet')
  })
})

describe('a process of several workspaces', () => {
  it('says why to a workspace that is not there, or bound to nobody', async () => {
    const house = await openHouse({ tenancy: 'several' })
    const [before] = await house.store.get('workspaces', ['T0ACME'])
    await house.store.commit([{ put: 'workspaces', document: { ...before!, org: null } }])
    await house.ask()
    expect(await house.tells('not linked')).toContain('whosout slack bind')
    await house.store.commit([{ remove: 'workspaces', id: 'T0ACME' }])
    await house.ask()
    expect(await house.tells('not installed')).toContain('An admin can install it')
  })

  it('says that it must be installed again when its token was encrypted under another key', async () => {
    const env = { ENCRYPTION_KEY: Buffer.alloc(32, 8).toString('base64') }
    const house = await openHouse({ tenancy: 'several', env })
    await house.ask()
    expect(await house.tells('no longer accepts')).toContain('reinstall the app')
    expect(await house.logged('ENCRYPTION_KEY')).toContain('T0ACME')
    expectDiscreet(house)
  })

  it('refuses a whole Enterprise organization', async () => {
    const house = await openHouse({ tenancy: 'several' })
    const { slack } = house
    await slack.command({ user: 'U0ANA', channel: 'C0ACME', text: '' })
    await house.tells('no members in')
    const typed = slack.state.responseUrls
    const [opened] = typed.values()
    await slack.deliver({
      kind: 'command',
      payload: {
        command: '/whosout',
        text: '',
        team_id: 'T0ACME',
        enterprise_id: 'E0ALL',
        is_enterprise_install: 'true',
        user_id: 'U0ANA',
        channel_id: 'C0ACME',
        trigger_id: '1.2',
        response_url: slack.url + opened!.path,
      },
    })
    expect(await house.tells('Enterprise')).toContain('individual workspaces')
  })
})
