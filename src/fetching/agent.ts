import { Agent, type Dispatcher } from 'undici'

/** Bytes on the wire, several times what any reader here takes: it counts for itself what it reads. */
const maxResponseSize = 32 * 2 ** 20

/**
 * A reply is never paused while it arrives. Up to its last 7.x version, undici ends the process with an assertion when a
 * server closes its connection meanwhile (nodejs/undici#5360), as for any compressed reply of more than 64 kB.
 */
const neverPause: Dispatcher.DispatcherComposeInterceptor = (dispatch) => (options, handler) =>
  dispatch(options, {
    onRequestStart: (...start) => handler.onRequestStart?.(...start),
    onRequestUpgrade: (...upgrade) => handler.onRequestUpgrade?.(...upgrade),
    onResponseStart: (...start) => handler.onResponseStart?.(...start),
    onResponseData: (controller, data) =>
      handler.onResponseData?.(
        {
          aborted: controller.aborted,
          paused: false,
          reason: controller.reason,
          abort: (reason) => controller.abort(reason),
          pause: () => undefined,
          resume: () => undefined,
        },
        data,
      ),
    onResponseEnd: (...end) => handler.onResponseEnd?.(...end),
    onResponseError: (...error) => handler.onResponseError?.(...error),
  })

/** What every request of ours to another host goes through; `destroy` ends what still runs. */
export const createAgent = (options: Agent.Options = {}): Dispatcher =>
  new Agent({ maxResponseSize, ...options }).compose(neverPause)
