import { misreadForeign, misreadHoliday, misreadRecurring, misreadVague, type Misreading } from './known.js'
import type { Misread } from './say.js'
import { misreadSlip } from './slip.js'
import {
  misreadAllowance,
  misreadDigest,
  misreadException,
  misreadParts,
  misreadRanking,
  misreadTeamList,
} from './subjects.js'

/** What a phrase that was not understood may be, the first that holds. */
const kinds: readonly ((place: Misreading) => Misread | null)[] = [
  misreadDigest,
  misreadTeamList,
  misreadAllowance,
  misreadRanking,
  misreadHoliday,
  misreadRecurring,
  misreadForeign,
  misreadVague,
  misreadException,
  misreadParts,
  misreadSlip,
]

/** Why a phrase that is about something known has no answer, and what can be asked instead; null: anything else. */
export const misreadKind = (place: Misreading): Misread | null =>
  kinds.reduce<Misread | null>((found, kind) => found ?? kind(place), null)
