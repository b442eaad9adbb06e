/** Loaded into the server's process with `--import`; reports how long its event loop was held up. */
import { openSync, readSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'

/** In milliseconds. */
export interface HoldUp {
  readonly longest: number
  /** The longest delay less the time when other processes had the CPU; null where the system does not report it. */
  readonly own: number | null
}

/** Milliseconds between two samples, and so the largest error of a measurement. */
const resolution = 1
const delays = monitorEventLoopDelay({ resolution })
delays.enable()

const openSchedule = (): number | null => {
  try {
    return openSync('/proc/self/schedstat', 'r')
  } catch {
    return null
  }
}

const schedule = openSchedule()
const line = Buffer.alloc(128)

/** Milliseconds that this thread has waited for a CPU, as counted by Linux. */
const waited = (file: number): number => {
  const length = readSync(file, line, 0, line.length, 0)
  return Number(line.toString('latin1', 0, length).split(' ')[1]) / 1e6
}

let own = 0
if (schedule !== null) {
  let last = { at: performance.now(), waited: waited(schedule) }
  const look = (): void => {
    const now = { at: performance.now(), waited: waited(schedule) }
    own = Math.max(own, now.at - last.at - (now.waited - last.waited))
    last = now
  }
  setInterval(look, resolution).unref()
}

process.on('message', (message) => {
  if (message === 'begin') {
    delays.reset()
    own = 0
  } else if (message === 'longest') {
    const told: HoldUp = { longest: delays.max / 1e6, own: schedule === null ? null : own }
    process.send?.(told)
  }
})
// Lets the server exit when it has nothing left to do, even while the channel is open.
process.channel?.unref()
