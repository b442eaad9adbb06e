import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ExpressReceiver } from '@slack/bolt'
import type { InstallRoutes } from './install.js'

/** What answers below `/slack`, that prefix taken off the path; `next`: nobody here does. */
export type SlackHandler = (req: IncomingMessage, res: ServerResponse, next: () => void) => void

interface RoutesDeps {
  /** Over HTTP only. */
  readonly receiver: Pick<ExpressReceiver, 'router'> | undefined
  /** Where several workspaces install the app. */
  readonly installs: InstallRoutes | undefined
  readonly now: () => Date
}

/** Seconds that a request's clock may stand before ours; Bolt refuses those that stand behind it by as much. */
const mostAhead = 300

const isFromTheFuture = ({ headers }: IncomingMessage, now: Date): boolean =>
  Number(headers['x-slack-request-timestamp']) > now.getTime() / 1_000 + mostAhead

const pathOf = ({ url = '' }: IncomingMessage): string => url.split('?', 1)[0]!

/** Bolt's router behind our own check, and the pages of an installation, which need no Bolt. */
export const createSlackHandler =
  ({ receiver, installs, now }: RoutesDeps): SlackHandler =>
  (req, res, next) => {
    const asked = `${req.method} ${pathOf(req)}`
    if (receiver && asked === 'POST /events') {
      if (isFromTheFuture(req, now())) return void res.writeHead(401).end()
      // Mounted in an Express app: its requests are Express's.
      return void receiver.router(req as never, res as never, next)
    }
    if (installs && asked === 'GET /install') return void installs.install(req, res)
    if (installs && asked === 'GET /oauth_redirect') return void installs.redirect(req, res)
    next()
  }
