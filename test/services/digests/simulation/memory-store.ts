import { holds, fieldAt, resultOf, stepOf, type Stored } from '../../../../src/store/changes.js'
import type { Bounds, Change, CommitResult, Query } from '../../../../src/store/port.js'
import { indexes, type CollectionName, type Collections } from '../../../../src/store/schema.js'

/** What a store holds, with the port's rules and without its time: each call is done at once. */
export interface Memory {
  get<C extends CollectionName>(collection: C, ids: readonly string[]): Collections[C][]
  find<C extends CollectionName>(collection: C, query: Query<C>): Collections[C][]
  all<C extends CollectionName>(collection: C): Collections[C][]
  commit(changes: Iterable<Change>): CommitResult
}

const lies = (value: unknown, bounds: Bounds): boolean => {
  const given = Object.entries(bounds).filter(([, bound]) => bound !== undefined)
  if (given.length === 0) return value !== undefined
  return given.every(([name, bound]) => {
    if (typeof value !== typeof bound) return false
    const [a, b] = [value as string, bound as string]
    return name === 'gt' ? a > b : name === 'gte' ? a >= b : name === 'lt' ? a < b : a <= b
  })
}

const orderOf = (collection: CollectionName, index: string): readonly string[] => [
  ...(indexes[collection] as Readonly<Record<string, readonly string[]>>)[index]!,
  '_id',
]

const compare = (a: Stored, b: Stored, fields: readonly string[]): number => {
  for (const field of fields) {
    const [left, right] = [fieldAt(a, field) as string, fieldAt(b, field) as string]
    if (left !== right) return left < right ? -1 : 1
  }
  return 0
}

export const createMemory = (): Memory => {
  const collections = new Map<CollectionName, Map<string, Stored>>()
  const of = (name: CollectionName): Map<string, Stored> => {
    const known = collections.get(name) ?? new Map<string, Stored>()
    collections.set(name, known)
    return known
  }
  // What was put into a collection comes out of it. Nobody changes a document in place: patches make new ones.
  const out = <T>(found: readonly Stored[]): T[] => found.map((document) => document as object as T)

  return {
    get: (collection, ids) => out(ids.map((id) => of(collection).get(id)).filter((one) => one !== undefined)),
    all: (collection) => out([...of(collection).values()]),
    find(collection, query) {
      const matches = (document: Stored): boolean =>
        Object.entries(query.equal ?? {}).every(([field, value]) => fieldAt(document, field) === value) &&
        Object.entries(query.range ?? {}).every(([field, bounds]) => lies(fieldAt(document, field), bounds))
      const found = [...of(collection).values()].filter(matches)
      const order = orderOf(collection, query.index)
      found.sort((a, b) => (query.order === 'descending' ? -1 : 1) * compare(a, b, order))
      return out(found.slice(0, query.limit))
    },
    commit(changes) {
      const steps = [...changes].map(stepOf)
      for (const [conflict, { collection, id, when }] of steps.entries()) {
        if (!holds(of(collection).get(id), when)) return { done: false, conflict }
      }
      for (const step of steps) {
        const after = resultOf(of(step.collection).get(step.id), step)
        if (after) of(step.collection).set(step.id, after)
        else of(step.collection).delete(step.id)
      }
      return { done: true }
    },
  }
}
