import { Problem } from '../domain/problem.js'
import type { Reader, Store } from '../store/port.js'

/** Builds under way in the process; each organization has one at a time. */
const maxAtOnce = 2
/** Builds of an organization that may wait for their turn. */
const maxWaiting = 100
/** Milliseconds that anyone waits for a build to begin. */
const waitTimeout = 30_000

type Run = () => Promise<unknown>

/** Where builds wait for their turn. */
export interface BuildQueue {
  /** Runs it in its turn, perhaps at once. Returns what takes it out of the queue before that. Throws `busy`. */
  enter(organization: string, run: Run): () => void
}

const busy = (): Problem => new Problem('busy', 'Too many answers are being prepared')

/** Organizations take turns: however much one of them asks, another waits for at most one build of each. */
export const createBuildQueue = (): BuildQueue => {
  const waiting = new Map<string, Set<Run>>()
  const running = new Set<string>()

  const begin = (organization: string, run: Run): void => {
    running.add(organization)
    void run().finally(() => {
      running.delete(organization)
      // It had its turn: the organization goes to the end.
      const runs = waiting.get(organization)
      waiting.delete(organization)
      if (runs) waiting.set(organization, runs)
      beginNext()
    })
  }

  const beginNext = (): void => {
    for (const [organization, runs] of waiting) {
      if (running.size >= maxAtOnce) return
      const [first] = runs
      if (running.has(organization) || !first) continue
      runs.delete(first)
      if (runs.size === 0) waiting.delete(organization)
      begin(organization, first)
    }
  }

  return {
    enter(organization, run) {
      const runs = waiting.get(organization) ?? new Set()
      if (runs.size >= maxWaiting) throw busy()
      waiting.set(organization, runs.add(run))
      beginNext()
      return () => {
        if (runs.delete(run) && runs.size === 0) waiting.delete(organization)
      }
    },
  }
}

/** Begins everything at once: for what is shared, and has its turn as a part of something else. */
export const unqueued: BuildQueue = {
  enter: (_, run) => {
    void run()
    return () => undefined
  },
}

/** What the work of a build is told. */
export interface BuildState {
  /** Aborted when nobody waits for the result any more. */
  readonly signal: AbortSignal
}

interface BuildWaiter<T> {
  readonly give: (result: T) => void
  readonly refuse: (error: unknown) => void
}

interface Build<T> {
  /** Adds a caller until the build ends, `signal` is aborted, or the wait for its beginning becomes too long. */
  join(signal: AbortSignal): Promise<T>
  readonly run: Run
  /** Refuses all who wait. */
  readonly fail: (error: unknown) => void
  /** Takes it out of the queue. */
  takeOut?: () => void
}

const createBuild = <T>(work: (state: BuildState) => Promise<T>, ended: () => void): Build<T> => {
  const gone = new AbortController()
  const waiters = new Set<BuildWaiter<T>>()
  const timers = new Set<NodeJS.Timeout>()
  let isBegun = false

  const end = (tell: (waiter: BuildWaiter<T>) => void): void => {
    ended()
    for (const waiter of waiters) tell(waiter)
  }

  const build: Build<T> = {
    join: (signal) =>
      new Promise((resolve, reject) => {
        const leave = (error: unknown): void => {
          waiter.refuse(error)
          if (waiters.size > 0) return
          // Nobody may join what is being aborted; it has its place in the queue until it has ended.
          ended()
          build.takeOut?.()
          gone.abort()
        }
        const hangUp = (): void => leave(signal.reason)
        const timer = isBegun ? undefined : setTimeout(() => leave(busy()), waitTimeout)
        if (timer) timers.add(timer)
        const settle = (): void => {
          waiters.delete(waiter)
          signal.removeEventListener('abort', hangUp)
          clearTimeout(timer)
        }
        const waiter: BuildWaiter<T> = {
          give: (result) => (settle(), resolve(result)),
          refuse: (error) => (settle(), reject(error)),
        }
        waiters.add(waiter)
        signal.addEventListener('abort', hangUp)
      }),

    run: async () => {
      isBegun = true
      for (const timer of timers) clearTimeout(timer)
      try {
        const result = await work({ signal: gone.signal })
        end(({ give }) => give(result))
      } catch (error) {
        build.fail(error)
      }
    },

    fail: (error) => end(({ refuse }) => refuse(error)),
  }
  return build
}

/**
 * Runs once for all who ask the same question, and ends when the last of them is gone (`signal`). The question names all
 * that the result depends on. Throws the reason of `signal`, `busy`, and what the work throws.
 */
export type RunBuild<T> = (
  organization: string,
  question: string,
  signal: AbortSignal,
  work: (state: BuildState) => Promise<T>,
) => Promise<T>

/** Builds with results of one kind; those of all kinds share a queue. */
export const createBuilds = <T>(queue: BuildQueue): RunBuild<T> => {
  const underWay = new Map<string, Build<T>>()

  return async (organization, question, signal, work) => {
    signal.throwIfAborted()
    const name = `${organization} ${question}`
    const known = underWay.get(name)
    if (known) return known.join(signal)
    const build = createBuild(work, () => {
      if (underWay.get(name) === build) underWay.delete(name)
    })
    underWay.set(name, build)
    const result = build.join(signal)
    try {
      build.takeOut = queue.enter(organization, build.run)
    } catch (error) {
      build.fail(error)
    }
    return result
  }
}

/** A view whose reads end with the signal: between two pages, and before the next query. */
export const viewUntil = <T>(
  store: Pick<Store, 'view'>,
  org: string,
  signal: AbortSignal,
  read: (reader: Reader) => Promise<T>,
): Promise<T> =>
  store.view(org, (reader) =>
    read({
      get: async (collection, ids) => {
        signal.throwIfAborted()
        return reader.get(collection, ids)
      },
      async *find(collection, query) {
        signal.throwIfAborted()
        for await (const page of reader.find(collection, query)) {
          yield page
          signal.throwIfAborted()
        }
      },
    }),
  )
