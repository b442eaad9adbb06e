import type { Draft } from './embedded-commit.js'
import type { Packed } from './embedded-pack.js'
import type { Prepared } from './embedded-prepare.js'

/** A change that is to be made next, and what is stored before it. */
export type Ready = readonly [change: Prepared, stored: Packed | undefined]

/** Documents of one window: small beside a group, large beside a page. */
const windowSize = 2_000

function* windowsOf(changes: Iterable<Prepared>): Iterable<readonly Prepared[]> {
  let window: Prepared[] = []
  for (const change of changes) {
    window.push(change)
    if (window.length < windowSize) continue
    yield window
    window = []
  }
  yield window
}

const isAscending = (window: readonly Prepared[]): boolean =>
  window.every(({ key }, n) => {
    const previous = window[n - 1]
    return !previous || Buffer.compare(previous.key, key) < 0
  })

/**
 * The same changes, those of one document in their order. LMDB splits a full page in the middle, also when keys come in
 * order, and pages would stay half empty: so of each window of documents three in five come first, and the others
 * fill the pages. What is stored is read before, while keys go up.
 */
export function* fillingPages(changes: Iterable<Prepared>, draft: Draft): Iterable<Ready> {
  const read = readingAhead(draft)
  for (const window of windowsOf(changes)) {
    if (isAscending(window)) {
      const ready = window.map((change): Ready => [change, read(change.key)])
      yield* ready.filter((_, n) => n % 5 < 3)
      yield* ready.filter((_, n) => n % 5 >= 3)
    } else for (const change of window) yield [change, read(change.key)]
  }
}

/**
 * Reads documents, but not where it knows that there are none. After one that is not there, it asks where the next one
 * is; what lies between them is not there either, as long as keys go up and this commit has not written them. A first
 * import would look for each of its documents in vain otherwise.
 */
export const readingAhead = (draft: Draft): Draft['get'] => {
  let gap: { after: Buffer; before: Buffer | undefined } | undefined
  return (key) => {
    if (gap && Buffer.compare(key, gap.after) > 0)
      if (gap.before === undefined || Buffer.compare(key, gap.before) < 0) {
        gap.after = key
        return undefined
      }
    const document = draft.get(key)
    if (document === undefined) gap = { after: key, before: draft.keyAfter(key) }
    return document
  }
}
