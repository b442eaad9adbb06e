import type { CollectionName, Collections, indexes } from './schema.js'

export type Scalar = string | number | boolean | null
/** What a field may hold. Documents are plain JSON: no dates, no undefined. */
export type Json = Scalar | readonly Json[] | { readonly [key: string]: Json }

/** Named fields as they were read: dotted paths to scalars; `undefined` means the field was not there. */
export type Fields = Readonly<Record<string, Scalar | undefined>>

export interface Bounds {
  readonly gt?: string | number
  readonly gte?: string | number
  readonly lt?: string | number
  readonly lte?: string | number
}

/**
 * A question that a declared index answers. `equal` names the first fields of the index, `range` any of those
 * that follow; a document without a ranged field, or with one of another type, is not found.
 */
export interface Query<
  C extends CollectionName = CollectionName,
  F extends keyof Collections[C] = keyof Collections[C],
> {
  readonly index: keyof (typeof indexes)[C] & string
  readonly equal?: Readonly<Record<string, Scalar>>
  readonly range?: Readonly<Record<string, Bounds>>
  /** By the fields of the index, then by `_id`, compared as UTF-8 bytes and numbers. No order is promised unless asked. */
  readonly order?: 'ascending' | 'descending'
  /** At most so many documents in all. */
  readonly limit?: number
  /** All that is needed of a document: a store may leave out what else is in it. */
  readonly fields?: readonly F[]
}

export interface Reader {
  /** The documents with these ids, in any order; missing ones are left out. Always copies. */
  get<C extends CollectionName>(collection: C, ids: readonly string[]): Promise<Collections[C][]>
  /** Pages of at most `pageSize` documents; between two pages the event loop turns. Outside a view, pages may differ in age. */
  find<C extends CollectionName, F extends keyof Collections[C] = keyof Collections[C]>(
    collection: C,
    query: Query<C, F>,
  ): AsyncIterable<readonly Pick<Collections[C], F>[]>
}

/** Some documents of one collection. */
export interface StorePage {
  readonly collection: CollectionName
  readonly documents: readonly Collections[CollectionName][]
}

export type Change = {
  [C in CollectionName]:
    | { readonly put: C; readonly document: Collections[C]; readonly when?: 'absent' | Fields }
    | {
        /**
         * Sets the named (dotted) fields; `undefined` takes a field away. A document that is not there is a conflict.
         * Objects are plain JSON; `object`, because an interface lacks the index signature of `Json`.
         */
        readonly patch: C
        readonly id: string
        readonly set: Readonly<Record<string, Json | object | undefined>>
        readonly when?: Fields
      }
    | { readonly remove: C; readonly id: string; readonly when?: Fields }
}[CollectionName]

/** `conflict` is the index of the first change whose precondition did not hold; nothing was written then. */
export type CommitResult = { readonly done: true } | { readonly done: false; readonly conflict: number }

/** What a store promises; one contract suite (`test/stores/contract.ts`) pins it on every adapter. */
export interface Store extends Reader {
  /** Everything that `read` asks sees one state, however many turns of the event loop it takes. */
  view<T>(org: string, read: (reader: Reader) => Promise<T>): Promise<T>
  /**
   * Everything in the store, all of one state: the collections by their names, documents by their ids, both as UTF-8
   * bytes. A view belongs to one organization, and a backup to none. `read` is called again when the state it read is
   * lost on the way; a standalone MongoDB, which has no snapshots, does so when an organization moved meanwhile.
   */
  readAll<T>(read: (pages: AsyncIterable<StorePage>) => Promise<T>): Promise<T>
  /**
   * All of it or nothing, durable when it returns. `when` is a precondition: `absent`, or named fields unchanged;
   * a `put` or `remove` without one always holds, `remove` of what is not there does nothing.
   * Throws `unavailable` (nothing was written) or `outcome_unknown`. `deadline` in milliseconds, 3,000 by default.
   * What is no array is walked through before or while it is written, perhaps more than once, so that a large group
   * need not be held; it should come in the order of collections and ids.
   */
  commit(changes: Iterable<Change>, options?: { readonly deadline?: number }): Promise<CommitResult>
  /** Whether the store answers; throws `unavailable`. */
  ping(): Promise<void>
  /**
   * A number that is another one after every commit of anybody; absent where to ask for it costs as much as to read.
   * Throws `unavailable`.
   */
  version?(): Promise<number>
  /** What the clock of the database shows, where it has one of its own. Throws `unavailable`. */
  serverTime?(): Promise<Date>
  /** What an operator should know, such as a standalone MongoDB. */
  readonly warnings: readonly string[]
  readonly kind: 'mongodb' | 'embedded'
  close(): Promise<void>
}

/** Documents of one page at most: to read them takes a few milliseconds. */
export const pageSize = 250
/** Documents that a store fetches from its server at once: a round trip costs as much as to read some hundred. */
export const fetchSize = 4 * pageSize
/** A call ends after so many milliseconds, whatever the driver or the disk does (decisions, "Store and freshness"). */
export const callDeadline = 3_000
export const importDeadline = 30_000

/** Every document of a query, in one array. For queries whose results are known to be small. */
export const collect = async <T>(pages: AsyncIterable<readonly T[]>): Promise<T[]> => {
  const all: T[] = []
  for await (const page of pages) for (const document of page) all.push(document)
  return all
}
