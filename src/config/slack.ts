import { z } from 'zod'

/** Slack's own Web API. */
export const slackApiUrl = 'https://slack.com/api/'

/** Whose tokens the process holds: those of its own workspace, or of every workspace that installs the app. */
type SlackWorkspaces = OneWorkspace | SeveralWorkspaces

/** What asking people for their consent needs, and keeping it: their statuses in Slack. */
export interface ConsentApp {
  readonly clientId: string
  readonly clientSecret: string
  /** 32 bytes each: the first encrypts, all decrypt. */
  readonly encryptionKeys: readonly Uint8Array[]
}

export interface OneWorkspace {
  readonly botToken: string
  /** Undefined: nobody is asked. */
  readonly consent: ConsentApp | undefined
  /** The slug of the organization that the workspace belongs to; undefined: the only one in the store. */
  readonly organization: string | undefined
}

export interface SeveralWorkspaces extends ConsentApp {
  /** Signs install links. */
  readonly stateSecret: string
}

/** Undefined: nobody can be asked for their consent here. */
export const consentAppOf = (workspaces: SlackWorkspaces): ConsentApp | undefined =>
  'botToken' in workspaces ? workspaces.consent : workspaces

/** HTTP: Slack calls us. Socket Mode: we call Slack. */
type SlackTransport = { readonly signingSecret: string } | { readonly appToken: string }

export interface SlackConfig {
  readonly transport: SlackTransport
  readonly workspaces: SlackWorkspaces
  /** Including the slash. */
  readonly command: string
  /** Ends in a slash. Any address other than Slack's own is a fake Slack. */
  readonly apiUrl: string
}

const keyBytes = 32

const keyOf = (text: string): Uint8Array | null => {
  const key = Buffer.from(text, 'base64')
  return key.length === keyBytes && key.toString('base64') === text ? new Uint8Array(key) : null
}

/** One key, or several separated by commas, newest first. */
const encryptionKeys = z.string().transform((text, context) => {
  const keys = text.split(/ *, */).map(keyOf)
  if (keys.every((key) => key !== null)) return keys
  context.addIssue(
    keys.length === 1
      ? 'must be 32 bytes in base64 (44 characters); generate one with `openssl rand -base64 32`'
      : `must be 32-byte keys in base64 (44 characters each), separated by commas, newest first; number ${keys.indexOf(null) + 1} is not valid`,
  )
  return z.NEVER
})

/** Tokens are sent to this address, so nobody on the way may be able to read them. */
const isPrivate = ({ protocol, hostname, username, password }: URL): boolean =>
  username === '' &&
  password === '' &&
  (protocol === 'https:' ||
    (protocol === 'http:' && /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname)))

