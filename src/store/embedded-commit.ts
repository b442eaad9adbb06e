import { setImmediate as turn } from 'node:timers/promises'
import { Problem } from '../domain/problem.js'
import { fillingPages } from './embedded-ahead.js'
import type { Packed } from './embedded-pack.js'
import { makeChange, prepare, sliceSize, type Prepared } from './embedded-prepare.js'
import { callDeadline, type Change, type CommitResult, type Store } from './port.js'

/** What a commit needs of the database while it holds the write lock: keys, documents and ids are bytes. */
export interface Draft {
  get(key: Buffer): Packed | undefined
  /** The key of the next document behind this one; `undefined` when there is none. */
  keyAfter(key: Buffer): Buffer | undefined
  put(key: Buffer, document: Buffer): void
  remove(key: Buffer): void
  addEntry(entry: Buffer, id: Buffer): void
  removeEntry(entry: Buffer, id: Buffer): void
}

/** Runs `work` under the write lock; durable when it resolves, undone when `work` rejects. */
export type Transact = (work: (draft: Draft) => Promise<void>) => Promise<void>

/** How far a commit has come, and whether its caller has given up. */
interface Progress {
  /** All changes are made and cannot be taken back: only the database knows what comes of them. */
  sealed: boolean
  late: boolean
}

const tooLate = (): Problem =>
  new Problem('unavailable', 'The store took too long to write; nothing was changed')
const unknown = (cause?: unknown): Problem =>
  new Problem('outcome_unknown', 'Nobody knows whether the store has kept what was written', { cause })

/** Makes the changes; the index of the first that may not be made, or `undefined`. */
const makeChanges = async (
  draft: Draft,
  changes: Iterable<Prepared>,
  progress: Progress,
): Promise<number | undefined> => {
  let conflict: number | undefined
  let made = 0
  for (const ready of fillingPages(changes, draft)) {
    const [{ index }] = ready
    if (++made % sliceSize === 0) await turn()
    if (progress.late) throw tooLate()
    if (conflict !== undefined && index > conflict) continue
    if (!makeChange(draft, ready)) conflict = index
  }
  return conflict
}

const problemOf = (error: unknown, { sealed }: Progress): unknown => {
  // A TypeError is a mistake of the caller, such as a patch through text: not a fault of the store.
  if (error instanceof Problem || error instanceof TypeError) return error
  return sealed ? unknown(error) : new Problem('unavailable', 'The store could not write', { cause: error })
}

const run = async (
  transact: Transact,
  changes: Iterable<Change>,
  progress: Progress,
): Promise<CommitResult> => {
  let conflict: number | undefined
  try {
    const prepared = await prepare(changes, () => progress.late)
    await transact(async (draft) => {
      conflict = await makeChanges(draft, prepared, progress)
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

/**
 * Runs commits one after the other. lmdb would run one that is asked for in another's midst as a part of it, to be
 * undone with it after it was acknowledged (measured).
 */
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
