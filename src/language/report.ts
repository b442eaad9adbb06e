import { dayNumber, type DayRange } from '../calendar/day.js'
import { showDay } from '../calendar/date.js'
import { maxRangeDays } from '../calendar/period.js'
import type { Span } from '../calendar/spans.js'
import type { AskQuery } from './query.js'

/** "Fri 20 Nov 2026", or "Mon 28 Dec 2026 – Sun 3 Jan 2027". */
export const showSpan = ({ from, to }: Span): string =>
  from === to ? showDay(from) : `${showDay(from)} – ${showDay(to)}`

export const showRange = ({ from, to }: DayRange): string =>
  showSpan({ from: dayNumber(from), to: dayNumber(to) })

/** The part of a long range that a list shows; the days of people are looked at whole. */
export const clippedList = ({ clipped, who }: AskQuery): DayRange | null =>
  who.every(({ person }) => person) ? null : clipped

/** Sentences that a reader should see besides the dates. They quote what was typed. */
export const queryNotes = (query: AskQuery): readonly string[] => {
  const { corrections, remarks, range, alternative } = query
  const clipped = clippedList(query)
  return [
    ...corrections.map(({ typed, read }) => `I read "${typed}" as "${read}".`),
    ...remarks,
    ...(clipped ? [`${maxRangeDays} days are shown at a time: you asked for ${showRange(range)}.`] : []),
    ...(alternative === null ? [] : [`Read as ${showRange(range)}. It could also mean: ${alternative}`]),
  ]
}
