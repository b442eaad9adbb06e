import type { SlackRules } from '../blocks.js'
import type { FakeWorkspace, JsonObject, SlackState } from '../state.js'

/** The context for every part of the fake Slack. */
export interface FakeCore {
  readonly state: SlackState
  readonly rules: SlackRules
  readonly now: () => Date
  /** A new id in Slack's format: the prefix and ten characters. */
  readonly newId: (prefix: string) => string
  /** Hexadecimal, for values that must not be guessable. */
  readonly newSecret: () => string
  /** A timestamp that no other message has, later than all earlier ones. */
  readonly newTs: () => string
  readonly url: () => string
  /** Notifies waiters that the state may have changed. */
  readonly changed: () => void
}

export interface CallContext extends FakeCore {
  readonly workspace: FakeWorkspace
  readonly args: JsonObject
}

export const accept = (fields: JsonObject = {}): JsonObject => ({ ok: true, ...fields })

/** An error as Slack sends it: HTTP 200 and one of its error codes. */
export const refuse = (error: string, fields: JsonObject = {}): JsonObject => ({
  ok: false,
  error,
  ...fields,
})

/** The messages of an error about places in blocks or a view. */
export const refuseArguments = (error: string, messages: readonly string[]): JsonObject =>
  refuse(error, { response_metadata: { messages } })

export const stringArg = (args: JsonObject, name: string): string | undefined => {
  const value = args[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** A form has no booleans: Slack accepts `true` and `1`. */
export const flagArg = (args: JsonObject, name: string): boolean =>
  args[name] === true || args[name] === 'true' || args[name] === '1' || args[name] === 1

export const numberArg = (args: JsonObject, name: string): number | undefined => {
  const value = args[name]
  const number = typeof value === 'string' && value !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}
