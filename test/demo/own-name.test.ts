import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { portOf } from '../process/rude.js'
import { converse } from '../http/raw.js'
import { openDemoHouse, stopDemos, type DemoHouse } from './house.js'

let house: DemoHouse
beforeAll(async () => {
  house = await openDemoHouse()
})
afterAll(stopDemos)

const asks = (host: string): readonly string[] => [
  `GET /demo HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
  `GET /demo/state HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
  `GET /demo/page.js HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
]

describe('the demo', () => {
  it.each([
    'localhost',
    'localhost:3000',
    '127.0.0.1:3000',
    '[::1]:3000',
    '192.168.1.7',
    'demo.localhost',
    'LOCALHOST.',
  ])('answers a page that was opened at %s', async (host) => {
    for (const bytes of asks(host))
      expect((await converse(portOf(house), bytes)).replies[0]!.status).toBe(200)
  })

  it.each([
    'evil.example',
    'evil.example:3000',
    '127.0.0.1.evil.example',
    'localhost.evil.example',
    'a@b',
    '',
  ])('tells nothing to a page that says it is %s (DNS rebinding)', async (host) => {
    for (const bytes of [
      ...asks(host),
      `POST /demo/controls HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: 15\r\n\r\n{"id":"evening"}`,
    ]) {
      const { status, body } = (await converse(portOf(house), bytes)).replies[0]!
      expect(status).toBe(403)
      expect(body).not.toContain('who_')
    }
  })
})
