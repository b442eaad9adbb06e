import { setImmediate } from 'node:timers/promises'
import {
  buildOAuthProtectedResourceMetadata,
  getOAuthProtectedResourceMetadataUrl,
} from '@modelcontextprotocol/server'
import type { JWTPayload } from 'jose'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { storedPolicy } from '../../../src/domain/presence/reasons.js'
import { createMembers } from '../../../src/services/records/members.js'
import { loadLogNames } from '../../../src/services/records/names.js'
import { collect } from '../../../src/store/port.js'
import { createClock, dependenciesOn } from '../../services/keys/world.js'
import { acmeId, members, noon } from '../../world/acme.js'
import { startWorld, type World } from '../../world/world.js'
import { connect } from './clients.js'
import { createIssuer, forge, type TestIssuer } from './issuer.js'

const base = 'https://whosout.example'
const resource = `${base}/mcp/acme`
const good = { aud: resource, sub: 'ada-at-login', email: 'Ada@acme.example', email_verified: true }

let world: World
let issuer: TestIssuer
let elapsed = 0
beforeAll(async () => {
  // The official gate has a clock of its own.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(noon) })
  issuer = await createIssuer('https://login.example/acme', '/.well-known/openid-configuration/acme')
  const settings = { baseUrl: base, fetchJson: issuer.fetchJson, elapsed: () => elapsed, rateLimit: 100_000 }
  world = await startWorld({ settings, organization: { mcp_issuer: issuer.issuer } })
})
afterAll(async () => {
  await world.stop()
  vi.useRealTimers()
})

const urlOf = (path: string): string => `http://localhost:${world.port}${path}`

const body = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'find_person', arguments: { name: 'me' } },
})
const ask = async (token: string | null, path = '/mcp/acme', question = body) => {
  const reply = await fetch(urlOf(path), {
    method: 'POST',
    body: question,
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      ...(token !== null && { Authorization: `Bearer ${token}` }),
    },
  })
  const text = await reply.text()
  const message = JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text) as {
    error?: { message: string; data: { code: string } }
    result?: { structuredContent?: Record<string, unknown> }
  }
  return {
    status: reply.status,
    rate: reply.headers.get('ratelimit'),
    retryAfter: reply.headers.get('retry-after'),
    challenge: reply.headers.get('www-authenticate'),
    code: message.error?.data.code,
    message: message.error?.message,
    found: message.result?.structuredContent,
  }
}

const records = () => createMembers(dependenciesOn(world.store, createClock()))
const actor = { who: 'test', from: null }

const accounts = () =>
  collect(world.store.find('agent_accounts', { index: 'by_org', equal: { org: acmeId } }))
const metadata = `${base}/.well-known/oauth-protected-resource/mcp/acme`

describe('whoever has no token', () => {
  it('is told where the organization signs people in, as the official package would', async () => {
    const reply = await fetch(urlOf(new URL(metadata).pathname))
    const described: unknown = await reply.json()
    expect(described).toEqual({
      resource,
      authorization_servers: [issuer.issuer],
      scopes_supported: [],
      bearer_methods_supported: ['header'],
    })
    const official = buildOAuthProtectedResourceMetadata({
      oauthMetadata: {
        issuer: issuer.issuer,
        authorization_endpoint: `${issuer.issuer}/a`,
        token_endpoint: `${issuer.issuer}/t`,
        response_types_supported: ['code'],
      },
      resourceServerUrl: new URL(resource),
      scopesSupported: [],
    })
    expect(described).toMatchObject(JSON.parse(JSON.stringify(official)) as object)
    expect(getOAuthProtectedResourceMetadataUrl(new URL(resource))).toBe(metadata)
    expect(await ask(null)).toMatchObject({
      status: 401,
      code: 'missing_key',
      message: 'Missing access token or API key',
      challenge: `Bearer realm="whosout", resource_metadata="${metadata}"`,
    })
  })

  it.each(['nobody', 'suspended', 'Acme', '%ZZ'])(
    'learns nothing of another organization: %s',
    async (slug) => {
      expect((await fetch(urlOf(`/.well-known/oauth-protected-resource/mcp/${slug}`))).status).toBe(404)
      if (slug !== '%ZZ')
        expect(await ask(null, `/mcp/${slug}`)).toMatchObject({
          status: 401,
          challenge: 'Bearer realm="whosout"',
        })
    },
  )
})

