import { groupedBy } from '../../calendar/grouped.js'
import { overlaps, type Day } from '../../calendar/day.js'
import type { Leave } from '../organization/organization.js'
import type { LeaveRows } from './leave-rows.js'

/** Rejected and cancelled leaves may overlap anything. */
const counted: ReadonlySet<string> = new Set(['approved', 'pending'])

/** Finds rows that overlap stored leaves of the same person, type and status. `personOf`: by the index of an e-mail address. */
export const createOverlaps = (rows: LeaveRows, personOf: (email: number) => number) => {
  let byPerson: Map<number, number[]> | null = null
  const rowsOf = (person: number): readonly number[] => {
    byPerson ??= groupedBy(Array(rows.count()).keys(), (index) => personOf(rows.at(index).email))
    return byPerson.get(person) ?? []
  }
  const met = new Set<number>()
  let first: Day | null = null
  return {
    /**
     * Takes a stored leave that no row describes; `person` is the index of the member's e-mail address, if a row has it.
     */
    meet: (person: number | undefined, leave: Leave): void => {
      if (person === undefined || !counted.has(leave.status)) return
      for (const index of rowsOf(person)) {
        const { period, status } = rows.at(index)
        const { type, start_date, end_date } = rows.periods[period]!
        if (type !== leave.type || (status ?? 'approved') !== leave.status) continue
        if (!overlaps({ from: start_date, to: end_date }, { from: leave.start_date, to: leave.end_date }))
          continue
        met.add(index)
        if (first === null || leave.start_date < first) first = leave.start_date
      }
    },
    /** The first day of the stored leaves that were met. */
    from: (): Day | null => first,
    /** The distinct rows found, except those that change nothing: their overlaps existed before. */
    found: (changesNothing: (index: number) => boolean): readonly number[] =>
      [...met].filter((index) => !changesNothing(index)).sort((a, b) => a - b),
  }
}
