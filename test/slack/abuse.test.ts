import { describe, expect, it } from 'vitest'
import { sign } from '../../src/demo/fake-slack/delivery.js'
import { createAllowance } from '../../src/services/ask/limits.js'
import { isSlackAddress } from '../../src/slack/client.js'
import { openLoopback } from '../world/loopback.js'
import { openHouse, type House } from './house.js'

interface Command {
  readonly text?: string
  readonly response_url?: string
  readonly trigger_id?: string
}

const bodyOf = (house: House, { text = '', response_url, trigger_id = '1.2' }: Command): string =>
  new URLSearchParams({
    command: '/whosout',
    text,
    team_id: 'T0ACME',
    user_id: 'U0ANA',
    channel_id: 'C0ACME',
    channel_name: 'general',
    trigger_id,
    response_url: response_url ?? `${house.slack.apiUrl}nowhere`,
  }).toString()

/** As Slack signs it; the same content at the same second has the same signature. */
const deliver = async (house: House, body: string, at = Math.floor(Date.now() / 1_000)): Promise<number> => {
  const answer = await fetch(`${house.url}/slack/events`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/x-www-form-urlencoded',
      'X-Slack-Request-Timestamp': String(at),
      'X-Slack-Signature': sign(house.slack.credentials.signingSecret, at, body),
    },
    body,
  })
  return answer.status
}

/** A server that is not Slack's, and what was sent to it. */
const openStranger = async () => {
  const got: string[] = []
  const { url } = await openLoopback((req, res) => {
    got.push(req.url!)
    res.end('ok')
  })
  return { got, url: `${url}/commands/1` }
}

describe('a response_url', () => {
  it.each([
    ['https://hooks.slack.com/commands/T1/2/3', true],
    ['https://hooks.slack.com:443/commands/T1/2/3', true],
    ['https://slack.com/api/response', true],
    ['http://hooks.slack.com/commands/T1/2/3', false],
    ['https://hooks.slack.com.example/commands', false],
    ['https://hooks.slack.com:8443/commands', false],
    ['https://user@hooks.slack.com/commands', false],
    ['https://example.com/hooks.slack.com/', false],
    ['https://127.0.0.1/', false],
    ['file:///etc/passwd', false],
    ['hooks.slack.com/commands', false],
    ['', false],
  ])('%j is one: %s', (address, is) => {
    expect(isSlackAddress(address, 'https://slack.com/api/')).toBe(is)
  })

  it('may be at the host of SLACK_API_URL, and at no other of its ports', () => {
    expect(isSlackAddress('http://127.0.0.1:4000/hook/1', 'http://127.0.0.1:4000/api/')).toBe(true)
    expect(isSlackAddress('http://127.0.0.1:4001/hook/1', 'http://127.0.0.1:4000/api/')).toBe(false)
  })

  it('that leads elsewhere is sent nothing, signed or not', async () => {
    const house = await openHouse()
    const stranger = await openStranger()
    expect(await deliver(house, bodyOf(house, { response_url: stranger.url }))).toBe(200)
    await house.logged('an answer failed')
    await house.logged('the failure could not be reported to the user')
    expect(stranger.got).toEqual([])
    expect(house.log.join('')).not.toContain(stranger.url)
    await house.ask()
    await house.tells('Acme')
  })
})

describe('a signed command', () => {
  it('that was seen is acknowledged and not answered again', async () => {
    const house = await openHouse()
    const body = bodyOf(house, { text: 'help', trigger_id: '9.9' })
    const at = Math.floor(Date.now() / 1_000) - 200
    const statuses = await Promise.all([1, 2, 3].map(() => deliver(house, body, at)))
    expect(statuses).toEqual([200, 200, 200])
    const again = (): number =>
      house.log.filter((line) => line.includes('a repeated command was not answered again')).length
    await expect.poll(again).toBe(2)
    expect(await deliver(house, body, at)).toBe(200)
    await expect.poll(again).toBe(3)
    // Signed anew it is another command.
    expect(await deliver(house, body, at + 1)).toBe(200)
    expect(again()).toBe(3)
    // In the store, so that every replica knows of it.
    const claims = house.store.find('slack_events', { index: 'by_expiry', order: 'ascending' })
    for await (const page of claims) for (const { _id } of page) expect(_id).toMatch(/^signed:[0-9a-f]{64}$/)
  })
})

describe('an allowance', () => {
  const open = () => {
    let time = 0
    return { allow: createAllowance(2, 60_000, () => time), at: (ms: number) => void (time = ms) }
  }

  it('begins with the first use, is each one’s own, and says when it is there again', () => {
    const { allow, at } = open()
    at(30_000)
    expect([allow('a'), allow('a'), allow('b')]).toEqual([null, null, null])
    expect(allow('a')).toEqual({ retryIn: 60 })
    at(89_001)
    expect(allow('a')).toEqual({ retryIn: 1 })
    at(90_000)
    expect([allow('a'), allow('a')]).toEqual([null, null])
    expect(allow('a')).toEqual({ retryIn: 60 })
  })
})

describe('somebody who asks all the time', () => {
  it('has to wait after twenty answers in a minute, while others are answered', async () => {
    const house = await openHouse({ tenancy: 'several' })
    for (let asked = 0; asked < 20; asked++) await house.ask(`help ${asked}`)
    await expect.poll(() => house.told().length).toBe(20)
    expect(house.told().join('\n')).not.toContain('in a minute')
    await house.ask('next week')
    expect(await house.tells('in a minute')).toMatch(
      /^You have asked 20 times in a minute, which is the limit for one person\. Please try again in \d+ seconds?\.$/,
    )
    await house.ask('', 'U0OTTO')
    const { text } = await house.slack.until(() => house.slack.visible('U0OTTO', 'C0GLOBEX')[0])
    expect(text).toContain('Globex')
  })
})
