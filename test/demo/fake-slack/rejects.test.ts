import { describe, expect, it } from 'vitest'
import { isFolded } from '../../../src/demo/page/folding.js'
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
  readonly taken: readonly object[]
  readonly refused: readonly object[]
  /** Where Slack points to. */
  readonly at: string
}

/** So many are taken in a block, and one more is refused. */
const inBlock = (most: number, name: string, make: (size: number) => object, at: string): Case => ({
  name: `${most} ${name}`,
  taken: [make(most)],
  refused: [make(most + 1)],
  at: `/blocks/0${at}`,
})
const inElement = (most: number, name: string, make: (size: number) => object, at: string): Case =>
  inBlock(most, name, (size) => actions(make(size)), `/elements/0${at}`)
const only = (name: string, taken: object, refused: object, at = ''): Case => ({
  name,
  taken: [taken],
  refused: [refused],
  at: `/blocks/0${at}`,
})

const fields = (...texts: object[]) => ({ type: 'section', fields: texts })
const header = (text: object) => ({ type: 'header', text })
const context = (size: number) => ({ type: 'context', elements: times(size, () => mrkdwn('x')) })
const options = (size: number) => times(size, (at) => option(`${at}`))
const time = (initial_time: string) => input({ type: 'timepicker', initial_time })
const [first, second] = [section('x', { block_id: 'a' }), section('x', { block_id: 'b' })]
const field = { type: 'plain_text_input' }
const next = button({ action_id: 'next' })

const limits: readonly Case[] = [
  inBlock(3_000, 'characters of a section', (size) => section(x(size)), '/text/text'),
  inBlock(10, 'fields', (size) => fields(...times(size, () => mrkdwn('x'))), '/fields'),
  inBlock(2_000, 'characters of a field', (size) => fields(mrkdwn(x(size))), '/fields/0/text'),
  inBlock(150, 'characters of a header', (size) => header(plain(x(size))), '/text/text'),
  inBlock(10, 'elements of a context', context, '/elements'),
  inBlock(25, 'elements of actions', (size) => actions(...times(size, () => button())), '/elements'),
  inBlock(255, 'characters of a block_id', (size) => section('x', { block_id: x(size) }), '/block_id'),
  inElement(75, 'characters of a button', (size) => button({ text: plain(x(size)) }), '/text/text'),
  inElement(2_000, 'characters of a value', (size) => button({ value: x(size) }), '/value'),
  inElement(255, 'characters of an action_id', (size) => button({ action_id: x(size) }), '/action_id'),
  inElement(100, 'options', (size) => select({ options: options(size) }), '/options'),
  inElement(5, 'overflow options', (size) => ({ type: 'overflow', options: options(size) }), '/options'),
  inElement(10, 'checkboxes', (size) => ({ type: 'checkboxes', options: options(size) }), '/options'),
  inElement(
    75,
    'characters of an option',
    (size) => select({ options: [{ text: plain(x(size)), value: 'a' }] }),
    '/options/0/text/text',
  ),
  inElement(
    150,
    'characters of the value of an option',
    (size) => select({ options: [option(x(size))] }),
    '/options/0/value',
  ),
  inElement(
    150,
    'characters of a placeholder',
    (size) => select({ placeholder: plain(x(size)) }),
    '/placeholder/text',
  ),
  only('a section with a text', section('x'), section(''), '/text/text'),
  only('a section that says something', section('x'), { type: 'section' }),
  only('a header in plain text', header(plain('x')), header(mrkdwn('x')), '/text/type'),
  only('actions with an element', actions(button()), actions(), '/elements'),
  only(
    'a known style',
    actions(button({ style: 'danger' })),
    actions(button({ style: 'default' })),
    '/elements/0/style',
  ),
  only(
    'an address',
    actions(button({ url: 'https://example.com' })),
    actions(button({ url: 'example' })),
    '/elements/0/url',
  ),
  only(
    'an initial option that is offered',
    actions(select({ initial_option: option('a') })),
    actions(select({ initial_option: option('b') })),
    '/elements/0',
  ),
  only('a time as HH:mm', time('09:00'), time('9:00'), '/element/initial_time'),
  only('known properties', section('x'), section('x', { colour: 'red' })),
  only('known blocks', { type: 'divider' }, { type: 'divide' }, '/type'),
  only('inputs in input blocks', input(field), actions(field), '/elements/0/type'),
  {
    name: 'action_ids once in a block',
    taken: [actions(next), actions(next)],
    refused: [actions(next, next)],
    at: '/blocks/0',
  },
  { name: 'block_ids once in a message', taken: [first, second], refused: [first, first], at: '/blocks' },
  {
    name: '50 blocks',
    taken: times(50, () => section('x')),
    refused: times(51, () => section('x')),
    at: '/blocks',
  },
]

