import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFetchJson } from '../../src/feeds/fetch-json.js'
import { privateHosts } from '../domain/sources/private-hosts.js'
import { say, startFeedServer, type Behave, type FeedServer } from './server.js'

let server: FeedServer
beforeAll(async () => void (server = await startFeedServer()))
afterAll(() => server.stop())

const atHome = createFetchJson({ allowPrivate: true, timeout: 60_000 })
const outside = createFetchJson({ allowPrivate: false })

describe('a page of an identity provider', () => {
  it('is read, and told who asks only where that is given', async () => {
    server.behave(say('{"issuer":"x"}'))
    expect(await atHome(server.url)).toEqual({ json: { issuer: 'x' } })
    expect(await atHome(server.url, 'Bearer t')).toEqual({ json: { issuer: 'x' } })
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual([undefined, 'Bearer t'])
  })

  it.each<[what: string, Behave, RegExp, isAway?: boolean]>([
    ['a redirect, even to itself', say('', { location: '/' }, 302), /answered with status 302\.$/],
    ['a page that is not there', say('', {}, 404), /answered with status 404\.$/],
    ['a fault', say('', {}, 500), /answered with status 500\.$/, true],
    ['too much to do', say('', {}, 429), /answered with status 429\.$/, true],
    ['a page for people', say('<html>'), /something that is not JSON\.$/],
    ['more than a page has', say(JSON.stringify('x'.repeat(300_000))), /something that is not JSON\.$/],
    [
      'a connection that ends',
      (_, { socket }) => void socket?.destroy(),
      /^The connection to 127\.0\.0\.1:\d+ was lost\.$/,
      true,
    ],
  ])('is none: %s', async (_, behave, failed, isAway = false) => {
    server.behave(behave)
    const unfetched = await atHome(server.url)
    expect(unfetched).toMatchObject({ failed: expect.stringMatching(failed) as string })
    expect('isAway' in unfetched && unfetched.isAway).toBe(isAway)
  })

  it('is not asked for without https, or in a private network', async () => {
    const before = server.requests.length
    const addresses = [
      server.url,
      ...privateHosts.map((host) => `https://${host}/`),
      'file:///etc/passwd',
      'x',
    ]
    for (const address of addresses) expect(await outside(address)).toHaveProperty('failed')
    expect(server.requests).toHaveLength(before)
  })
})
