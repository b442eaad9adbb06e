import { randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isPublicAddress } from '../../src/domain/ip-addresses.js'
import { createFetchFeed } from '../../src/feeds/fetch.js'
import { createLeadsInside, type Resolve } from '../../src/feeds/guarded-agent.js'
import type { FetchedFeed } from '../../src/services/sources/fetched.js'
import { calendar } from '../domain/sources/feed.js'
import { privateHosts } from '../domain/sources/private-hosts.js'
import { say, startFeedServer, type Behave, type FeedServer } from './server.js'

const feed = calendar(['DTSTART;VALUE=DATE:20261123', 'SUMMARY:Ana Ruiz'])

let server: FeedServer
beforeAll(async () => void (server = await startFeedServer()))
afterAll(() => server.stop())

const atHome = createFetchFeed({ allowPrivate: true, timeout: 60_000 })
const impatient = createFetchFeed({ allowPrivate: true, timeout: 700 })
const tookTooLong = 'The feed did not answer within 0.7 seconds.'

const fetchFrom = async (behave: Behave, url = server.url, fetchFeed = atHome): Promise<FetchedFeed> => {
  server.behave(behave)
  return fetchFeed(new URL(url), null)
}

const errorOf = (fetched: FetchedFeed): string =>
  fetched.kind === 'failed' ? fetched.error : `not failed but ${fetched.kind}`

/** What is said of that address where private ones are refused. */
const errorAt = async (url: string, how: Partial<Parameters<typeof createFetchFeed>[0]>): Promise<string> =>
  errorOf(await createFetchFeed({ timeout: 60_000, ...how, allowPrivate: false })(new URL(url), null))

const redirect = (location: string): Behave => say('', { location }, 302)

describe('a feed', () => {
  it('is fetched, gzipped or not, with what it is recognized by', async () => {
    const plain = await fetchFrom(
      say(feed, { etag: '"1"', 'last-modified': 'Mon, 23 Nov 2026 09:00:00 GMT' }),
    )
    expect(plain).toMatchObject({ kind: 'feed', etag: '"1"', last_modified: 'Mon, 23 Nov 2026 09:00:00 GMT' })
    const packed = await fetchFrom(say(gzipSync(feed), { 'content-encoding': 'gzip' }))
    for (const fetched of [plain, packed])
      expect(Buffer.from(fetched.kind === 'feed' ? fetched.bytes : '').toString()).toBe(feed)
  })

  it('may be large and compressed, from a server that closes its connection at once', async () => {
    const large = feed.replace('END:VEVENT', `X-NOISE:${randomBytes(500_000).toString('hex')}\r\nEND:VEVENT`)
    const packed = gzipSync(large)
    const head = `HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${packed.length}\r\nConnection: close\r\n\r\n`
    for (let round = 0; round < 20; round += 1) {
      const fetched = await fetchFrom(({ socket }) => {
        socket.write(head)
        socket.end(packed)
      })
      expect(fetched.kind === 'feed' ? fetched.bytes.length : fetched).toBe(large.length)
    }
  })

  it('is requested conditionally when an earlier state is known', async () => {
    server.behave((request, response) =>
      request.headers['if-none-match'] === '"1"'
        ? say('', {}, 304)(request, response)
        : say(feed)(request, response),
    )
    expect(await atHome(new URL(server.url), { etag: '"1"', last_modified: null })).toEqual({
      kind: 'unchanged',
    })
    expect(await atHome(new URL(server.url), { etag: '"2"', last_modified: null })).toMatchObject({
      kind: 'feed',
    })
  })

  it('may not claim to be unchanged when nothing is known of it', async () => {
    expect(errorOf(await fetchFrom(say('', {}, 304)))).toBe('The feed answered with status 304.')
  })

  it('is followed through three redirects, not four', async () => {
    const hops =
      (count: number): Behave =>
      (request, response) => {
        const hop = Number(/hop=(\d)/.exec(request.url ?? '')?.[1] ?? 0)
        ;(hop < count ? redirect(`/feed.ics?hop=${hop + 1}`) : say(feed))(request, response)
      }
    expect(await fetchFrom(hops(3))).toMatchObject({ kind: 'feed' })
    expect(errorOf(await fetchFrom(hops(4)))).toBe('The feed redirected more than 3 times.')
  })

  it('sends a password to the host it is for, and to no other', async () => {
    const other = await startFeedServer(say(feed))
    await fetchFrom(redirect(other.url), server.url.replace('http://', 'http://ana:secret@'))
    expect(server.requests.at(-1)?.headers.authorization).toBe(
      `Basic ${Buffer.from('ana:secret').toString('base64')}`,
    )
    expect(other.requests[0]?.headers.authorization).toBeUndefined()
    await other.stop()
  })
})

