import { setImmediate as turn } from 'node:timers/promises'
import { holds, resultOf, stepOf, type Step } from './changes.js'
import type { Ready } from './embedded-ahead.js'
import { createArena, type Row } from './embedded-arena.js'
import type { Draft } from './embedded-commit.js'
import { beforeOf, collectionIn, documentKey, idIn, textsOf } from './embedded-encode.js'
import { inKeyOrder } from './embedded-order.js'
import type { Change } from './port.js'

/** So many changes between two turns of the event loop: a few milliseconds of work. */
export const sliceSize = 500

/** A change, with its place in the group. */
type IndexedStep = readonly [index: number, step: Step]

/** A document as it is to be written. */
interface After {
  readonly document: Buffer
  readonly entries: readonly Buffer[]
}

/** A change with all that can be known of it without the database. */
export interface Prepared {
  /** Its place in the group. */
  readonly index: number
  readonly key: Buffer
  /** What a put writes. */
  readonly after: After | undefined
  /** When what is stored matters: for a patch, and where there is a precondition. */
  readonly step: Step | undefined
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
  isList(changes) ? listed(changes, await inKeyOrder(changes)) : streamed(changes)

const afterOf = ([document, ...entries]: readonly Buffer[]): After | undefined =>
  document && { document, entries }

function* preparedIn(rows: Iterable<Row>, steps: ReadonlyMap<number, Step>): Iterable<Prepared> {
  for (const { number: index, parts } of rows) {
    const [key, ...written] = parts
    if (key) yield { index, key, after: afterOf(written), step: steps.get(index) }
  }
}

/**
 * Encodes the changes before the lock is taken: others would wait for it (measured, 250,000 documents: more than half
 * of the time). The result is walked through once. A change depends on earlier ones of the same document only: so the
 * order may be any that keeps these in order.
 */
export const prepare = async (
  changes: Iterable<Change>,
  isLate: () => boolean,
): Promise<Iterable<Prepared>> => {
  const arena = createArena()
  const steps = new Map<number, Step>()
  let made = 0
  for (const [index, step] of await inGoodOrder(changes)) {
    if (step.verb === 'patch' || step.when !== 'any') steps.set(index, step)
    const { collection, id } = step
    arena.add(index, step.verb === 'put' ? textsOf(collection, step.document) : [documentKey(collection, id)])
    if (++made % sliceSize === 0) await turn()
    if (isLate()) break
  }
  return preparedIn(arena.drain(), steps)
}

const patched = (step: Step, before: Parameters<typeof resultOf>[0]): After | undefined => {
  const document = resultOf(before, step)
  return (
    document &&
    afterOf(
      textsOf(step.collection, document)
        .slice(1)
        .map((text) => Buffer.from(text)),
    )
  )
}

/** Writes what differs; false, and nothing, if the precondition does not hold. */
export const makeChange = (draft: Draft, [{ key, after: put, step }, stored]: Ready): boolean => {
  const before = stored && beforeOf(collectionIn(key), key, stored)
  if (step && !holds(before?.document, step.when)) return false
  const after = step?.verb === 'patch' ? patched(step, before?.document) : put
  if (after) draft.put(key, after.document)
  else if (before) draft.remove(key)
  const [old, fresh] = [before?.entries ?? [], after?.entries ?? []]
  const id = idIn(key)
  for (const entry of old) if (!fresh.some((other) => entry.equals(other))) draft.removeEntry(entry, id)
  for (const entry of fresh) if (!old.some((other) => entry.equals(other))) draft.addEntry(entry, id)
  return true
}
