import {
  Client,
  StreamableHTTPClientTransport,
  UnauthorizedError,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
} from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createFetchJson } from '../../../src/feeds/fetch-json.js'
import { freePort } from '../../process/ports.js'
import { acmeId } from '../../world/acme.js'
import { createTerminal } from '../../cli/fake-io.js'
import { startWorld, type World } from '../../world/world.js'
import { signInAs, startAuthorizationServer } from './authorization-server.js'

const callback = 'http://127.0.0.1:9/callback'
const scope = 'whosout.read'
const documentUrl = 'https://agent.example/client.json'
const redirects = { redirect_uris: [callback], grant_types: ['authorization_code', 'refresh_token'] }
const ofClient = {
  ...redirects,
  client_name: 'Agent',
  token_endpoint_auth_method: 'none',
  response_types: ['code'],
}

let server: Awaited<ReturnType<typeof startAuthorizationServer>>
let world: World
let url: string
beforeAll(async () => {
  // oidc-provider finds Node 20 too old, and tells what is to be set before it serves anybody in earnest.
  for (const way of ['info', 'warn'] as const) vi.spyOn(console, way).mockReturnValue(undefined)
  server = await startAuthorizationServer({
    accounts: {
      ada: { email: 'ada@acme.example', email_verified: true },
      zoe: { email: 'zoe@acme.example', email_verified: true },
      ben: { email: 'ben@acme.example', email_verified: true },
      eve: { email: 'eve@evil.example', email_verified: true },
      fay: { email: 'fay@acme.example', email_verified: false },
    },
    callback,
    scope,
    documents: { [documentUrl]: { ...ofClient, client_id: documentUrl, application_type: 'native' } },
  })
  const port = await freePort()
  const baseUrl = `http://localhost:${port}`
  url = `${baseUrl}/mcp/acme`
  world = await startWorld({
    at: new Date().toISOString(),
    settings: { port, baseUrl, fetchJson: createFetchJson({ allowPrivate: true }) },
    organization: { mcp_issuer: server.issuer, mcp_scopes: [scope] },
  })
})
afterAll(async () => {
  await world.stop()
  await server.stop()
  vi.restoreAllMocks()
})

type Way = 'document' | 'given' | 'registered'

/** An agent as its maker writes one: what it remembers, and a person at its browser. */
const createAgent = (way: Way) => {
  let information: StoredOAuthClientInformation | undefined =
    way === 'given' ? { client_id: 'given' } : undefined
  let tokens: StoredOAuthTokens | undefined
  let verifier = ''
  let leadsTo: URL | undefined
  let discovered: OAuthDiscoveryState | undefined
  const provider: OAuthClientProvider = {
    redirectUrl: callback,
    ...(way === 'document' && { clientMetadataUrl: documentUrl }),
    clientMetadata: { ...ofClient, application_type: 'native' },
    clientInformation: () => information,
    saveClientInformation: (saved) => void (information = saved),
    tokens: () => tokens,
    saveTokens: (saved) => void (tokens = saved),
    redirectToAuthorization: (to) => void (leadsTo = to),
    saveCodeVerifier: (saved) => void (verifier = saved),
    codeVerifier: () => verifier,
    saveDiscoveryState: (saved) => void (discovered = saved),
    discoveryState: () => discovered,
    invalidateCredentials: (what) => {
      if (what === 'all' || what === 'tokens') tokens = undefined
    },
  }
  const open = async () => {
    const client = new Client({ name: 'agent', version: '1' })
    const transport = new StreamableHTTPClientTransport(new URL(url), { authProvider: provider })
    await client.connect(transport)
    return client
  }
  return {
    open,
    /** Connects, is sent to the sign-in, and connects again. */
    async signIn(login: string): Promise<Client> {
      const transport = new StreamableHTTPClientTransport(new URL(url), { authProvider: provider })
      await expect(new Client({ name: 'agent', version: '1' }).connect(transport)).rejects.toThrow(
        UnauthorizedError,
      )
      await transport.finishAuth(await signInAs(login, leadsTo!, callback))
      return open()
    },
    clientId: () => information?.client_id,
    asked: () => leadsTo!.searchParams,
    tokens: () => tokens!,
    forgetAccess: () => void (tokens = { ...tokens!, access_token: 'worn-out' }),
  }
}

const nameOf = async (client: Client): Promise<unknown> => {
  const { structuredContent } = await client.callTool({ name: 'find_person', arguments: { name: 'me' } })
  return (structuredContent as { name?: string } | undefined)?.name
}

