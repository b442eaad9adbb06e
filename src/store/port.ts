import type { Damage } from '../domain/problem.js'
import type { CollectionName, Collections, indexes } from './schema.js'

export type Scalar = string | number | boolean | null
/** A field's value. Documents are plain JSON: no dates, no undefined. */
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
 * A query answered by a declared index. `equal` names the first fields of the index, `range` any of those that follow.
 * A document that lacks a ranged field, or has one of another type, is not found.
 */
export interface Query<
  C extends CollectionName = CollectionName,
  F extends keyof Collections[C] = keyof Collections[C],
> {
  readonly index: keyof (typeof indexes)[C] & string
  readonly equal?: Readonly<Record<string, Scalar>>
  readonly range?: Readonly<Record<string, Bounds>>
  /**
   * By the fields of the index, then by `_id`, compared as UTF-8 bytes and numbers. Without it, no order is promised.
   */
  readonly order?: 'ascending' | 'descending'
  /** The maximum number of documents in total. */
  readonly limit?: number
  /** The fields that the caller needs; a store may leave out the others. */
  readonly fields?: readonly F[]
}

export interface Reader {
  /** The documents with these ids, in any order; missing ones are left out. Always returns copies. */
  get<C extends CollectionName>(collection: C, ids: readonly string[]): Promise<Collections[C][]>
  /** Pages of at most `pageSize`, with a turn of the event loop between them; outside a view of different ages. */
  find<C extends CollectionName, F extends keyof Collections[C] = keyof Collections[C]>(
    collection: C,
    query: Query<C, F>,
  ): AsyncIterable<readonly Pick<Collections[C], F>[]>
}

export interface StorePage {
  readonly collection: CollectionName
  readonly documents: readonly Collections[CollectionName][]
}

export type Change = {
  [C in CollectionName]:
    | { readonly put: C; readonly document: Collections[C]; readonly when?: 'absent' | Fields }
    | {
        /**
         * Sets the named (dotted) fields; `undefined` removes a field. A missing document is a conflict. The values
         * are plain JSON; the type is `object` because an interface lacks the index signature of `Json`.
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

export type CheckDepth = 'quick' | 'deep'

/** The contract of every store, pinned for each adapter by one suite (`test/stores/contract.ts`). */
export interface Store extends Reader {
  /** All queries made by `read` see one state, however many turns of the event loop it takes. */
  view<T>(org: string, read: (reader: Reader) => Promise<T>): Promise<T>
  /**
   * Everything in the store, in one state, ordered by collection name and document id, both as UTF-8 bytes. Unlike a
   * view, it is not limited to one organization. `read` is called again when the state is lost on the way; on a
   * standalone MongoDB, which has no snapshots, when an organization changed meanwhile. Damage ends it, unless
   * `leaveOut` takes note of it: then everything else is read.
   */
  readAll<T>(
    read: (pages: AsyncIterable<StorePage>) => Promise<T>,
    options?: { readonly leaveOut?: (damage: Damage) => void },
  ): Promise<T>
  /**
   * Writes all changes or none; they are durable when it returns. `when` is a precondition: `absent`, or named fields
   * unchanged. A `put` or `remove` without one always holds; removing a missing document does nothing. Throws
   * `unavailable` (nothing was written) or `outcome_unknown`. `deadline` is in milliseconds, 3,000 by default. An
   * iterable that is not an array may be walked more than once, before or during the write, so that a large group need
   * not be held in memory; it should be ordered by collection and id.
   */
  commit(changes: Iterable<Change>, options?: { readonly deadline?: number }): Promise<CommitResult>
  /**
   * Makes what was removed unreadable in the store's files, too; null when it is, else the reason why it is not yet, as
   * the end of a sentence. Absent where the files are another program's. Throws `unavailable`.
   */
  purge?(): Promise<string | null>
  /** Whether the store answers; throws `unavailable`. */
  ping(): Promise<void>
  /** Changes with every commit by anyone; absent where asking costs as much as reading. Throws `unavailable`. */
  version?(): Promise<number>
  /**
   * What is damaged in the store's file: whether every page and document can be read, and with `deep` whether the
   * indexes agree with the documents. Runs beside everything else. Absent where a server looks after its own files.
   */
  check?(depth: CheckDepth): Promise<readonly Damage[]>
  /** The time on the database's own clock, where it has one. Throws `unavailable`. */
  serverTime?(): Promise<Date>
  /** What an operator should know, such as that MongoDB is a standalone. */
  readonly warnings: readonly string[]
  readonly kind: 'mongodb' | 'embedded'
  close(): Promise<void>
}

/** Documents per page at most: reading a page takes a few milliseconds. */
export const pageSize = 250
/** Documents fetched from the server at once: a round trip costs as much as reading a few hundred. */
export const fetchSize = 4 * pageSize
/** Milliseconds after which a call ends, whatever the driver or the disk does (decisions, "Store and freshness"). */
export const callDeadline = 3_000
export const importDeadline = 30_000

/** All documents of a query in one array, for queries known to have few results. */
export const collect = async <T>(pages: AsyncIterable<readonly T[]>): Promise<T[]> => {
  const all: T[] = []
  for await (const page of pages) for (const document of page) all.push(document)
  return all
}
