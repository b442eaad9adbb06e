import type { Dispatcher } from 'undici'
import { fetchWhole, type SlackFetch } from '../transport/fetch.js'

/** A `fetch` for one request that may have to be held back. */
export interface GuardedFetch {
  readonly fetch: SlackFetch
  /** Whether it was held back: then nothing was sent. */
  isWithheld(): boolean
}

/** Called once connected, before anything is written: all delays up to then are over. */
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
      onResponseError: (...error) => handler.onResponseError?.(...error),
    })

/**
 * Checks `inTime` as late as possible. Between a check before the call and the first byte there are a queue and a
 * connection: a few milliseconds in which a process may be stopped for an hour. Here it is a few microseconds.
 */
export const guardFetch = (agent: Dispatcher, inTime: () => boolean): GuardedFetch => {
  let withheld = false
  const dispatcher = agent.compose(guard(inTime, () => (withheld = true)))
  return {
    fetch: (input, init) => fetchWhole(input, init, dispatcher),
    isWithheld: () => withheld,
  }
}
