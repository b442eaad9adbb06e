import { setImmediate as turn } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { Problem } from '../../domain/problem.js'
import { callDeadline, type Change, type CommitResult, type Store } from '../port.js'
import {
  move,
  orderOf,
  states,
  type WriteOrder,
  type WriteReply,
  type Slice,
  type SharedState,
} from './orders.js'

/** Changes that are handed over at once: one or two milliseconds of work for the event loop. */
const sliceSize = 250

/** When the program runs from its sources, as its tests do, the thread is still the built one. */
const threadFile = import.meta.url.endsWith('.ts')
  ? new URL('../../../dist/src/store/embedded/thread.js', import.meta.url)
  : new URL('./thread.js', import.meta.url)

const problemAt = (state: number): Problem => {
  const ends: Readonly<Record<number, string>> = {
    [states.waiting]:
      'The store is locked: another process, or a commit before this one, is writing and did not finish; nothing was changed',
    [states.writing]: 'The store took too long to write; nothing was changed',
  }
  const message = ends[state]
  return message
    ? new Problem('unavailable', message)
    : new Problem('outcome_unknown', 'Nobody knows whether the store has kept what was written')
}

/** Hands slices to a thread of its own and resolves with what it replies. The thread starts with the first one. */
const createThread = (file: string) => {
  let worker: Worker | undefined
  let waiting:
    { state: SharedState; resolve: (reply: WriteReply) => void; reject: (error: Problem) => void } | undefined

  const lose = (): void => {
    worker = undefined
    if (waiting) waiting.reject(problemAt(Math.max(Atomics.load(waiting.state, 0), states.writing)))
    waiting = undefined
  }
  const start = (): Worker => {
    const started = new Worker(threadFile, { workerData: { file }, execArgv: [] })
    started.on('message', (reply: WriteReply) => {
      waiting?.resolve(reply)
      waiting = undefined
    })
    started.on('error', lose)
    started.on('exit', lose)
    // The deadline of a commit keeps the process alive; the thread alone does not.
    started.unref()
    return started
  }
  return {
    send: (slice: Slice): Promise<WriteReply> =>
      new Promise((resolve, reject) => {
        waiting = { state: slice.state, resolve, reject }
        worker ??= start()
        worker.postMessage(slice)
      }),
    close: async (): Promise<void> => {
      const ending = worker
      if (!ending) return
      await new Promise<void>((resolve) => {
        ending.once('exit', () => resolve())
        ending.ref()
        ending.postMessage('close')
      })
    },
  }
}
type Thread = ReturnType<typeof createThread>

const resultOf = (reply: WriteReply): CommitResult | 'abandoned' | 'next' => {
  if ('next' in reply) return 'next'
  if ('end' in reply) return reply.end
  const { code, message, cause } = reply.fault
  throw code === 'mistake' ? new TypeError(message) : new Problem(code, message, { cause })
}

const isAbandoned = (state: SharedState): boolean => Atomics.load(state, 0) === states.abandoned

/** Hands all changes over, one slice ahead of the thread. A commit that is abandoned ends here when the thread knows of it. */
const handOver = async (
  thread: Thread,
  changes: Iterable<Change>,
  state: SharedState,
): Promise<CommitResult> => {
  let begun: Promise<WriteReply> | undefined
  const send = async (
    orders: readonly WriteOrder[],
    isLast: boolean,
  ): Promise<CommitResult | 'abandoned' | 'next'> => {
    const before = begun ? resultOf(await begun) : 'next'
    if (before !== 'next') return before
    begun = thread.send({ state, orders, isLast })
    if (isLast) return resultOf(await begun)
    // Seen to at the next slice.
    begun.catch(() => undefined)
    return 'next'
  }
  const finish = (result: CommitResult | 'abandoned'): CommitResult => {
    if (result === 'abandoned') throw problemAt(states.writing)
    return result
  }
  try {
    let orders: WriteOrder[] = []
    for (const change of changes) {
      orders.push(orderOf(change))
      if (orders.length < sliceSize) continue
      const result = await send(orders, false)
      if (result !== 'next') return finish(result)
      orders = []
      await turn()
      if (isAbandoned(state)) break
    }
    const result = await send(orders, true)
    return result === 'next' ? finish('abandoned') : finish(result)
  } catch (error) {
    // Where the changes themselves could not be told, the thread still holds the lock.
    if (begun && move(state, [states.waiting, states.writing], states.abandoned))
      await send([], true).catch(() => undefined)
    throw error
  }
}

const withinDeadline = async <T>(work: Promise<T>, deadline: number, state: SharedState): Promise<T> => {
  let timer: NodeJS.Timeout | undefined
  const end = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const before = Atomics.load(state, 0)
      const abandoned = move(state, [states.waiting, states.writing], states.abandoned)
      Atomics.notify(state, 0)
      reject(problemAt(abandoned ? before : states.sealed))
    }, deadline)
  })
  try {
    return await Promise.race([work, end])
  } finally {
    clearTimeout(timer)
  }
}

/** Commits to the database of the file, one after the other: a transaction each, made by a thread of its own. */
export const createCommitter = (
  file: string,
): { commit: Store['commit']; settled: () => Promise<unknown>; close: () => Promise<void> } => {
  const thread = createThread(file)
  let last: Promise<unknown> = Promise.resolve()
  return {
    commit: (changes, { deadline = callDeadline } = {}) => {
      const state: SharedState = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
      const result = last.then(() => {
        if (isAbandoned(state)) throw problemAt(states.waiting)
        return handOver(thread, changes, state)
      })
      last = result.catch(() => undefined)
      return withinDeadline(result, deadline, state)
    },
    settled: () => last,
    close: () => thread.close(),
  }
}
