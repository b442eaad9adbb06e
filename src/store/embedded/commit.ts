import { setImmediate as turn } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { damagedProblem } from '../../domain/damage.js'
import { Problem } from '../../domain/problem.js'
import { callDeadline, type Change, type CommitResult, type Store } from '../port.js'
import {
  move,
  orderOf,
  states,
  type PurgeOrder,
  type WriteOrder,
  type WriteReply,
  type Slice,
  type SharedState,
} from './orders.js'

/** Changes per message to the thread: one or two milliseconds of work for the event loop. */
const sliceSize = 250

/** When running from source, as the tests do, the worker thread is still the built one. */
export const threadFile = (name: string): URL =>
  new URL(
    import.meta.url.endsWith('.ts') ? `../../../dist/src/store/embedded/${name}.js` : `./${name}.js`,
    import.meta.url,
  )

const problemAt = (state: number): Problem => {
  const ends: Readonly<Record<number, string>> = {
    [states.waiting]:
      'The store is locked by another process, or by an earlier commit that did not finish; nothing was changed',
    [states.writing]: 'The store took too long to write; nothing was changed',
  }
  const message = ends[state]
  return message
    ? new Problem('unavailable', message)
    : new Problem('outcome_unknown', 'It is unknown whether the change was stored')
}

/** Milliseconds: rewriting a store of 200,000 leaves takes a second or two. */
const purgeDeadline = 120_000

/** Where the slices of commits are written. */
export interface WriterLink {
  readonly send: (order: Slice | PurgeOrder) => Promise<WriteReply>
  readonly close: () => Promise<void>
}

/** Sends orders to a worker thread and resolves with its replies. The thread starts with the first order. */
export const linkThread = (file: string): WriterLink => {
  let worker: Worker | undefined
  let waiting:
    | { state: SharedState; resolve: (reply: WriteReply) => void; reject: (error: Problem) => void }
    | undefined

  const lose = (): void => {
    worker = undefined
    if (waiting) waiting.reject(problemAt(Math.max(Atomics.load(waiting.state, 0), states.writing)))
    waiting = undefined
  }
  const start = (): Worker => {
    const started = new Worker(threadFile('thread'), { workerData: { file }, execArgv: [] })
    started.on('message', (reply: WriteReply) => {
      started.unref()
      waiting?.resolve(reply)
      waiting = undefined
    })
    started.on('error', lose)
    started.on('exit', lose)
    return started
  }
  return {
    send: (order) =>
      new Promise((resolve, reject) => {
        waiting = { state: order.state, resolve, reject }
        worker ??= start()
        // A thread at work keeps the process alive, also after the deadline of its commit; an idle one does not.
        worker.ref()
        worker.postMessage(order)
      }),
    close: async () => {
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

/** The reply, unless it is an error. */
const unlessError = (reply: WriteReply): Exclude<WriteReply, { error: unknown }> => {
  if (!('error' in reply)) return reply
  const { code, message, cause, damage } = reply.error
  if (damage) throw damagedProblem(damage)
  throw code === 'mistake' ? new TypeError(message) : new Problem(code, message, { cause })
}

/** The result of a commit that has ended; undefined: the thread waits for the next slice. */
const endOf = (reply: WriteReply): CommitResult | undefined => {
  const good = unlessError(reply)
  if (!('end' in good)) return undefined
  if (good.end === 'abandoned') throw problemAt(states.writing)
  return good.end
}

const isAbandoned = (state: SharedState): boolean => Atomics.load(state, 0) === states.abandoned

/** Sends all changes, one slice ahead of the writer. An abandoned commit ends here once the writer has noticed. */
const sendChanges = async (
  writer: WriterLink,
  changes: Iterable<Change>,
  state: SharedState,
): Promise<CommitResult> => {
  let pending: Promise<WriteReply> | undefined
  /** Sends a slice when the one before is written; resolves with the result when the commit has ended. */
  const send = async (orders: readonly WriteOrder[], isLast: boolean): Promise<CommitResult | undefined> => {
    const end = pending && endOf(await pending)
    if (end) return end
    pending = writer.send({ state, orders, isLast })
    if (isLast) return endOf(await pending)
    // A failure surfaces with the next slice.
    pending.catch(() => undefined)
    return undefined
  }
  try {
    let orders: WriteOrder[] = []
    for (const change of changes) {
      orders.push(orderOf(change))
      if (orders.length < sliceSize) continue
      const end = await send(orders, false)
      if (end) return end
      orders = []
      await turn()
      if (isAbandoned(state)) break
    }
    const end = await send(orders, true)
    if (end) return end
    throw problemAt(states.writing)
  } catch (error) {
    // If reading the changes themselves failed, the writer still holds the lock.
    if (pending && move(state, [states.waiting, states.writing], states.abandoned))
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

/** Commits one after the other, each as one transaction. */
export const createCommitter = (writer: WriterLink) => {
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(deadline: number, work: (state: SharedState) => Promise<T>): Promise<T> => {
    const state: SharedState = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
    const result = last.then(() => {
      if (isAbandoned(state)) throw problemAt(states.waiting)
      return work(state)
    })
    last = result.catch(() => undefined)
    return withinDeadline(result, deadline, state)
  }
  return {
    commit: ((changes, { deadline = callDeadline } = {}) =>
      inTurn(deadline, (state) => sendChanges(writer, changes, state))) satisfies Store['commit'],
    /** False: others were reading an earlier state all the time. */
    purge: () =>
      inTurn(purgeDeadline, async (state) => {
        const reply = unlessError(await writer.send({ state, purge: true }))
        return 'isPurged' in reply && reply.isPurged
      }),
    settled: () => last,
    close: writer.close,
  }
}