describe('a key', () => {
  it('of the organization works at its own path, and no other does', async () => {
    const { call, close } = await connect(urlOf('/mcp/acme'), world.secrets.active)
    expect(await call('find_person', { name: 'ada' })).toHaveProperty('structuredContent.email')
    await close()
    const org = await world.addOrganization({ id: '0b0b0b0b-0000-4000-8000-000000000002', slug: 'other' })
    const { token } = await world.addKey(org)
    expect(await ask(token)).toMatchObject({ status: 401, code: 'invalid_key' })
    expect((await ask(token, '/mcp/other')).status).toBe(200)
    expect((await ask(await issuer.token(good), '/mcp/other')).code).toBe('invalid_key')
    expect((await ask(await issuer.token(good), '/mcp')).code).toBe('invalid_key')
  })
})

type Row = readonly [what: string, token: () => Promise<string>, status: number, code: string, logged: string]
const signed =
  (claims: JWTPayload, header?: { readonly typ?: string; readonly kid?: string }) => (): Promise<string> =>
    issuer.token({ ...good, ...claims }, header)
const noonSeconds = Date.parse(noon) / 1_000

const refused: readonly Row[] = [
  [
    'for another audience',
    signed({ aud: `${base}/mcp/other` }),
    401,
    'invalid_token',
    'audience","seen":"https://whosout.example/mcp/other',
  ],
  ['for all of the service', signed({ aud: `${base}/mcp` }), 401, 'invalid_token', 'audience'],
  ['without an audience', signed({ aud: undefined as never }), 401, 'invalid_token', 'audience'],
  [
    'of another issuer',
    signed({ iss: 'https://login.example' }),
    401,
    'invalid_token',
    'issuer","seen":"https://login.example',
  ],
  [
    'of an issuer with a slash more',
    signed({ iss: 'https://login.example/acme/' }),
    401,
    'invalid_token',
    'issuer',
  ],
  ['that expired a minute ago', signed({ exp: noonSeconds - 60 }), 401, 'token_expired', 'expired'],
  ['that never expires', signed({ exp: undefined as never }), 401, 'invalid_token', 'claims'],
  ['that is not valid yet', signed({ nbf: noonSeconds + 60 }), 401, 'invalid_token', 'not_yet_valid'],
  ['about nobody', signed({ sub: undefined as never }), 401, 'invalid_token', 'claims'],
  ['for identity: type', signed({}, { typ: 'id+jwt' }), 401, 'invalid_token', 'kind'],
  ['for identity: nonce', signed({ nonce: 'x' }), 401, 'invalid_token', 'kind'],
  ['for identity: Keycloak', signed({ typ: 'ID' }), 401, 'invalid_token', 'kind'],
  ['for a refresh', signed({ typ: 'Refresh' }), 401, 'invalid_token', 'kind'],
  ['by an unknown key', signed({}, { kid: 'strange' }), 401, 'invalid_token', 'key_missing'],
  [
    'without a signature',
    async () => forge(await issuer.token(good), 'none', ''),
    401,
    'invalid_token',
    'algorithm',
  ],
  [
    'signed with a secret',
    async () => forge(await issuer.token(good), 'HS256', 'x'),
    401,
    'invalid_token',
    'algorithm',
  ],
  [
    'changed afterwards',
    async () =>
      (await issuer.token(good)).replace(/\..*\./, `.${btoa(JSON.stringify({ ...good, sub: 'x' }))}.`),
    401,
    'invalid_token',
    'signature',
  ],
  ['that is none', async () => 'opaque', 401, 'invalid_token', 'unreadable'],
  ['with a second word', async () => `${await issuer.token(good)} more`, 401, 'invalid_key', 'invalid'],
  ['of a stranger', signed({ sub: 's', email: 'who@acme.example' }), 403, 'person_refused', 'person_unknown'],
  [
    'of somebody who left',
    signed({ sub: 'n', email: 'nils@acme.example' }),
    403,
    'person_refused',
    'person_inactive',
  ],
  [
    'with an address that is not verified',
    signed({ sub: 'b', email_verified: false }),
    403,
    'person_refused',
    'address_unverified',
  ],
  ['with no address', signed({ sub: 'c', email: undefined }), 403, 'person_refused', 'address_unknown'],
]

