import { App, ExpressReceiver, SocketModeReceiver, type Logger, type Receiver } from '@slack/bolt'
import { WebClient } from '@slack/web-api'
import type { SeveralWorkspaces, SlackConfig } from '../config/slack.js'
import type { Dependencies } from '../services/dependencies.js'
import { createDigestContent, type BuildDigest } from '../services/digests/content.js'
import type { DigestPoster } from '../services/digests/poster.js'
import { createInstallations } from '../services/workspaces/installations.js'
import type { ListDirectory } from '../services/people/directory.js'
import { createFindCalendar } from '../services/links/in-slack.js'
import { createLateCalendars } from '../services/sources/late.js'
import { createRecentFacts } from '../services/presence/recent-facts.js'
import type { AddressCipher } from '../services/sources/address-cipher.js'
import { createSlackEvents } from '../services/workspaces/slack-events.js'
import { createInstallStates, createTickets } from '../services/workspaces/install-links.js'
import { createWorkspaces } from '../services/workspaces/workspaces.js'
import { createAuthorize, openInTime, type OpenWorkspace } from './workspace/access.js'
import { clientOptions, createSlackFetch } from './client.js'
import { createDigestReturns, registerDigestEvents } from './digest/events.js'
import { createSweepShared } from './digest/sweep.js'
import { createDigestPoster } from './digest/poster.js'
import {
  registerRemovals,
  signatureProperty,
  skipRepeatedEvents,
  skipReplays,
  type ForgetWorkspace,
} from './transport/events.js'
import { registerDirectory } from './people/changes.js'
import { createListDirectory, tokenFinder } from './people/directory.js'
import { createIdentity, type Identity } from './workspace/bot-identity.js'
import { createInstallRoutes, type InstallRoutes } from './workspace/install.js'
import { openInstalledWorkspace } from './workspace/installed.js'
import { createAnswering, type ListenerContext, type Register } from './listeners.js'
import { createBoltLogger, describeFault, type Log } from './log.js'
import { answerOutOfDate } from './transport/out-of-date.js'
import { openOwnWorkspace } from './workspace/own.js'
import { registerAsking } from './register.js'
import { createSlackHandler, type SlackHandler } from './transport/routes.js'
import { createResponseUrlSender } from './transport/response-url.js'
import { createSocket } from './transport/socket.js'

export interface SlackDeps extends Dependencies {
  readonly settings: SlackConfig
  /** The address at which people reach this process, when it is known. */
  readonly baseUrl: string | undefined
  readonly port: number
  readonly log: Log
  /** Monotonic milliseconds. */
  readonly elapsed: () => number
  readonly listeners: readonly Register[]
  readonly feeds: ListenerContext['feeds']
  /** Has a requested digest posted at once. */
  readonly postSoon?: ListenerContext['postSoon']
}

export interface SlackApp {
  /** Handles requests below `/slack`. */
  readonly handle: SlackHandler
  /** Builds digests, and posts them outside of any request, each workspace with its own token. */
  readonly digests: { readonly poster: DigestPoster; readonly build: BuildDigest }
  /** Lists the people of a workspace, with its own token. */
  readonly listDirectory: ListDirectory
  /** Starts the background work; returns at once, and none of it can crash the process. */
  start(): void
  /** Stops accepting work from a socket. */
  disconnect(): void
  /** Resolves when no answer is in progress any more. */
  settled(): Promise<void>
}

/** The listeners of this version, in the order in which they are tried. */
export const allListeners: readonly Register[] = [registerAsking, registerDigestEvents, registerDirectory]

/** The parts that differ between one workspace and several. */
interface Tenancy {
  readonly open: OpenWorkspace
  readonly forget: ForgetWorkspace
  readonly installs: InstallRoutes | undefined
  start(): void
  stop(): void
}

const oneWorkspace = (
  deps: SlackDeps,
  own: { botToken: string; organization: string | undefined },
  logger: Logger,
): Tenancy => {
  const { log, wait, store, settings } = deps
  const options = clientOptions(settings.apiUrl, logger)
  const causes = createDigestReturns(deps, createSweepShared({ ...deps, apiUrl: settings.apiUrl, logger }))
  const learned = ({ workspace }: Identity): void => void causes.returned(workspace, own.botToken)
  const identity = createIdentity({ token: own.botToken, options, log, wait, learned })
  return {
    open: openOwnWorkspace({ token: own.botToken, organization: own.organization, identity, store }),
    forget: async (workspace, _at, how) => {
      log.error({}, 'the app was removed from the workspace: reinstall it and set the new SLACK_BOT_TOKEN')
      identity.forget()
      // Slack may report this again after the app is back: then the token is valid.
      const now = await identity.current()
      if (typeof now === 'string' || now.workspace !== workspace) await causes.left(workspace, how)
    },
    installs: undefined,
    start: identity.start,
    stop: identity.stop,
  }
}

const severalWorkspaces = (deps: SlackDeps, several: SeveralWorkspaces, logger: Logger): Tenancy => {
  const { settings, baseUrl, log, store } = deps
  const installations = createInstallations(deps, several.encryptionKeys)
  const workspaces = createWorkspaces(deps)
  const nothing = (): void => undefined
  const causes = createDigestReturns(deps, createSweepShared({ ...deps, apiUrl: settings.apiUrl, logger }))
  return {
    open: openInstalledWorkspace({ installations, store, log }),
    forget: async (workspace, at, how) => {
      if (await workspaces.remove(workspace, at)) log.info({ workspace }, 'uninstalled')
      // Ignored when Slack reports it after the app is back.
      if (!(await workspaces.isInstalled(workspace))) await causes.left(workspace, how)
    },
    installs: createInstallRoutes({
      ...several,
      ...settings,
      baseUrl,
      tickets: createTickets(deps, several.stateSecret),
      states: createInstallStates(deps),
      installations,
      installed: async (workspace) =>
        causes.returned(workspace, (await installations.open(workspace))?.token ?? null),
      log,
      logger,
    }),
    start: nothing,
    stop: nothing,
  }
}

