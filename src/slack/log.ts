import { LogLevel } from '@slack/web-api'
import type { Logger } from '@slack/bolt'

/** The log fields that this layer may use, by allow-list, and the message. */
export interface Log {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

const nothing = (): void => undefined
/** For commands, which report their own errors. */
export const silentLog: Log = { info: nothing, warn: nothing, error: nothing }

interface DescribedError {
  /** The name of its class. */
  readonly name: string
  readonly message: string
  readonly stack?: string | undefined
  readonly code?: string | undefined
  /** Slack's error code. */
  readonly slack?: string | undefined
  readonly cause?: DescribedError | undefined
}

const textAt = (value: unknown, name: string): string | undefined => {
  const field: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
  return typeof field === 'string' ? field : undefined
}

/** In characters: an error page from a proxy ends up in both the message and the stack, in full. */
const maxMessageLength = 300
const maxStackLength = 4_000
const shorten = (text: string, longest = maxMessageLength): string =>
  text.length > longest ? `${text.slice(0, longest)}…` : text

/** Describes an error by allow-list, because errors of Slack's packages carry requests, replies and headers. */
export const describeError = (error: unknown): DescribedError => {
  if (!(error instanceof Error)) return { name: typeof error, message: shorten(String(error)) }
  return {
    name: error.name,
    message: shorten(error.message),
    stack: error.stack && shorten(error.stack, maxStackLength),
    code: textAt(error, 'code'),
    slack: slackErrorOf(error),
    ...(error.cause instanceof Error ? { cause: describeError(error.cause) } : {}),
  }
}

/** `invalid_auth` and so on; undefined when the error is not from Slack: a proxy's page arrives in the same field. */
export const slackErrorOf = (error: unknown): string | undefined => {
  const code = error instanceof Error && 'data' in error ? textAt(error.data, 'error') : undefined
  return code !== undefined && /^[a-z_]{1,60}$/.test(code) ? code : undefined
}

/**
 * Adapts Bolt's logger to ours. Its debug lines contain bodies, names and addresses: they are never written, and Bolt
 * is told that debug is off. Of the other levels, only messages and described errors pass.
 */
export const createBoltLogger = (log: Log): Logger => {
  const write =
    (level: keyof Log) =>
    (...parts: readonly unknown[]): void => {
      const error = parts.find((part) => part instanceof Error)
      const sentence = parts.filter((part) => typeof part === 'string').join(' ')
      log[level]({ from: 'bolt', ...(error ? { err: describeError(error) } : {}) }, sentence || 'fault')
    }
  return {
    debug: () => undefined,
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
    setLevel: () => undefined,
    getLevel: () => LogLevel.INFO,
    setName: () => undefined,
  }
}
