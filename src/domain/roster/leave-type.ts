import type { ImportedType, TypeMeanings } from '../organization/organization.js'
import { peel } from './peel.js'
import { readPortion, splitPortion, type Portion } from './portion.js'
import { foldWord, readStatus, readType } from './types.js'

interface LeaveWord {
  readonly type: ImportedType
  /** The part of the day that the word speaks of. */
  readonly portion: Portion | null
}

const isApproved = (text: string): boolean => (readStatus(text) ?? 'approved') === 'approved'

/**
 * What a word for a leave means, without what stands in brackets or says the part of the day: `Vacation (Germany)`,
 * `Urlaub (halber Tag)`, `Sick leave PM`. Null where it is unknown, or its parts mean two things: `Leave (unpaid)`.
 */
export const readLeaveType = (text: string, own: TypeMeanings): LeaveWord | null => {
  const peeled = peel(text)
  // "Holiday (Cancelled)": what it says beside the type decides whether there is a leave at all.
  if (peeled && !isApproved(peeled.aside) && !Object.hasOwn(own, foldWord(text))) return null
  const exact = readType(text, own)
  if (exact !== null) return { type: exact, portion: null }
  const inside = peeled && readPortion(peeled.aside)
  const split = inside === null ? splitPortion(text) : null
  const meanings = [peeled?.core, inside === null ? peeled?.aside : undefined, split?.rest].map((part) =>
    part === undefined || part === '' ? null : readType(part, own),
  )
  const [type, another] = new Set(meanings.filter((meaning) => meaning !== null))
  if (type === undefined || another !== undefined) return null
  return { type, portion: inside ?? split?.portion ?? null }
}
