import { z } from 'zod'
import { mistypedSettings } from './mistyped.js'
import { givenIn, type Environment } from './settings-file.js'
import { slackConfigOf, slackVariables, type SlackConfig } from './slack.js'

/** The settings that the process reads from its environment. */
export interface Config {
  readonly port: number
  /** Undefined: all interfaces. */
  readonly host: string | undefined
  readonly store: { readonly mongodb: string } | { readonly folder: string }
  /** The address callers use, including its path. Undefined: each caller sees the address it sent its request to. */
  readonly baseUrl: string | undefined
  readonly logLevel: LogLevel
  /** Milliseconds between SIGTERM and closing the listener. */
  readonly drainDelay: number
  /** Number of proxies in front of the process whose X-Forwarded-For entries are trusted. */
  readonly trustedHops: number
  /** Requests per minute and key; 0: no limit. */
  readonly rateLimit: number
  readonly limits: {
    /** Concurrent connections per address; 0: no limit. Not applied behind a proxy. */
    readonly maxConnectionsPerAddress: number
  }
  /** What is kept in memory of organizations, at most. */
  readonly cacheBytes: number
  /** The token that a monitoring system sends to read /metrics; undefined: there is no such page. */
  readonly metricsToken: string | undefined
  /** Whether this process posts digests on schedule. */
  readonly digests: boolean
  /** 32 bytes each: the first encrypts, all decrypt. None: the embedded store has its own key. */
  readonly encryptionKeys: readonly Uint8Array[]
  /** Whether feeds may be fetched from private addresses, and over plain http. */
  readonly feedsAllowPrivate: boolean
  /** How many sources this process reads at once. */
  readonly feedsAtOnce: number
  /** Undefined: only the API runs. */
  readonly slack: SlackConfig | undefined
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

const whole = (lowest: number, highest: number) =>
  z.string().transform((text, context) => {
    const number = /^\d{1,9}$/.test(text) ? Number(text) : NaN
    if (number >= lowest && number <= highest) return number
    context.addIssue(`must be a whole number from ${lowest} to ${highest}`)
    return z.NEVER
  })

const baseUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http or https URL, such as https://whosout.example.com' })
  .transform((url) => url.replace(/\/+$/, ''))

const mongodbUri = z.string().regex(/^mongodb(\+srv)?:\/\//, 'must start with mongodb:// or mongodb+srv://')

/** Every variable and its default. A test keeps `.env.example` in step with this list. */
export const variables = z.object({
  PORT: whole(0, 65_535).prefault('3000'),
  HOST: z.string().optional(),
  DATA_DIR: z.string().prefault('./data'),
  MONGODB_URI: mongodbUri.optional(),
  BASE_URL: baseUrl.optional(),
  LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(', ')}`).prefault('info'),
  DRAIN_DELAY: whole(0, 8).prefault('0'),
  TRUST_PROXY: whole(0, 10).prefault('0'),
  RATE_LIMIT: whole(0, 999_999_999).prefault('600'),
  MAX_CONNECTIONS_PER_ADDRESS: whole(0, 999_999_999).prefault('64'),
  CACHE_MB: whole(16, 999_999).prefault('256'),
  METRICS_TOKEN: z
    .string()
    .regex(
      /^\S{16,200}$/,
      'must have 16 to 200 characters and no spaces; generate one with `openssl rand -hex 32`',
    )
    .optional(),
  DIGESTS: z.enum(['on', 'off'], 'must be on or off').prefault('on'),
  FEEDS_ALLOW_PRIVATE: z.enum(['on', 'off'], 'must be on or off').prefault('off'),
  FEEDS_AT_ONCE: whole(1, 100).prefault('16'),
  ...slackVariables,
})

/** What a program that whosout starts may be told of its settings: anything else could be another program's, or Node's. */
export const settingsIn = (env: Environment): Environment =>
  Object.fromEntries(
    [...Object.keys(variables.shape), 'WHOSOUT_ORG'].flatMap((name) =>
      env[name] === undefined ? [] : [[name, env[name]]],
    ),
  )

/** The address of a MongoDB under another name: without it an empty embedded store would be served instead. */
const misplacedMongo = (given: Environment): string | undefined =>
  given['MONGODB_URI'] === undefined
    ? Object.keys(given).find((name) => /^mongo/i.test(name) && /^mongodb(\+srv)?:\/\//.test(given[name]!))
    : undefined

/** Variables that look like mistyped settings, each in a sentence that names it and never its value. */
export const settingWarnings = (env: Environment): readonly string[] =>
  mistypedSettings(givenIn(env), Object.keys(variables.shape))

/**
 * Reads the environment, treating an empty variable as unset. Reports every problem at once, each naming its variable.
 */
export const parseConfig = (env: Environment): Config | { readonly problems: readonly string[] } => {
  const given = givenIn(env)
  const misplaced = misplacedMongo(given)
  if (misplaced !== undefined)
    return {
      problems: [
        `MONGODB_URI is not set, but ${misplaced} holds the address of a MongoDB: rename it to MONGODB_URI, or unset it to use the embedded store`,
      ],
    }
  const parsed = variables.safeParse(given)
  // The value is not repeated: it may be a secret.
  if (!parsed.success)
    return { problems: parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`) }
  const { data } = parsed
  const slack = slackConfigOf(data)
  if (slack && 'problems' in slack) return slack
  return {
    port: data.PORT,
    host: data.HOST,
    store: data.MONGODB_URI === undefined ? { folder: data.DATA_DIR } : { mongodb: data.MONGODB_URI },
    baseUrl: data.BASE_URL,
    logLevel: data.LOG_LEVEL,
    drainDelay: data.DRAIN_DELAY * 1_000,
    trustedHops: data.TRUST_PROXY,
    rateLimit: data.RATE_LIMIT,
    limits: { maxConnectionsPerAddress: data.MAX_CONNECTIONS_PER_ADDRESS },
    cacheBytes: data.CACHE_MB * 2 ** 20,
    metricsToken: data.METRICS_TOKEN,
    digests: data.DIGESTS === 'on',
    encryptionKeys: data.ENCRYPTION_KEY ?? [],
    feedsAllowPrivate: data.FEEDS_ALLOW_PRIVATE === 'on',
    feedsAtOnce: data.FEEDS_AT_ONCE,
    slack,
  }
}