describe('an agent with the official client', () => {
  it.each<readonly [Way, string, string, RegExp]>([
    ['document', 'ada', 'Ada Lovelace', /^https:\/\/agent\.example\/client\.json$/],
    ['given', 'zoe', 'Zoe Adler', /^given$/],
    ['registered', 'ben', 'Ben Okafor', /^[\w-]{20,}$/],
  ])('signs a person in, as a client that is known by %s', async (way, login, name, id) => {
    const agent = createAgent(way)
    const client = await agent.signIn(login)
    expect(await nameOf(client)).toBe(name)
    expect(agent.clientId()).toMatch(id)
    expect(agent.asked().get('resource')).toBe(url)
    expect(agent.asked().get('code_challenge_method')).toBe('S256')
    expect(agent.asked().get('scope')).toContain(scope)
    await client.close()
  })

  it('stays signed in by a refresh, until that is revoked', async () => {
    const agent = createAgent('given')
    await (await agent.signIn('zoe')).close()
    agent.forgetAccess()
    const client = await agent.open()
    expect(await nameOf(client)).toBe('Zoe Adler')
    expect(agent.tokens().access_token).not.toBe('worn-out')
    await client.close()
    const { revocation_endpoint } = (await (
      await fetch(`${server.issuer}/.well-known/openid-configuration`)
    ).json()) as { revocation_endpoint: string }
    const body = new URLSearchParams({ token: agent.tokens().refresh_token!, client_id: 'given' })
    expect((await fetch(revocation_endpoint, { method: 'POST', body })).status).toBe(200)
    agent.forgetAccess()
    await expect(agent.open()).rejects.toThrow(UnauthorizedError)
    expect(await nameOf(await agent.signIn('zoe'))).toBe('Zoe Adler')
  })

  it.each([
    ['eve', /Nobody here has the e-mail address/],
    ['fay', /does not mark the e-mail address as verified/],
  ])('is told why a person who signed in gets nothing: %s', async (login, why) => {
    await expect(createAgent('given').signIn(login)).rejects.toThrow(why)
  })

  it('needs a token for this organization, from its own issuer, that has not expired', async () => {
    const agent = createAgent('given')
    const client = await agent.signIn('ada')
    const { access_token } = agent.tokens()
    await client.close()
    const statusAt = async (path: string) => {
      const headers = { Authorization: `Bearer ${access_token}`, 'Content-Type': 'application/json' }
      const reply = await fetch(new URL(path, url), { method: 'POST', headers, body: '{}' })
      const { error } = (await reply.json()) as { error?: { data?: { code: string } } }
      return [reply.status, error?.data?.code]
    }
    const org = '0b0b0b0b-0000-4000-8000-000000000002'
    await world.addOrganization({ id: org, slug: 'other', mcp_issuer: server.issuer })
    expect(await statusAt('/mcp/other')).toEqual([401, 'invalid_token'])
    await world.setOrganization(org, { mcp_audience: url })
    expect(await statusAt('/mcp/other')).toEqual([403, 'person_refused'])
    await world.setOrganization(acmeId, { mcp_issuer: server.issuer.replace('localhost', '127.0.0.1') })
    expect(await statusAt('/mcp/acme')).toEqual([503, 'unavailable'])
    await world.setOrganization(acmeId, { mcp_issuer: server.issuer })
    expect((await statusAt('/mcp/acme'))[0]).not.toBe(401)
    world.setClock(new Date(Date.now() + 700_000).toISOString())
    expect(await statusAt('/mcp/acme')).toEqual([401, 'token_expired'])
    world.setClock(new Date().toISOString())
  })
})

describe('whosout doctor', () => {
  it('asks the issuer, only where it may ask', async () => {
    const [{ slug = '' } = {}] = await world.store.get('organizations', [acmeId])
    const findings = async (env: Readonly<Record<string, string>>) => {
      const { out } = await createTerminal(() => world.store, env).run('doctor --json')
      const all = JSON.parse(out) as { check: string; state: string; message: string }[]
      return all.filter(({ check, message }) => check === 'agents' && message.startsWith(slug))
    }
    expect(await findings({ FEEDS_ALLOW_PRIVATE: 'on', BASE_URL: 'https://whosout.example' })).toEqual([
      { check: 'agents', state: 'fine', message: `acme: ${server.issuer} answers, with 1 key` },
    ])
    expect(await findings({ FEEDS_ALLOW_PRIVATE: 'on' })).toMatchObject([
      { state: 'fine' },
      { state: 'warning', message: expect.stringContaining('until BASE_URL is set') as string },
    ])
    expect(await findings({})).toMatchObject([
      { state: 'broken', message: expect.stringContaining('FEEDS_ALLOW_PRIVATE=on') as string },
    ])
  })
})
