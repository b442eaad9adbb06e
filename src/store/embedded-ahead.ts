import type { Step } from './changes.js'
import type { Draft } from './embedded-commit.js'
import type { CollectionName } from './schema.js'

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

/** Whether texts with and without such characters have another order in JavaScript than in the database. */
const surrogate = /[\ud800-\udfff]/

/**
 * Reads documents, but not where it knows that there are none. After one that is not there, it asks where the next one
 * is; what lies between them is not there either, as long as ids go up and this commit has not written them. A first
 * import would look for each of its documents in vain otherwise.
 */
export const readingAhead = (draft: Draft): Draft['get'] => {
  let gap: { collection: CollectionName; after: string; before: string | undefined } | undefined
  return (collection, id) => {
    const isComparable = !surrogate.test(id)
    if (gap?.collection === collection && isComparable && id > gap.after)
      if (gap.before === undefined || id < gap.before) {
        gap.after = id
        return undefined
      }
    const document = draft.get(collection, id)
    // A step back, to fill a page, is no reason to forget what lies ahead.
    const isBack = gap?.collection === collection && id <= gap.after
    if (document === undefined && isComparable && !isBack)
      gap = { collection, after: id, before: draft.idAfter(collection, id) }
    return document
  }
}
