import type { WebClientOptions } from '@slack/web-api'
import { fetch as send, type Dispatcher } from 'undici'

/** A `fetch` for one request that may have to stay here. */
export interface GuardedFetch {
  readonly fetch: NonNullable<WebClientOptions['fetch']>
  /** Whether it stayed: then it has surely not left. */
  isWithheld(): boolean
}

/** Asked once connected, before anything is written: all delays up to then are over. */
const guard =
  (inTime: () => boolean, withhold: () => void): Dispatcher.DispatcherComposeInterceptor =>
  (dispatch) =>
  (options, handler) =>
    dispatch(options, {
      onRequestStart: (controller, context) => {
        if (!inTime()) {
          withhold()
          throw new Error('The request timed out.')
        }
        handler.onRequestStart?.(controller, context)
      },
      onRequestUpgrade: (...upgrade) => handler.onRequestUpgrade?.(...upgrade),
      onResponseStart: (...start) => handler.onResponseStart?.(...start),
      onResponseData: (...data) => handler.onResponseData?.(...data),
      onResponseEnd: (...end) => handler.onResponseEnd?.(...end),
      onResponseError: (...fault) => handler.onResponseError?.(...fault),
    })

/**
 * Asks `inTime` as late as can be. Between a check before the call and the first byte lie a queue and a connection, a
 * few milliseconds in which a process may be stopped for an hour; here it is a few microseconds.
 */
export const guardFetch = (agent: Dispatcher, inTime: () => boolean): GuardedFetch => {
  let withheld = false
  const dispatcher = agent.compose(guard(inTime, () => (withheld = true)))
  // The same standard twice: undici's own types of it are other names for the runtime's.
  const request = send as unknown as (
    input: unknown,
    init: object,
  ) => ReturnType<NonNullable<WebClientOptions['fetch']>>
  return {
    fetch: (input, init) => request(input, { ...init, redirect: 'error', dispatcher }),
    isWithheld: () => withheld,
  }
}
