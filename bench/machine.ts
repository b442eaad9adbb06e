import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cpus } from 'node:os'

const works = (command: string, ...words: string[]): boolean =>
  spawnSync(command, words, { stdio: 'ignore' }).status === 0

/** One core for the server, and one shared by the generator, MongoDB and an import. */
export const cores = { server: '0', rest: '1' } as const
export type Core = keyof typeof cores

export const canPin = cpus().length > 1 && works('taskset', '-c', cores.rest, 'true')
export const hasWrk = spawnSync('wrk', ['--version'], { stdio: 'ignore' }).error === undefined

/** A command line pinned to one core, where the system supports it. */
export const pinned = (core: Core, command: readonly string[]): readonly string[] =>
  canPin ? ['taskset', '-c', cores[core], ...command] : command

/** Pins a running process with all its threads. */
export const pinRunning = (core: Core, pid: number): void => {
  if (canPin) spawnSync('taskset', ['-acp', cores[core], String(pid)], { stdio: 'ignore' })
}

const read = (path: string): string | null => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

const ticksPerSecond = 100

/** Fields of /proc/PID/stat that are counted in ticks; null where there is no /proc. */
const ticks = (pid: number | 'self', fields: readonly number[]): number | null => {
  // The command name, in parentheses, may contain spaces.
  const stat = read(`/proc/${pid}/stat`)
    ?.replace(/^.*\) /s, '')
    .split(' ')
  return stat ? fields.reduce((sum, field) => sum + Number(stat[field - 3]), 0) / ticksPerSecond : null
}

/** Seconds of CPU time used by a process. */
export const cpuSeconds = (pid: number): number | null => ticks(pid, [14, 15])

/** Seconds of CPU time used by all children of this process that have ended. */
export const childrenCpuSeconds = (): number | null => ticks('self', [16, 17])

/** Resident memory in megabytes (10^6). */
export const residentMegabytes = (pid: number): number | null => {
  const line = read(`/proc/${pid}/status`)?.match(/^VmRSS:\s+(\d+) kB/m)
  return line ? (Number(line[1]) * 1_024) / 1e6 : null
}

export const describeMachine = (): string => {
  const { model } = cpus()[0]!
  const load = read('/proc/loadavg')?.split(' ').slice(0, 3).join(' ') ?? 'unknown'
  return `${cpus().length} cores (${model}), Node ${process.versions.node}, load before the run ${load}`
}
