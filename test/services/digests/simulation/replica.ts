import { Problem } from '../../../../src/domain/problem.js'
import type { Store } from '../../../../src/store/port.js'
import type { Memory } from './memory-store.js'
import { between, type Dice, type Time } from './time.js'

/** How likely things go wrong at each step, from 0 to 1; all of it ends when the faults end. */
export interface Chaos {
  /** The process ends, as with kill -9, where it waits for something. */
  readonly kill: number
  /** It stands still for up to `pauseFor` milliseconds, as with SIGSTOP. */
  readonly pause: number
  readonly pauseFor: number
  /** It stands still for minutes right where the store confirms a change: between a claim, a mark and a post. */
  readonly stall: number
  /** A commit is done, and nobody says so. */
  readonly unheard: number
  /** A commit is not done, and nobody says so. */
  readonly lost: number
  /** A commit is done much later than it was given up. */
  readonly landsLate: number
}

export const calm: Chaos = { kill: 0, pause: 0, pauseFor: 0, stall: 0, unheard: 0, lost: 0, landsLate: 0 }

/** One process: its clock, what it waits for, and whether it lives. */
export interface Replica {
  readonly name: string
  isAlive(): boolean
  kill(): void
  pause(until: number): void
  now(): Date
  elapsed(): number
  wait(milliseconds: number): Promise<void>
  /** Calls back when the replica hears of something that happens at an instant; never, when it is dead by then. */
  hear(at: number, heard: () => void): void
}

export interface Surroundings {
  readonly time: Time
  readonly dice: Dice
  readonly chaos: () => Chaos
  /** One replica at a time stands still for long: until then. */
  readonly stalled: { until: number }
}

export const createReplica = (
  { time, dice, chaos }: Surroundings,
  { name, skew, onDeath }: { readonly name: string; readonly skew: number; readonly onDeath: () => void },
): Replica => {
  const born = time.now()
  let isAlive = true
  let pausedUntil = 0

  const kill = (): void => {
    if (!isAlive) return
    isAlive = false
    onDeath()
  }
  const hear = (at: number, heard: () => void): void =>
    time.at(at, () => {
      if (!isAlive) return
      if (dice() < chaos().kill) return kill()
      if (dice() < chaos().pause) pausedUntil = Math.max(pausedUntil, time.now() + dice() * chaos().pauseFor)
      if (pausedUntil > time.now()) time.at(pausedUntil + dice() * 5, () => void (isAlive && heard()))
      else heard()
    })

  return {
    name,
    isAlive: () => isAlive,
    kill,
    pause: (until) => void (pausedUntil = Math.max(pausedUntil, until)),
    now: () => new Date(Math.floor(time.now() + skew)),
    elapsed: () => time.now() - born,
    wait: (milliseconds) => new Promise((resolve) => hear(time.now() + Math.max(0, milliseconds), resolve)),
    hear,
  }
}

/** As in a process that serves; in one of tests it is longer. */
const callDeadline = 3_000
/** Longer than a lease and the time until a look-up. */
const longestStall = 600_000

/** The shared store as one replica sees it: each call takes time, and may go wrong. */
export const storeOf = (
  memory: Memory,
  surroundings: Surroundings,
  replica: Replica,
  isAway: () => boolean,
): Store => {
  const { time, dice, chaos, stalled } = surroundings
  const latency = (): number => (dice() < 0.03 ? between(dice, 50, 1_500) : between(dice, 0.5, 12))

  const call = <T>(work: () => T, whenLost: 'unavailable' | 'outcome_unknown'): Promise<T> =>
    new Promise((resolve, reject) => {
      const giveUp = (): void =>
        replica.hear(time.now() + callDeadline, () =>
          reject(new Problem(whenLost, 'the store did not answer')),
        )
      if (isAway()) return giveUp()
      const there = time.now() + latency()
      const isCommit = whenLost === 'outcome_unknown'
      if (isCommit && dice() < chaos().lost) return giveUp()
      if (isCommit && dice() < chaos().landsLate) {
        time.at(there + between(dice, callDeadline, 20_000), () => void work())
        return giveUp()
      }
      time.at(there, () => {
        const result = work()
        if (isCommit && dice() < chaos().unheard) return giveUp()
        if (isCommit && time.now() > stalled.until && dice() < chaos().stall)
          replica.pause((stalled.until = time.now() + between(dice, 10_000, longestStall)))
        replica.hear(time.now() + latency(), () => resolve(result))
      })
    })

  return {
    get: (collection, ids) => call(() => memory.get(collection, ids), 'unavailable'),
    async *find(collection, query) {
      const found = await call(() => memory.find(collection, query), 'unavailable')
      if (found.length > 0) yield found
    },
    view: (_, read) => read(storeOf(memory, surroundings, replica, isAway)),
    readAll: async () => {
      throw new Error('no replica reads everything')
    },
    commit: (changes) => call(() => memory.commit(changes), 'outcome_unknown'),
    ping: () => call(() => undefined, 'unavailable'),
    serverTime: () => call(() => new Date(time.now()), 'unavailable'),
    warnings: [],
    kind: 'mongodb',
    close: async () => undefined,
  }
}
