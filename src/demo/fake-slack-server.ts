import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import { authorize, workspaceByToken, type AppCredentials, type Consent } from './fake-slack-access.js'
import { refuse, type FakeCall, type FakeCore } from './fake-slack-calls.js'
import type { FakeFault, Faults } from './fake-slack-faults.js'
import { callMethod } from './fake-slack-methods.js'
import { parseJson, readCall, type ReadCall } from './fake-slack-requests.js'
import { useResponseUrl } from './fake-slack-responses.js'
import type { Json } from './fake-slack-state.js'

interface Answer {
  readonly status: number
  readonly body: Json | string
  readonly headers?: Readonly<Record<string, string>>
}

export interface ServerDeps {
  readonly core: FakeCore
  readonly credentials: AppCredentials
  readonly faults: Faults
  /** What the next installer does on the consent page; null: cancels. */
  readonly consent: () => Consent | null
}

export interface FakeServer {
  readonly url: string
  readonly close: () => Promise<void>
}

const send = (res: ServerResponse, { status, body, headers }: Answer): void => {
  if (res.destroyed || res.headersSent) return
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  res.writeHead(status, {
    'Content-Type': typeof body === 'string' ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
    ...headers,
  })
  res.end(text)
}

/** Runs what was asked, at once or later, and answers as the fault wants. */
type Suffer = (res: ServerResponse, run: () => Answer, fault: FakeFault) => void

const createSuffer = (timers: Set<NodeJS.Timeout>): Suffer => {
  const after = (ms: number, run: () => void): void => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      run()
    }, ms)
    timers.add(timer)
  }
  return (res, run, fault) => {
    if ('applied' in fault && fault.applied) run()
    switch (fault.kind) {
      case 'rate_limited': {
        const headers = fault.retryAfter === null ? {} : { 'Retry-After': String(fault.retryAfter) }
        return send(res, { status: 429, body: refuse('ratelimited'), headers })
      }
      case 'http_error':
        return send(res, { status: fault.status ?? 500, body: 'Server Error' })
      case 'reset':
        return void res.socket?.resetAndDestroy()
      case 'silence':
        return
      case 'late':
        return void res.once('close', () => after(fault.delay ?? 0, run))
      case 'slow': {
        const answer = run()
        return after(fault.ms, () => send(res, answer))
      }
      case 'malformed':
        return send(res, { status: 200, body: '<html>Something went wrong' })
      case 'error':
        return send(res, { status: 200, body: refuse(fault.error) })
    }
  }
}

const withWarnings = (reply: Json, warnings: readonly string[]): Json =>
  warnings.length === 0 || reply.ok !== true
    ? reply
    : {
        ...reply,
        warning: warnings.join(','),
        response_metadata: { ...(reply.response_metadata ?? {}), warnings },
      }

const createAnswers = ({ core, credentials, faults, consent }: ServerDeps, suffer: Suffer) => {
  /** Notes the call, asks which fault hits it, and answers. */
  const answerCall = (
    { req, res }: { req: IncomingMessage; res: ServerResponse },
    { method, team_id, args }: Pick<FakeCall, 'method' | 'team_id' | 'args'>,
    run: () => { readonly status: number; readonly body: Json; readonly headers?: Record<string, string> },
  ): void => {
    const call: FakeCall = {
      method,
      team_id,
      args,
      user_agent: req.headers['user-agent'] ?? '',
      at: core.now().toISOString(),
      ended: null,
      reply: null,
    }
    core.state.calls.push(call)
    res.once('close', () => {
      call.ended = core.now().toISOString()
      core.changed()
    })
    const applied = (): Answer => {
      const answer = run()
      call.reply = answer.body
      core.changed()
      return answer
    }
    const fault = faults.take(call)
    if (fault === undefined) send(res, applied())
    else suffer(res, applied, fault)
    core.changed()
  }

  const runCall = (call: ReadCall): Json =>
    call.refusal ?? withWarnings(callMethod(core, credentials, call), call.warnings)

  const scopesHeader = (team_id: string | null): Record<string, string> =>
    team_id === null ? {} : { 'X-OAuth-Scopes': core.state.workspaces.get(team_id)!.scopes.join(',') }

  const webApi = async (req: IncomingMessage, res: ServerResponse, url: URL): Promise<void> => {
    const call = await readCall(req, url)
    const workspace = workspaceByToken(core, call.token, credentials)
    const team_id = 'refusal' in workspace ? null : workspace.id
    const { client_secret: _secret, ...args } = call.args
    answerCall({ req, res }, { method: call.method, team_id, args }, () => ({
      status: 200,
      body: runCall(call),
      headers: scopesHeader(team_id),
    }))
  }

  const responseUrl = async (req: IncomingMessage, res: ServerResponse, url: URL): Promise<void> => {
    const args = parseJson(await readText(req))
    const team_id = core.state.responseUrls.get(url.pathname)?.team_id ?? null
    answerCall({ req, res }, { method: 'response_url', team_id, args: args ?? {} }, () =>
      useResponseUrl(core, url.pathname, args),
    )
  }

  const consentPage = (res: ServerResponse, url: URL): void => {
    const back = authorize(core, url.searchParams, credentials, consent())
    if (back === undefined) send(res, { status: 400, body: 'invalid client_id or redirect_uri' })
    else send(res, { status: 302, body: '', headers: { Location: back } })
  }

  return async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const url = new URL(req.url ?? '/', 'http://slack.invalid')
    if (url.pathname.startsWith('/api/')) return webApi(req, res, url)
    if (/^\/(commands|actions)\//.test(url.pathname) && req.method === 'POST')
      return responseUrl(req, res, url)
    if (url.pathname === '/oauth/v2/authorize') return consentPage(res, url)
    send(res, { status: 404, body: 'Not found' })
  }
}

/** Listens on a free port of the loopback interface. `close` also ends calls that were never answered. */
export const startServer = async (deps: ServerDeps): Promise<FakeServer> => {
  const timers = new Set<NodeJS.Timeout>()
  const answer = createAnswers(deps, createSuffer(timers))
  const server = createServer((req, res) => {
    // A request that breaks off while it is read needs no answer.
    answer(req, res).catch(() => res.destroy())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
        for (const timer of timers) clearTimeout(timer)
      }),
  }
}
