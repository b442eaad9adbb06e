import { setImmediate as turn } from 'node:timers/promises'
import { Problem } from '../domain/problem.js'
import { holds, resultOf, stepOf, type Step, type Stored } from './changes.js'
import { documentKey, indexKeys, maxKeyLength } from './embedded-keys.js'
import { callDeadline, type Change, type CommitResult, type Store } from './port.js'

/** What a commit needs of the database while it holds the write lock. */
export interface Draft {
  get(key: Buffer): Stored | undefined
  put(key: Buffer, value: Stored | true): unknown
  remove(key: Buffer): unknown
}

/** Runs `work` under the write lock; durable when it resolves, undone when `work` rejects. */
export type Transact = (work: (draft: Draft) => Promise<void>) => Promise<void>

/** How far a commit has come, and whether its caller has given up. */
interface Progress {
  /** All changes are made and cannot be taken back: only the database knows what comes of them. */
  sealed: boolean
  late: boolean
}

/** So many changes between two turns of the event loop: a few milliseconds of work. */
const sliceSize = 250

const storable = (key: Buffer): Buffer => {
  if (key.length <= maxKeyLength) return key
  throw new Problem('invalid', 'An id or another field that is looked up by is too long to be stored')
}

const write = (draft: Draft, step: Step, before: Stored | undefined, after: Stored | undefined): void => {
  const { collection, id } = step
  const [old, fresh] = [before, after].map((document) => new Set(document && indexKeys(collection, document)))
  for (const entry of old ?? []) if (!fresh?.has(entry)) draft.remove(Buffer.from(entry))
  for (const entry of fresh ?? []) if (!old?.has(entry)) draft.put(storable(Buffer.from(entry)), true)
  const key = documentKey(collection, id)
  if (after) draft.put(key, after)
  else if (before) draft.remove(key)
}

const tooLate = (): Problem =>
  new Problem('unavailable', 'The store took too long to write; nothing was changed')
const unknown = (cause?: unknown): Problem =>
  new Problem('outcome_unknown', 'Nobody knows whether the store has kept what was written', { cause })

/** Makes the changes in order, up to the first that may not be made: its index, or `undefined`. */
const makeChanges = async (
  draft: Draft,
  changes: readonly Change[],
  progress: Progress,
): Promise<number | undefined> => {
  for (const [index, change] of changes.entries()) {
    if (index % sliceSize === sliceSize - 1) await turn()
    if (progress.late) throw tooLate()
    const step = stepOf(change)
    const before = draft.get(storable(documentKey(step.collection, step.id)))
    if (!holds(before, step.when)) return index
    write(draft, step, before, resultOf(before, step))
  }
  return undefined
}

const problemOf = (error: unknown, { sealed }: Progress): unknown => {
  // A TypeError is a mistake of the caller, such as a patch through text: not a fault of the store.
  if (error instanceof Problem || error instanceof TypeError) return error
  return sealed ? unknown(error) : new Problem('unavailable', 'The store could not write', { cause: error })
}

const run = async (
  transact: Transact,
  changes: readonly Change[],
  progress: Progress,
): Promise<CommitResult> => {
  let conflict: number | undefined
  try {
    await transact(async (draft) => {
      conflict = await makeChanges(draft, changes, progress)
      if (progress.late) throw tooLate()
      if (conflict !== undefined) throw new Error('undo what was written before the conflict')
      progress.sealed = true
    })
    return { done: true }
  } catch (error) {
    if (conflict !== undefined && !progress.late) return { done: false, conflict }
    throw problemOf(error, progress)
  }
}

const withinDeadline = async <T>(work: Promise<T>, deadline: number, progress: Progress): Promise<T> => {
  let timer: NodeJS.Timeout | undefined
  const end = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      progress.late = true
      reject(progress.sealed ? unknown() : tooLate())
    }, deadline)
  })
  try {
    return await Promise.race([work, end])
  } finally {
    clearTimeout(timer)
  }
}

/** Runs commits one after the other: a process waits for the write lock in one place only. */
export const createCommitter = (
  transact: Transact,
): { commit: Store['commit']; settled: () => Promise<unknown> } => {
  let last: Promise<unknown> = Promise.resolve()
  return {
    commit: (changes, { deadline = callDeadline } = {}) => {
      const progress = { sealed: false, late: false }
      const result = last.then(() => run(transact, changes, progress))
      last = result.catch(() => undefined)
      return withinDeadline(result, deadline, progress)
    },
    settled: () => last,
  }
}
