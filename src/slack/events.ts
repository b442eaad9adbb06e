import type { AnyMiddlewareArgs, App, Middleware } from '@slack/bolt'
import type { SlackEvents } from '../services/slack-events.js'
import { describeFault, type Log } from './log.js'

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
 * Slack delivers an event again when it heard no answer: one that was handled is not handled twice. It is noted after
 * it was handled, so that one that failed may come again; listeners bear an event twice all the same, because the note
 * may fail too.
 */
export const skipRepeatedEvents = ({ events, log }: EventDeps): Middleware<AnyMiddlewareArgs> => {
  const running = new Set<string>()
  const unless = (what: string) => (fault: unknown) => {
    log.warn({ err: describeFault(fault) }, what)
    return false
  }
  return async ({ body, next }) => {
    if (!isEnvelope(body)) return next()
    const { event_id: id } = body
    if (running.has(id)) return
    running.add(id)
    try {
      if (await events.wasHandled(id).catch(unless('whether an event was handled is not known'))) return
      await next()
      await events.record(id).catch(unless('an event is not noted as handled'))
    } finally {
      running.delete(id)
    }
  }
}

/** How a workspace takes the app away. */
export type Removed = 'uninstalled' | 'token'

/** What becomes of a workspace that takes the app away. */
export type ForgetWorkspace = (workspace: string, at: Date, how: Removed) => Promise<void>

interface Removal {
  readonly team_id: string
  /** Seconds. */
  readonly event_time: number
}

/** Slack sends both when the app is uninstalled, in any order; neither asks for a token. */
export const registerRemovals = (app: App, forget: ForgetWorkspace): void => {
  const gone = ({ team_id, event_time }: Removal, how: Removed): Promise<void> =>
    forget(team_id, new Date(event_time * 1_000), how)
  app.event('app_uninstalled', ({ body }) => gone(body, 'uninstalled'))
  app.event('tokens_revoked', async ({ event, body }) => {
    // Tokens of people may be revoked as well: the app has none.
    if (event.tokens.bot && event.tokens.bot.length > 0) await gone(body, 'token')
  })
}
