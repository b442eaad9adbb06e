import { fork, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { builtProgram } from '../built.js'
import type { Pace } from './clock.js'
import type { ReplicaOrder } from './replica-order.js'

/** An exit code, or the signal that ended a process. */
export type End = number | NodeJS.Signals | null

interface Replica {
  readonly name: string
  readonly child: ChildProcess
  readonly ended: Promise<End>
  /** Its first message: it works. */
  readonly ready: Promise<void>
  works: boolean
  /** Somebody has told it to end, or killed it. */
  doomed: boolean
  /** It is stopped. */
  still: boolean
}

export interface Fleet {
  /** Neither killed nor stopped nor told to end. */
  isRunning(name: string): boolean
  /** None stands still. */
  isAwake(): boolean
  /** Kills one with SIGKILL; another takes its place. */
  kill(name: string): void
  /** Stops one for so many real milliseconds; another takes its place meanwhile. */
  stop(name: string, milliseconds: number): void
  /** One has stopped itself: it goes on when `until` resolves, and another takes its place meanwhile. */
  hold(name: string, until: Promise<unknown>): void
  /** Replaces all that run now, one after the other, by SIGTERM; how each of them ended. */
  roll(): Promise<readonly End[]>
  /** Tells all to end, and replaces none; how each of them ended. */
  retire(): Promise<readonly End[]>
  /** Replicas that ended by themselves, or did not start. */
  readonly mishaps: readonly string[]
  /** What the replicas logged. */
  readonly lines: readonly string[]
  /** How many processes there were. */
  count(): number
  close(): Promise<void>
}

export interface FleetOptions {
  readonly size: number
  /** What a replica of this name is to do. */
  orderOf(name: string): Promise<ReplicaOrder>
  /** The clock of all, which begins to run when the first replicas are ready. */
  readonly pace: Promise<Pace>
  /** A replica of this name is no more. */
  gone(name: string): void
  /** What a replica of this name logs, line by line. */
  heard(name: string, line: string): void
  /** Called before the first replica runs: what it does may befall it already. */
  ready(fleet: Fleet): void
}

/** Beside this file when it is built itself; under `dist` for tests, which are not. */
const program = import.meta.url.endsWith('.js')
  ? fileURLToPath(new URL('replica.js', import.meta.url))
  : builtProgram('test/chaos/replica.js')

const spawn = (name: string, order: ReplicaOrder, { pace, heard }: FleetOptions): Replica => {
  const child = fork(program, [JSON.stringify(order)], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { PATH: process.env['PATH'] ?? '', TZ: 'UTC' },
  })
  for (const stream of [child.stdout!, child.stderr!])
    createInterface(stream).on('line', (line) => heard(name, line))
  const ended = new Promise<End>((resolve) => child.once('exit', (code, signal) => resolve(signal ?? code)))
  const ready = new Promise<void>((resolve) => child.once('message', () => resolve()))
  const replica: Replica = { name, child, ended, ready, works: false, doomed: false, still: false }
  void ready.then(async () => {
    replica.works = true
    const told = await pace
    // It may have been killed meanwhile.
    if (child.connected) child.send(told, () => undefined)
  })
  return replica
}

const wake = (replica: Replica): void => {
  replica.still = false
  replica.child.kill('SIGCONT')
}

/** More than any run needs. */
const maxReplicas = 100

/** Starts as many replicas as are missing, whenever it is asked. */
const createBerths = (options: FleetOptions, mishaps: string[]) => {
  const { size, orderOf, gone } = options
  const alive = new Map<string, Replica>()
  const starting = new Set<Promise<unknown>>()
  let count = 0
  let ordered = 0
  let closed = false

  const isRunning = (name: string): boolean => {
    const replica = alive.get(name)
    return replica !== undefined && !replica.doomed && !replica.still
  }

  const launch = async (): Promise<void> => {
    const name = `r${++count}`
    ordered += 1
    const order = await orderOf(name).finally(() => void (ordered -= 1))
    const replica = spawn(name, order, options)
    alive.set(name, replica)
    void replica.ended.then((end) => {
      alive.delete(name)
      gone(name)
      // One that starts while the database is away ends, and is started again, as a platform would do it.
      if (!replica.doomed && replica.works) mishaps.push(`${name} ended by itself with ${String(end)}`)
      refill()
    })
    if (closed) replica.child.kill('SIGKILL')
    await Promise.race([replica.ready, replica.ended])
  }

  const refill = (): void => {
    const running = [...alive.keys()].filter(isRunning).length
    // Replicas that cannot live are not replaced for ever.
    const may = !closed && mishaps.length < size && count < maxReplicas
    for (let missing = size - running - ordered; may && missing > 0; missing -= 1) {
      const launched: Promise<unknown> = launch()
        .catch((fault: unknown) => mishaps.push(`a replica did not start: ${String(fault)}`))
        .finally(() => starting.delete(launched))
      starting.add(launched)
    }
  }

  /** Ends all that are not doomed yet, or all, and replaces none. */
  const endAll = async (signal: 'SIGTERM' | 'SIGKILL'): Promise<readonly End[]> => {
    closed = true
    await Promise.all(starting)
    const rest = [...alive.values()].filter(({ doomed }) => signal === 'SIGKILL' || !doomed)
    for (const replica of rest) {
      replica.doomed = true
      wake(replica)
      replica.child.kill(signal)
    }
    return Promise.all(rest.map(({ ended }) => ended))
  }
  return { alive, isRunning, refill, started: () => Promise.all(starting), count: () => count, endAll }
}

/** Keeps so many replicas running, whatever befalls them. */
export const openFleet = async (options: FleetOptions): Promise<Fleet> => {
  const mishaps: string[] = []
  const lines: string[] = []
  const heard = (name: string, line: string): void => {
    lines.push(`${name} ${line}`)
    options.heard(name, line)
  }
  const { alive, isRunning, refill, started, count, endAll } = createBerths({ ...options, heard }, mishaps)
  const close = async (): Promise<void> => void (await endAll('SIGKILL'))

  const end = (replica: Replica, signal: 'SIGKILL' | 'SIGTERM'): Promise<End> => {
    replica.doomed = true
    replica.child.kill(signal)
    refill()
    return replica.ended
  }
  const hold = (name: string, until: Promise<unknown>): void => {
    const replica = alive.get(name)
    if (!replica) return
    replica.still = true
    void until.then(() => wake(replica))
    refill()
  }
  const fleet: Fleet = {
    isRunning,
    isAwake: () => [...alive.values()].every(({ still }) => !still),
    kill: (name) => {
      const replica = alive.get(name)
      if (replica) void end(replica, 'SIGKILL')
    },
    stop: (name, milliseconds) => {
      if (!isRunning(name)) return
      alive.get(name)!.child.kill('SIGSTOP')
      hold(name, sleep(milliseconds, undefined, { ref: false }))
    },
    hold,
    async roll() {
      const ends: End[] = []
      for (const replica of [...alive.values()]) {
        // One that has hardly begun does not listen to signals yet.
        await Promise.race([replica.ready, replica.ended])
        if (isRunning(replica.name)) ends.push(await end(replica, 'SIGTERM'))
      }
      return ends
    },
    retire: () => endAll('SIGTERM'),
    mishaps,
    lines,
    count,
    close,
  }
  options.ready(fleet)
  refill()
  await started()
  if (mishaps.length === 0 && [...alive.values()].some(({ works }) => works)) return fleet
  await close()
  throw new Error(['no replica works', ...mishaps, ...lines].join('\n'))
}
