import { describe, expect, it } from 'vitest'
import { isFolded } from '../../../src/demo/fake-slack/rules/folding.js'
import { openWorkspaces, refusalOf } from './workspaces.js'

const x = (length: number): string => 'x'.repeat(length)
const plain = (text: string) => ({ type: 'plain_text', text })
const mrkdwn = (text: string) => ({ type: 'mrkdwn', text })
const section = (text: string, rest: object = {}) => ({ type: 'section', text: mrkdwn(text), ...rest })
const button = (rest: object = {}) => ({ type: 'button', text: plain('Next'), ...rest })
const actions = (...elements: object[]) => ({ type: 'actions', elements })
const option = (value: string) => ({ text: plain('Team'), value })
const select = (rest: object = {}) => ({ type: 'static_select', options: [option('a')], ...rest })
const input = (element: object) => ({ type: 'input', label: plain('Time'), element })
const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i))

interface Case {
  readonly name: string
  /** The largest that Slack takes, and what is one too many. */
  readonly taken: readonly object[]
  readonly refused: readonly object[]
  /** Where Slack points to. */
  readonly at: string
}

const limits: readonly Case[] = [
  {
    name: '50 blocks',
    taken: times(50, () => section('x')),
    refused: times(51, () => section('x')),
    at: '/blocks',
  },
  {
    name: 'section text 3000',
    taken: [section(x(3_000))],
    refused: [section(x(3_001))],
    at: '/blocks/0/text/text',
  },
  { name: 'section text 1', taken: [section('x')], refused: [section('')], at: '/blocks/0/text/text' },
  {
    name: '10 fields',
    taken: [{ type: 'section', fields: times(10, () => mrkdwn('x')) }],
    refused: [{ type: 'section', fields: times(11, () => mrkdwn('x')) }],
    at: '/blocks/0/fields',
  },
  {
    name: 'field text 2000',
    taken: [{ type: 'section', fields: [mrkdwn(x(2_000))] }],
    refused: [{ type: 'section', fields: [mrkdwn(x(2_001))] }],
    at: '/blocks/0/fields/0/text',
  },
  {
    name: 'header 150',
    taken: [{ type: 'header', text: plain(x(150)) }],
    refused: [{ type: 'header', text: plain(x(151)) }],
    at: '/blocks/0/text/text',
  },
  {
    name: 'header is plain text',
    taken: [{ type: 'header', text: plain('x') }],
    refused: [{ type: 'header', text: mrkdwn('x') }],
    at: '/blocks/0/text/type',
  },
  {
    name: '10 elements in a context',
    taken: [{ type: 'context', elements: times(10, () => mrkdwn('x')) }],
    refused: [{ type: 'context', elements: times(11, () => mrkdwn('x')) }],
    at: '/blocks/0/elements',
  },
  {
    name: '25 elements in an actions block',
    taken: [actions(...times(25, () => button()))],
    refused: [actions(...times(26, () => button()))],
    at: '/blocks/0/elements',
  },
  {
    name: 'no empty actions block',
    taken: [actions(button())],
    refused: [actions()],
    at: '/blocks/0/elements',
  },
  {
    name: 'button text 75',
    taken: [actions(button({ text: plain(x(75)) }))],
    refused: [actions(button({ text: plain(x(76)) }))],
    at: '/blocks/0/elements/0/text/text',
  },
  {
    name: 'button value 2000',
    taken: [actions(button({ value: x(2_000) }))],
    refused: [actions(button({ value: x(2_001) }))],
    at: '/blocks/0/elements/0/value',
  },
  {
    name: 'action_id 255',
    taken: [actions(button({ action_id: x(255) }))],
    refused: [actions(button({ action_id: x(256) }))],
    at: '/blocks/0/elements/0/action_id',
  },
  {
    name: 'block_id 255',
    taken: [section('x', { block_id: x(255) })],
    refused: [section('x', { block_id: x(256) })],
    at: '/blocks/0/block_id',
  },
  {
    name: 'button style',
    taken: [actions(button({ style: 'danger' }))],
    refused: [actions(button({ style: 'default' }))],
    at: '/blocks/0/elements/0/style',
  },
  {
    name: 'button address',
    taken: [actions(button({ url: 'https://example.com' }))],
    refused: [actions(button({ url: 'example' }))],
    at: '/blocks/0/elements/0/url',
  },
  {
    name: '100 options',
    taken: [actions(select({ options: times(100, (i) => option(`${i}`)) }))],
    refused: [actions(select({ options: times(101, (i) => option(`${i}`)) }))],
    at: '/blocks/0/elements/0/options',
  },
  {
    name: '5 options in an overflow menu',
    taken: [actions({ type: 'overflow', options: times(5, (i) => option(`${i}`)) })],
    refused: [actions({ type: 'overflow', options: times(6, (i) => option(`${i}`)) })],
    at: '/blocks/0/elements/0/options',
  },
  {
    name: '10 checkboxes',
    taken: [actions({ type: 'checkboxes', options: times(10, (i) => option(`${i}`)) })],
    refused: [actions({ type: 'checkboxes', options: times(11, (i) => option(`${i}`)) })],
    at: '/blocks/0/elements/0/options',
  },
  {
    name: 'option text 75',
    taken: [actions(select({ options: [{ text: plain(x(75)), value: 'a' }] }))],
    refused: [actions(select({ options: [{ text: plain(x(76)), value: 'a' }] }))],
    at: '/blocks/0/elements/0/options/0/text/text',
  },
  {
    name: 'option value 150',
    taken: [actions(select({ options: [option(x(150))] }))],
    refused: [actions(select({ options: [option(x(151))] }))],
    at: '/blocks/0/elements/0/options/0/value',
  },
  {
    name: 'an initial option that is offered',
    taken: [actions(select({ initial_option: option('a') }))],
    refused: [actions(select({ initial_option: option('b') }))],
    at: '/blocks/0/elements/0',
  },
  {
    name: 'placeholder 150',
    taken: [actions(select({ placeholder: plain(x(150)) }))],
    refused: [actions(select({ placeholder: plain(x(151)) }))],
    at: '/blocks/0/elements/0/placeholder/text',
  },
  {
    name: 'a time as HH:mm',
    taken: [input({ type: 'timepicker', initial_time: '09:00' })],
    refused: [input({ type: 'timepicker', initial_time: '9:00' })],
    at: '/blocks/0/element/initial_time',
  },
  {
    name: 'block_ids once in a message',
    taken: [section('x', { block_id: 'a' }), section('x', { block_id: 'b' })],
    refused: [section('x', { block_id: 'a' }), section('x', { block_id: 'a' })],
    at: '/blocks',
  },
  {
    name: 'action_ids once in a block',
    taken: [actions(button({ action_id: 'a' })), actions(button({ action_id: 'a' }))],
    refused: [actions(button({ action_id: 'a' }), button({ action_id: 'a' }))],
    at: '/blocks/0',
  },
  {
    name: 'known properties',
    taken: [section('x')],
    refused: [section('x', { colour: 'red' })],
    at: '/blocks/0',
  },
  { name: 'known blocks', taken: [{ type: 'divider' }], refused: [{ type: 'divide' }], at: '/blocks/0/type' },
  {
    name: 'inputs in input blocks only',
    taken: [input({ type: 'plain_text_input' })],
    refused: [actions({ type: 'plain_text_input' })],
    at: '/blocks/0/elements/0/type',
  },
  {
    name: 'a section says something',
    taken: [section('x')],
    refused: [{ type: 'section' }],
    at: '/blocks/0',
  },
]

