import { createHash, hash } from 'node:crypto'

/** Long work that yields wherever the event loop may take a turn; the caller decides what happens then. */
export type Sliced<T> = Generator<void, T>

/** Runs all slices at once, for small data and for tests. */
export const runAtOnce = <T>(work: Sliced<T>): T => {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
  }
}

/** Ends work whose slices have taken more than `most` milliseconds of `clock` together; then null. */
export function* stopAfter<T>(most: number, clock: () => number, work: Sliced<T>): Sliced<T | null> {
  for (let spent = 0; spent <= most;) {
    const from = clock()
    const step = work.next()
    if (step.done) return step.value
    // A clock may be put back.
    spent += Math.max(0, clock() - from)
    yield
  }
  return null
}

/** Compares strings by code units: the order in which stores keep ids, and not meant for people. */
export const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const runLength = 1_000

/** A stable merge sort in slices of about a thousand comparisons: `Array.sort` of 50,000 names blocks too long. */
export function* sortInSlices<T>(items: readonly T[], compare: (a: T, b: T) => number): Sliced<T[]> {
  let runs: T[][] = []
  for (let at = 0; at < items.length; at += runLength) {
    runs.push(items.slice(at, at + runLength).sort(compare))
    yield
  }
  while (runs.length > 1) {
    const merged: T[][] = []
    for (let at = 0; at < runs.length; at += 2) {
      merged.push(at + 1 < runs.length ? yield* mergeInSlices(runs[at]!, runs[at + 1]!, compare) : runs[at]!)
      yield
    }
    runs = merged
  }
  return runs[0] ?? []
}

function* mergeInSlices<T>(
  left: readonly T[],
  right: readonly T[],
  compare: (a: T, b: T) => number,
): Sliced<T[]> {
  const merged: T[] = []
  let l = 0
  let r = 0
  while (l < left.length && r < right.length) {
    merged.push(compare(left[l]!, right[r]!) <= 0 ? left[l++]! : right[r++]!)
    if (merged.length % (2 * runLength) === 0) yield
  }
  while (l < left.length) merged.push(left[l++]!)
  while (r < right.length) merged.push(right[r++]!)
  return merged
}

/** Bytes hashed between two turns of the event loop. */
const hashLength = 1 << 20

/** SHA-256, as base64url. */
export function* digestInSlices(bytes: Buffer): Sliced<string> {
  if (bytes.length <= hashLength) return hash('sha256', bytes, 'base64url')
  const running = createHash('sha256')
  for (let at = 0; at < bytes.length; at += hashLength) {
    running.update(bytes.subarray(at, at + hashLength))
    yield
  }
  return running.digest('base64url')
}
