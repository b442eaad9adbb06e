import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from '@slack/bolt'
import { InstallProvider, InvalidStateError, type CallbackOptions, type Installation } from '@slack/oauth'
import { Problem } from '../../domain/problem.js'
import type { Ticket } from '../../domain/workspaces/install-link.js'
import type { Installations } from '../../services/workspaces/installations.js'
import type { InstallStates, Tickets } from '../../services/workspaces/install-links.js'
import { optionalScopes, redirectPath, requiredScopes } from '../manifest.js'
import { authorizationUrl, clientOptions } from '../client.js'
import { describeError, type Log } from '../log.js'
import {
  deniedPage,
  enterprisePage,
  exchangePage,
  installedPage,
  linkPages,
  parametersOf,
  sendPage,
  statePage,
  storePage,
  type Page,
} from './pages.js'

export interface InstallDeps {
  readonly clientId: string
  readonly clientSecret: string
  readonly apiUrl: string
  /** The address at which people reach this process; undefined: Slack uses the first redirect address of the app. */
  readonly baseUrl: string | undefined
  readonly command: string
  readonly tickets: Tickets
  readonly states: InstallStates
  readonly installations: Pick<Installations, 'install'>
  /** Called for each workspace that has the app (again). Never rejects. */
  readonly installed: (workspace: string) => Promise<void>
  readonly log: Log
  readonly logger: Logger
}

type Route = (req: IncomingMessage, res: ServerResponse) => Promise<void>

/** `GET /slack/install` and `GET /slack/oauth_redirect`; neither rejects. */
export interface InstallRoutes {
  readonly install: Route
  readonly redirect: Route
}

const stateErrors = ['slack_oauth_invalid_state', 'slack_oauth_missing_state', 'slack_oauth_missing_code']

const pageOf = (error: unknown): Page => {
  if (error instanceof Problem) return error.code === 'conflict' ? linkPages.used : storePage
  const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined
  return stateErrors.includes(String(code)) ? statePage : exchangePage
}

/** Slack's answer as a workspace record; null without a bot or a workspace. */
const workspaceOf = ({ team, bot, user }: Installation) =>
  team && bot
    ? {
        id: team.id,
        name: team.name ?? team.id,
        token: bot.token,
        bot_id: bot.id || null,
        bot_user_id: bot.userId,
        scopes: bot.scopes,
        installed_by: user.id,
      }
    : null

/** Slack's package passes a string from one of its steps to the next, inside this process. */
const writeMetadata = (link: Ticket | null): string => (link ? JSON.stringify(link) : '')
const readMetadata = (text: string | undefined): Ticket | null => (text ? (JSON.parse(text) as Ticket) : null)

/** Handles an installation that Slack has granted, and returns its page. Throws the errors of the store. */
const finish = async (deps: InstallDeps, granted: Installation): Promise<Page> => {
  const { tickets, installations, log, command } = deps
  if (granted.isEnterpriseInstall) return enterprisePage
  const workspace = workspaceOf(granted)
  if (!workspace) return exchangePage
  const link = readMetadata(granted.metadata)
  const read = link && (await tickets.reviewLink(link))
  if (read && 'refused' in read) return linkPages[read.refused]
  const installed = await installations.install(workspace, read?.link ?? null)
  await deps.installed(workspace.id)
  const { organization } = installed
  log.info(
    { workspace: workspace.id, organization: organization?._id ?? null, link: installed.link },
    'installed',
  )
  return installedPage({
    workspace,
    organization: organization?.name ?? null,
    staysElsewhere: installed.link === 'other',
    command,
  })
}

const stateCookieName = 'slack-app-oauth-state'

/**
 * The cookie that ties the return from Slack to this browser, for ten minutes. The package's own says nothing of
 * `SameSite`, which browsers read in different ways; `Strict` would keep it from coming back from Slack.
 */
const cookieOf = (state: string): string =>
  `${stateCookieName}=${state}; Secure; HttpOnly; SameSite=Lax; Path=/; Max-Age=600`

const createProvider = (
  { clientId, clientSecret, apiUrl, logger, states }: InstallDeps,
  options: InstallOptions,
) =>
  new InstallProvider({
    clientId,
    clientSecret,
    logger,
    stateCookieName,
    clientOptions: clientOptions(apiUrl, logger),
    authorizationUrl: authorizationUrl(apiUrl),
    stateStore: {
      generateStateParam: ({ metadata }) => states.issue(readMetadata(metadata)),
      verifyStateParam: async (_now, id) => {
        const state = await states.spend(id)
        if ('refused' in state) throw new InvalidStateError(`the state is ${state.refused}`)
        return { ...options, metadata: writeMetadata(state.link) }
      },
    },
  })

const optionsOf = (baseUrl: string | undefined) => ({
  scopes: [...requiredScopes, ...optionalScopes],
  ...(baseUrl === undefined ? {} : { redirectUri: baseUrl + redirectPath }),
})
type InstallOptions = ReturnType<typeof optionsOf>

/** Installation in a workspace. The install link, if there was one, is kept here until Slack returns the state. */
export const createInstallRoutes = (deps: InstallDeps): InstallRoutes => {
  const { tickets, states, log, baseUrl } = deps
  const options = optionsOf(baseUrl)
  const provider = createProvider(deps, options)
  const fail = (error: unknown, res: ServerResponse): void => {
    const page = pageOf(error)
    if (page.status >= 500) log.error({ err: describeError(error) }, 'an installation failed')
    if (!res.headersSent) sendPage(res, page)
  }
  const callbacks: CallbackOptions = {
    // Everything is done here, so that the page can report what was saved; false: nothing is left to save.
    afterInstallation: async (granted, _options, _req, res) => {
      sendPage(res, await finish(deps, granted))
      return false
    },
    failure: (error, _options, _req, res) => fail(error, res),
  }
  const install: Route = async (req, res) => {
    const text = parametersOf(req).get('link')
    const read = text === null ? null : await tickets.readLink(text)
    if (read && 'refused' in read) return sendPage(res, linkPages[read.refused])
    // The address may carry a link: no referrer is sent to Slack, and no cache keeps the state in the answer.
    const headers = { 'Referrer-Policy': 'no-referrer', 'Cache-Control': 'no-store' }
    const metadata = writeMetadata(read?.link ?? null)
    const to = await provider.generateInstallUrl({ ...options, metadata })
    const cookie = cookieOf(new URL(to).searchParams.get('state') ?? '')
    res.writeHead(302, { ...headers, Location: to, 'Set-Cookie': cookie }).end()
  }
  const redirect: Route = async (req, res) => {
    const parameters = parametersOf(req)
    const error = parameters.get('error')
    if (error !== null)
      await states
        .spend(parameters.get('state') ?? '')
        .catch((error: unknown) =>
          log.warn({ err: describeError(error) }, 'an install state could not be deleted; it will expire'),
        )
    if (error !== 'access_denied') return provider.handleCallback(req, res, callbacks)
    log.info({}, 'an installation was cancelled')
    sendPage(res, deniedPage)
  }
  return {
    install: (req, res) => install(req, res).catch((error: unknown) => fail(error, res)),
    redirect: (req, res) => redirect(req, res).catch((error: unknown) => fail(error, res)),
  }
}
