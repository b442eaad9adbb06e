import type { FakeWorkspace, Json, SlackState } from './fake-slack-state.js'

/** One request of the app to the Web API or to a `response_url`, as it arrived. */
export interface FakeCall {
  /** `chat.postMessage` and so on; `response_url` for those. */
  readonly method: string
  /** The workspace whose token was sent; null: none or an unknown one. */
  readonly team_id: string | null
  /** Blocks, views and metadata are parsed; the token is left out. */
  readonly args: Json
  readonly user_agent: string
  /** Instants in ISO 8601. `ended`: answered, or cut by either side. */
  readonly at: string
  ended: string | null
  /** What was decided, also when the answer never left; null: not applied, or not yet. */
  reply: Json | null
}

/** What every part of the stand-in works with. */
export interface FakeCore {
  readonly state: SlackState
  readonly now: () => Date
  /** A new id of Slack's shape: the prefix and ten characters. */
  readonly newId: (prefix: string) => string
  /** Hexadecimal, for what must not be guessed. */
  readonly newSecret: () => string
  /** A timestamp that no other message has, later than all before it. */
  readonly newTs: () => string
  readonly url: () => string
  /** Tells whoever waits that the state may have changed. */
  readonly changed: () => void
}

export interface CallContext extends FakeCore {
  readonly workspace: FakeWorkspace
  readonly args: Json
}

export const accept = (fields: Json = {}): Json => ({ ok: true, ...fields })

/** A refusal as Slack sends it: HTTP 200 and one of its error codes. */
export const refuse = (error: string, fields: Json = {}): Json => ({ ok: false, error, ...fields })

/** The messages of a refusal that names places in blocks or a view. */
export const refuseArguments = (error: string, messages: readonly string[]): Json =>
  refuse(error, { response_metadata: { messages } })

export const stringArg = (args: Json, name: string): string | undefined => {
  const value = args[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** A form has no booleans: Slack takes `true` and `1`. */
export const flagArg = (args: Json, name: string): boolean =>
  args[name] === true || args[name] === 'true' || args[name] === '1' || args[name] === 1

export const numberArg = (args: Json, name: string): number | undefined => {
  const value = args[name]
  const number = typeof value === 'string' && value !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}
