/** Goes into the server's process by `--import`, and tells how long its event loop was held up. */
import { monitorEventLoopDelay } from 'node:perf_hooks'

/** Milliseconds between two looks: what is measured is late by as much at most. */
const resolution = 1
const delays = monitorEventLoopDelay({ resolution })
delays.enable()

process.on('message', (message) => {
  if (message === 'begin') delays.reset()
  else if (message === 'longest') process.send?.({ longest: delays.max / 1e6 })
})
// The server ends when it has nothing left to do, whoever may still listen.
process.channel?.unref()
