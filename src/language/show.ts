import type { DayRange } from '../calendar/day.js'
import { dayText, type Span } from '../calendar/spans.js'
import { showDay } from '../calendar/date.js'

/** "Fri 20 Nov 2026", or "Mon 28 Dec 2026 – Sun 3 Jan 2027". */
export const showSpan = ({ from, to }: Span): string =>
  from === to ? showDay(from) : `${showDay(from)} – ${showDay(to)}`

/** Words for exactly these days, whatever today and the settings are: a day, or `FROM..TO`. */
export const spanWords = ({ from, to }: Span): string =>
  from === to ? dayText(from) : `${dayText(from)}..${dayText(to)}`

export const rangeOf = ({ from, to }: Span): DayRange => ({ from: dayText(from), to: dayText(to) })
