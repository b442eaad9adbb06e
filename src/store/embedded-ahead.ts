import type { Step } from './changes.js'
import type { Draft } from './embedded-commit.js'

/** A change, with its place in the group. */
export type IndexedStep = readonly [index: number, step: Step]

/** Documents of one window: small beside a group, large beside a page. */
const windowSize = 2_000

/**
 * The same steps, those of one document in their order. LMDB splits a full page in the middle, also when keys come in
 * order, and pages would stay half empty: so of each window of documents three in five come first, and the others
 * fill the pages.
 */
export function* fillingPages(steps: Iterable<IndexedStep>): Iterable<IndexedStep> {
  let waiting: IndexedStep[] = []
  let documents = 0
  let previous: Step | undefined
  for (const indexed of steps) {
    const [, step] = indexed
    const isAnother = step.id !== previous?.id || step.collection !== previous.collection
    previous = step
    if (isAnother && ++documents % windowSize === 0) {
      yield* waiting
      waiting = []
    }
    if (documents % 5 < 3) yield indexed
    else waiting.push(indexed)
  }
  yield* waiting
}

/**
 * Reads documents, but not where it knows that there are none. After one that is not there, it asks where the next one
 * is; what lies between them is not there either, as long as keys go up and this commit has not written them. A first
 * import would look for each of its documents in vain otherwise.
 */
export const readingAhead = (draft: Draft): Draft['get'] => {
  let gap: { after: Buffer; before: Buffer | undefined } | undefined
  return (key) => {
    const isAhead = gap !== undefined && Buffer.compare(key, gap.after) > 0
    if (gap && isAhead && (gap.before === undefined || Buffer.compare(key, gap.before) < 0)) {
      gap.after = key
      return undefined
    }
    const document = draft.get(key)
    // A step back, to fill a page, is no reason to forget what lies ahead.
    if (document === undefined && (isAhead || !gap)) gap = { after: key, before: draft.keyAfter(key) }
    return document
  }
}
