import { isClaimed } from '../domain/sources/source.js'
import type { Change } from '../store/port.js'
import type { Collections } from '../store/schema.js'
import type { Dependencies } from './dependencies.js'
import { changedMeanwhile, retryWhileChanged, tooMuchContention } from './retry.js'

/** Collections whose documents are worked on by one process at a time, when they are due. */
type ClaimedCollection = 'sources' | 'webhooks'

export interface ClaimDependencies extends Pick<Dependencies, 'store' | 'now'> {
  /** Identifies this process. */
  readonly owner: string
}

const patchClaimed = <C extends ClaimedCollection>(
  collection: C,
  document: Collections[C],
  set: object,
  unless: readonly (keyof Collections[C])[] = [],
): Change => {
  const fields = ['fence', ...unless] as readonly (keyof Collections[C])[]
  const when = Object.fromEntries(fields.map((field) => [field, document[field]]))
  // The name and the fields are those of one collection.
  return { patch: collection, id: document._id, set, when } as Change
}

/** Milliseconds, times the number of attempts. */
const pause = 20

/**
 * Reads a document, calls `decide`, and writes the result with `also`. The fence increases and any claim ends, because
 * work under way goes by the state before. Throws `conflict` when other writers were always faster.
 */
export const changeClaimed = async <C extends ClaimedCollection>(
  { store, wait }: Pick<Dependencies, 'store' | 'wait'>,
  collection: C,
  find: () => Promise<Collections[C]>,
  decide: (document: Collections[C]) => object | Promise<object>,
  also: (changed: Collections[C]) => readonly Change[] = () => [],
): Promise<Collections[C]> => {
  const attempt = async () => {
    const document = await find()
    const set = { ...(await decide(document)), fence: document.fence + 1, claim: null }
    const after = { ...document, ...set }
    const { done } = await store.commit([patchClaimed(collection, document, set), ...also(after)])
    return done ? after : changedMeanwhile
  }
  const changed = await retryWhileChanged(attempt, { pause: (tries) => wait(pause * tries) })
  if (changed !== changedMeanwhile) return changed
  throw tooMuchContention('organization', 'Nothing was changed; try again.')
}

/** Claims on the documents of a collection. `lease`: milliseconds for which one holds unless it is extended. */
export const createLeases = <C extends ClaimedCollection>(
  collection: C,
  lease: number,
  { store, now, owner }: ClaimDependencies,
) => {
  type Document = Collections[C]
  const patch = (document: Document, set: object, unless: readonly (keyof Document)[] = []): Change =>
    patchClaimed<C>(collection, document, set, unless)

  /** The claim for another lease from now on: what takes long extends it on the way. */
  const extended = (): Pick<Document, 'claim'> => ({
    claim: { owner, until: new Date(now().getTime() + lease).toISOString() },
  })

  return {
    extended,
    /** The claimed document, its fence increased. `busy`: another process has it, or it is no longer due. */
    async claim(id: string, onlyIfDue: boolean): Promise<Document | 'busy' | 'gone'> {
      const [document] = await store.get(collection, [id])
      if (!document) return 'gone'
      const { next_at } = document
      if (isClaimed(document, now())) return 'busy'
      if (onlyIfDue && !(next_at !== null && next_at <= now().toISOString())) return 'busy'
      const set = { ...extended(), fence: document.fence + 1 }
      const { done } = await store.commit([patch(document, set)])
      return done ? { ...document, ...set } : 'busy'
    },
    /** Null when another process has taken over, or when one of the fields `unless` has changed. */
    async write(
      document: Document,
      set: Partial<Document>,
      {
        also = [],
        unless = [],
      }: { readonly also?: readonly Change[]; readonly unless?: readonly (keyof Document)[] } = {},
    ): Promise<Document | null> {
      const { done } = await store.commit([patch(document, set, unless), ...also])
      return done ? { ...document, ...set } : null
    },
  }
}
