import { dayNumber, type DayRange } from '../calendar/day.js'
import { maxRangeDays } from '../calendar/period.js'
import type { AskQuery, Correction } from './query.js'
import { showSpan } from './show.js'

export const showRange = ({ from, to }: DayRange): string =>
  showSpan({ from: dayNumber(from), to: dayNumber(to) })

const correctionNote = ({ typed, read }: Correction): string => `I read "${typed}" as "${read}".`

/** The part of a long range that a list shows; the days of people are looked at whole. */
export const clippedList = ({ clipped, who }: AskQuery): DayRange | null =>
  who.every(({ person }) => person) ? null : clipped

/** Sentences that a reader should see besides the dates. They quote what was typed. */
export const queryNotes = (query: AskQuery): readonly string[] => {
  const { corrections, remarks, range, alternative } = query
  const clipped = clippedList(query)
  return [
    ...corrections.map(correctionNote),
    ...remarks,
    ...(clipped ? [`${maxRangeDays} days are shown at a time: you asked for ${showRange(range)}.`] : []),
    ...(alternative === null ? [] : [`Read as ${showRange(range)}. It could also mean: ${alternative}`]),
  ]
}
