import { isClaimed } from '../domain/sources/source.js'
import type { Change } from '../store/port.js'
import type { Collections } from '../store/schema.js'
import type { Dependencies } from './dependencies.js'
import { changedMeanwhile, retryWhileChanged, tooMuchContention } from './retry.js'

/** Collections whose documents are worked on by one process at a time, with the field that rises with every claim. */
const fences: { readonly [C in ClaimedCollection]: keyof Collections[C] } = {
  sources: 'fence',
  webhooks: 'fence',
  digest_runs: 'fence',
  statuses: 'version',
}
type ClaimedCollection = LeasedCollection | 'digest_runs' | 'statuses'
/** Those whose claim is their `claim`, and that are due at `next_at`. */
type LeasedCollection = 'sources' | 'webhooks'

type FieldsOf<C extends ClaimedCollection> = readonly (keyof Collections[C])[]

/** What else has to hold for a write, and what is written with it. */
interface WriteOptions<C extends ClaimedCollection> {
  readonly also?: readonly Change[]
  /** Fields that must be as they were read. */
  readonly unless?: FieldsOf<C>
}

/** A change that holds only while nobody else has claimed the document since it was read. */
export const fencedChange = <C extends ClaimedCollection>(
  collection: C,
  document: Collections[C],
  set: object,
  unless: FieldsOf<C> = [],
): Change => {
  const when = Object.fromEntries([fences[collection], ...unless].map((field) => [field, document[field]]))
  // The name and the fields are those of one collection.
  return { patch: collection, id: document._id, set, when } as Change
}

/** Claims on the documents of a collection, whichever of their fields say who has one, and until when. */
export const createFence = <C extends ClaimedCollection>(
  collection: C,
  { store, now }: Pick<Dependencies, 'store' | 'now'>,
) => {
  type Document = Collections[C]

  /** The document as it is then; null when somebody has claimed it since it was read, or changed a field of `unless`. */
  const write = async (
    document: Document,
    set: Partial<Document>,
    { also = [], unless = [] }: WriteOptions<C> = {},
  ): Promise<Document | null> => {
    const { done } = await store.commit([fencedChange(collection, document, set, unless), ...also])
    return done ? { ...document, ...set } : null
  }

  /** The same, and it raises the fence: whoever has claimed the document can write no more. */
  const takeOver = (document: Document, set: Partial<Document>, options?: WriteOptions<C>) => {
    const fence = fences[collection]
    return write(document, { ...set, [fence]: Number(document[fence]) + 1 }, options)
  }

  /** From now on for `lease` milliseconds; `written`: the fields of a claim that ends then. */
  const claim = (
    document: Document,
    lease: number,
    written: (until: string) => Partial<Document>,
    options?: WriteOptions<C>,
  ) => takeOver(document, written(endOf(lease, now())), options)

  return { write, takeOver, claim }
}

const endOf = (lease: number, now: Date): string => new Date(now.getTime() + lease).toISOString()

/** Milliseconds, times the number of attempts. */
const pause = 20

/**
 * Reads a document, calls `decide`, and writes the result with `also`. Any claim ends, because work under way goes by
 * the state before. Throws `conflict` when other writers were always faster.
 */
export const changeClaimed = async <C extends LeasedCollection>(
  dependencies: Pick<Dependencies, 'store' | 'now' | 'wait'>,
  collection: C,
  find: () => Promise<Collections[C]>,
  decide: (document: Collections[C]) => object | Promise<object>,
  also: (changed: Collections[C]) => readonly Change[] = () => [],
): Promise<Collections[C]> => {
  const { takeOver } = createFence(collection, dependencies)
  const attempt = async () => {
    const document = await find()
    const set = { ...(await decide(document)), claim: null } as Partial<Collections[C]>
    return (await takeOver(document, set, { also: also({ ...document, ...set }) })) ?? changedMeanwhile
  }
  const changed = await retryWhileChanged(attempt, { pause: (tries) => dependencies.wait(pause * tries) })
  if (changed !== changedMeanwhile) return changed
  throw tooMuchContention('organization', 'Nothing was changed; try again.')
}

export interface ClaimDependencies extends Pick<Dependencies, 'store' | 'now'> {
  /** Identifies this process. */
  readonly owner: string
}

/** `lease`: milliseconds for which a claim holds unless it is extended. */
export const createLeases = <C extends LeasedCollection>(
  collection: C,
  lease: number,
  dependencies: ClaimDependencies,
) => {
  type Document = Collections[C]
  const { store, now, owner } = dependencies
  const { write, claim } = createFence(collection, dependencies)
  const held = (until: string) => ({ claim: { owner, until } }) as Pick<Document, 'claim'> & Partial<Document>

  return {
    write,
    /** The claim for another lease from now on: what takes long extends it on the way. */
    extended: () => held(endOf(lease, now())),
    /** The claimed document, its fence increased. `busy`: another process has it, or it is no longer due. */
    async claim(id: string, onlyIfDue: boolean): Promise<Document | 'busy' | 'gone'> {
      const [document] = await store.get(collection, [id])
      if (!document) return 'gone'
      const { next_at } = document
      if (isClaimed(document, now())) return 'busy'
      if (onlyIfDue && !(next_at !== null && next_at <= now().toISOString())) return 'busy'
      return (await claim(document, lease, held)) ?? 'busy'
    },
  }
}
