import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from '@slack/bolt'
import { WebClient } from '@slack/web-api'
import type { ConsentApp } from '../../config/slack.js'
import type { StatusConsents } from '../../services/statuses/consents.js'
import type { StatusSlack } from '../../services/statuses/slack.js'
import type { InstallStates } from '../../services/workspaces/install-links.js'
import { authorizationUrl, clientOptions } from '../client.js'
import { describeError, type Log } from '../log.js'
import { redirectPath, statusScope } from '../manifest.js'
import { pageHeaders, parametersOf, sendPage, type Page } from '../workspace/pages.js'

export interface ConsentDeps {
  readonly app: ConsentApp
  readonly apiUrl: string
  /** The address at which people reach this process; undefined: Slack uses the first redirect address of the app. */
  readonly baseUrl: string | undefined
  readonly states: InstallStates
  readonly statuses: Pick<StatusConsents, 'connect' | 'isKnown'>
  readonly slack: Pick<StatusSlack, 'revoke'>
  readonly log: Log
  readonly logger: Logger
}

type Person = NonNullable<Awaited<ReturnType<InstallStates['personOf']>>>

const again = 'Open the Home tab of whosout in Slack and press the button again.'

const pages = {
  connected: {
    status: 200,
    title: 'Your status will show your days off',
    paragraphs: [
      'On the first morning of an absence it says how long you are out, but never why. Whatever you write there yourself stays.',
      'The Home tab of whosout in Slack has a button to stop.',
    ],
  },
  denied: {
    status: 200,
    title: 'Nothing was changed',
    paragraphs: ['You cancelled in Slack, so whosout does not set your status.'],
  },
  expired: {
    status: 400,
    title: 'This link is no longer valid',
    paragraphs: [`It works once, for ten minutes. ${again}`],
  },
  stranger: {
    status: 403,
    title: 'This was for somebody else',
    paragraphs: [
      `You are signed in to Slack as another person, or in another workspace. Nothing was saved. ${again}`,
    ],
  },
  failed: {
    status: 502,
    title: 'Slack did not complete this',
    paragraphs: [`Nothing was saved. ${again}`],
  },
} as const satisfies Record<string, Page>

/** Consent of one person to have their status set: `GET /slack/status/connect`, and the return from Slack. */
export const createStatusConsent = (deps: ConsentDeps) => {
  const { app, apiUrl, baseUrl, states, statuses, slack, log, logger } = deps
  const { clientId, clientSecret, encryptionKeys: keys } = app
  const redirect = baseUrl === undefined ? {} : { redirect_uri: baseUrl + redirectPath }

  /** Only the person who asked may answer, whoever holds the link: Slack says who it was. */
  const exchange = async (person: Person, code: string): Promise<Page> => {
    const client = new WebClient(undefined, clientOptions(apiUrl, logger))
    const granted = await client.oauth.v2.access({
      client_id: clientId,
      client_secret: clientSecret,
      code,
      ...redirect,
    })
    const { id, access_token: token, scope } = granted.authed_user ?? {}
    const workspace = granted.team?.id
    const isTheirs = id === person.user && workspace === person.workspace
    if (!isTheirs || !token || !scope?.split(',').includes(statusScope)) {
      // Slack gives a person one token: that of a stranger who agreed for themselves stays good.
      const isKept = workspace && id && (await statuses.isKnown(workspace, id))
      if (token && !isKept) await slack.revoke(token)
      return isTheirs ? pages.failed : pages.stranger
    }
    await statuses.connect(person, { token, timezone: null, keys })
    log.info(
      { workspace: person.workspace, organization: person.org },
      'a person lets whosout set their status',
    )
    return pages.connected
  }

  const finish = async (person: Person, parameters: URLSearchParams): Promise<Page> => {
    const spent = await states.spend(parameters.get('state') ?? '')
    if ('refused' in spent) return pages.expired
    if (parameters.has('error'))
      return parameters.get('error') === 'access_denied' ? pages.denied : pages.failed
    return exchange(person, parameters.get('code') ?? '').catch((error: unknown) => {
      log.error({ err: describeError(error) }, 'a consent failed')
      return pages.failed
    })
  }

  return {
    /** Sends a person on to Slack, which asks them. Never rejects. */
    async connect(req: IncomingMessage, res: ServerResponse): Promise<void> {
      const state = parametersOf(req).get('state') ?? ''
      const person = await states.personOf(state).catch(() => null)
      if (!person) return sendPage(res, pages.expired)
      const to = new URL(authorizationUrl(apiUrl))
      const parameters = {
        client_id: clientId,
        user_scope: statusScope,
        team: person.workspace,
        state,
        ...redirect,
      }
      for (const [name, value] of Object.entries(parameters)) to.searchParams.set(name, value)
      const { 'Content-Type': _, ...headers } = pageHeaders
      res.writeHead(302, { ...headers, Location: to.href }).end()
    },

    /** Handles a return from Slack that ends a consent; false: it ends something else. Never rejects. */
    async finish(req: IncomingMessage, res: ServerResponse): Promise<boolean> {
      const parameters = parametersOf(req)
      const person = await states.personOf(parameters.get('state') ?? '').catch(() => null)
      if (!person) return false
      sendPage(res, await finish(person, parameters).catch(() => pages.failed))
      return true
    },

    /** For a return that nothing else handles. */
    expired: (res: ServerResponse): void => sendPage(res, pages.expired),
  }
}
export type StatusConsentRoutes = ReturnType<typeof createStatusConsent>
