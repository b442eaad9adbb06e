import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ExpressReceiver } from '@slack/bolt'
import type { StatusConsentRoutes } from '../status/consent.js'
import type { InstallRoutes } from '../workspace/install.js'
import { createUnsignedBodies } from './unsigned-bodies.js'

/** Handles paths below `/slack`, with that prefix removed; `next`: not handled here. */
export type SlackHandler = (req: IncomingMessage, res: ServerResponse, next: () => void) => void

interface RoutesDeps {
  /** Over HTTP only. */
  readonly receiver: Pick<ExpressReceiver, 'router'> | undefined
  /** When several workspaces may install the app. */
  readonly installs: InstallRoutes | undefined
  /** When people can be asked for their consent. */
  readonly consent: StatusConsentRoutes | undefined
  readonly now: () => Date
}

/** The allowed clock difference in seconds, in both directions; the same as Bolt's limit for old requests. */
const maxClockSkew = 300

const signatureForm = /^v0=[0-9a-f]{64}$/

/** Whether Slack could have signed a request, judged by its headers: only then is its body read. */
const couldBeSigned = ({ headers }: IncomingMessage, now: Date): boolean => {
  const at = headers['x-slack-request-timestamp']
  const signature = headers['x-slack-signature']
  return (
    typeof at === 'string' &&
    /^\d{1,12}$/.test(at) &&
    Math.abs(Number(at) - now.getTime() / 1_000) <= maxClockSkew &&
    typeof signature === 'string' &&
    signatureForm.test(signature)
  )
}

/**
 * Refuses a request without reading its body: the connection closes after the reply, because the unread rest would be
 * taken for the next request.
 */
const refuse = (res: ServerResponse, status: 401 | 413 | 503): void =>
  void res.writeHead(status, { Connection: 'close', ...(status === 503 && { 'Retry-After': '1' }) }).end()

const pathOf = ({ url = '' }: IncomingMessage): string => url.split('?', 1)[0]!

/** Bolt's router behind our own checks, and the installation pages, which do not need Bolt. */
export const createSlackHandler = ({ receiver, installs, consent, now }: RoutesDeps): SlackHandler => {
  const bodies = createUnsignedBodies()

  const takeEvent = async (
    router: ExpressReceiver['router'],
    req: IncomingMessage,
    res: ServerResponse,
    next: () => void,
  ): Promise<void> => {
    if (!couldBeSigned(req, now())) return refuse(res, 401)
    if (req.headers.expect !== undefined) res.writeContinue()
    const read = await bodies.read(req)
    if (read === 'gone') return void res.destroy()
    if (typeof read === 'number') return refuse(res, read)
    // Bolt reads a pre-read body from this property, and checks its signature before anything else.
    Object.assign(req, { rawBody: read.body })
    // Mounted in an Express app, so its requests are Express's.
    router(req as never, res as never, next)
    setImmediate(read.release)
  }

  const takeReturn = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    if (await consent?.finish(req, res)) return
    if (installs) await installs.redirect(req, res)
    else consent?.expired(res)
  }

  return (req, res, next) => {
    const asked = `${req.method} ${pathOf(req)}`
    if (receiver && asked === 'POST /events') return void takeEvent(receiver.router, req, res, next)
    if (installs && asked === 'GET /install') return void installs.install(req, res)
    if (consent && asked === 'GET /status/connect') return void consent.connect(req, res)
    if ((installs || consent) && asked === 'GET /oauth_redirect') return void takeReturn(req, res)
    next()
  }
}
