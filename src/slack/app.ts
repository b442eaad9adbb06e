import { App, ExpressReceiver, SocketModeReceiver, type Logger, type Receiver } from '@slack/bolt'
import { WebClient } from '@slack/web-api'
import { consentAppOf, type SeveralWorkspaces, type SlackConfig } from '../config/slack.js'
import type { Dependencies } from '../services/dependencies.js'
import type { DigestPoster } from '../services/digests/poster.js'
import type { BuildDigest } from '../services/digests/content.js'
import type { AllServices } from '../services/index.js'
import type { ListDirectory } from '../services/people/directory.js'
import { createStatusEnding } from '../services/statuses/ending.js'
import type { StatusSlack } from '../services/statuses/slack.js'
import { createAuthorize, openInTime, type OpenWorkspace } from './workspace/access.js'
import { createFrames } from './answering.js'
import { clientOptions, createSlackFetch } from './client.js'
import { createDigestReturns, registerDigestEvents } from './digest/events.js'
import { createPauseDigestsAt } from './digest/pauses.js'
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
import { createDirectory } from './people/list.js'
import { createProfiles } from './people/profiles.js'
import { createIdentity, type Identity } from './workspace/bot-identity.js'
import { createInstallRoutes, type InstallRoutes } from './workspace/install.js'
import { openInstalledWorkspace } from './workspace/installed.js'
import type { Register, SlackServices } from './listeners.js'
import { createBoltLogger, describeError, type Log } from './log.js'
import { answerOutOfDate } from './transport/out-of-date.js'
import { openOwnWorkspace } from './workspace/own.js'
import { createHomes } from './home/home.js'
import { registerAsking, rooms } from './register.js'
import { createStatusConsent } from './status/consent.js'
import { createStatusSlack } from './status/status-slack.js'
import { createSlackHandler, type SlackHandler } from './transport/routes.js'
import { createResponseUrlSender } from './transport/response-url.js'
import { createSocket } from './transport/socket.js'

export interface SlackDeps extends Dependencies {
  readonly services: AllServices
  readonly settings: SlackConfig
  /** The address at which people reach this process, when it is known. */
  readonly baseUrl: string | undefined
  readonly port: number
  readonly log: Log
  /** Monotonic milliseconds. */
  readonly elapsed: () => number
  readonly listeners: readonly Register[]
  /** Has a requested digest posted at once. */
  readonly postSoon?: SlackServices['postSoon']
}

