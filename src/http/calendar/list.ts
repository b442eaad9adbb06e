import type { Chart, ChartDay, ChartRow } from '../../domain/chart/chart.js'
import { dayWords } from '../../domain/words/dates.js'
import { joinDates } from '../../domain/words/join-dates.js'
import { people } from '../../domain/words/message.js'
import type { Sliced } from '../../calendar/slices.js'
import type { AbsenceText } from './absence-text.js'
import { markup, type Markup } from '../reply/markup.js'

const personOf = ({ name, absences }: ChartRow, textOf: AbsenceText): Markup =>
  markup`<li><b>${name}</b> ${absences.map((absence) => markup`<span>${textOf(absence)}</span>`)}</li>
`

/** One line for everyone who has it. */
const holidayOf = ({ day, bankHoliday }: ChartDay, { today }: Chart): Markup =>
  markup`<li><b>Bank holiday</b> <span>${joinDates(dayWords(day, today))}, ${people(bankHoliday)}</span></li>
`

/** People written between two turns of the event loop. */
const sliceLength = 10

/** The same as a list of sentences, for phones and for people who prefer it to a table. */
export function* chartList(chart: Chart, textOf: AbsenceText): Sliced<Markup> {
  const lines = chart.days.filter(({ bankHoliday }) => bankHoliday > 0).map((day) => holidayOf(day, chart))
  for (const row of chart.rows.filter(({ absences }) => absences.length > 0))
    if (lines.push(personOf(row, textOf)) % sliceLength === 0) yield
  const list = lines.length === 0 ? markup`<p>Nobody is out on these days.</p>` : markup`<ul>${lines}</ul>`
  return markup`<section class="list" aria-label="Who is out">${list}</section>
`
}
