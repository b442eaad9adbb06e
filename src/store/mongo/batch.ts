import { BSON } from 'mongodb'
import type { Step } from '../changes.js'
import type { CollectionName } from '../schema.js'

/** Steps that one command carries out: adjacent, of one collection and one kind. */
export interface Batch {
  /** The index of its first step in the group. */
  readonly start: number
  readonly collection: CollectionName
  /** `replace` and `delete` have no precondition and may be repeated. */
  readonly kind: 'insert' | 'replace' | 'update' | 'delete' | 'delete_unchanged'
  readonly steps: readonly Step[]
}

const kindOf = (step: Step): Batch['kind'] => {
  if (step.verb === 'remove') return step.when === 'any' ? 'delete' : 'delete_unchanged'
  if (step.when === 'absent') return 'insert'
  return step.when === 'any' ? 'replace' : 'update'
}

const maxSteps = 1_000
/** Half of what one command may carry (16 MB), because the envelope around each document counts too. */
const maxBytes = 8_000_000

const bytesOf = (step: Step): number =>
  BSON.calculateObjectSize(step.verb === 'put' ? step.document : step, { ignoreUndefined: true })

/** The steps of `alone` get a batch each, to find out which one fails. The order of the group is kept. */
export const toBatches = (steps: readonly Step[], alone?: Batch): readonly Batch[] => {
  const batches: (Batch & { readonly steps: Step[] })[] = []
  const isAlone = (index: number): boolean =>
    alone !== undefined && index >= alone.start && index < alone.start + alone.steps.length
  let bytes = 0
  for (const [start, step] of steps.entries()) {
    const [{ collection }, kind, size] = [step, kindOf(step), bytesOf(step)]
    const last = batches.at(-1)
    const fits = last !== undefined && last.steps.length < maxSteps && bytes + size <= maxBytes
    const joins = fits && last.collection === collection && last.kind === kind
    if (joins && !isAlone(start) && !isAlone(last.start)) {
      last.steps.push(step)
      bytes += size
    } else {
      batches.push({ start, collection, kind, steps: [step] })
      bytes = size
    }
  }
  return batches
}