/** Slack calls us; Bolt checks the signature of what `routes.ts` has read. */
const createHttpReceiver = (signingSecret: string, logger: Logger, log: Log): ExpressReceiver =>
  new ExpressReceiver({
    signingSecret,
    endpoints: '/events',
    logger,
    customPropertiesExtractor: ({ headers }) => ({ [signatureProperty]: headers['x-slack-signature'] }),
    processEventErrorHandler: async ({ error, response }) => {
      log.error({ err: describeFault(error) }, 'a request from Slack failed')
      if (!response.headersSent) response.writeHead(500).end()
      return false
    },
  })

/** We call Slack. The client gets its own options object, because it writes into it. */
const createSocketReceiver = (
  appToken: string,
  apiUrl: string,
  logger: Logger,
  log: Log,
): SocketModeReceiver =>
  new SocketModeReceiver({
    appToken,
    logger,
    autoReconnectEnabled: false,
    installerOptions: { clientOptions: { ...clientOptions(apiUrl, logger), retryConfig: { retries: 0 } } },
    processEventErrorHandler: async ({ error }) => {
      log.error({ err: describeFault(error) }, 'a message from Slack failed')
      return false
    },
  })

const createBolt = (
  deps: SlackDeps & Pick<ListenerContext, 'recent' | 'findCalendar'>,
  receiver: Receiver,
  { open, forget }: Tenancy,
  logger: Logger,
) => {
  const { settings, log, now, store, random, wait, tzdata, recent, postSoon } = deps
  const events = createSlackEvents(deps)
  const app = new App({
    receiver,
    authorize: createAuthorize(open),
    logger,
    logLevel: logger.getLevel(),
    convoStore: false,
    clientOptions: clientOptions(settings.apiUrl, logger),
  })
  app.error(async (fault) => log.error({ err: describeFault(fault) }, 'a listener failed'))
  app.use(answerOutOfDate(app, log))
  app.use(skipReplays({ events, log }))
  app.use(skipRepeatedEvents({ events, log }))
  registerRemovals(app, forget)
  const { settled, ...frames } = createAnswering(log, deps.elapsed)
  const once = (token: string): WebClient =>
    new WebClient(token, { ...clientOptions(settings.apiUrl, logger), retryConfig: { retries: 0 } })
  const context: ListenerContext = {
    command: settings.command,
    log,
    now,
    random,
    wait,
    tzdata,
    address: { base: deps.baseUrl ?? `http://localhost:${deps.port}`, isKnown: deps.baseUrl !== undefined },
    store,
    feeds: deps.feeds,
    recent,
    findCalendar: deps.findCalendar,
    findLate: createLateCalendars(store, deps.elapsed, (fault, what) =>
      log.warn({ err: describeFault(fault) }, what),
    ),
    ...(postSoon && { postSoon }),
    once,
    showThrough: createResponseUrlSender(createSlackFetch(settings.apiUrl)),
    ...frames,
  }
  for (const register of deps.listeners) register(app, context)
  return { settled }
}

/** What decrypts the addresses of calendars, opened once there is a key: another process may make one. */
const createOpenCipher = ({ open }: Pick<ListenerContext['feeds'], 'open'>) => {
  let known: AddressCipher | null = null
  return async () => (known ??= (await open(false)).cipher)
}

/** The Slack side of the process: over HTTP or a socket, for one workspace or several; listeners know neither. */
export const createSlackApp = (deps: SlackDeps): SlackApp => {
  const { settings, log, now, store } = deps
  const recent = createRecentFacts()
  const { transport, workspaces, apiUrl } = settings
  const logger = createBoltLogger(log)
  const tenancy =
    'botToken' in workspaces
      ? oneWorkspace(deps, workspaces, logger)
      : severalWorkspaces(deps, workspaces, logger)
  const http =
    'signingSecret' in transport ? createHttpReceiver(transport.signingSecret, logger, log) : undefined
  const socketed =
    'appToken' in transport ? createSocketReceiver(transport.appToken, apiUrl, logger, log) : undefined
  const socket = socketed && createSocket({ ...deps, client: socketed.client })
  const receiver: Receiver = (http ?? socketed)!
  const open = openInTime(tenancy.open, log)
  const listDirectory = createListDirectory({ tokenOf: tokenFinder(open), apiUrl, logger, wait: deps.wait })
  const feeds: ListenerContext['feeds'] = {
    ...deps.feeds,
    open: async (makeKey) => ({ ...(await deps.feeds.open(makeKey)), listDirectory }),
  }
  const findCalendar = createFindCalendar({
    store,
    now,
    base: deps.baseUrl ?? null,
    openCipher: createOpenCipher(feeds),
    warn: (fault, what) => log.warn({ err: describeFault(fault) }, what),
  })
  const shared = { ...deps, feeds, recent, findCalendar }
  const { settled } = createBolt(shared, receiver, { ...tenancy, open }, logger)
  return {
    digests: {
      poster: createDigestPoster({ open, apiUrl, logger, log }),
      build: createDigestContent(store, recent, findCalendar),
    },
    listDirectory,
    handle: createSlackHandler({ receiver: http, installs: tenancy.installs, now }),
    start: () => {
      tenancy.start()
      socket?.start()
    },
    disconnect: () => {
      tenancy.stop()
      socket?.stop()
    },
    settled,
  }
}
