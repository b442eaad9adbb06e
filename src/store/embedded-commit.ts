import { setImmediate as turn } from 'node:timers/promises'
import { Problem } from '../domain/problem.js'
import { holds, resultOf, stepOf, type Step, type Stored } from './changes.js'
import { fillingPages, readingAhead, type IndexedStep } from './embedded-ahead.js'
import { indexKeys } from './embedded-keys.js'
import { inKeyOrder } from './embedded-order.js'
import { callDeadline, type Change, type CommitResult, type Store } from './port.js'
import type { CollectionName } from './schema.js'

/** What a commit needs of the database while it holds the write lock. */
export interface Draft {
  get(collection: CollectionName, id: string): Stored | undefined
  /** The id of the next document of the collection behind this one; `undefined` when there is none. */
  idAfter(collection: CollectionName, id: string): string | undefined
  put(collection: CollectionName, document: Stored): void
  remove(collection: CollectionName, id: string): void
  addEntry(key: string, id: string): void
  removeEntry(key: string, id: string): void
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

const write = (draft: Draft, step: Step, before: Stored | undefined, after: Stored | undefined): void => {
  const { collection, id } = step
  const old = before ? indexKeys(collection, before) : []
  const fresh = after ? indexKeys(collection, after) : []
  if (after) draft.put(collection, after)
  else if (before) draft.remove(collection, id)
  for (const key of old) if (!fresh.includes(key)) draft.removeEntry(key, id)
  for (const key of fresh) if (!old.includes(key)) draft.addEntry(key, id)
}

const tooLate = (): Problem =>
  new Problem('unavailable', 'The store took too long to write; nothing was changed')
const unknown = (cause?: unknown): Problem =>
  new Problem('outcome_unknown', 'Nobody knows whether the store has kept what was written', { cause })

/**
 * Makes the changes; the index of the first that may not be made, or `undefined`. A change depends on earlier ones
 * of the same document only: so the order of the steps may be any that keeps these in order.
 */
const makeChanges = async (
  draft: Draft,
  steps: Iterable<IndexedStep>,
  progress: Progress,
): Promise<number | undefined> => {
  const read = readingAhead(draft)
  let conflict: number | undefined
  let made = 0
  for (const [index, step] of steps) {
    if (++made % sliceSize === 0) await turn()
    if (progress.late) throw tooLate()
    if (conflict !== undefined && index > conflict) continue
    const before = read(step.collection, step.id)
    if (holds(before, step.when)) write(draft, step, before, resultOf(before, step))
    else conflict = index
  }
  return conflict
}

const problemOf = (error: unknown, { sealed }: Progress): unknown => {
  // A TypeError is a mistake of the caller, such as a patch through text: not a fault of the store.
  if (error instanceof Problem || error instanceof TypeError) return error
  return sealed ? unknown(error) : new Problem('unavailable', 'The store could not write', { cause: error })
}

function* listed(changes: readonly Change[], order: readonly number[]): Iterable<IndexedStep> {
  for (const index of order) {
    const change = changes[index]
    if (change) yield [index, stepOf(change)]
  }
}

function* streamed(changes: Iterable<Change>): Iterable<IndexedStep> {
  let index = 0
  for (const change of changes) yield [index++, stepOf(change)]
}

const isList = (changes: Iterable<Change>): changes is readonly Change[] => Array.isArray(changes)

/** The changes in the order in which they are best made; a stream has it already. */
const inGoodOrder = async (changes: Iterable<Change>): Promise<Iterable<IndexedStep>> =>
  fillingPages(isList(changes) ? listed(changes, await inKeyOrder(changes)) : streamed(changes))

const run = async (
  transact: Transact,
  changes: Iterable<Change>,
  progress: Progress,
): Promise<CommitResult> => {
  const steps = await inGoodOrder(changes)
  let conflict: number | undefined
  try {
    await transact(async (draft) => {
      conflict = await makeChanges(draft, steps, progress)
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
