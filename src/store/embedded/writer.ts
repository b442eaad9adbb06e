import { damagedProblem } from '../../domain/damage.js'
import { Problem } from '../../domain/problem.js'
import { holds, resultOf, type Step, type Stored } from '../changes.js'
import type { CollectionName } from '../schema.js'
import { openConnection, schema, textOf, textParameter, type SqliteConnection } from './connection.js'
import { brokenPage, isBusy, isDamage, isFull, problemOf } from './errors.js'
import {
  move,
  states,
  type WriteError,
  type PurgeOrder,
  type SharedState,
  type Slice,
  type WriteOrder,
  type WriteReply,
} from './orders.js'
import { purge } from './purge.js'
import { documentIn } from './read.js'

const put = (collection: CollectionName, ending: string): string =>
  `INSERT INTO "${collection}" (id, document) VALUES (${textParameter}, ?) ON CONFLICT (id) DO ${ending}`
const isId = `id = ${textParameter}`

type StepTarget = Pick<Step, 'collection' | 'id'>

const replace = (connection: SqliteConnection, { collection, id }: StepTarget, document: string): void =>
  void connection.run(put(collection, 'UPDATE SET document = excluded.document'), textOf(id), document)

const read = (connection: SqliteConnection, { collection, id }: StepTarget): Stored | undefined => {
  const row = connection.get(`SELECT id, document FROM "${collection}" WHERE ${isId}`, textOf(id))
  return row && documentIn(collection, row)
}

const change = (connection: SqliteConnection, { step, document }: WriteOrder): boolean => {
  const { collection, id, when } = step
  if (document !== undefined && when === 'absent')
    return connection.run(put(collection, 'NOTHING'), textOf(id), document) > 0
  const before = when === 'any' ? undefined : read(connection, step)
  if (!holds(before, when)) return false
  if (document !== undefined) replace(connection, step, document)
  else if (step.verb === 'patch') replace(connection, step, JSON.stringify(resultOf(before, step)))
  else connection.run(`DELETE FROM "${collection}" WHERE ${isId}`, textOf(id))
  return true
}

/** Makes one change within a transaction; returns false and changes nothing when its precondition does not hold. */
export const makeChange = (connection: SqliteConnection, order: WriteOrder): boolean => {
  try {
    return change(connection, order)
  } catch (error) {
    const { collection, id: key } = order.step
    throw isDamage(error) ? damagedProblem({ collection, key, what: brokenPage }) : error
  }
}

/** Milliseconds between two attempts to take a lock held by another process: the first pause and the longest. */
const pauses = { first: 1, longest: 16 }

/** KiB for large commits: with SQLite's 2,000 they take half as long again (measured, 200,000 leaves). */
const cacheSize = 32_000

/** Takes the write lock; false when the caller gave up first. */
const takeLock = (connection: SqliteConnection, state: SharedState): boolean => {
  for (let pause = pauses.first; ; pause = Math.min(2 * pause, pauses.longest)) {
    try {
      connection.exec('BEGIN IMMEDIATE')
      return move(state, [states.waiting], states.writing)
    } catch (error) {
      if (!isBusy(error)) throw error
    }
    // Wakes early when the caller gives up.
    Atomics.wait(state, 0, states.waiting, pause)
    if (Atomics.load(state, 0) === states.abandoned) return false
  }
}

const writeErrorOf = (error: unknown, state: SharedState): WriteError => {
  const cause = String(error)
  if (error instanceof TypeError) return { code: 'mistake', message: error.message, cause }
  // When the disk is full nothing was kept, because the mark of a commit is written last.
  if (Atomics.load(state, 0) === states.sealed && !isFull(error))
    return {
      code: 'outcome_unknown',
      message: 'It is unknown whether the change was stored',
      cause,
    }
  const problem = problemOf(error, 'write')
  return problem instanceof Problem
    ? { code: problem.code, message: problem.message, cause, damage: problem.damage }
    : { code: 'unavailable', message: 'The store could not write; nothing was changed', cause }
}

/** Writes one slice after the other; locks and the disk block, so it runs on a thread of its own. */
export const createWriter = (file: string) => {
  let opened: SqliteConnection | undefined
  /** Changes made so far by the current commit. */
  let made = 0

  const open = (): SqliteConnection => {
    const connection = openConnection(file)
    connection.exec(`PRAGMA ${schema}.cache_size = -${cacheSize}`)
    return connection
  }
  const undo = (): void => {
    if (opened?.isInTransaction) opened.exec('ROLLBACK')
  }
  const write = ({ state, orders, isLast }: Slice): WriteReply => {
    opened ??= open()
    if (!opened.isInTransaction) {
      made = 0
      if (!takeLock(opened, state)) return { end: 'abandoned' }
    }
    for (const order of orders) {
      if (!makeChange(opened, order)) return { end: { done: false, conflict: made } }
      made++
    }
    if (!isLast) return Atomics.load(state, 0) === states.abandoned ? { end: 'abandoned' } : { next: true }
    if (!move(state, [states.writing], states.sealed)) return { end: 'abandoned' }
    opened.exec('COMMIT')
    if (made > orders.length) opened.exec('PRAGMA shrink_memory')
    return { end: { done: true } }
  }

  return {
    write: (order: Slice | PurgeOrder): WriteReply => {
      try {
        if ('purge' in order) return { isPurged: purge((opened ??= open()), order.state) }
        const reply = write(order)
        if (!('next' in reply)) undo()
        return reply
      } catch (error) {
        const reply = { error: writeErrorOf(error, order.state) }
        undo()
        return reply
      }
    },
    close: (): void => opened?.close(),
  }
}