const apiUrl = z.string().transform((text, context) => {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url && isPrivate(url) && url.search === '' && url.hash === '') return url.href.replace(/\/*$/, '/')
  context.addIssue('must be an https URL, or an http one on this machine such as http://127.0.0.1:4000/api/')
  return z.NEVER
})

const token = (prefix: string, kind: string) =>
  z.string().regex(new RegExp(`^${prefix}[\\w-]+$`), `must be ${kind}, which starts with ${prefix}`)

export const slackVariables = {
  SLACK_SIGNING_SECRET: z.string().optional(),
  SLACK_BOT_TOKEN: token('xoxb-', 'the bot token').optional(),
  SLACK_APP_TOKEN: token('xapp-', 'an app-level token').optional(),
  SLACK_CLIENT_ID: z.string().optional(),
  SLACK_CLIENT_SECRET: z.string().optional(),
  SLACK_STATE_SECRET: z
    .string()
    .min(24, 'must have at least 24 characters; generate one with `openssl rand -base64 32`')
    .optional(),
  ENCRYPTION_KEY: encryptionKeys.optional(),
  SLACK_ORGANIZATION: z.string().optional(),
  SLACK_COMMAND: z
    .string()
    .regex(
      /^\/[a-z0-9_-]{1,31}$/,
      'must be a slash followed by 1 to 31 of a-z, 0-9, - and _, such as /whosout',
    )
    .prefault('/whosout'),
  SLACK_API_URL: apiUrl.prefault(slackApiUrl),
}

export type SlackVariables = z.output<z.ZodObject<typeof slackVariables>>
type Name = keyof SlackVariables

/** What is sent to Slack, or proves that Slack sent something. */
export const secretVariables = [
  'SLACK_BOT_TOKEN',
  'SLACK_APP_TOKEN',
  'SLACK_CLIENT_SECRET',
  'SLACK_SIGNING_SECRET',
] as const satisfies readonly Name[]

/** What several workspaces need. */
const required = ['SLACK_CLIENT_ID', 'SLACK_CLIENT_SECRET', 'SLACK_STATE_SECRET', 'ENCRYPTION_KEY'] as const
/** Any of these means that Slack is wanted. The key alone does not: it may be left over from an earlier setup. */
const meanSlack: readonly Name[] = [
  'SLACK_SIGNING_SECRET',
  'SLACK_BOT_TOKEN',
  'SLACK_APP_TOKEN',
  'SLACK_CLIENT_ID',
  'SLACK_CLIENT_SECRET',
  'SLACK_STATE_SECRET',
  'SLACK_ORGANIZATION',
]

const transportOf = (given: SlackVariables): SlackTransport | string => {
  if (given.SLACK_APP_TOKEN !== undefined) return { appToken: given.SLACK_APP_TOKEN }
  if (given.SLACK_SIGNING_SECRET !== undefined) return { signingSecret: given.SLACK_SIGNING_SECRET }
  return 'SLACK_SIGNING_SECRET is missing (or SLACK_APP_TOKEN, for Socket Mode)'
}

/** Of a single workspace: all three, or none; a key alone may be left over from an earlier setup. */
const consentOf = (given: SlackVariables): ConsentApp | undefined | string => {
  const {
    SLACK_CLIENT_ID: clientId,
    SLACK_CLIENT_SECRET: clientSecret,
    ENCRYPTION_KEY: encryptionKeys,
  } = given
  if (clientId === undefined && clientSecret === undefined) return undefined
  if (clientId && clientSecret && encryptionKeys) return { clientId, clientSecret, encryptionKeys }
  return 'SLACK_CLIENT_ID, SLACK_CLIENT_SECRET and ENCRYPTION_KEY must be set together: with SLACK_BOT_TOKEN, they let people show their days off in their status'
}

const workspacesOf = (given: SlackVariables): SlackWorkspaces | string => {
  const { SLACK_BOT_TOKEN: botToken, SLACK_ORGANIZATION: organization } = given
  const several = required.slice(0, 3).some((name) => given[name] !== undefined)
  if (botToken !== undefined && given.SLACK_STATE_SECRET === undefined) {
    const consent = consentOf(given)
    return typeof consent === 'string' ? consent : { botToken, organization, consent }
  }
  if (!several)
    return 'SLACK_BOT_TOKEN is missing (or, for several workspaces, SLACK_CLIENT_ID, SLACK_CLIENT_SECRET, SLACK_STATE_SECRET and ENCRYPTION_KEY)'
  if (botToken !== undefined)
    return 'SLACK_BOT_TOKEN and SLACK_STATE_SECRET cannot be used together: the first is for one workspace, the other for several'
  if (organization !== undefined)
    return 'SLACK_ORGANIZATION is for a single workspace; with several, use install links or `whosout slack bind`'
  return severalOf(given)
}

const severalOf = (given: SlackVariables): SlackWorkspaces | string => {
  const {
    SLACK_CLIENT_ID: clientId,
    SLACK_CLIENT_SECRET: clientSecret,
    SLACK_STATE_SECRET: stateSecret,
    ENCRYPTION_KEY: encryptionKeys,
  } = given
  if (clientId && clientSecret && stateSecret && encryptionKeys)
    return { clientId, clientSecret, stateSecret, encryptionKeys }
  const missing = required.filter((name) => given[name] === undefined)
  return `${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing: several workspaces need ${required.join(', ')}`
}

/**
 * The Slack settings; `undefined` when no Slack variable is set; or a text that names what is missing or does not go
 * together.
 */
export const slackConfigOf = (
  given: SlackVariables,
): SlackConfig | undefined | { readonly problems: readonly string[] } => {
  if (!meanSlack.some((name) => given[name] !== undefined)) return undefined
  const transport = transportOf(given)
  const workspaces = workspacesOf(given)
  if (typeof transport === 'string' || typeof workspaces === 'string')
    return { problems: [transport, workspaces].filter((part) => typeof part === 'string') }
  return { transport, workspaces, command: given.SLACK_COMMAND, apiUrl: given.SLACK_API_URL }
}
