import type { IncomingMessage } from 'node:http'
import { text as readText } from 'node:stream/consumers'
import { isValidSlackRequest } from '@slack/bolt'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../src/demo/fake-slack/state.js'
import { openLoopback } from '../../world/loopback.js'
import { openWorkspaces, refusalOf } from './workspaces.js'

type Workspaces = Awaited<ReturnType<typeof openWorkspaces>>

interface Received {
  readonly headers: IncomingMessage['headers']
  readonly raw: string
  readonly fields: Record<string, string>
  readonly payload: JsonObject
}

/** With something that plays the app: it keeps what arrives, and answers what it is told to. */
const openApp = async (answer: { status?: number; body?: object | string } = {}) => {
  const workspaces = await openWorkspaces()
  const received: Received[] = []
  const { url } = await openLoopback((req, res) => {
    void readText(req).then((raw) => {
      const fields = Object.fromEntries(new URLSearchParams(raw))
      const json = raw.startsWith('{') ? raw : (fields.payload ?? '{}')
      received.push({ headers: req.headers, raw, fields, payload: JSON.parse(json) as JsonObject })
      res.writeHead(answer.status ?? 200, { 'Content-Type': 'application/json' })
      res.end(typeof answer.body === 'string' ? answer.body : answer.body && JSON.stringify(answer.body))
    })
  })
  workspaces.slack.deliverTo(`${url}/slack/events`)
  return { ...workspaces, received, answer }
}

const reply = async (url: string | undefined, body: object) => {
  const answer = await fetch(url!, { method: 'POST', body: JSON.stringify(body) })
  return [answer.status, (await answer.json()) as JsonObject] as const
}

const button = (action_id: string, value: string) => ({
  type: 'actions',
  block_id: 'period',
  elements: [{ type: 'button', action_id, value, text: { type: 'plain_text', text: 'Next' } }],
})

describe('what reaches the app', () => {
  it('is signed so that Bolt believes it, with the exact content types', async () => {
    const { slack, clock, received } = await openApp()
    await slack.command({ user: 'U0ANA', channel: 'C0TEAM', text: 'next week' })
    await slack.openHome('U0ANA')
    expect(received.map(({ headers }) => headers['content-type'])).toEqual([
      'application/x-www-form-urlencoded',
      'application/json',
    ])
    for (const { headers, raw } of received) {
      const request = {
        body: raw,
        headers: {
          'x-slack-signature': String(headers['x-slack-signature']),
          'x-slack-request-timestamp': Number(headers['x-slack-request-timestamp']),
        },
        nowMilliseconds: clock.now().getTime(),
      }
      expect(isValidSlackRequest({ signingSecret: slack.credentials.signingSecret, ...request })).toBe(true)
      expect(isValidSlackRequest({ signingSecret: 'another', ...request })).toBe(false)
    }
  })

  it('is answered with status, body and time', async () => {
    const { slack } = await openApp({ status: 404, body: 'no' })
    expect(await slack.command({ user: 'U0ANA', channel: 'C0TEAM', text: '' })).toEqual({
      status: 404,
      body: 'no',
      ms: expect.any(Number),
    })
  })

  it('is given up when the app stays silent', async () => {
    const { slack } = await openWorkspaces({ timeout: 50 })
    slack.deliverTo((await openLoopback(() => {})).url)
    await expect(slack.openHome('U0ANA')).rejects.toThrow('operation_timeout')
  })
})

describe('a command', () => {
  it('says who typed what where', async () => {
    const { slack, received } = await openApp()
    await slack.command({ user: 'U0ANA', channel: 'G0HUSH', text: 'today' })
    expect(received[0]!.fields).toMatchObject({
      command: '/whosout',
      text: 'today',
      team_id: 'T0ACME',
      user_id: 'U0ANA',
      channel_id: 'G0HUSH',
      channel_name: 'privategroup',
      is_enterprise_install: 'false',
      response_url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/commands\/T0ACME\//),
    })
  })

  it.each([
    ['@ben next week', '<@U0BEN|ben> next week'],
    ['who is in #team', 'who is in <#C0TEAM|team>'],
    ['@otto', '@otto'],
    ['<b> & "c"', '&lt;b&gt; &amp; "c"'],
    ['ben@example.com', 'ben@example.com'],
    ['@here', '<!here>'],
  ])('%s is escaped as %s', async (typed, sent) => {
    const { slack, received } = await openApp()
    await slack.command({ user: 'U0ANA', channel: 'C0TEAM', text: typed })
    expect(received[0]!.fields.text).toBe(sent)
  })

  it('shows what the acknowledgement says to the asker alone', async () => {
    const { slack } = await openApp({ body: { text: 'Nobody is out' } })
    await slack.command({ user: 'U0ANA', channel: 'C0TEAM', text: '' })
    expect(slack.visible('U0ANA', 'C0TEAM')).toMatchObject([{ text: 'Nobody is out' }])
    expect(slack.visible('U0BEN', 'C0TEAM')).toEqual([])
  })
})

