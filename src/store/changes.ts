import type { Change, Fields, Json } from './port.js'
import type { CollectionName } from './schema.js'

/** A document as an adapter sees it: JSON with an id, whatever its collection. */
export interface Stored {
  readonly _id: string
  readonly [field: string]: Json
}

/** A change to any collection, discriminated by `verb`. */
export type Step = { readonly collection: CollectionName; readonly id: string; readonly when: Condition } & (
  | { readonly verb: 'put'; readonly document: Stored }
  | { readonly verb: 'patch'; readonly set: Readonly<Record<string, unknown>> }
  | { readonly verb: 'remove' }
)
/** `present` is the implied condition of a patch without a precondition. */
type Condition = 'absent' | 'present' | 'any' | Fields

export const stepOf = (change: Change): Step => {
  if ('put' in change) {
    // Every document of the schema is JSON with an id; interfaces lack the index signature that says so.
    const document = change.document as object as Stored
    return { verb: 'put', collection: change.put, id: document._id, document, when: change.when ?? 'any' }
  }
  if ('patch' in change)
    return {
      verb: 'patch',
      collection: change.patch,
      id: change.id,
      set: change.set,
      when: change.when ?? 'present',
    }
  return { verb: 'remove', collection: change.remove, id: change.id, when: change.when ?? 'any' }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value at a dotted path, or `undefined`. */
export const fieldAt = (document: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (value, name) => (isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined),
      document,
    )

/** A copy of the object with `value` at the path; missing objects are created, `undefined` removes the field. */
const withField = (object: unknown, [name = '', ...rest]: readonly string[], value: unknown): unknown => {
  if (object !== undefined && !isObject(object))
    throw new TypeError('a patch path leads through a value that is not an object')
  const inner = object !== undefined && Object.hasOwn(object, name) ? object[name] : undefined
  if (value === undefined && (rest.length === 0 || inner === undefined)) {
    const { [name]: _, ...others } = object ?? {}
    return others
  }
  return { ...object, [name]: rest.length === 0 ? value : withField(inner, rest, value) }
}

/** Whether the precondition holds for the stored document (`undefined`: there is none). */
export const holds = (before: Stored | undefined, when: Condition): boolean => {
  if (when === 'any') return true
  if (when === 'absent') return before === undefined
  if (before === undefined) return false
  return when === 'present' || Object.entries(when).every(([path, value]) => fieldAt(before, path) === value)
}

/** The document after a change whose precondition holds; `undefined` when it was removed. */
export const resultOf = (before: Stored | undefined, step: Step): Stored | undefined => {
  if (step.verb === 'put') return step.document
  if (step.verb === 'remove' || before === undefined) return undefined
  const patched = Object.entries(step.set).reduce<unknown>(
    (document, [path, value]) => withField(document, path.split('.'), value),
    before,
  )
  // Same document type as before, with new JSON in some of its fields.
  return patched as Stored
}
