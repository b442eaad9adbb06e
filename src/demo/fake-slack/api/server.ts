import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import { authorize, workspaceByToken, type AppCredentials, type Consent } from './access.js'
import type { FakeCore } from './calls.js'
import type { FakeCall, JsonObject } from '../state.js'
import { callMethod } from './methods.js'
import { parseJson, readCall, type ReadCall } from './requests.js'
import { useResponseUrl } from './responses.js'

export interface FakeAnswer {
  readonly status: number
  readonly body: JsonObject | string
  readonly headers?: Readonly<Record<string, string>>
}

export const send = (res: ServerResponse, { status, body, headers }: FakeAnswer): void => {
  if (res.destroyed || res.headersSent) return
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  res.writeHead(status, {
    'Content-Type': typeof body === 'string' ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
    ...headers,
  })
  res.end(text)
}

export type Interfere = (call: FakeCall, res: ServerResponse, apply: () => FakeAnswer) => boolean

export interface ServerDeps {
  readonly core: FakeCore
  readonly credentials: AppCredentials
  /** Answers a call in place of the stand-in, which `apply` lets it do all the same; false: it does not. */
  readonly interfere: Interfere
  /** The next installer's choice on the consent page; null: cancels. */
  readonly consent: () => Consent | null
}

interface FakeExchange {
  readonly req: IncomingMessage
  readonly res: ServerResponse
  readonly url: URL
}

type JsonAnswer = FakeAnswer & { readonly body: JsonObject }
type AskedCall = Pick<FakeCall, 'method' | 'team_id' | 'args'>

const runCall = ({ core, credentials }: ServerDeps, call: ReadCall, team_id: string | null): JsonAnswer => ({
  status: 200,
  body: call.refusal ?? callMethod(core, credentials, call),
  headers: team_id === null ? {} : { 'X-OAuth-Scopes': core.state.workspaces.get(team_id)!.scopes.join(',') },
})

/** Listens on a free port of the loopback interface. `close` also ends calls that were never answered. */
export const startServer = async (deps: ServerDeps) => {
  const { core, credentials, interfere, consent } = deps
  const { state, now, changed } = core

  /** Records a call, decides whether it fails, and answers. */
  const answerCall = ({ req, res }: FakeExchange, asked: AskedCall, run: () => JsonAnswer): void => {
    const user_agent = req.headers['user-agent'] ?? ''
    const call: FakeCall = { ...asked, user_agent, at: now().toISOString(), ended: null, reply: null }
    state.calls.push(call)
    res.once('close', () => {
      call.ended = now().toISOString()
      changed()
    })
    const apply = (): FakeAnswer => {
      const answer = run()
      call.reply = answer.body
      changed()
      return answer
    }
    if (!interfere(call, res, apply)) send(res, apply())
    changed()
  }
  const answerWebApi = async (exchange: FakeExchange): Promise<void> => {
    const call = await readCall(exchange.req, exchange.url)
    const workspace = workspaceByToken(core, call.token, credentials)
    const team_id = 'refusal' in workspace ? null : workspace.id
    const { client_secret: _secret, ...args } = call.args
    answerCall(exchange, { method: call.method, team_id, args }, () => runCall(deps, call, team_id))
  }
  const answerResponseUrl = async (exchange: FakeExchange): Promise<void> => {
    const path = exchange.url.pathname
    const args = parseJson(await readText(exchange.req))
    const team_id = state.responseUrls.get(path)?.team_id ?? null
    const asked = { method: 'response_url', team_id, args: args ?? {} }
    answerCall(exchange, asked, () => useResponseUrl(core, path, args))
  }
  const showConsentPage = ({ res, url }: FakeExchange): void => {
    const back = authorize(core, url.searchParams, credentials, consent())
    if (back === undefined) send(res, { status: 400, body: 'invalid client_id or redirect_uri' })
    else send(res, { status: 302, body: '', headers: { Location: back } })
  }
  const answer = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const url = new URL(req.url ?? '/', 'http://slack.invalid')
    const exchange = { req, res, url }
    if (url.pathname.startsWith('/api/')) return answerWebApi(exchange)
    if (url.pathname === '/oauth/v2/authorize') return showConsentPage(exchange)
    if (/^\/(commands|actions)\//.test(url.pathname) && req.method === 'POST')
      return answerResponseUrl(exchange)
    send(res, { status: 404, body: 'Not found' })
  }
  // A client may take any amount of time between connecting and sending its request.
  const server = createServer({ headersTimeout: 0, requestTimeout: 0 }, (req, res) => {
    // A request that is interrupted while it is read needs no answer.
    answer(req, res).catch(() => res.destroy())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