const lost = 'The connection to the feed was lost.'
const tooLarge = 'The calendar is larger than 10 MB.'
const strange = 'The feed redirected to an address that is not https.'
const zipped = { 'content-encoding': 'gzip' }
const megabytes = 11 * 2 ** 20

const drip: Behave = (_, response) => {
  response.writeHead(200)
  const dripping = setInterval(() => response.write('x'), 50)
  response.on('close', () => clearInterval(dripping))
}
const breakOff: Behave = (_, response) => {
  response.writeHead(200, { 'content-length': '10000' })
  response.write(feed, () => response.destroy())
}

const rude: readonly (readonly [what: string, behave: Behave, error: string])[] = [
  ['never answers', () => undefined, tookTooLong],
  ['drips', drip, tookTooLong],
  [
    'answers 404',
    say('', {}, 404),
    'The feed answered with status 404. Its address may have been reset: copy the current one from the calendar.',
  ],
  ['answers 500', say('', {}, 500), 'The feed answered with status 500.'],
  ['redirects in a circle', redirect('/feed.ics'), 'The feed redirected more than 3 times.'],
  ['redirects to a file', redirect('file:///etc/passwd'), strange],
  ['redirects nowhere', redirect('http://'), strange],
  ['hangs up', (request) => request.socket.destroy(), lost],
  ['breaks off in the middle', breakOff, lost],
  ['speaks no HTTP', (request) => request.socket.end('SSH-2.0-OpenSSH_9.6\r\n'), lost],
  ['says gzip and is none', say(feed, zipped), lost],
  ['announces 11 MB', say('', { 'content-length': String(megabytes) }), tooLarge],
  ['unpacks to 11 MB', say(gzipSync(Buffer.alloc(megabytes)), zipped), tooLarge],
]

describe('a rude server', () => {
  it.each(rude)('that %s is told apart, without a word of the address', async (_, behave, error) => {
    const said = errorOf(await fetchFrom(behave, server.url, error === tookTooLong ? impatient : atHome))
    expect(said).toBe(error)
    expect(said).not.toContain('abcd1234')
  })

  it('that asks to wait is heard, by seconds or by a date', async () => {
    expect(await fetchFrom(say('', { 'retry-after': '120' }, 503))).toMatchObject({ retryAfter: 120 })
    const date = 'Mon, 23 Nov 2026 09:00:00 GMT'
    const later = 'Mon, 23 Nov 2026 09:05:00 GMT'
    expect(await fetchFrom(say('', { date, 'retry-after': later }, 429))).toMatchObject({ retryAfter: 300 })
  })

  it('that nobody listens for, or that does not exist, is named by its host', async () => {
    const gone = await startFeedServer()
    await gone.stop()
    expect(errorOf(await atHome(new URL(gone.url), null))).toBe(
      `The host 127.0.0.1:${gone.port} refused the connection.`,
    )
    const resolve: Resolve = () => Promise.reject(Object.assign(new Error('x'), { code: 'ENOTFOUND' }))
    expect(await errorAt('https://nowhere.example/', { resolve })).toBe(
      'The host nowhere.example was not found.',
    )
  })

  it('whose name is never resolved holds up nothing', async () => {
    const resolve: Resolve = () => new Promise(() => undefined)
    expect(await errorAt('https://nowhere.example/', { resolve, timeout: 100 })).toMatch(
      /^The feed did not answer/,
    )
  })
})

