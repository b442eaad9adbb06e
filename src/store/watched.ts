import { setTimeout as wait } from 'node:timers/promises'
import { damagedProblem, damageIn, describeDamage } from '../domain/damage.js'
import type { Damage, Problem } from '../domain/problem.js'
import { documentCheck, type CheckDocument } from '../domain/documents.js'
import type { Bounds, CheckDepth, Query, Reader, Store } from './port.js'
import type { CollectionName } from './schema.js'

/** Milliseconds: how long a ping waits for a check, and how long the result of a check is good for. */
const checkWait = 500
const checkAge = 60_000
/** Places remembered; where more is damaged, these suffice. */
const maxPlaces = 100

const isWithin = (value: unknown, { gt, gte, lt, lte }: Bounds): boolean => {
  type Ordered = string | number
  const holds = (bound: Ordered | undefined, compare: (a: Ordered, b: Ordered) => boolean): boolean =>
    // A value of another type compares as false.
    bound === undefined || compare(value as Ordered, bound)
  return (
    holds(gt, (a, b) => a > b) &&
    holds(gte, (a, b) => a >= b) &&
    holds(lt, (a, b) => a < b) &&
    holds(lte, (a, b) => a <= b)
  )
}

/** Whether a document is one that was asked for, as far as its fields were read. */
const askedFor = ({ equal = {}, range = {} }: Pick<Query, 'equal' | 'range'>) => {
  const [equals, ranges] = [Object.entries(equal), Object.entries(range)]
  return (document: Readonly<Record<string, unknown>>): boolean =>
    equals.every(([field, value]) => !(field in document) || document[field] === value) &&
    ranges.every(([field, bounds]) => !(field in document) || isWithin(document[field], bounds))
}

/** The same reader with every document checked before anybody uses it. Throws `unavailable`, naming the document. */
const checkedReader = (reader: Reader): Reader => {
  const checks = new Map<string, CheckDocument | null>()
  const checkFor = (collection: CollectionName, fields?: readonly string[]): CheckDocument | null => {
    const name = fields ? `${collection} ${fields.join()}` : collection
    const known = checks.get(name)
    if (known !== undefined) return known
    const check = documentCheck(collection, fields)
    checks.set(name, check)
    return check
  }
  const refuse = (
    check: CheckDocument | null,
    collection: CollectionName,
    documents: readonly object[],
  ): void => {
    if (!check) return
    for (const document of documents) {
      const what = check(document)
      if (what === null) continue
      const key = '_id' in document ? String(document._id) : null
      throw damagedProblem({ collection, key, what })
    }
  }
  return {
    get: async (collection, ids) => {
      const found = await reader.get(collection, ids)
      refuse(checkFor(collection), collection, found)
      return found
    },
    async *find(collection, query) {
      const check = checkFor(collection, query.fields?.map(String))
      const isAskedFor = askedFor(query)
      for await (const page of reader.find(collection, query)) {
        try {
          refuse(check, collection, page)
        } catch (error) {
          // Without all fields the document has no name: it is read once more.
          const { fields, ...whole } = query
          if (fields)
            for await (const all of reader.find(collection, whole))
              refuse(checkFor(collection), collection, all)
          throw error
        }
        // A damaged index leads to documents of anybody; the caller may be about to remove what it finds.
        if (!page.every((document) => isAskedFor(document)))
          throw damagedProblem({ collection, key: null, what: 'an index leads to the wrong document' })
        yield page
      }
    },
  }
}

/** Refuses documents that do not fit their schema; a ping fails as long as damage that anybody met persists. */
export const watchDamage = (opened: Store): Store => {
  const met = new Map<string, Damage>()
  let checking: Promise<unknown> | undefined
  let isChecked = false

  const note = (damage: Damage): void => {
    if (met.size < maxPlaces) met.set(describeDamage(damage), damage)
  }
  const noting = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work
    } catch (error) {
      const damage = damageIn(error)
      if (damage) note(damage)
      throw error
    }
  }
  const reader = checkedReader(opened)

  const check = async (depth: CheckDepth): Promise<readonly Damage[]> => {
    const found = (await opened.check?.(depth)) ?? []
    // The file is judged anew; documents are judged when they are read again.
    for (const [name, { key }] of met) if (key === null) met.delete(name)
    found.forEach(note)
    isChecked = true
    setTimeout(() => (isChecked = false), checkAge).unref()
    return found
  }
  const beginCheck = (depth: CheckDepth): Promise<readonly Damage[]> => {
    const begun = check(depth)
    checking = begun.catch(() => undefined).finally(() => (checking = undefined))
    return begun
  }

  const persists = async ({ collection, key }: Damage): Promise<boolean> => {
    if (collection === null || key === null) {
      if (!checking && !isChecked) void beginCheck('quick').catch(() => undefined)
      return true
    }
    // The names come from damage met in these collections.
    return reader.get(collection as CollectionName, [key]).then(
      () => false,
      (error: unknown) => damageIn(error) !== null,
    )
  }

  return {
    ...opened,
    get: (collection, ids) => noting(reader.get(collection, ids)),
    async *find(collection, query) {
      const pages = reader.find(collection, query)[Symbol.asyncIterator]()
      try {
        for (;;) {
          const { done, value } = await noting(pages.next())
          if (done) return
          yield value
        }
      } finally {
        await pages.return?.()
      }
    },
    view: (org, read) => noting(opened.view(org, (view) => read(checkedReader(view)))),
    readAll: (read, options) => noting(opened.readAll(read, options)),
    commit: (changes, options) => noting(opened.commit(changes, options)),
    ...(opened.check && { check: beginCheck }),
    ping: async () => {
      await noting(opened.ping())
      if (checking) await Promise.race([checking, wait(checkWait, undefined, { ref: false })])
      for (const [name, damage] of met) {
        if (await persists(damage)) throw damagedProblem(damage)
        met.delete(name)
      }
    },
  }
}

/** Stands in for a store that is too damaged to open: every call says so. */
export const unusableStore = (problem: Problem): Store => {
  const refuse = (): Promise<never> => Promise.reject(problem)
  return {
    get: refuse,
    async *find() {
      throw problem
    },
    view: refuse,
    readAll: refuse,
    commit: refuse,
    ping: refuse,
    warnings: [],
    kind: 'embedded',
    close: async () => undefined,
  }
}
