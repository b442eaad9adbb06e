import type { Chart, ChartDay } from '../../domain/chart/chart.js'
import { awayDays } from '../../domain/presence/absence.js'
import type { ShownAbsence } from '../../domain/reply/asked.js'
import { dayWords } from '../../domain/words/dates.js'
import { joinDates } from '../../domain/words/join-dates.js'
import { people } from '../../domain/words/message.js'
import type { Sliced } from '../../calendar/slices.js'
import type { AbsenceText } from './absence-text.js'
import { markup, type Markup } from '../reply/markup.js'

/** One line for everyone who has it. */
const holidayOf = ({ day, bankHoliday, holidayNames }: ChartDay, { today }: Chart): Markup => {
  const names = holidayNames.length > 0 && markup`: ${holidayNames.join(' / ')}`
  return markup`<li><b>Bank holiday${names}</b> <span>${joinDates(dayWords(day, today))}, ${people(bankHoliday)}</span></li>
`
}

const parts = ['Now', 'Next', 'Past'] as const
type PartName = (typeof parts)[number]

const partOf = (days: { readonly from: string; readonly to: string }, today: string): PartName =>
  days.to < today ? 'Past' : days.from > today ? 'Next' : 'Now'

/** Who is out now is in the order of their return, who is next in the order of leaving, what is past latest first. */
const keyOf = (part: PartName, { from, to }: ShownAbsence): string => (part === 'Next' ? from : to)

/** People written between two turns of the event loop. */
const sliceLength = 10

/** The same as a list of sentences, for phones and for people who prefer it to a table: now, next and past. */
export function* chartList(chart: Chart, textOf: AbsenceText): Sliced<Markup> {
  const { today, days, rows } = chart
  const lines: Record<PartName, { readonly key: string; readonly line: Markup }[]> = {
    Now: [],
    Next: [],
    Past: [],
  }
  for (const day of days.filter(({ bankHoliday }) => bankHoliday > 0))
    lines[partOf({ from: day.day, to: day.day }, today)].push({ key: day.day, line: holidayOf(day, chart) })
  for (const [index, { name, absences }] of rows.entries()) {
    if (index % sliceLength === sliceLength - 1) yield
    for (const absence of absences) {
      const part = partOf(awayDays(absence), today)
      const line = markup`<li><b>${name}</b> <span>${textOf(absence)}</span></li>
`
      lines[part].push({ key: keyOf(part, absence), line })
    }
  }
  lines.Past.reverse()
  const shown = parts.flatMap((part) => {
    const sorted = lines[part].toSorted(
      (a, b) => (part === 'Past' ? -1 : 1) * (a.key < b.key ? -1 : Number(a.key > b.key)),
    )
    return sorted.length === 0 ? [] : [markup`<h3>${part}</h3><ul>${sorted.map(({ line }) => line)}</ul>`]
  })
  // Only where everybody is shown.
  const present = rows
    .filter(({ absences }) => absences.length === 0)
    .map(({ name }) => markup`<li>${name}</li>`)
  const list = shown.length === 0 ? markup`<p>Nobody is out on these days.</p>` : shown
  return markup`<section class="list" aria-label="Who is out">${list}${present.length > 0 && markup`<h3>Not out</h3><ul>${present}</ul>`}</section>
`
}