export interface SlackApp {
  /** Handles requests below `/slack`. */
  readonly handle: SlackHandler
  /** Sets statuses of people who agreed; undefined: nobody can be asked here. */
  readonly statuses: { readonly slack: StatusSlack; readonly keys: readonly Uint8Array[] } | undefined
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

/** A client that tries each call once. */
const onceWith =
  (apiUrl: string, logger: Logger) =>
  (token: string): WebClient =>
    new WebClient(token, { ...clientOptions(apiUrl, logger), retryConfig: { retries: 0 } })

const digestReturns = ({ settings: { apiUrl }, services, log }: SlackDeps, logger: Logger) => {
  const { digestPauses } = services
  const pauseAt = createPauseDigestsAt({ digestPauses, log, once: onceWith(apiUrl, logger) })
  return createDigestReturns({ digestPauses, log }, createSweepShared({ pauseAt, apiUrl, logger, log }))
}

const oneWorkspace = (
  deps: SlackDeps,
  own: { botToken: string; organization: string | undefined },
  logger: Logger,
): Tenancy => {
  const { log, wait, store, settings } = deps
  const options = clientOptions(settings.apiUrl, logger)
  const causes = digestReturns(deps, logger)
  const learned = ({ workspace }: Identity): void => void causes.returned(workspace, own.botToken)
  const identity = createIdentity({ token: own.botToken, options, log, wait, learned })
  return {
    open: openOwnWorkspace({ token: own.botToken, organization: own.organization, identity, store }),
    forget: async (workspace, _at, how) => {
      log.error({}, 'the app was removed from the workspace: reinstall it and set the new SLACK_BOT_TOKEN')
      identity.forget()
      // Slack may report this again after the app is back: then the token is valid.
      const now = await identity.current()
      if (typeof now !== 'string' && now.workspace === workspace) return
      await causes.left(workspace, how)
      if (how === 'uninstalled') await deps.services.statuses.forget(workspace, null)
    },
    installs: undefined,
    start: identity.start,
    stop: identity.stop,
  }
}

const severalWorkspaces = (deps: SlackDeps, several: SeveralWorkspaces, logger: Logger): Tenancy => {
  const { settings, baseUrl, log, store } = deps
  const { workspaces, installationsWith, ticketsWith, installStates } = deps.services
  const installations = installationsWith(several.encryptionKeys)
  const nothing = (): void => undefined
  const causes = digestReturns(deps, logger)
  return {
    open: openInstalledWorkspace({ installations, store, log }),
    forget: async (workspace, at, how) => {
      if (await workspaces.remove(workspace, at)) log.info({ workspace }, 'uninstalled')
      // Ignored when Slack reports it after the app is back.
      if (await workspaces.isInstalled(workspace)) return
      await causes.left(workspace, how)
      await deps.services.statuses.forget(workspace, null)
    },
    installs: createInstallRoutes({
      ...several,
      ...settings,
      baseUrl,
      tickets: ticketsWith(several.stateSecret),
      states: installStates,
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
      log.error({ err: describeError(error) }, 'a request from Slack failed')
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
      log.error({ err: describeError(error) }, 'a message from Slack failed')
      return false
    },
  })

/** Everything that listeners are handed. */
const slackServicesOf = (deps: SlackDeps, statusSlack: StatusSlack, logger: Logger) => {
  const { services, settings, baseUrl, port, log, now } = deps
  const { store, random, wait, tzdata, elapsed, postSoon } = deps
  const { digestPauses } = services
  const consentApp = consentAppOf(settings.workspaces)
  const once = onceWith(settings.apiUrl, logger)
  const { settled, ...frames } = createFrames(() => all, elapsed)
  const all: SlackServices = {
    ...services,
    ...frames,
    store,
    now,
    random,
    wait,
    tzdata,
    log,
    command: settings.command,
    consentApp,
    endStatus: createStatusEnding({ store, now, slack: statusSlack, keys: consentApp?.encryptionKeys ?? [] }),
    address: { base: baseUrl ?? `http://localhost:${port}`, isKnown: baseUrl !== undefined },
    profiles: createProfiles(now),
    directory: createDirectory({ log, now }),
    pauseDigestsAt: createPauseDigestsAt({ digestPauses, log, once }),
    ...createHomes(() => all, rooms),
    showThrough: createResponseUrlSender(createSlackFetch(settings.apiUrl)),
    postSoon,
    once,
  }
  return { all, settled }
}

const createBolt = (
  { settings, services: { slackEvents: events }, log, listeners }: SlackDeps,
  services: SlackServices,
  receiver: Receiver,
  { open, forget }: Pick<Tenancy, 'open' | 'forget'>,
  logger: Logger,
): void => {
  const app = new App({
    receiver,
    authorize: createAuthorize(open),
    logger,
    logLevel: logger.getLevel(),
    convoStore: false,
    clientOptions: clientOptions(settings.apiUrl, logger),
  })
  app.error(async (error) => log.error({ err: describeError(error) }, 'a listener failed'))
  app.use(answerOutOfDate(app, log))
  app.use(skipReplays({ events, log }))
  app.use(skipRepeatedEvents({ events, log }))
  registerRemovals(app, { open, forget }, services)
  for (const register of listeners) register(app, services)
}

/** The Slack side of the process: over HTTP or a socket, for one workspace or several; listeners know neither. */
export const createSlackApp = (deps: SlackDeps): SlackApp => {
  const { settings, log, now } = deps
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
  const statusSlack = createStatusSlack({ open, apiUrl, logger })
  const { all, settled } = slackServicesOf(deps, statusSlack, logger)
  const { consentApp, installStates: states } = all
  const consent =
    consentApp &&
    createStatusConsent({ ...deps, ...all, app: consentApp, slack: statusSlack, apiUrl, states, logger })
  createBolt(deps, all, receiver, { ...tenancy, open }, logger)
  return {
    digests: {
      poster: createDigestPoster({ open, apiUrl, logger, log }),
      build: all.buildDigest,
    },
    listDirectory,
    statuses: consentApp && { slack: statusSlack, keys: consentApp.encryptionKeys },
    handle: createSlackHandler({ receiver: http, installs: tenancy.installs, consent, now }),
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
