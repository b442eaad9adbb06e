import { once } from 'node:events'
import type { Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { sign } from '../../../src/demo/fake-slack/delivery.js'
import { openSocket, readToEnd, statusesIn } from '../../process/rude.js'
import { expectAlive, openHouse, type House } from '../house.js'

const sockets: Socket[] = []
afterEach(() => sockets.splice(0).forEach((socket) => socket.destroy()))

const open = async (house: House, from?: string): Promise<Socket> => {
  const socket = await openSocket(house, from)
  sockets.push(socket)
  return socket
}

const now = (): number => Math.floor(Date.now() / 1_000)
const form = 'Content-Type: application/x-www-form-urlencoded'
const anySignature = `X-Slack-Signature: v0=${'0'.repeat(64)}`
const at = (timestamp: number | string): string => `X-Slack-Request-Timestamp: ${timestamp}`

const head = (...lines: readonly string[]): string =>
  ['POST /slack/events HTTP/1.1', 'Host: x', form, ...lines, '', ''].join('\r\n')

/** What a caller is told who sends a head, perhaps some of the body, and then nothing more. */
const answerTo = async (house: House, bytes: string): Promise<string> => {
  const socket = await open(house)
  socket.write(bytes)
  return readToEnd(socket)
}

describe('a body that nobody has signed', () => {
  it.each([
    ['without a timestamp', [anySignature]],
    ['with an old timestamp', [at(now() - 301), anySignature]],
    ['with a timestamp of tomorrow', [at(now() + 86_400), anySignature]],
    ['with a timestamp that is no number', [at('0x7fffffff'), anySignature]],
    ['without a signature', [at(now())]],
    ['with a signature that can be none', [at(now()), 'X-Slack-Signature: v0=123']],
  ])('%s is refused before it is read, and the connection ends', async (_what, lines) => {
    const house = await openHouse()
    for (const more of [[], ['Expect: 100-continue']]) {
      const text = await answerTo(house, head(...lines, ...more, 'Content-Length: 1000'))
      expect(statusesIn(text)).toEqual([401])
      expect(text).toMatch(/\r\nConnection: close\r\n/i)
    }
    await expectAlive(house)
  })

  it('is refused at once when its length says more than 256 KB', async () => {
    const house = await openHouse()
    expect(
      statusesIn(await answerTo(house, head(at(now()), anySignature, 'Content-Length: 262145'))),
    ).toEqual([413])
  })

  it('is refused when more than 256 KB came, whatever was promised', async () => {
    const house = await openHouse()
    const socket = await open(house)
    socket.write(head(at(now()), anySignature, 'Transfer-Encoding: chunked'))
    const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`
    for (let count = 0; count < 5; count++) socket.write(chunk)
    expect(statusesIn(await readToEnd(socket))).toEqual([413])
    await expectAlive(house)
  })

  it('of just 256 KB is read, and answered by its signature', async () => {
    const house = await openHouse()
    const body = 'x'.repeat(262_144)
    const socket = await open(house)
    socket.write(head(at(now()), anySignature, `Content-Length: ${body.length}`, 'Connection: close') + body)
    expect(statusesIn(await readToEnd(socket))).toEqual([401])
    await expectAlive(house)
  })

  it('may come once the head was good, for a caller who waits for leave', async () => {
    const house = await openHouse()
    const body = '{"type":"url_verification","challenge":"c"}'
    const signature = sign(house.slack.credentials.signingSecret, now(), body)
    const socket = await open(house)
    const lines = [at(now()), `X-Slack-Signature: ${signature}`, 'Expect: 100-continue', 'Connection: close']
    socket.write(
      head(...lines, `Content-Length: ${body.length}`).replace(form, 'Content-Type: application/json'),
    )
    const [first] = (await once(socket, 'data')) as [Buffer]
    expect(statusesIn(first.toString())).toEqual([100])
    socket.write(body)
    expect(statusesIn(await readToEnd(socket))).toEqual([200])
  })

  it('is dropped for newer ones when all together exceed 16 MB, and Slack is answered', async () => {
    const house = await openHouse()
    const half = 'x'.repeat(250_000)
    const ends: Promise<string>[] = []
    for (let count = 0; count < 120; count++) {
      const socket = await open(house, `127.0.2.${1 + (count % 8)}`)
      socket.write(head(at(now()), anySignature, 'Content-Length: 262144') + half)
      ends.push(readToEnd(socket))
    }
    await expectAlive(house)
    const first = await ends[0]!
    expect(statusesIn(first)).toEqual([503])
    expect(first).toMatch(/\r\nRetry-After: 1\r\n/)
    for (const socket of sockets) socket.resetAndDestroy()
    await expectAlive(house)
    const refused = (await Promise.all(ends)).filter((text) => statusesIn(text)[0] === 503).length
    // 67 of them fit into 16 MB.
    expect(refused).toBeGreaterThanOrEqual(120 - 67)
  })
})
