import type { Chart } from '../../domain/chart/chart.js'
import type { ShownAbsence } from '../../domain/reply/asked.js'
import { absenceWords } from '../../domain/words/absence.js'
import { joinDates } from '../../domain/words/join-dates.js'

/** "until Fri 27 Nov, back Mon 30 Nov". */
export type AbsenceText = (absence: ShownAbsence) => string

/** Written once for the table and the list of a page: the dates in it are half the cost of a row. */
export const createAbsenceText = ({ range, today }: Chart): AbsenceText => {
  const written = new Map<ShownAbsence, string>()
  return (absence) => {
    const known = written.get(absence)
    if (known !== undefined) return known
    // Phones are narrow: a line breaks between two dates and not inside one.
    const text = joinDates(absenceWords(absence, { range, today }, { absolute: true }))
    written.set(absence, text)
    return text
  }
}
