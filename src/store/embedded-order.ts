import { setImmediate as turn } from 'node:timers/promises'
import { targetOf } from './changes.js'
import type { Change } from './port.js'
import type { CollectionName } from './schema.js'

/** So many items are sorted or merged between two turns of the event loop: a few milliseconds of work. */
const runLength = 4_000

/** Groups up to this size stay in the order they came in. */
const smallGroup = runLength / 4
export const isLarge = (changes: readonly Change[]): boolean => changes.length > smallGroup

type Compare = (a: number, b: number) => number

/** Merges two sorted runs; of equals, those of the first come first. */
const merge = async (a: readonly number[], b: readonly number[], compare: Compare): Promise<number[]> => {
  const merged: number[] = []
  let [left, right] = [0, 0]
  while (left < a.length && right < b.length) {
    const [first = 0, second = 0] = [a[left], b[right]]
    const fromLeft = compare(first, second) <= 0
    merged.push(fromLeft ? first : second)
    if (fromLeft) left++
    else right++
    if (merged.length % runLength === 0) await turn()
  }
  return merged.concat(a.slice(left), b.slice(right))
}

const sortInSlices = async (items: readonly number[], compare: Compare): Promise<readonly number[]> => {
  if (items.length <= runLength) return items.toSorted(compare)
  await turn()
  const middle = Math.ceil(items.length / 2)
  const halves = [items.slice(0, middle), items.slice(middle)]
  const [a = [], b = []] = [
    await sortInSlices(halves[0] ?? [], compare),
    await sortInSlices(halves[1] ?? [], compare),
  ]
  return merge(a, b, compare)
}

/**
 * The indexes of the changes in the order of the documents they are about, changes of one document as they came.
 * Documents with random ids are written three times faster this way, into a third less memory (measured, 250,000).
 */
export const inKeyOrder = async (changes: readonly Change[]): Promise<readonly number[]> => {
  const order = Array.from(changes.keys())
  if (!isLarge(changes)) return order
  const collections = changes.map((change) => targetOf(change)[0])
  await turn()
  const ids = changes.map((change) => targetOf(change)[1])
  const compare = (a: number, b: number): number => {
    const by = collections[a] === collections[b] ? ids : collections
    const [left = '', right = ''] = [by[a], by[b]]
    return left < right ? -1 : left > right ? 1 : 0
  }
  return sortInSlices(order, compare)
}

const commonBeginning = (a: string, b: string): string => {
  let length = 0
  while (length < a.length && a[length] === b[length]) length++
  return a.slice(0, length)
}

/** Where the changes of the collection end that begin at `start`: the last of them. */
const lastOfCollection = (
  collectionAt: (position: number) => unknown,
  start: number,
  length: number,
): number => {
  let [low, high] = [start, length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (collectionAt(middle) === collectionAt(start)) low = middle
    else high = middle - 1
  }
  return low
}

/** What the ids of a collection in a sorted group have in common at their beginning; of each collection. */
export const beginnings = (
  changes: readonly Change[],
  order: readonly number[],
): ReadonlyMap<CollectionName, string> => {
  const found = new Map<CollectionName, string>()
  const targetAt = (position: number) => {
    const change = changes[order[position] ?? -1]
    return change && targetOf(change)
  }
  for (let start = 0; start < order.length;) {
    const end = lastOfCollection((position) => targetAt(position)?.[0], start, order.length)
    const [first, last] = [targetAt(start), targetAt(end)]
    if (first && last) found.set(first[0], commonBeginning(first[1], last[1]))
    start = end + 1
  }
  return found
}