describe('blocks of a message', () => {
  it.each(limits)('$name: taken up to there', async ({ taken }) => {
    const { client } = await openWorkspaces()
    const posted = client.chat.postMessage({ channel: 'C0TEAM', text: 'x', blocks: taken as never })
    await expect(posted).resolves.toMatchObject({ ok: true })
  })

  it.each(limits)('$name: refused beyond, with the place', async ({ refused, at }) => {
    const { slack, client } = await openWorkspaces()
    const { error, messages } = await refusalOf(
      client.chat.postMessage({ channel: 'C0TEAM', text: 'x', blocks: refused as never }),
    )
    expect(error).toBe('invalid_blocks')
    expect(messages.map((one) => /\[json-pointer:(.*)\]$/.exec(one)?.[1])).toContain(at)
    expect(slack.state.messages).toEqual([])
  })

  it.each(limits)('$name: refused beyond by response_url, too', async ({ refused }) => {
    const { slack } = await openWorkspaces()
    slack.deliverTo(async () => ({ status: 200, body: '', ms: 0 }))
    await slack.command({ user: 'U0ANA', channel: 'C0TEAM', text: 'today' })
    const [path] = slack.state.responseUrls.keys()
    const body = JSON.stringify({ text: 'x', blocks: refused })
    const reply = await fetch(slack.url + path!, { method: 'POST', body })
    expect([reply.status, await reply.json()]).toMatchObject([400, { error: 'invalid_blocks' }])
    expect(slack.state.ephemerals).toEqual([])
  })
})

