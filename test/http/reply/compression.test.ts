import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { acceptedCoding } from '../../../src/http/reply/content.js'
import { acmeId, teams } from '../../world/acme.js'
import { startWorld, type World } from '../../world/world.js'
import { receive, send } from '../request.js'

let world: World
beforeAll(async () => void (world = await startWorld()))
afterAll(() => world.stop())

const ask = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  receive(
    send(world.port, path, { headers: { Authorization: `Bearer ${world.secrets.active}`, ...headers } }),
  )

const encoding = (value: string) => ({ 'Accept-Encoding': value })

describe('a presence reply', () => {
  it('is gzip at first and brotli once it is kept, each with a strong tag and the same content', async () => {
    const path = '/api/v1/presence?from=2026-11-02&to=2026-11-30'
    const plain = await ask(path)
    expect(plain.body.length).toBeGreaterThan(1_024)
    expect([plain.headers['content-encoding'], plain.headers['vary']]).toEqual([undefined, 'Authorization'])
    const other = '/api/v1/presence?from=2026-11-03&to=2026-11-30'
    const zipped = await ask(other, encoding('gzip, deflate, br'))
    const kept = await ask(other, encoding('gzip, deflate, br'))
    const again = await ask(other, encoding('br'))
    const codings = [zipped, kept, again].map(({ headers }) => headers['content-encoding'])
    expect(codings).toEqual(['gzip', 'br', 'br'])
    expect(again.body.equals(kept.body)).toBe(true)
    expect(zipped.headers['vary']).toBe('Authorization, Accept-Encoding')
    expect(Number(zipped.headers['content-length'])).toBe(zipped.body.length)
    const whole = await ask(other)
    expect(gunzipSync(zipped.body).equals(whole.body)).toBe(true)
    expect(brotliDecompressSync(kept.body).equals(whole.body)).toBe(true)
    const base = whole.headers['etag']!.slice(0, -1)
    expect([zipped, kept].map(({ headers }) => headers['etag'])).toEqual([`${base}-gzip"`, `${base}-br"`])
  })

  it('is 304 for a caller with the tag of any encoding, weak or strong, whatever encoding they would get now', async () => {
    const path = '/api/v1/presence?from=2026-11-04'
    const base = (await ask(path)).headers['etag']!.slice(0, -1)
    for (const tag of [`${base}"`, `${base}-gzip"`, `${base}-br"`])
      for (const named of [tag, `W/${tag}`, `"x", W/${tag}`])
        for (const accepted of ['identity', 'gzip', 'br']) {
          const reply = await ask(path, { 'If-None-Match': named, ...encoding(accepted) })
          expect([reply.status, reply.headers['etag'], reply.body.length], named).toEqual([304, tag, 0])
        }
    expect((await ask(path, { 'If-None-Match': `${base}-zstd"` })).status).toBe(200)
  })

  it('is not compressed when it is small, an error, or not accepted compressed', async () => {
    const coded = async (path: string, accepted: string) =>
      (await ask(path, encoding(accepted))).headers['content-encoding']
    const nobody = 'team_id=00000000-0000-0000-0000-000000000000'
    for (const query of [nobody, 'from=x'])
      expect([query, await coded(`/api/v1/presence?${query}`, 'gzip')]).toEqual([query, undefined])
    for (const accepted of ['identity', 'gzip;q=0', '*;q=0', 'deflate', ''])
      expect([accepted, await coded('/api/v1/presence', accepted)]).toEqual([accepted, undefined])
  })

  it.each([
    ['gzip', true, false],
    ['x-gzip', true, false],
    ['GZIP;Q=0.5, br', true, true],
    ['gzip;q=0, *', false, true],
    ['*', true, true],
    ['br;q=0', false, false],
    ['deflate, zstd', false, false],
    ['identity;q=0', false, false],
    ['identity, gzip;q=0.1', true, false],
    ['*;q=0', false, false],
    ['*;q=0, gzip', true, false],
    ['gzip;q=0.000', false, false],
    ['gzip;q=many', false, false],
    ['gzip ; q=1 ,\tbr', true, true],
    ['{{{,;;=,"', false, false],
    [',;'.repeat(4_000), false, false],
    ['', false, false],
  ])('reads %j', (header, gzip, br) => {
    expect(acceptedCoding(header, ['gzip'])).toBe(gzip ? 'gzip' : null)
    expect(acceptedCoding(header, ['br'])).toBe(br ? 'br' : null)
    expect(acceptedCoding(header, ['br', 'gzip'])).toBe(br ? 'br' : gzip ? 'gzip' : null)
  })
})

describe('the list of teams', () => {
  const bodyOf = async (path: string, key: string = world.secrets.active) => {
    const { status, body, headers } = await ask(path, { Authorization: `Bearer ${key}` })
    return { status, headers, body: JSON.parse(body.toString()) as Record<string, unknown> }
  }

  it('has every team with its active members, by name, under the rules of the presence path', async () => {
    const { status, headers, body } = await bodyOf('/api/v1/teams')
    expect(status).toBe(200)
    expect(body).toEqual({
      teams: [
        { id: teams.design, name: 'Design', members: 3 },
        { id: teams.platform, name: 'Platform', members: 4 },
        { id: teams.support, name: 'Support', members: 3 },
      ],
    })
    expect([headers['vary'], headers['cache-control'], headers['ratelimit']]).toEqual([
      'Authorization',
      'no-store',
      expect.stringMatching(/^"api-key"; r=\d+/),
    ])
    const known = await ask('/api/v1/teams', { 'If-None-Match': headers['etag']! })
    expect([known.status, known.body.length]).toEqual([304, 0])
  })

  it('is the one team of a key that is limited to it, and none when that is gone', async () => {
    const one = await bodyOf('/api/v1/teams', world.secrets.team)
    expect(one.body).toEqual({ teams: [{ id: teams.platform, name: 'Platform', members: 4 }] })
    expect((await bodyOf('/api/v1/teams', world.secrets.orphan)).body).toEqual({ teams: [] })
  })

  it('refuses what the presence path refuses, and every parameter', async () => {
    expect((await bodyOf('/api/v1/teams', world.secrets.revoked)).body).toEqual({
      error: { message: 'API key has been revoked', code: 'key_revoked' },
    })
    expect((await bodyOf('/api/v1/teams?from=today')).status).toBe(422)
    await world.setOrganization(acmeId, { suspended: true })
    expect((await bodyOf('/api/v1/teams')).status).toBe(401)
  })
})
