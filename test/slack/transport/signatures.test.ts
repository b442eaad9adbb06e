import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { sign } from '../../../src/demo/fake-slack/delivery.js'
import { expectAlive, expectDiscreet, openHouse, type House } from '../house.js'

const seconds = (offset: number): number => Math.floor(Date.now() / 1_000) + offset
const body = 'command=%2Fwhosout&text=&team_id=T0ACME&user_id=U0ANA&channel_id=C0ACME&trigger_id=1.2'
const json = '{"type":"url_verification","challenge":"c"}'
const form = 'application/x-www-form-urlencoded'

interface Sent {
  readonly path?: string
  readonly method?: string
  readonly type?: string
  readonly body?: string
  /** Seconds from now, or the header as it stands; null: none. */
  readonly at?: number | string | null
  /** Null: none. */
  readonly signature?: (good: string) => string | null
  readonly secret?: string
  readonly signedBody?: string
}

const send = ({ url, slack }: House, sent: Sent): Promise<{ status: number; body: string }> => {
  const content = sent.body ?? body
  const at = sent.at === undefined ? 0 : sent.at
  const timestamp = typeof at === 'number' ? seconds(at) : at
  const secret = sent.secret ?? slack.credentials.signingSecret
  const good = sign(secret, Number(timestamp), sent.signedBody ?? content)
  const signature = (sent.signature ?? ((same) => same))(good)
  return new Promise((resolve, reject) => {
    const req = request(`${url}${sent.path ?? '/slack/events'}`, {
      method: sent.method ?? 'POST',
      agent: false,
      headers: {
        'Content-Type': sent.type ?? form,
        ...(timestamp === null ? {} : { 'X-Slack-Request-Timestamp': timestamp }),
        ...(signature === null ? {} : { 'X-Slack-Signature': signature }),
      },
    })
    req.once('error', reject)
    req.once('response', (res) => {
      text(res).then((body) => resolve({ status: res.statusCode!, body }), reject)
    })
    req.end(sent.method === 'GET' ? undefined : content)
  })
}

const notFound = '{"error":{"message":"Not found","code":"not_found"}}'

type Row = readonly [what: string, sent: Sent, status: number, body?: string]

const rows: readonly Row[] = [
  ['signed now', {}, 200, ''],
  ['signed almost five minutes ago', { at: -295 }, 200, ''],
  ['signed more than five minutes ago', { at: -301 }, 401],
  ['signed by a clock that is almost five minutes ahead', { at: 295 }, 200, ''],
  ['signed by a clock that is more than five minutes ahead', { at: 305 }, 401],
  ['signed in a year', { at: 31_536_000 }, 401],
  ['signed with another secret', { secret: 'another-secret' }, 401],
  ['signed for another body', { signedBody: `${body}&text=x` }, 401],
  ['without a signature', { signature: () => null }, 401],
  ['without a timestamp', { at: null }, 401],
  ['with a timestamp that is no number', { at: 'now' }, 401],
  ['with an endless timestamp', { at: '1e999' }, 401],
  ['with an empty signature', { signature: () => '' }, 401],
  ['with a signature cut off', { signature: (good) => good.slice(0, -1) }, 401],
  ['with a signature of another version', { signature: (good) => good.replace('v0', 'v1') }, 401],
  ['with a signature in capitals', { signature: (good) => good.toUpperCase() }, 401],
  ['the address being checked', { type: 'application/json', body: json }, 200, '{"challenge":"c"}'],
  ['the address being checked by nobody', { type: 'application/json', body: json, secret: 'x' }, 401],
  ['JSON that is none', { type: 'application/json', body: '{"type":' }, 400],
  ['JSON that is null', { type: 'application/json', body: 'null' }, 500],
  ['more than anybody would send', { body: `${body}${'x'.repeat(1_100_000)}` }, 413],
  ['a question', { method: 'GET' }, 404, notFound],
  ['another path', { path: '/slack/commands' }, 404, notFound],
  ['another spelling', { path: '/slack/Events' }, 404, notFound],
  ['a slash too many', { path: '/slack/events/' }, 404, notFound],
  ['another spelling of the whole', { path: '/Slack/events' }, 404, notFound],
  [
    'an installation, where the app is in one workspace',
    { method: 'GET', path: '/slack/install' },
    404,
    notFound,
  ],
]

describe('a request to Slack’s address', () => {
  it.each(rows.map((row) => [row[0], row] as const))('%s', async (_what, [, sent, status, body]) => {
    const house = await openHouse()
    const answer = await send(house, sent)
    expect(answer.status).toBe(status)
    if (body !== undefined) expect(answer.body).toBe(body)
    if (status !== 200) expect(house.slack.calls('response_url')).toEqual([])
    await expectAlive(house)
    expectDiscreet(house)
  })

  it('is not there with Socket Mode', async () => {
    const house = await openHouse({ transport: 'socket' })
    expect(await send(house, {})).toEqual({ status: 404, body: notFound })
  })
})