/** A line is written when its answer has been sent; `expect.poll` would move the clock. */
const loggedAfter = async (lines: number): Promise<string> => {
  while (world.log.length === lines) await setImmediate()
  return world.log.slice(lines).join('')
}

describe('a token', () => {
  it.each(refused)('%s is refused', async (_, token, status, code, logged) => {
    const before = world.log.length
    const reply = await ask(await token())
    expect(reply).toMatchObject({ status, code })
    expect(reply.challenge ?? '').toMatch(
      status === 401 ? /error="invalid_token", .*resource_metadata="https:\/\/whosout\.example/ : /^$/,
    )
    expect(await accounts()).toEqual([])
    expect(await loggedAfter(before)).toContain(`"reason":"${logged}"`)
  })

  it('for an audience that may be an e-mail address is logged without it', async () => {
    const before = world.log.length
    await ask(await issuer.token({ ...good, aud: 'ben@acme.example' }))
    expect(await loggedAfter(before)).toMatch(/"reason":"audience"(?!,"seen")/)
  })

  it('of a member is answered as Slack answers them: own reasons, those of others by the policy, no addresses', async () => {
    const question = (name: string) => body.replace('"me"', JSON.stringify(name))
    const token = await issuer.token({ ...good, sub: 'ben', email: 'ben@acme.example' })
    const own = await ask(token)
    expect([own.status, own.found]).toMatchObject([200, { name: 'Ben Okafor', leaves: [{ type: 'sick' }] }])
    expect(own.found).not.toHaveProperty('email')
    const leavesOf = async (name: string) => (await ask(token, '/mcp/acme', question(name))).found!['leaves']
    expect(await leavesOf('Ada Lovelace')).toMatchObject([{ type: 'personal' }])
    await world.setOrganization(acmeId, storedPolicy('everyone'))
    expect(await leavesOf('Ada Lovelace')).toMatchObject([{ type: 'holiday' }])
    await world.setOrganization(acmeId, storedPolicy('nobody'))
    expect(await ask(world.secrets.hidden)).toMatchObject({ status: 200 })
  })

  it('binds its account to the member, who stays the same when the address is somebody else’s', async () => {
    const [ben] = await accounts()
    expect(ben).toMatchObject({ member_id: members.ben.id, issuer: issuer.issuer })
    expect(JSON.stringify(await accounts())).not.toMatch(/"ben"|acme\.example/)
    const moved = await issuer.token({ ...good, sub: 'ben', email: 'zoe@acme.example' })
    expect((await ask(moved)).found).toMatchObject({ name: 'Ben Okafor' })
    const successor = await issuer.token({ ...good, sub: 'ben-again', email: 'ben@acme.example' })
    expect(await ask(successor)).toMatchObject({
      status: 403,
      message: 'Another account has signed in for this person before',
    })
    expect(await accounts()).toHaveLength(1)
    await records().forgetAccount(acmeId, 'Ben Okafor', actor)
    expect((await ask(successor)).found).toMatchObject({ name: 'Ben Okafor' })
    expect((await ask(moved)).found).toMatchObject({ name: 'Zoe Adler' })
    for (const who of ['Ben Okafor', 'Zoe Adler']) await records().forgetAccount(acmeId, who, actor)
    expect((await ask(await issuer.token({ ...good, sub: 'ben', email: 'ben@acme.example' }))).status).toBe(
      200,
    )
  })

  it('may have expired a moment ago, because clocks differ', async () => {
    const token = await issuer.token({
      ...good,
      sub: 'ben',
      email: 'ben@acme.example',
      exp: noonSeconds - 20,
    })
    expect((await ask(token)).status).toBe(200)
  })

  it('counts against the limit of its person', async () => {
    const leftFor = async (sub: string) => {
      const token = await issuer.token({ ...good, sub, email: `${sub}@acme.example` })
      return Number(/r=(\d+)/.exec((await ask(token)).rate!)![1])
    }
    const first = await leftFor('ben')
    expect([await leftFor('ben'), await leftFor('emil.roux')]).toEqual([first - 1, 99_999])
  })

  it('is written down when it binds, and once only', async () => {
    const twice = await issuer.token({ ...good, sub: 'cleo', email: 'cleo@acme.example' })
    const replies = await Promise.all([ask(twice), ask(twice), ask(twice)])
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    const audit = await collect(world.store.find('audit', { index: 'by_time', equal: { org: acmeId } }))
    const told = audit.filter(
      ({ what, subject }) => what === 'agent_signed_in' && subject === members.cleo.id,
    )
    expect(told).toMatchObject([
      { who: `member:${members.cleo.id}`, from: '127.0.0.1', detail: { issuer: issuer.issuer } },
    ])
    const { personOf } = await loadLogNames(world.store, acmeId)
    expect(personOf(told[0]!)).toBe('Cleo Ångström')
    // A line is written when its answer has been sent.
    const lines = () => world.log.filter((line) => line.includes(`"person":"${members.cleo.id}"`))
    await expect.poll(lines).toHaveLength(3)
    expect(lines()[0]).toContain('"path":"/mcp/:org"')
    expect(world.log.join('')).not.toMatch(/eyJ|acme\.example|cleo/)
  })

  it('is good for a person whom the issuer’s page names, if it is the same one', async () => {
    const bare = { ...good, email: undefined, email_verified: undefined, sub: 'gus' }
    const token = await issuer.token(bare)
    issuer.tell(token, { sub: 'somebody', email: 'gus@acme.example', email_verified: true })
    expect(await ask(token)).toMatchObject({ status: 403 })
    // They are not looked up with every request of theirs.
    elapsed += 31_000
    issuer.tell(token, { sub: 'gus', email: 'gus@acme.example', email_verified: true })
    expect((await ask(token)).found).toMatchObject({ name: 'Gus Berg' })
  })

  it('is not refused while that page is away: the agent is told to try again', async () => {
    const token = await issuer.token({ ...good, email: undefined, email_verified: undefined, sub: 'eve' })
    issuer.setAway('people')
    expect(await ask(token)).toMatchObject({
      status: 503,
      code: 'unavailable',
      retryAfter: expect.stringMatching(/^\d+$/) as string,
    })
    issuer.setAway('nothing')
    expect((await ask(token)).status).toBe(403)
  })

  it('is good when that page, and not the token, calls the address verified', async () => {
    const token = await issuer.token({
      ...good,
      sub: 'lou',
      email: 'lou@acme.example',
      email_verified: undefined,
    })
    expect((await ask(token)).message).toMatch(/does not mark/)
    elapsed += 31_000
    issuer.tell(token, { sub: 'lou', email: 'lou@acme.example', email_verified: true })
    expect((await ask(token)).found).toMatchObject({ name: 'Lou Free' })
  })

  it('is read by other claims, audiences and scopes where the organization says so', async () => {
    await world.setOrganization(acmeId, {
      mcp_claim: 'upn',
      mcp_audience: 'client-guid',
      mcp_scopes: ['openid', 'api://acme/read'],
    })
    const entra = {
      sub: 'dan',
      aud: 'client-guid',
      upn: 'DAN@acme.example',
      scp: 'read write',
      email: undefined,
    }
    expect(await ask(await issuer.token({ ...good, ...entra, scp: 'write' }))).toMatchObject({
      status: 403,
      code: 'insufficient_scope',
      challenge: expect.stringMatching(
        /error="insufficient_scope".*scope="openid api:\/\/acme\/read"/,
      ) as string,
    })
    expect((await ask(await issuer.token({ ...good, ...entra, aud: resource }))).code).toBe('invalid_token')
    const token = await issuer.token({ ...good, ...entra })
    expect((await ask(token)).message).toMatch(/does not mark the e-mail address as verified/)
    await world.setOrganization(acmeId, { mcp_unverified: 'on' })
    expect((await ask(token)).found).toMatchObject({ name: 'Dan Wu' })
    await world.setOrganization(acmeId, {
      mcp_claim: 'email',
      mcp_audience: '',
      mcp_scopes: [],
      mcp_unverified: 'off',
    })
  })

  it('of a suspended organization, or of a member who is deactivated or erased, is refused at once', async () => {
    const token = await issuer.token({ ...good, sub: 'ben' })
    await world.setOrganization(acmeId, { suspended: true })
    expect((await ask(token)).code).toBe('organization_suspended')
    // Only whoever has a good token learns of it.
    for (const bad of [signed({ aud: 'other' }), signed({}, { kid: 'strange' })])
      expect((await ask(await bad())).code).toBe('invalid_token')
    await world.setOrganization(acmeId, { suspended: false })
    expect((await ask(token)).status).toBe(200)
    await records().erase(acmeId, { person: 'Ben Okafor', slackIds: [] }, actor)
    expect((await accounts()).map(({ member_id }) => member_id)).not.toContain(members.ben.id)
    expect((await ask(await issuer.token({ ...good, sub: 'ben', email: 'ben@acme.example' }))).code).toBe(
      'person_refused',
    )
  })
})

