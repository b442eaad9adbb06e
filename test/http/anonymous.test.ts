import { gunzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { startHttp, type HttpDeps, type HttpServer } from '../../src/http/server.js'
import { receive, send } from './request.js'

const servers: HttpServer[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop(0)
})

interface Told {
  readonly path: string
  readonly status: number
}

/** A server that knows no key and, below /slack, answers what it was asked. */
const start = async (deps: Partial<HttpDeps> = {}) => {
  const log: Told[] = []
  const nobody = (): never => {
    throw new Error('nobody asks for presence here')
  }
  const server = await startHttp({
    host: '127.0.0.1',
    port: 0,
    baseUrl: undefined,
    rateLimit: 600,
    trustedHops: 0,
    limits: { maxConnectionsPerAddress: 0 },
    now: () => new Date(0),
    elapsed: () => 0,
    newId: () => 'id',
    authenticate: async () => ({ refused: 'missing' }),
    presence: { answer: nobody, today: nobody, teams: nobody },
    isReady: async () => true,
    logAccess: (fields) => void log.push(JSON.parse(`{${fields}}`) as Told),
    logError: (fault) => {
      throw fault
    },
    slack: (req, res) => void res.end(req.url),
    ...deps,
  })
  servers.push(server)
  return { server, log }
}

const get = (server: HttpServer, path: string, headers: Record<string, string> = {}, method = 'GET') =>
  receive(send(server.port, path, { headers, method }))

const contents = ['/', '/docs', '/docs/docs.js', '/docs/docs.css', '/docs/changelog', '/openapi.json']

const gzip = { 'Accept-Encoding': 'br, gzip' }

describe.each(contents)('%s', (path) => {
  it('is kept for an hour, and then 304 by its tag', async () => {
    const { server } = await start()
    const { status, headers, body } = await get(server, path)
    expect([status, headers['content-encoding']]).toEqual([200, undefined])
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=3600',
      vary: 'Accept-Encoding',
      'content-length': String(body.length),
    })
    const again = await get(server, path, { 'If-None-Match': headers.etag! })
    expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, headers.etag])
    const head = await get(server, path, {}, 'HEAD')
    expect([head.status, head.body.length]).toEqual([200, 0])
    expect(head.headers).toEqual({ ...headers, date: expect.anything() })
  })

  it('is compressed for a caller that accepts gzip, with a tag of its own', async () => {
    const { server } = await start()
    const plain = await get(server, path)
    const zipped = await get(server, path, gzip)
    if (plain.body.length < 1_024)
      return expect(zipped.headers).toEqual({ ...plain.headers, date: expect.anything() })
    expect(zipped.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' })
    expect(gunzipSync(zipped.body).equals(plain.body)).toBe(true)
    expect(zipped.headers.etag).not.toBe(plain.headers.etag)
    const refused = await get(server, path, { 'Accept-Encoding': 'gzip;q=0, identity' })
    expect(refused.headers['content-encoding']).toBeUndefined()
  })
})

describe('the limit of an address', () => {
  const limited = [...contents, '/slack/install', '/slack/oauth_redirect?code=1']

  it('is 120 requests a minute over all paths that need no key, then 429 with Retry-After', async () => {
    let elapsed = 0
    const { server } = await start({ elapsed: () => elapsed })
    const asked = Array.from({ length: 130 }, (_, i) => limited[i % limited.length]!)
    const statuses = await Promise.all(asked.map(async (path) => (await get(server, path)).status))
    expect(statuses.filter((status) => status === 429).length).toBe(10)
    const { status, headers, body } = await get(server, '/docs')
    expect([status, headers['retry-after'], headers.ratelimit]).toEqual([429, '60', '"address"; r=0; t=60'])
    expect(JSON.parse(body.toString())).toEqual({
      error: { message: 'Rate limit exceeded', code: 'rate_limited' },
    })
    elapsed = 60_000
    expect((await get(server, '/docs')).status).toBe(200)
  })

  it('touches neither presence, health, the events of Slack nor unknown paths', async () => {
    const { server } = await start()
    const paths = ['/api/v1/presence', '/healthz', '/readyz', '/slack/events', '/nowhere']
    const statusesOf = () => Promise.all(paths.map(async (path) => (await get(server, path)).status))
    const before = await statusesOf()
    for (let i = 0; i < 121; i++) await get(server, '/openapi.json', {}, 'HEAD')
    expect(await statusesOf()).toEqual(before)
  })

  it('is that of the caller behind a trusted proxy, whatever its port', async () => {
    const { server } = await start({ trustedHops: 1 })
    const from = (address: string) => get(server, '/docs', { 'X-Forwarded-For': address }, 'HEAD')
    for (let port = 1; port <= 120; port++) await from(`192.0.2.1:${port}`)
    expect((await from('192.0.2.1:121')).status).toBe(429)
    expect((await from('192.0.2.2:1')).status).toBe(200)
    for (let i = 1; i <= 120; i++) await from(`[2001:db8:0:1::${i}]:443`)
    expect((await from('2001:db8:0:2::1')).status).toBe(429)
  })
})

