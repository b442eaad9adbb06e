import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider, { type Configuration } from 'oidc-provider'

/** Claims of a person, by what they type at the sign-in. */
type Accounts = Readonly<Record<string, Record<string, unknown>>>

interface ServerOptions {
  readonly accounts: Accounts
  readonly callback: string
  readonly scope: string
  /** The documents of clients, by their addresses. */
  readonly documents: Readonly<Record<string, object>>
}

/** A real authorization server on loopback, which nobody here wrote. Close it. */
export const startAuthorizationServer = async ({ accounts, callback, scope, documents }: ServerOptions) => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`
  const configuration: Configuration = {
    clients: [
      {
        client_id: 'given',
        redirect_uris: [callback],
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        application_type: 'native',
      },
    ],
    claims: { email: ['email', 'email_verified'] },
    scopes: ['openid', 'offline_access', 'email', scope],
    pkce: { required: () => true },
    features: {
      registration: { enabled: true },
      revocation: { enabled: true },
      clientIdMetadataDocument: { enabled: true, ack: 'draft-02' } as never,
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: (_ctx, resource) => ({
          scope,
          audience: resource,
          accessTokenTTL: 600,
          accessTokenFormat: 'jwt',
        }),
        useGrantedResource: () => true,
      },
    },
    clientDefaults: { grant_types: ['authorization_code', 'refresh_token'], response_types: ['code'] },
    findAccount: (_ctx, id) => ({ accountId: id, claims: () => ({ sub: id, ...accounts[id] }) }),
    extraTokenClaims: (_ctx, token) => ('accountId' in token ? accounts[String(token.accountId)] : undefined),
    issueRefreshToken: async () => true,
    fetch: async (address, options) => {
      const document = typeof address === 'object' && 'href' in address ? documents[address.href] : undefined
      const found = document ?? documents[String(address)]
      return found ? Response.json(found) : fetch(address, options)
    },
  }
  const provider = new Provider(issuer, configuration)
  server.on('request', provider.callback())
  return {
    issuer,
    stop: async (): Promise<void> => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** The page of a form: its address, and what it asks for. */
const formOf = (page: string): { readonly action: string; readonly prompt: string } | null => {
  const action = /<form[^>]*action="([^"]+)"/.exec(page)?.[1]
  const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1]
  return action && prompt ? { action, prompt } : null
}

/** A person at a browser: signs in, consents, and comes back with the answer in the address. */
export const signInAs = async (login: string, start: URL, callback: string): Promise<URLSearchParams> => {
  const cookies = new Map<string, string>()
  let url = start
  let body: URLSearchParams | null = null
  for (let step = 0; step < 20; step += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const reply: Response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie },
      ...(body && { method: 'POST', body }),
    })
    for (const line of reply.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    body = null
    const location = reply.headers.get('location')
    if (location !== null) {
      url = new URL(location, url)
      if (url.href.startsWith(callback)) return url.searchParams
      continue
    }
    const page = await reply.text()
    const form = formOf(page)
    if (!form)
      throw new Error(
        `${reply.status} at ${url.pathname}: ${page.replace(/<style[\s\S]*?<\/style>/, '').slice(0, 2_000)}`,
      )
    url = new URL(form.action, url)
    body = new URLSearchParams({
      prompt: form.prompt,
      ...(form.prompt === 'login' && { login, password: 'x' }),
    })
  }
  throw new Error('The sign-in leads nowhere.')
}
