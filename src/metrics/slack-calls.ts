import { subscribe, unsubscribe } from 'node:diagnostics_channel'

/** Milliseconds; `answered` only says that Slack answered, not what. */
export type ObserveSlackCall = (
  method: string,
  outcome: 'answered' | 'rate_limited' | 'failed',
  ms: number,
) => void

/** The parts of undici's request events that are used. */
interface RequestEvent {
  readonly request?: { readonly origin?: unknown; readonly path?: unknown }
  readonly response?: { readonly statusCode?: number }
}

/** A method of the Web API such as `chat.postMessage`; the names come from our own list, so their number is limited. */
const methodName = /^[a-z]+(\.[A-Za-z]+){1,3}$/

/** Slack's other address, to which answers to commands are sent. */
const responseHost = 'https://hooks.slack.com'

/** By the diagnostics channels of Node's `fetch`, with nothing between the client and Slack. Returns what stops it. */
export const watchSlackCalls = (
  apiUrl: string,
  elapsed: () => number,
  observe: ObserveSlackCall,
): (() => void) => {
  const { origin: api, pathname } = new URL(apiUrl)
  const begun = new WeakMap<object, { readonly method: string; readonly since: number }>()

  const methodOf = ({ origin, path }: NonNullable<RequestEvent['request']>): string | null => {
    if (String(origin) === responseHost) return 'response_url'
    const text = String(path)
    if (String(origin) !== api || !text.startsWith(pathname)) return null
    const name = text.slice(pathname.length).split('?', 1)[0]!
    return methodName.test(name) ? name : 'other'
  }
  const created = (message: unknown): void => {
    const { request } = message as RequestEvent
    const method = request && methodOf(request)
    if (request && method) begun.set(request, { method, since: elapsed() })
  }
  const ended = (message: unknown): void => {
    const { request, response } = message as RequestEvent
    const known = request && begun.get(request)
    if (!known) return
    begun.delete(request)
    const status = response?.statusCode ?? 0
    const outcome = status === 429 ? 'rate_limited' : status >= 200 && status < 500 ? 'answered' : 'failed'
    observe(known.method, outcome, elapsed() - known.since)
  }
  const listeners = [
    ['undici:request:create', created],
    ['undici:request:headers', ended],
    ['undici:request:error', ended],
  ] as const
  for (const [channel, listener] of listeners) subscribe(channel, listener)
  return () => {
    for (const [channel, listener] of listeners) unsubscribe(channel, listener)
  }
}
