import { setImmediate as turn } from 'node:timers/promises'
import { targetOf } from './changes.js'
import type { Change } from './port.js'

/** So many items are sorted or merged between two turns of the event loop: a few milliseconds of work. */
const runLength = 4_000

/** Groups up to this size stay in the order they came in. */
const smallGroup = runLength / 4

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
  if (changes.length <= smallGroup) return order
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
