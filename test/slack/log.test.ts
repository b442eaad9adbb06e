import { WebClient } from '@slack/web-api'
import { describe, expect, it } from 'vitest'
import { createLog, scrub } from '../../src/log.js'
import { createBoltLogger, describeError, slackErrorOf } from '../../src/slack/log.js'

const capture = () => {
  const lines: string[] = []
  const log = createLog('trace', { write: (line: string) => void lines.push(line) })
  return { lines, logger: createBoltLogger(log) }
}

const body = { user: { name: 'ana', email: 'ana@example.com' }, token: 'xoxb-1-2-secret' }

describe('Bolt’s logger', () => {
  it('keeps levels and sentences', () => {
    const { lines, logger } = capture()
    logger.info('one')
    logger.warn('two', 'and more')
    logger.error('three', new Error('with a stack'))
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
      { level: 30, msg: 'one' },
      { level: 40, msg: 'two and more' },
      { level: 50, msg: 'three', err: { name: 'Error', message: 'with a stack', stack: expect.any(String) } },
    ])
  })

  it('never writes debug messages or objects', () => {
    const { lines, logger } = capture()
    logger.setLevel('debug' as never)
    expect(logger.getLevel()).toBe('info')
    logger.debug('a body', JSON.stringify(body))
    logger.info('a body', body)
    logger.error(body)
    expect(lines.join('')).not.toContain('ana')
    expect(lines).toHaveLength(2)
  })
})

const fails = async (status: number, text: string): Promise<unknown> => {
  const client = new WebClient('xoxb-1-2-secret', {
    fetch: async () => new Response(text, { status }),
    retryConfig: { retries: 0 },
    logger: capture().logger,
  })
  return client.auth.test().then(
    () => undefined,
    (fault: unknown) => fault,
  )
}

describe('a fault', () => {
  it('is logged with Slack’s error code and a stack, without Slack’s response', async () => {
    const text = JSON.stringify({ ok: false, error: 'missing_scope', needed: 'users:read', user: body.user })
    const fault = await fails(200, text)
    expect(slackErrorOf(fault)).toBe('missing_scope')
    expect(describeError(fault)).toMatchObject({
      name: 'WebAPIPlatformError',
      code: 'slack_webapi_platform_error',
      slack: 'missing_scope',
      stack: expect.stringContaining('WebClient.apiCall') as string,
    })
    expect(JSON.stringify(describeError(fault))).not.toContain('ana')
  })

  it('is logged without the page that a proxy sent instead of Slack', async () => {
    const page = `<html>${'x'.repeat(20_000)}</html>`
    for (const status of [200, 502]) {
      const fault = await fails(status, page)
      expect(fault).toBeInstanceOf(Error)
      expect(slackErrorOf(fault)).toBeUndefined()
      expect(JSON.stringify(describeError(fault)).length).toBeLessThan(6_000)
    }
  })

  it('is logged also when it is not an error', () => {
    expect(describeError(undefined)).toEqual({ name: 'undefined', message: 'undefined' })
    expect(describeError('late')).toEqual({ name: 'string', message: 'late' })
  })
})

describe('the net below the log', () => {
  it.each([
    'xoxb-12345-67890-AbCdEf',
    'xoxe.xoxb-1-MS0yLTExMTE',
    'xapp-1-A0123-456-abcdef',
    'https://hooks.slack.com/commands/T0ACME/1234/abcd',
    'wss://wss-primary.slack.com/link/?ticket=0c2f-secret&app_id=1',
    'eyJraW5kIjoiaW5zdGFsbC1saW5rIiwiaWQi.qL2nJ0n-secret_x',
    'v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503',
    'ana@example.com',
  ])('catches %s', (secret) => {
    const line = scrub(`{"msg":"a word ${secret} another"}`)
    expect(line).toContain('a word')
    expect(line).toContain('another"}')
    for (const part of ['12345', 'MS0y', 'A0123', 'abcd', '0c2f', 'secret', 'a2114', 'ana@'])
      expect(line).not.toContain(part)
  })
})