const isBlocked = 'The address is in a private network. If that is intended, set FEEDS_ALLOW_PRIVATE=on.'
const family = (address: string): 4 | 6 => (address.includes(':') ? 6 : 4)

describe('a private address', () => {
  it.each(privateHosts)('%s is not connected to', async (host) => {
    const resolve: Resolve = () => Promise.reject(new Error('not asked'))
    expect(await errorAt(`https://${host}/feed.ics`, { resolve })).toBe(isBlocked)
  })

  it.each([['127.0.0.1'], ['::1'], ['10.1.2.3'], ['8.8.8.8', '127.0.0.1'], ['::ffff:127.0.0.1'], []])(
    'is not connected to by a name that resolves to %s',
    async (...addresses) => {
      const resolve: Resolve = async () => addresses.map((address) => ({ address, family: family(address) }))
      expect(await errorAt('https://rebind.example/', { resolve })).toBe(isBlocked)
    },
  )

  it.each(privateHosts)('%s is not connected to when a public server redirects there', async (host) => {
    server.behave(redirect(`https://${host}:${server.port}/feed.ics`))
    const checked: string[] = []
    // The server of the suite stands for one on the internet: the first address is let through, as if it were public.
    const isPublic = (address: string) => checked.push(address) === 1 || isPublicAddress(address)
    const before = server.requests.length
    expect(await errorAt(`http://127.0.0.1:${server.port}/`, { isPublic })).toBe(isBlocked)
    expect([server.requests.length - before, checked.length]).toEqual([1, 2])
  })

  it.each(['127.0.0.1', '10.1.2.3', '::1', '169.254.169.254'])(
    'is not connected to when a public server redirects to a name that resolves to %s',
    async (address) => {
      const resolve: Resolve = async (name) => {
        const found = name === 'start.example' ? '127.0.0.1' : address
        return [{ address: found, family: family(found) }]
      }
      let checked = 0
      const isPublic = (one: string) => ++checked === 1 || isPublicAddress(one)
      server.behave(redirect(`https://inside.example:${server.port}/feed.ics`))
      const before = server.requests.length
      expect(await errorAt(`http://start.example:${server.port}/`, { resolve, isPublic })).toBe(isBlocked)
      expect(server.requests.length - before).toBe(1)
    },
  )

  it('is never reached: a server there receives nothing, whatever name leads to it', async () => {
    const before = server.requests.length
    const resolve: Resolve = async () => [{ address: '127.0.0.1', family: 4 }]
    for (const host of ['localhost', '127.0.0.1', '2130706433', '[::ffff:127.0.0.1]', 'rebind.example'])
      expect(await errorAt(`https://${host}:${server.port}/`, { resolve })).not.toMatch(/^not failed/)
    expect(server.requests.length).toBe(before)
  })

  it('cannot be slipped in after the check: the connection goes to the addresses that were checked', async () => {
    let asked = 0
    const resolve: Resolve = async () => {
      asked += 1
      return [{ address: '127.0.0.1', family: 4 }]
    }
    server.behave(say(feed))
    const fetchFeed = createFetchFeed({ allowPrivate: true, timeout: 60_000, resolve })
    expect(await fetchFeed(new URL(`http://pinned.example:${server.port}/`), null)).toMatchObject({
      kind: 'feed',
    })
    expect([asked, server.requests.at(-1)?.headers.host]).toEqual([1, `pinned.example:${server.port}`])
  })

  it.each<readonly [string, boolean, Resolve]>([
    ['a private address', true, async () => [{ address: '10.1.2.3', family: 4 }]],
    ['a public one', false, async () => [{ address: '8.8.8.8', family: 4 }]],
    ['nothing yet', false, () => Promise.reject(new Error('unknown'))],
    ['a name server that does not answer', false, () => new Promise(() => undefined)],
  ])('is told of a name that leads to %s before anything is fetched: %s', async (_, isInside, resolve) => {
    const asked = { resolve, timeout: 50 }
    expect(await createLeadsInside({ ...asked, allowPrivate: false })('hr.example')).toBe(isInside)
    expect(await createLeadsInside({ ...asked, allowPrivate: true })('hr.example')).toBe(false)
  })
})