const placesIn = (messages: readonly string[]) =>
  messages.map((one) => /\[json-pointer:(.*)\]$/.exec(one)?.[1])

describe('blocks of a message', () => {
  it.each(limits)('are limited to $name, and Slack says where they are not', async (limit) => {
    const { slack, client } = await openWorkspaces()
    const post = (blocks: readonly object[]) =>
      client.chat.postMessage({ channel: 'C0TEAM', text: 'x', blocks: blocks as never })
    const { error, messages } = await refusalOf(post(limit.refused))
    expect(error).toBe('invalid_blocks')
    expect(placesIn(messages)).toContain(limit.at)
    expect(slack.state.messages).toEqual([])
    await expect(post(limit.taken)).resolves.toMatchObject({ ok: true })
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

const viewUpTo = (most: number, name: string, make: (size: number) => object, at: string) =>
  [`${most} ${name}`, modal(make(most)), modal(make(most + 1)), at] as const

const views: readonly (readonly [name: string, taken: object, refused: object, at: string])[] = [
  viewUpTo(100, 'blocks', (size) => ({ blocks: times(size, () => section('x')) }), '/view/blocks'),
  viewUpTo(24, 'characters of a title', (size) => ({ title: plain(x(size)) }), '/view/title/text'),
  viewUpTo(24, 'characters of "submit"', (size) => ({ submit: plain(x(size)) }), '/view/submit/text'),
  viewUpTo(24, 'characters of "close"', (size) => ({ close: plain(x(size)) }), '/view/close/text'),
  viewUpTo(
    3_000,
    'characters of metadata',
    (size) => ({ private_metadata: x(size) }),
    '/view/private_metadata',
  ),
  viewUpTo(255, 'characters of a callback_id', (size) => ({ callback_id: x(size) }), '/view/callback_id'),
  [
    'inputs that can be submitted',
    modal({ submit: plain('Save'), blocks: [input(field)] }),
    modal({ blocks: [input(field)] }),
    '/view/submit',
  ],
  [
    'action_ids once in a block',
    modal({ blocks: [actions(next)] }),
    modal({ blocks: [actions(next, next)] }),
    '/view/blocks/0',
  ],
  ['a modal', modal(), { type: 'home', blocks: [] }, '/view/type'],
]

describe('views', () => {
  it.each(views)('are limited to %s, and Slack says where they are not', async (_, taken, refused, at) => {
    const { slack, client } = await openWorkspaces()
    let trigger_id = ''
    slack.deliverTo(async ({ payload }) => {
      trigger_id = String(payload.trigger_id)
      return { status: 200, body: '', ms: 0 }
    })
    const open = async (view: object) => {
      await slack.command({ user: 'U0ANA', channel: 'C0TEAM', text: 'digest' })
      return client.views.open({ trigger_id, view: view as never })
    }
    const { error, messages } = await refusalOf(open(refused))
    expect(error).toBe('invalid_arguments')
    expect(placesIn(messages)).toContain(at)
    await expect(open(taken)).resolves.toMatchObject({ ok: true })
  })
})

describe('a section', () => {
  const lines = (count: number) => times(count, (at) => `line ${at}`).join('\n')

  it('is folded after some lines, unless the app wants all of it to be seen', () => {
    expect(isFolded(section(lines(5)))).toBe(false)
    expect(isFolded(section(lines(6)))).toBe(true)
    expect(isFolded(section(lines(6), { expand: true }))).toBe(false)
    expect(isFolded({ ...section(lines(6)), type: 'header' })).toBe(false)
    expect(isFolded(section(x(701)))).toBe(true)
  })
})