describe('a response_url', () => {
  const openUrl = async () => {
    const app = await openApp()
    await app.slack.command({ user: 'U0ANA', channel: 'C0AWAY', text: '' })
    return { ...app, url: app.received[0]!.fields.response_url }
  }

  it('is ephemeral by default, in a channel without the app too', async () => {
    const { slack, url } = await openUrl()
    expect(await reply(url, { text: 'x' })).toEqual([200, { ok: true }])
    expect(slack.state.ephemerals).toMatchObject([{ user: 'U0ANA', channel: 'C0AWAY', text: 'x' }])
    await reply(url, { text: 'y', response_type: 'in_channel' })
    expect(slack.state.messages).toMatchObject([{ channel: 'C0AWAY', text: 'y' }])
  })

  it('serves five times', async () => {
    const { slack, url } = await openUrl()
    const statuses: number[] = []
    for (let use = 0; use < 6; use += 1) statuses.push((await reply(url, { text: 'x' }))[0])
    expect(statuses).toEqual([200, 200, 200, 200, 200, 404])
    expect(slack.state.ephemerals).toHaveLength(5)
  })

  it('serves for thirty minutes', async () => {
    const { clock, url } = await openUrl()
    clock.forward(30 * 60_000)
    expect((await reply(url, { text: 'x' }))[0]).toBe(200)
    clock.forward(1)
    expect(await reply(url, { text: 'x' })).toEqual([404, { ok: false, error: 'expired_url' }])
  })

  it('of a command replaces nothing: it has no message of its own', async () => {
    const { slack, url } = await openUrl()
    await reply(url, { text: 'first' })
    await reply(url, { text: 'second', replace_original: true })
    expect(slack.visible('U0ANA', 'C0AWAY')).toMatchObject([{ text: 'first' }, { text: 'second' }])
    expect((await reply(url, { delete_original: true }))[0]).toBe(404)
  })

  it('of a press replaces and deletes the message that was pressed', async () => {
    const { slack, url, received } = await openUrl()
    await reply(url, { text: 'this week', blocks: [button('next', '1')] })
    const [shown] = slack.state.ephemerals
    await slack.press({ user: 'U0ANA', on: shown!.ts, action_id: 'next' })
    const pressed = String(received[1]!.payload.response_url)
    expect(new URL(pressed).pathname).toMatch(/^\/actions\/T0ACME\//)
    await reply(pressed, { text: 'next week', replace_original: true })
    expect(slack.visible('U0ANA', 'C0AWAY')).toMatchObject([{ ts: shown!.ts, text: 'next week', blocks: [] }])
    await reply(pressed, { text: 'and this' })
    await reply(pressed, { delete_original: true })
    expect(slack.visible('U0ANA', 'C0AWAY')).toMatchObject([{ text: 'and this' }])
  })

  it.each([
    ['nothing to say', {}, 'no_text'],
    ['blocks that Slack refuses', { text: 'x', blocks: [{ type: 'header' }] }, 'invalid_blocks'],
  ])('refuses %s', async (_name, body, error) => {
    const { url } = await openUrl()
    expect(await reply(url, body)).toMatchObject([400, { ok: false, error }])
  })
})

describe('a shortcut', () => {
  it('on a message tells the message and its channel, one from anywhere neither', async () => {
    const { slack, client, received } = await openApp()
    const { ts } = await client.chat.postMessage({ channel: 'C0TEAM', text: 'x' })
    await slack.shortcut('U0BEN', 'here', ts!)
    await slack.shortcut('U0BEN', 'today')
    const [onMessage, anywhere] = received.map(({ payload }) => payload)
    expect(onMessage).toMatchObject({
      type: 'message_action',
      callback_id: 'here',
      user: { id: 'U0BEN' },
      channel: { id: 'C0TEAM', name: 'team' },
      message: { ts, text: 'x' },
      message_ts: ts,
    })
    expect(anywhere).toMatchObject({ type: 'shortcut', callback_id: 'today' })
    expect(anywhere).not.toHaveProperty('channel')
  })
})

describe('what a person writes', () => {
  it.each([
    ['C0TEAM', '@whosout today', 'app_mention'],
    ['C0TEAM', 'who is out today', undefined],
    ['C0AWAY', '@whosout today', undefined],
  ])('in %s ("%s") reaches the app as %s', async (channel, text, type) => {
    const { slack, received } = await openApp()
    await slack.write('U0ANA', channel, slack.written({ user: 'U0ANA', text }))
    expect((received[0]?.payload['event'] as JsonObject | undefined)?.['type']).toBe(type)
  })
})

describe('a press', () => {
  it('on an ephemeral message tells its place and value, but not the message', async () => {
    const { slack, received } = await openApp({
      body: { text: 'x', blocks: [button('next', '2026-W48')] },
    })
    await slack.command({ user: 'U0ANA', channel: 'C0TEAM', text: '' })
    await slack.press({
      user: 'U0ANA',
      on: slack.state.ephemerals[0]!.ts,
      action_id: 'next',
    })
    const { payload } = received[1]!
    expect(payload).toMatchObject({
      type: 'block_actions',
      user: { id: 'U0ANA', team_id: 'T0ACME' },
      channel: { id: 'C0TEAM' },
      container: { is_ephemeral: true },
      actions: [{ type: 'button', action_id: 'next', block_id: 'period', value: '2026-W48' }],
    })
    expect(payload).not.toHaveProperty('message')
  })

  it('on a message in the channel may come from anybody, and tells the message', async () => {
    const { slack, client, received } = await openApp()
    const blocks = [button('next', '1')] as never
    const { ts } = await client.chat.postMessage({ channel: 'C0TEAM', text: 'x', blocks })
    await slack.press({ user: 'U0BEN', on: ts!, action_id: 'next' })
    expect(received[0]!.payload).toMatchObject({ user: { id: 'U0BEN' }, message: { ts, text: 'x' } })
  })

  it('may come from a state of the message that is gone', async () => {
    const { slack, client, received } = await openApp()
    const { ts } = await client.chat.postMessage({
      channel: 'C0TEAM',
      text: 'no buttons any more',
    })
    const press = { user: 'U0BEN', on: ts!, action_id: 'next' }
    await expect(slack.press(press)).rejects.toThrow('knows no element next there')
    await slack.press({ ...press, element: { type: 'button', action_id: 'next', value: 'old' } })
    expect(received[0]!.payload).toMatchObject({ actions: [{ action_id: 'next', value: 'old' }] })
  })
})

describe('a modal', () => {
  const view = {
    type: 'modal',
    callback_id: 'digest',
    title: { type: 'plain_text', text: 'Digest' },
    submit: { type: 'plain_text', text: 'Save' },
    notify_on_close: true,
    blocks: [
      {
        type: 'input',
        block_id: 'time',
        label: { type: 'plain_text', text: 'Time' },
        element: { type: 'timepicker', action_id: 'time', initial_time: '09:00' },
      },
      {
        type: 'input',
        block_id: 'days',
        label: { type: 'plain_text', text: 'Days' },
        element: {
          type: 'checkboxes',
          action_id: 'days',
          options: ['mon', 'tue'].map((value) => ({ text: { type: 'plain_text', text: value }, value })),
        },
      },
    ],
  } as const

  const openModal = async (answer: { body?: object } = {}) => {
    const app = await openApp()
    await app.slack.command({ user: 'U0ANA', channel: 'C0TEAM', text: 'digest' })
    const { trigger_id } = app.received[0]!.fields
    const opened = await app.client.views.open({ trigger_id: trigger_id!, view: view as never })
    Object.assign(app.answer, answer)
    return { ...app, trigger_id: trigger_id!, id: opened.view!.id! }
  }

  it('opens once for a trigger, and within three seconds', async () => {
    const { client, trigger_id, slack, received, clock } = await openModal()
    const open = (trigger_id: string) => refusalOf(client.views.open({ trigger_id, view: view as never }))
    expect(await open(trigger_id)).toMatchObject({ error: 'exchanged_trigger_id' })
    expect(await open('1.2.3')).toMatchObject({ error: 'invalid_trigger_id' })
    await slack.command({ user: 'U0ANA', channel: 'C0TEAM', text: 'digest' })
    clock.forward(3_001)
    expect(await open(received[1]!.fields.trigger_id!)).toMatchObject({ error: 'expired_trigger_id' })
  })

  it('sends what was filled in and what was left as it stood, and closes', async () => {
    const { slack, received, id } = await openModal()
    await slack.submit('U0ANA', id, { days: ['mon'] })
    expect(received[1]!.payload).toMatchObject({
      type: 'view_submission',
      view: {
        id,
        callback_id: 'digest',
        state: {
          values: {
            time: { time: { type: 'timepicker', selected_time: '09:00' } },
            days: { days: { selected_options: [{ value: 'mon' }] } },
          },
        },
      },
    })
    expect(slack.state.views).toMatchObject([{ open: false }])
    await expect(slack.submit('U0ANA', id)).rejects.toThrow('knows no open view')
  })

  it('offers only choices that it accepts', async () => {
    const { slack, id } = await openModal()
    await expect(slack.submit('U0ANA', id, { days: ['sun'] })).rejects.toThrow('days offers no sun')
  })

  it('stays open with the errors that the app answers', async () => {
    const errors = { time: 'Between 05:00 and 20:59' }
    const { slack, id } = await openModal({ body: { response_action: 'errors', errors } })
    await slack.submit('U0ANA', id, { time: '03:00' })
    expect(slack.state.views).toMatchObject([{ open: true, errors }])
  })

  it('is changed by its hash, and not by an older one', async () => {
    const { slack, client, id } = await openModal()
    const { hash } = slack.state.views[0]!
    const next = { ...view, title: { type: 'plain_text', text: 'Changed' } } as never
    await client.views.update({ view_id: id, hash, view: next })
    expect(await refusalOf(client.views.update({ view_id: id, hash, view: next }))).toMatchObject({
      error: 'hash_conflict',
    })
    expect(slack.state.views).toMatchObject([{ content: { title: { text: 'Changed' } } }])
  })

  const plain = { type: 'modal', title: { type: 'plain_text', text: 'Upon' }, blocks: [{ type: 'divider' }] }

  it('carries others upon it, three in all, and takes them along when it closes', async () => {
    const { slack, client, received, id } = await openModal()
    const push = async () => {
      await slack.command({ user: 'U0ANA', channel: 'C0TEAM', text: 'digest' })
      const trigger_id = received.at(-1)!.fields.trigger_id!
      return client.views.push({ trigger_id, view: plain as never })
    }
    const second = await push()
    expect(second.view).toMatchObject({ previous_view_id: id, root_view_id: id })
    expect((await push()).view).toMatchObject({ previous_view_id: second.view!.id, root_view_id: id })
    expect(await refusalOf(push())).toMatchObject({ error: 'push_limit_reached' })
    await slack.closeView('U0ANA', second.view!.id!)
    expect(slack.state.views.map(({ open }) => open)).toEqual([true, false, false])
    await push()
    await slack.closeView('U0ANA', id)
    expect(slack.state.views.some(({ open }) => open)).toBe(false)
    expect(await refusalOf(push())).toMatchObject({ error: 'not_found' })
  })

  it.each([
    ['push', [true, true]],
    ['update', [true]],
    ['clear', [false]],
  ] as const)('does what a submission is answered with: %s', async (response_action, open) => {
    const { slack, id } = await openModal({ body: { response_action, view: plain } })
    await slack.submit('U0ANA', id)
    expect(slack.state.views.map((one) => one.open)).toEqual(open)
  })

  it('stays as it was when the answer holds what Slack would not take', async () => {
    const refused = { ...plain, title: { type: 'plain_text', text: 'x'.repeat(25) } }
    const { slack, id } = await openModal({ body: { response_action: 'update', view: refused } })
    await slack.submit('U0ANA', id)
    expect(slack.state.views).toMatchObject([{ open: true, content: { callback_id: 'digest' } }])
    expect(slack.state.views[0]!.errors).toMatchObject({
      invalid_arguments: [expect.stringContaining('title')],
    })
  })

  it('sends what stands in its fields with a press, too', async () => {
    const { slack, client, received, id } = await openModal()
    const button = { type: 'button', action_id: 'try', text: { type: 'plain_text', text: 'Try' } }
    const next = { ...view, blocks: [...view.blocks, { type: 'actions', elements: [button] }] } as never
    await client.views.update({ view_id: id, view: next })
    await slack.press({ user: 'U0ANA', on: id, action_id: 'try', values: { time: '10:00' } })
    expect(received.at(-1)!.payload).toMatchObject({
      view: { state: { values: { time: { time: { selected_time: '10:00' } }, days: { days: {} } } } },
    })
  })

  it('tells when it is closed, if that was asked for', async () => {
    const { slack, received, id } = await openModal()
    await slack.closeView('U0ANA', id)
    expect(received[1]!.payload).toMatchObject({ type: 'view_closed', view: { id } })
  })
})

describe('the Home tab', () => {
  it('is published for a person of the workspace, and replaced', async () => {
    const { slack, client } = await openWorkspaces()
    const publish = (user_id: string) =>
      client.views.publish({ user_id, view: { type: 'home', blocks: [{ type: 'divider' }] } })
    await publish('U0ANA')
    await publish('U0ANA')
    expect(slack.state.views).toMatchObject([{ type: 'home', user: 'U0ANA' }])
    expect(await refusalOf(publish('U0OTTO'))).toMatchObject({ error: 'user_not_found' })
  })
})

describe('events', () => {
  const cases: readonly (readonly [string, (workspaces: Workspaces) => Promise<unknown>, object])[] = [
    ['app_home_opened', ({ slack }) => slack.openHome('U0ANA'), { user: 'U0ANA', tab: 'home' }],
    [
      'member_joined_channel',
      ({ slack, acme }) => slack.join(acme.bot_user_id, 'C0AWAY'),
      { user: 'U0ACMEBOT' },
    ],
    ['channel_archive', ({ slack }) => slack.archive('C0TEAM', 'U0ANA'), { channel: 'C0TEAM' }],
    ['channel_unarchive', ({ slack }) => slack.unarchive('C0TEAM', 'U0ANA'), { channel: 'C0TEAM' }],
    ['group_archive', ({ slack }) => slack.archive('G0HUSH', 'U0ANA'), { channel: 'G0HUSH' }],
    [
      'channel_shared',
      ({ slack }) => slack.connect('C0TEAM', 'T0OTHER'),
      { channel: 'C0TEAM', connected_team_id: 'T0OTHER' },
    ],
    [
      'channel_unshared',
      ({ slack }) => slack.disconnect('C0TEAM', 'T0OTHER'),
      { channel: 'C0TEAM', previously_connected_team_id: 'T0OTHER', is_ext_shared: false },
    ],
    ['app_uninstalled', ({ slack }) => slack.uninstall('T0ACME'), {}],
    ['tokens_revoked', ({ slack }) => slack.revokeTokens('T0ACME'), { tokens: { bot: ['U0ACMEBOT'] } }],
  ]
  it.each(cases)('%s comes wrapped', async (type, happen, event) => {
    const { received, ...workspaces } = await openApp()
    await happen(workspaces)
    expect(received[0]!.payload).toMatchObject({
      type: 'event_callback',
      team_id: 'T0ACME',
      event_id: expect.stringMatching(/^Ev/),
      event: { type, ...event },
    })
  })

  it('change what the Web API answers', async () => {
    const { slack, client, acme } = await openApp()
    await slack.join(acme.bot_user_id, 'C0AWAY')
    expect(await client.chat.postMessage({ channel: 'C0AWAY', text: 'x' })).toMatchObject({
      ok: true,
    })
    await slack.archive('C0AWAY', 'U0ANA')
    const late = client.chat.postMessage({ channel: 'C0AWAY', text: 'x' })
    expect(await refusalOf(late)).toMatchObject({ error: 'is_archived' })
    await slack.uninstall('T0ACME')
    expect(await refusalOf(client.auth.test())).toMatchObject({ error: 'account_inactive' })
  })

  it('are repeated with the same id and the count of tries', async () => {
    const { slack, received } = await openApp()
    const event = { type: 'app_home_opened', user: 'U0ANA', tab: 'home' }
    await slack.event('T0ACME', event, { event_id: 'Ev1' })
    await slack.event('T0ACME', event, {
      event_id: 'Ev1',
      retry: { number: 2, reason: 'http_timeout' },
    })
    expect(received.map(({ payload, headers }) => [payload.event_id, headers['x-slack-retry-num']])).toEqual([
      ['Ev1', undefined],
      ['Ev1', '2'],
    ])
    expect(received[1]!.headers['x-slack-retry-reason']).toBe('http_timeout')
  })

  it('begin with a challenge', async () => {
    const { slack, received } = await openApp()
    await slack.verifyUrl('c0ffee')
    expect(received[0]!.payload).toMatchObject({ type: 'url_verification', challenge: 'c0ffee' })
  })
})
