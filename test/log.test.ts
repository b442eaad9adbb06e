import { describe, expect, it } from 'vitest'
import { accessFields } from '../src/http/node/access-log.js'
import { createAccessLog, createLog } from '../src/log.js'

const line = { id: 'a.b-C_1', method: 'GET', path: '/api/v1/presence', status: 200, ms: 0.25 }
const lines = [
  line,
  { ...line, organization: 'b0a7', key: 'c1' },
  { ...line, status: 403, organization: 'b0a7', key: 'c1', address: '2001:db8::1' },
  { ...line, organization: 'written by "hand"\n\u2028', key: '\\' },
  { ...line, method: 'M-SEARCH', path: '-', status: 405, organization: undefined, key: undefined },
]

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))
const withoutTime = (text: string) => text.replace(/"time":"[^"]+"/g, '"time":"t"')

describe('the line of a request', () => {
  it("is pino's own, byte for byte, those of one turn together and in order", async () => {
    const [ours, theirs]: [string[], string[]] = [[], []]
    const pinos = createLog('info', { write: (text: string) => void theirs.push(text) })
    const access = createAccessLog(
      createLog('info', { write: (text: string) => void ours.push(text) }),
      () => new Date('2026-11-20T12:00:00.123Z'),
    )
    for (const one of lines) {
      pinos.info(one, 'request')
      access(accessFields(one))
    }
    await nextTurn()
    expect(withoutTime(ours.join(''))).toBe(withoutTime(theirs.join('')))
    expect(ours).toHaveLength(1)
    expect(ours[0]).toContain('"time":"2026-11-20T12:00:00.123Z"')
  })

  it('hides a secret that a caller gave as the id of a request', async () => {
    const written: string[] = []
    const access = createAccessLog(
      createLog('info', { write: (text: string) => void written.push(text) }),
      () => new Date(),
    )
    for (const id of ['who_live_abc', 'harmless', 'xoxb-123']) access(accessFields({ ...line, id }))
    await nextTurn()
    expect(written.join('').match(/"id":"[^"]*"/g)).toEqual([
      '"id":"[hidden]"',
      '"id":"harmless"',
      '"id":"[hidden]"',
    ])
  })

  it('is not written where the level is higher', async () => {
    const written: string[] = []
    const access = createAccessLog(
      createLog('warn', { write: (text: string) => void written.push(text) }),
      () => new Date(),
    )
    access(accessFields(line))
    await nextTurn()
    expect(written).toEqual([])
  })
})
