import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPostWebhook } from '../../src/feeds/post.js'
import { freePort } from '../process/ports.js'
import { say, startFeedServer, type Behave, type FeedServer } from './server.js'

const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`
const [secret, other, stranger] = [newSecret(), newSecret(), newSecret()]
const body = JSON.stringify({ type: 'leave.created', data: { name: 'Cleo Ångström' } })
const delivery = () => ({ id: 'msg_1', body, at: new Date(), secrets: [secret] })

let server: FeedServer
/** The last body that came. */
let came = ''
const receive =
  (then: Behave): Behave =>
  (request, response) => {
    came = ''
    request.setEncoding('utf8').on('data', (chunk: string) => (came += chunk))
    request.on('end', () => then(request, response))
  }
beforeAll(async () => void (server = await startFeedServer()))
afterAll(() => server.stop())

const post = createPostWebhook({ allowPrivate: true, timeout: 60_000 })
const send = async (behave: Behave, poster = post, more: object = {}) => {
  server.behave(receive(behave))
  return poster(new URL(server.url), { ...delivery(), ...more })
}
const verifiedBy = (key: string): unknown => {
  const headers = server.requests.at(-1)!.headers as Record<string, string>
  return new Webhook(key).verify(came, headers)
}

describe('a delivery', () => {
  it('is verified by the library of Standard Webhooks, over a real connection', async () => {
    expect(await send(say('', {}, 204))).toEqual({ kind: 'received', status: 204 })
    expect(verifiedBy(secret)).toEqual(JSON.parse(body))
    expect(() => verifiedBy(stranger)).toThrow('No matching signature')
    expect(server.requests.at(-1)).toMatchObject({
      method: 'POST',
      url: '/feed.ics?secret=abcd1234',
      headers: { 'webhook-id': 'msg_1', 'content-type': 'application/json', 'user-agent': 'whosout' },
    })
  })

  it('is signed by both secrets during a rotation, either of which verifies it', async () => {
    await send(say(''), post, { secrets: [other, secret] })
    expect(server.requests.at(-1)!.headers['webhook-signature']).toMatch(/^v1,\S+ v1,\S+$/)
    for (const key of [secret, other]) expect(verifiedBy(key)).toEqual(JSON.parse(body))
  })

  const late = 'The receiver did not answer within 0.5 seconds.'
  it.each<
    readonly [what: string, behave: Behave, status: number | null, error: string, retryAfter: number | null]
  >([
    ['is refused', say('no', {}, 400), 400, 'The receiver answered with status 400.', null],
    [
      'is asked to wait',
      say('', { 'retry-after': '120' }, 503),
      503,
      'The receiver answered with status 503.',
      120,
    ],
    ['never answers', () => undefined, null, late, null],
    [
      'hangs up',
      (request) => request.socket.destroy(),
      null,
      'The connection to the receiver was lost.',
      null,
    ],
  ])(
    'to a receiver that %s has failed, without a word of the address',
    async (_, behave, status, error, retryAfter) => {
      const poster = error === late ? createPostWebhook({ allowPrivate: true, timeout: 500 }) : post
      const said = await send(behave, poster)
      expect(said).toEqual({ kind: 'failed', status, error, retryAfter })
    },
  )

  it('follows no redirect', async () => {
    const elsewhere = await startFeedServer(say(''))
    const moved = say('', { location: elsewhere.url }, 307)
    expect(await send(moved)).toMatchObject({ kind: 'failed', status: 307 })
    expect(elsewhere.requests).toEqual([])
    await elsewhere.stop()
  })

  it('sends a password in the address as a header', async () => {
    server.behave(receive(say('')))
    await post(new URL(server.url.replace('http://', 'http://ana:secret@')), delivery())
    expect(server.requests.at(-1)?.headers.authorization).toBe(`Basic ${btoa('ana:secret')}`)
  })

  it('goes to no private address, by whatever name, and nowhere without encryption', async () => {
    const before = server.requests.length
    const guarded = createPostWebhook({
      allowPrivate: false,
      resolve: async () => [{ address: '127.0.0.1', family: 4 }],
    })
    const places = [server.url.replace('http://', 'https://'), 'https://receiver.example/', server.url]
    const said = await Promise.all(places.map((place) => guarded(new URL(place), delivery())))
    expect(said.map((one) => ('error' in one ? one.error : ''))).toEqual([
      expect.stringContaining('private network'),
      expect.stringContaining('private network'),
      expect.stringContaining('not https'),
    ])
    expect(server.requests.length).toBe(before)
  })
})

const documented = readFileSync(new URL('../../docs/webhooks.md', import.meta.url), 'utf8')
const exampleIn = (language: string): string =>
  new RegExp(`\`\`\`${language}\n([\\s\\S]+?)\`\`\``).exec(documented)![1]!
/** The answer to a request without a header of ours, or a body. */
const bare = async (port: number): Promise<string> => {
  const socket = connect(port, '127.0.0.1')
  socket.write('POST / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')
  return text(socket)
}
const hasPython = spawnSync('python3', ['--version']).status === 0

describe('the receiver of the documentation', () => {
  it.each<readonly [language: string, command: string, args: readonly string[], isHere: boolean]>([
    ['js', process.execPath, ['--input-type=module', '--eval'], true],
    ['python', 'python3', ['-c'], hasPython],
  ])('takes what is signed, and nothing else: %s', async (language, command, args, isHere) => {
    if (!isHere) return
    const port = await freePort()
    const env = { ...process.env, PORT: String(port), WEBHOOK_SECRET: secret }
    const child = spawn(command, [...args, exampleIn(language)], { env, stdio: ['ignore', 'pipe', 'ignore'] })
    let printed = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text))
    const statusOf = async (secrets: readonly string[], at = new Date()) => {
      const said = await post(new URL(`http://127.0.0.1:${port}/`), { ...delivery(), secrets, at })
      return said.status
    }
    await expect.poll(() => statusOf([secret])).toBe(204)
    expect(await statusOf([stranger])).toBe(401)
    expect(await bare(port)).toMatch(/^HTTP\/1\.\d 401 /)
    expect(await statusOf([other, secret])).toBe(204)
    expect(await statusOf([secret], new Date(Date.now() - 600_000))).toBe(401)
    await expect.poll(() => printed).toContain('leave.created')
    child.kill()
  })
})
