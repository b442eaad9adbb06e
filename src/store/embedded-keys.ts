import type { Stored } from './changes.js'
import type { Bounds, Query } from './port.js'
import { indexes, scoped, type CollectionName } from './schema.js'

/*
 * Two ordered maps hold everything. `documents`: a document under `collection NUL id`. `entries`: under
 * `collection.index NUL part part …`, one part for each field, the ids of the documents that have these fields, in
 * their order. A part is a tag that tells the types apart, then the value: text ends with NUL 1 and has NUL 2 for
 * NUL, so that no text runs into what follows it and bytes compare as the texts do; a number is 16 hexadecimal
 * digits in the order of numbers. `afterPart` is greater than every tag: `part + afterPart` stands behind all keys
 * that begin with the part. Folders of earlier versions also have entries that `by_org` of scoped collections is no
 * longer read from: nobody meets them.
 */
const tags = {
  missing: '\x01',
  null: '\x02',
  number: '\x03',
  text: '\x04',
  false: '\x05',
  true: '\x06',
  other: '\x07',
}
const afterPart = '\x08'
const endOfText = '\0\x01'
const partLength = 1 + 16

const scratch = Buffer.alloc(8)
const numberText = (value: number): string => {
  // `+ 0` makes -0 the 0 that it is in JSON.
  scratch.writeDoubleBE(value + 0)
  const bits = scratch.readBigUInt64BE()
  const ordered = bits >> 63n ? ~bits & 0xffff_ffff_ffff_ffffn : bits | (1n << 63n)
  return ordered.toString(16).padStart(16, '0')
}

// Asking first is faster: hardly any text has a NUL.
const escapeText = (text: string): string => (text.includes('\0') ? text.replaceAll('\0', '\0\x02') : text)

const part = (value: unknown): string => {
  if (typeof value === 'string') return tags.text + escapeText(value) + endOfText
  if (typeof value === 'number') return tags.number + numberText(value)
  if (value === undefined) return tags.missing
  if (value === null) return tags.null
  return value === true ? tags.true : value === false ? tags.false : tags.other
}

const declared = new Map(
  Object.entries(indexes).map(([collection, byName]): [string, [string, readonly string[]][]] => [
    collection,
    Object.entries(byName),
  ]),
)

/** In a scoped collection the documents themselves stand by organization and id: such an index has no entries. */
const isOrderOfDocuments = (collection: CollectionName, fields: readonly string[]): boolean =>
  scoped.has(collection) && fields.length === 1 && fields[0] === 'org'

const withEntries = new Map(
  [...declared].map(([collection, byName]) => [
    collection,
    // The keys of `declared` are those of the schema.
    byName.filter(([, fields]) => !isOrderOfDocuments(collection as CollectionName, fields)),
  ]),
)

/** The keys of all index entries of a document. */
export const indexKeys = (collection: CollectionName, document: Stored): string[] =>
  (withEntries.get(collection) ?? []).map(
    ([index, fields]) => `${collection}.${index}\0${fields.map((field) => part(document[field])).join('')}`,
  )

interface Interval<T> {
  /** Included. */
  readonly low: T
  /** Not included. */
  readonly high: T
}

/** Everything between the bounds, and of their type: keys that begin with a part from `low` up to `high`. */
const intervals = (bounds: Bounds): Interval<string>[] => {
  const ofType = (value: string | number): Interval<string> =>
    typeof value === 'string' ? { low: tags.text, high: tags.false } : { low: tags.number, high: tags.text }
  const { gt, gte, lt, lte } = bounds
  return [
    gt === undefined ? [] : [{ low: part(gt) + afterPart, high: ofType(gt).high }],
    gte === undefined ? [] : [{ low: part(gte), high: ofType(gte).high }],
    lt === undefined ? [] : [{ low: ofType(lt).low, high: part(lt) }],
    lte === undefined ? [] : [{ low: ofType(lte).low, high: part(lte) + afterPart }],
  ].flat()
}

const largest = (buffers: readonly Buffer[]): Buffer =>
  buffers.toSorted(Buffer.compare).at(-1) ?? Buffer.alloc(0)
const smallest = (buffers: readonly Buffer[]): Buffer =>
  buffers.toSorted(Buffer.compare)[0] ?? Buffer.alloc(0)
const common = (all: readonly Interval<string>[]): Interval<Buffer> => ({
  low: largest(all.map(({ low }) => Buffer.from(low))),
  high: smallest(all.map(({ high }) => Buffer.from(high))),
})

/** Where the part that begins at `start` ends. */
const endOfPart = (key: Buffer, start: number): number => {
  const tag = String.fromCharCode(key[start] ?? 0)
  if (tag === tags.text) return key.indexOf(endOfText, start) + endOfText.length
  return start + (tag === tags.number ? partLength : 1)
}

/** A query of any collection: `Query` of one has that collection's index names only. */
type AnyQuery = Omit<Query, 'index' | 'fields'> & { readonly index: string }

/** How a query is answered: the keys of one interval, of which those count that `accepts` does. */
export interface Scan extends Interval<string> {
  /** Whether these are keys of documents, all of which count, or of index entries. */
  readonly of: 'documents' | 'entries'
  readonly reverse: boolean
  /** Whether the bounds that the interval does not express hold, too. */
  accepts(key: string): boolean
}

const fieldsOfIndex = (collection: CollectionName, { index, equal = {} }: AnyQuery): [string[], string[]] => {
  const fields = declared.get(collection)?.find(([name]) => name === index)?.[1]
  const count = Object.keys(equal).length
  if (!fields?.slice(0, count).every((field) => Object.hasOwn(equal, field)) || count > fields.length)
    throw new TypeError(`no index answers this question: ${collection}.${index}`)
  return [fields.slice(0, count), fields.slice(count)]
}

/** Ids of an organization begin with its own and a colon; a semicolon follows. */
const scanOfDocuments = (collection: CollectionName, { equal, order }: AnyQuery): Scan => {
  const prefix = `${collection}\0${String(equal?.['org'])}`
  const reverse = order === 'descending'
  return { of: 'documents', low: `${prefix}:`, high: `${prefix};`, reverse, accepts: () => true }
}

export const scanOf = (collection: CollectionName, query: AnyQuery): Scan => {
  const [equal, ranged] = fieldsOfIndex(collection, query)
  if (isOrderOfDocuments(collection, [...equal, ...ranged])) {
    if (ranged.length > 0) throw new TypeError(`${collection}.${query.index} is asked for one organization`)
    return scanOfDocuments(collection, query)
  }
  const prefix = `${collection}.${query.index}\0${equal.map((field) => part(query.equal?.[field])).join('')}`
  const ranges = ranged.map((field) => intervals(query.range?.[field] ?? {}))
  // The interval says all of the first range: entries of most questions need no second look.
  const filters = ranges.map((range, n) => (n > 0 && range.length > 0 ? common(range) : undefined))
  const prefixLength = Buffer.byteLength(prefix)
  const accepts = (text: string): boolean => {
    if (!filters.some(Boolean)) return true
    const key = Buffer.from(text)
    let start = prefixLength
    for (const filter of filters) {
      const end = endOfPart(key, start)
      const value = key.subarray(start, end)
      if (filter && (Buffer.compare(value, filter.low) < 0 || Buffer.compare(value, filter.high) >= 0))
        return false
      start = end
    }
    return true
  }
  const { low, high } = common([{ low: '', high: afterPart }, ...(ranges[0] ?? [])])
  return {
    of: 'entries',
    low: prefix + low.toString(),
    high: prefix + high.toString(),
    reverse: query.order === 'descending',
    accepts,
  }
}
