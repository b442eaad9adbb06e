import type { Asking, Seen } from './asking.js'
import { childrenCpuSeconds, cpuSeconds, hasWrk } from './machine.js'
import { runGenerator } from './generator-process.js'
import type { ServerProcess } from './processes.js'
import { runWrk } from './wrk.js'

export interface Measurement extends Seen {
  /** Share of one core, where 1 is all of it; null where it cannot be measured. */
  readonly serverCpu: number | null
  readonly generatorCpu: number | null
}

const shareOf = (before: number | null, after: number | null, seconds: number): number | null =>
  before === null || after === null ? null : (after - before) / seconds

/** Measures a server for a number of seconds. Throws when any reply was not the one expected. */
export const measure = async (
  server: ServerProcess,
  asking: Asking,
  seconds: number,
): Promise<Measurement> => {
  const begun = performance.now()
  const server0 = cpuSeconds(server.pid)
  const generator0 = childrenCpuSeconds()
  const seen = await (hasWrk ? runWrk : runGenerator)(server.url, asking, seconds)
  const passed = (performance.now() - begun) / 1_000
  if (seen.faults > 0) throw new Error(`${seen.faults} requests to ${server.url} failed`)
  return {
    ...seen,
    serverCpu: shareOf(server0, cpuSeconds(server.pid), passed),
    generatorCpu: shareOf(generator0, childrenCpuSeconds(), passed),
  }
}
