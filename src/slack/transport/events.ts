import type { AnyMiddlewareArgs, App, Middleware } from '@slack/bolt'
import type { SlackEvents } from '../../services/workspaces/slack-events.js'
import { within } from '../../services/within.js'
import { askerOf } from '../admission.js'
import { contextOf, type OpenWorkspace } from '../workspace/access.js'
import type { SlackServices } from '../listeners.js'
import { describeError, type Log } from '../log.js'

interface EventDeps {
  readonly events: SlackEvents
  readonly log: Log
}

/** Slack's envelope around an event; commands and interactions have none. */
interface Envelope {
  readonly event_id: string
}

const isEnvelope = (body: object): body is Envelope => 'event_id' in body && typeof body.event_id === 'string'

/**
 * Slack delivers an event again when it got no answer; an event that was handled is skipped. It is recorded after it
 * was handled, so that a failed one may be delivered again. Listeners tolerate duplicates all the same, because
 * recording may fail too.
 */
export const skipRepeatedEvents = ({ events, log }: EventDeps): Middleware<AnyMiddlewareArgs> => {
  const running = new Set<string>()
  const unless = (what: string) => (error: unknown) => {
    log.warn({ err: describeError(error) }, what)
    return false
  }
  return async ({ body, next }) => {
    if (!isEnvelope(body)) return next()
    const { event_id: id } = body
    if (running.has(id)) return
    running.add(id)
    try {
      if (await events.wasHandled(id).catch(unless('could not check whether an event was already handled')))
        return
      await next()
      await events.record(id).catch(unless('an event could not be recorded as handled'))
    } finally {
      running.delete(id)
    }
  }
}

/** Where the receiver leaves the signature of a request for `skipReplays`. */
export const signatureProperty = 'signature'

/** Milliseconds: Slack waits for three seconds, and the listener needs most of them. */
const claimTimeout = 500

/**
 * A signed command, button or form that was seen before is acknowledged but not answered: anyone who captured one could
 * send it again for as long as its signature is valid. Events have ids of their own and are redelivered on purpose. If
 * the store does not answer in time, the request continues.
 */
export const skipReplays = ({ events, log }: EventDeps): Middleware<AnyMiddlewareArgs> => {
  const claim = (signature: string): Promise<boolean> =>
    events.claimSignature(signature).catch((error: unknown) => {
      log.warn({ err: describeError(error) }, 'could not check whether a command was already handled')
      return true
    })
  return async (args) => {
    const { body, context, next } = args
    const signature: unknown = context[signatureProperty]
    if (typeof signature !== 'string' || isEnvelope(body)) return next()
    if (await within(claimTimeout, claim(signature), () => true)) return next()
    log.warn({ workspace: context.teamId }, 'a repeated command was not answered again')
    if ('ack' in args && typeof args.ack === 'function') await args.ack()
  }
}

/** The ways in which a workspace removes the app. */
export type Removed = 'uninstalled' | 'token'

/** Handles the removal of the app from a workspace. */
export type ForgetWorkspace = (workspace: string, at: Date, how: Removed) => Promise<void>

interface Removal {
  readonly team_id: string
  /** Seconds. */
  readonly event_time: number
}

/** Slack sends both when the app is uninstalled, in any order; neither needs a token of the app. */
export const registerRemovals = (
  app: App,
  { open, forget }: { readonly open: OpenWorkspace; readonly forget: ForgetWorkspace },
  services: SlackServices,
): void => {
  const gone = ({ team_id, event_time }: Removal, how: Removed): Promise<void> =>
    forget(team_id, new Date(event_time * 1_000), how)
  app.event('app_uninstalled', ({ body }) => gone(body, 'uninstalled'))
  app.event('tokens_revoked', async ({ event, body }) => {
    const { oauth = [], bot = [] } = event.tokens
    const users = oauth.length > 0 ? await services.statuses.forget(body.team_id, oauth) : []
    if (bot.length > 0) return gone(body, 'token')
    const opened = users.length > 0 && (await open(body.team_id))
    if (!opened || !opened.bot) return
    const client = services.once(opened.bot.token)
    for (const id of users) {
      const context = contextOf(opened, body.team_id)
      const asker = askerOf(services, { client, context, body: { user: { id } } })
      if (!('refused' in asker)) await services.redrawHome(asker)
    }
  })
}