describe('messages as a whole', () => {
  /** Sections whose JSON is exactly so long. */
  const sized = (length: number) => {
    const blocks = times(5, () => section(x(2_500)))
    const rest = length - JSON.stringify([...blocks, section('')]).length
    return [...blocks, section(x(rest))]
  }

  it.each([
    [13_200, undefined],
    [13_201, 'msg_blocks_too_long'],
  ])('of %d characters in blocks end in %s', async (length, error) => {
    const { client } = await openWorkspaces()
    const blocks = sized(length)
    expect(JSON.stringify(blocks)).toHaveLength(length)
    const posted = client.chat.postMessage({ channel: 'C0TEAM', text: 'x', blocks: blocks as never })
    if (error === undefined) await expect(posted).resolves.toMatchObject({ ok: true })
    else expect(await refusalOf(posted)).toMatchObject({ error })
  })

  it.each([
    ['without text and blocks', {}, 'no_text'],
    ['with an empty text', { text: '' }, 'no_text'],
    ['with blocks that are no list', { text: 'x', blocks: '{}' }, 'invalid_blocks_format'],
    ['with blocks that are not JSON', { text: 'x', blocks: '[{' }, 'invalid_blocks_format'],
    ['with JSON put into JSON twice', { text: 'x', blocks: '"[]"' }, 'invalid_blocks_format'],
  ])('%s are refused', async (_name, args, error) => {
    const { client } = await openWorkspaces()
    const call = client.apiCall('chat.postMessage', { channel: 'C0TEAM', ...args })
    expect(await refusalOf(call)).toMatchObject({ error })
  })

  it('are cut off at 40,000 characters of text', async () => {
    const { slack, client } = await openWorkspaces()
    await client.chat.postMessage({ channel: 'C0TEAM', text: x(40_001) })
    expect(slack.state.messages[0]!.text).toHaveLength(40_000)
  })
})

const modal = (rest: object = {}) => ({
  type: 'modal',
  title: plain('Digest'),
  blocks: [section('x')],
  ...rest,
})

const views: readonly (readonly [string, object, object, string])[] = [
  [
    '100 blocks',
    modal({ blocks: times(100, () => section('x')) }),
    modal({ blocks: times(101, () => section('x')) }),
    '/view/blocks',
  ],
  ['title 24', modal({ title: plain(x(24)) }), modal({ title: plain(x(25)) }), '/view/title/text'],
  ['submit 24', modal({ submit: plain(x(24)) }), modal({ submit: plain(x(25)) }), '/view/submit/text'],
  ['close 24', modal({ close: plain(x(24)) }), modal({ close: plain(x(25)) }), '/view/close/text'],
  [
    'private_metadata 3000',
    modal({ private_metadata: x(3_000) }),
    modal({ private_metadata: x(3_001) }),
    '/view/private_metadata',
  ],
  ['callback_id 255', modal({ callback_id: x(255) }), modal({ callback_id: x(256) }), '/view/callback_id'],
  [
    'a way to submit inputs',
    modal({ submit: plain('Save'), blocks: [input({ type: 'plain_text_input' })] }),
    modal({ blocks: [input({ type: 'plain_text_input' })] }),
    '/view/submit',
  ],
  [
    'action_ids once in a block',
    modal({ blocks: [actions(button({ action_id: 'a' }))] }),
    modal({ blocks: [actions(button({ action_id: 'a' }), button({ action_id: 'a' }))] }),
    '/view/blocks/0',
  ],
  ['a modal', modal(), { type: 'home', blocks: [] }, '/view/type'],
]

describe('views', () => {
  const openModal = async (view: object) => {
    const { slack, client } = await openWorkspaces()
    let trigger_id = ''
    slack.deliverTo(async ({ payload }) => {
      trigger_id = String(payload.trigger_id)
      return { status: 200, body: '', ms: 0 }
    })
    await slack.command({ user: 'U0ANA', channel: 'C0TEAM', text: 'digest' })
    return client.views.open({ trigger_id, view: view as never })
  }

  it.each(views)('%s: taken up to there', async (_name, taken) => {
    await expect(openModal(taken)).resolves.toMatchObject({ ok: true })
  })

  it.each(views)('%s: refused beyond, with the place', async (_name, _taken, refused, at) => {
    const { error, messages } = await refusalOf(openModal(refused))
    expect(error).toBe('invalid_arguments')
    expect(messages.map((one) => /\[json-pointer:(.*)\]$/.exec(one)?.[1])).toContain(at)
  })
})

describe('a section', () => {
  const section = (lines: number, more: object = {}) => ({
    type: 'section',
    text: { type: 'mrkdwn', text: Array.from({ length: lines }, (_, at) => `line ${at}`).join('\n') },
    ...more,
  })

  it('is folded after some lines, unless the app wants all of it to be seen', () => {
    expect(isFolded(section(5))).toBe(false)
    expect(isFolded(section(6))).toBe(true)
    expect(isFolded(section(6, { expand: true }))).toBe(false)
    expect(isFolded({ ...section(6), type: 'header' })).toBe(false)
    expect(isFolded({ type: 'section', text: { type: 'mrkdwn', text: 'x'.repeat(701) } })).toBe(true)
  })
})
