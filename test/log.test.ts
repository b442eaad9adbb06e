import { afterEach, describe, expect, it, vi } from 'vitest'
import { accessFields } from '../src/http/node/access-log.js'
import { createAccessLog, createLog } from '../src/log.js'

const line = { id: 'a.b-C_1', method: 'GET', path: '/api/v1/presence', status: 200, ms: 0.25 }
const lines = [
  line,
  { ...line, organization: 'b0a7', key: 'c1' },
  { ...line, status: 403, organization: 'b0a7', key: 'c1', address: '2001:db8::1' },
  { ...line, status: 401, organization: 'b0a7', reason: 'audience', seen: 'api://"x"' },
  { ...line, organization: 'written by "hand"\n\u2028', key: '\\' },
  { ...line, method: 'M-SEARCH', path: '-', status: 405, organization: undefined, key: undefined },
]

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))
const withoutTime = (text: string) => text.replace(/"time":"[^"]+"/g, '"time":"t"')

/** What requests with these fields leave in a log of that level. */
const writtenOf = async (level: 'info' | 'warn', ...requests: readonly (typeof lines)[number][]) => {
  const written: string[] = []
  const access = createAccessLog(
    createLog(level, { write: (text: string) => void written.push(text) }),
    () => new Date('2026-11-20T12:00:00.123Z'),
  )
  for (const one of requests) access(accessFields(one))
  await nextTurn()
  return written
}

describe('the line of a request', () => {
  it("is pino's own, byte for byte, those of one turn together and in order", async () => {
    const theirs: string[] = []
    const pinos = createLog('info', { write: (text: string) => void theirs.push(text) })
    for (const one of lines) pinos.info(one, 'request')
    const ours = await writtenOf('info', ...lines)
    expect(withoutTime(ours.join(''))).toBe(withoutTime(theirs.join('')))
    expect(ours).toHaveLength(1)
    expect(ours[0]).toContain('"time":"2026-11-20T12:00:00.123Z"')
  })

  it('hides a secret that a caller gave as the id of a request', async () => {
    const ids = ['who_live_abc', 'harmless', 'xoxb-123']
    const written = await writtenOf('info', ...ids.map((id) => ({ ...line, id })))
    const said = ['[hidden]', 'harmless', '[hidden]'].map((id) => `"id":"${id}"`)
    expect(written.join('').match(/"id":"[^"]*"/g)).toEqual(said)
  })

  it('is not written where the level is higher', async () => {
    expect(await writtenOf('warn', line)).toEqual([])
  })
})

describe('a fault that comes again', () => {
  afterEach(() => void vi.useRealTimers())

  const open = () => {
    vi.useFakeTimers()
    const written: string[] = []
    const log = createLog('info', { write: (text: string) => void written.push(text) })
    const outage = (port: number, id: string): void => {
      const cause = new Error(`connect ECONNREFUSED 127.0.0.1:${port}`)
      log.error({ err: new Error('the store does not answer', { cause }), id }, 'fault')
    }
    const bug = (): void => log.error({ err: new TypeError('x is not a function'), id: 'c' }, 'fault')
    const lines = () => written.splice(0).map((text) => JSON.parse(text) as Record<string, unknown>)
    return { log, outage, bug, lines }
  }

  it('is written with its stack once a minute, and then how often it came', () => {
    const { outage, bug, lines } = open()
    for (let i = 0; i < 1_000; i++) outage(40_000 + i, `request-${i}`)
    bug()
    const [first, other, ...rest] = lines()
    expect(first).toMatchObject({
      msg: 'fault',
      id: 'request-0',
      err: { stack: expect.stringContaining('at ') },
    })
    expect(other).toMatchObject({ msg: 'fault', err: { message: 'x is not a function' } })
    expect(rest).toEqual([])
    vi.advanceTimersByTime(60_000)
    expect(lines()).toEqual([
      {
        level: 50,
        time: expect.any(String),
        fault: 'the store does not answer',
        times: 999,
        msg: 'fault: again',
      },
    ])
    outage(1, 'later')
    expect(lines()).toMatchObject([{ msg: 'fault', id: 'later' }])
    vi.advanceTimersByTime(60_000)
    expect(lines()).toEqual([])
  })

  it('is another one when it concerns something else', () => {
    const { log, lines } = open()
    const fault = new Error('no answer')
    for (const workspace of ['T1', 'T2', 'T1']) log.warn({ err: fault, workspace }, 'not posted')
    expect(lines()).toMatchObject([{ workspace: 'T1' }, { workspace: 'T2' }])
  })

  it('is counted to the end when the process stops', async () => {
    const { log, outage, lines } = open()
    for (let i = 0; i < 5; i++) outage(i, `${i}`)
    await log.output.written()
    expect(lines()).toMatchObject([{ msg: 'fault' }, { times: 4 }])
  })
})