describe('an address without a page', () => {
  const html = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

  it.each([
    ['/nowhere', 'docs'],
    ['/docs/nowhere/deep', '../../docs'],
    ['/slackers', 'docs'],
  ])('has one for people at %s, whose links lead back', async (path, docs) => {
    const { server } = await start()
    const { status, headers, body } = await get(server, path, html)
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      404,
      'text/html; charset=utf-8',
      'no-store',
    ])
    expect(body.toString()).toContain('There is no page at this address')
    expect(body.toString()).toContain(`<a href="${docs}">API reference</a>`)
  })

  it.each([
    ['/nowhere', {}],
    ['/nowhere', { Accept: 'application/json' }],
    ['/api/v1/nowhere', html],
  ])('is an error for programs at %s', async (path, headers) => {
    const { server } = await start()
    const { status, body } = await get(server, path, headers)
    expect([status, JSON.parse(body.toString())]).toEqual([
      404,
      { error: { message: 'Not found', code: 'not_found' } },
    ])
  })
})

describe('the way to the docs', () => {
  it.each([
    [undefined, '/docs/', '../docs'],
    ['https://example.com/whosout', '/docs/', '/whosout/docs'],
  ])('at %s leads from %s to %s', async (baseUrl, path, location) => {
    const { server } = await start({ baseUrl })
    const { status, headers } = await get(server, path)
    expect([status, headers.location]).toEqual([302, location])
    expect((await get(server, path, {}, 'POST')).status).toBe(405)
  })
})

describe('below a path of a proxy', () => {
  const prefix = '/tools/whosout'
  const baseUrl = `https://example.com${prefix}`

  it.each(['/openapi.json', '/docs', '/docs/docs.css', '/', '/healthz'])(
    '%s answers, with the prefix and without it',
    async (path) => {
      const { server } = await start({ baseUrl })
      const [kept, stripped] = [await get(server, prefix + path), await get(server, path)]
      expect([kept.status, stripped.status]).toEqual([200, 200])
      expect(kept.body.equals(stripped.body)).toBe(true)
    },
  )

  it('so do presence and Slack, with their queries', async () => {
    const { server } = await start({ baseUrl })
    expect((await get(server, `${prefix}/api/v1/presence?from=x`)).status).toBe(401)
    expect((await get(server, `${prefix}/slack/events?a=b`)).body.toString()).toBe('/events?a=b')
  })

  it.each([
    [baseUrl, `${prefix}docs`, 404],
    [baseUrl, `${prefix}${prefix}/docs`, 404],
    [baseUrl, '/tools/docs', 404],
    [baseUrl, '/other/docs', 404],
    // A prefix that begins as our own paths do takes nothing away from them.
    ['https://example.com/docs', '/docs', 200],
    ['https://example.com/docs', '/docs/docs.js', 200],
    ['https://example.com/docs', '/docs/docs/docs.js', 200],
    ['https://example.com/docs', '/docs/openapi.json', 200],
  ])('the prefix of %s is taken for no more than it is: %s', async (baseUrl, path, status) => {
    const { server } = await start({ baseUrl })
    expect((await get(server, path)).status).toBe(status)
  })

  it.each([
    ['/', undefined, '/tools/whosout/'],
    ['/docs', undefined, '/tools/whosout/docs'],
    // Callers may leave out the slash after the prefix, where relative addresses would lead elsewhere.
    ['/', baseUrl, '/tools/whosout'],
    ['/docs', baseUrl, '/tools/whosout/docs'],
  ])('the page %s leads to pages of ours only, with the address %s, opened at %s', async (path, base, at) => {
    const { server } = await start({ baseUrl: base })
    const page = (await get(server, path)).body.toString()
    const links = [...page.matchAll(/(?:href|src|data-path|data-ready)="([^"#][^"]*)"/g)].map(
      ([, link]) => link!,
    )
    const own = links.filter((link) => !link.startsWith('data:'))
    expect(own.length).toBeGreaterThan(5)
    for (const link of own) {
      const { origin, pathname } = new URL(link, `https://example.com${at}`)
      expect(origin).toBe('https://example.com')
      expect(pathname).toMatch(/^\/tools\/whosout\/(docs|openapi\.json|readyz|api\/v1\/(presence|teams)|$)/)
    }
  })
})

it('requests below /slack are logged by their path, never with a query or what may be a token', async () => {
  const { server, log } = await start()
  const secret = 'who_live_0123456789abcdefghijABCDEFGHIJ0123456789abcdefghi'
  const logged = {
    '/slack/events': '/slack/events',
    [`/slack/install?link=${secret}`]: '/slack/install',
    '/slack/oauth_redirect?code=c&state=s': '/slack/oauth_redirect',
    '/slack/T0123ABCD': '-',
    [`/slack/${secret}`]: '-',
    [`/slack/events/${secret}`]: '-',
  }
  for (const path of Object.keys(logged)) await get(server, path)
  await Promise.all(servers.splice(0).map((one) => one.stop(1_000)))
  expect(log.map(({ path }) => path)).toEqual(Object.values(logged))
})