describe('the keys of an issuer', () => {
  it('are asked for once, again when a token names a new one, and not for every such token', async () => {
    issuer.asked.length = 0
    elapsed += 60_000
    const before = await issuer.token({ ...good, sub: 'gus' })
    expect((await ask(before)).status).toBe(200)
    expect(issuer.asked).toEqual([])
    await issuer.rotate('two', 'RS256')
    expect((await ask(await issuer.token({ ...good, sub: 'gus' }))).status).toBe(200)
    expect((await ask(before)).status).toBe(401)
    const asked = issuer.asked.length
    for (const kid of ['a', 'b', 'c']) await ask(await issuer.token({ ...good, sub: 'gus' }, { kid }))
    expect(issuer.asked).toHaveLength(asked)
  })

  it('are good while the issuer is away, for an hour; then nobody is told that the token is bad', async () => {
    const token = await issuer.token({ ...good, sub: 'gus' })
    issuer.setAway('everything')
    elapsed += 3_000_000
    expect((await ask(token)).status).toBe(200)
    elapsed += 3_600_000
    expect(await ask(token)).toMatchObject({ status: 503, code: 'unavailable', challenge: null })
    issuer.setAway('nothing')
    elapsed += 31_000
    expect((await ask(token)).status).toBe(200)
  })

  it('are tried one after the other for a token that names none', async () => {
    await issuer.rotate('three')
    await issuer.addNameless()
    const last = await issuer.token({ ...good, sub: 'gus' }, { kid: null })
    elapsed += 700_000
    expect((await ask(last)).status).toBe(200)
    const [head, claims, signature] = last.split('.') as [string, string, string]
    const other = signature.startsWith('A') ? 'B' : 'A'
    expect((await ask(`${head}.${claims}.${other}${signature.slice(1)}`)).code).toBe('invalid_token')
  })
})
