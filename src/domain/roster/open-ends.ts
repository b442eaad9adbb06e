import type { Findings, Place } from './findings.js'
import type { LeaveValues } from './shapes.js'

const isOneDay = 'is blank, so that this leave is one day, although others in the file have an end'

/**
 * Notes leaves without an end in a file where others have one: hand-made lists leave single days blank, but whoever is
 * away until nobody knows when has no end either.
 */
export const createOpenEnds = (warnings: Findings) => {
  let open: Place[] = []
  let hasEnds = false
  return {
    /** Takes the values of a row as they are in the file, and returns what notes the leave that is read from it. */
    look: (place: Place, values: Readonly<Record<string, unknown>>): ((leave: LeaveValues) => void) => {
      const { end_date, return_date, days } = values
      const hasEnd = (end_date ?? return_date ?? null) !== null
      const isOpen = ('end_date' in values || 'return_date' in values) && !hasEnd && (days ?? null) === null
      return ({ starts_at_noon, ends_at_noon }) => {
        if (hasEnd) hasEnds = true
        // Half a day ends with it.
        if (isOpen && !starts_at_noon && !ends_at_noon) open.push(place)
      }
    },
    /** Call at the end of each file. */
    tell: (): void => {
      if (hasEnds) for (const place of open) warnings.add(place, 'end_date', isOneDay)
      open = []
      hasEnds = false
    },
  }
}
