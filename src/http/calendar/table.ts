import { dayHead } from '../../calendar/date.js'
import { dayNumber } from '../../calendar/day.js'
import type { Chart, ChartCell, ChartDay, ChartRow } from '../../domain/chart/chart.js'
import type { ShownReason } from '../../domain/presence/reasons.js'
import type { ShownAbsence } from '../../domain/reply/asked.js'
import type { Sliced } from '../../calendar/slices.js'
import { backWords, reasonName } from '../../domain/words/absence.js'
import { dayWords } from '../../domain/words/dates.js'
import { joinDates } from '../../domain/words/join-dates.js'
import type { AbsenceText } from './absence-text.js'
import { markup, type Markup } from '../reply/markup.js'
import { yearHead, yearRow } from './year.js'

/** The text for screen readers on a day that is not the first of an absence. */
const wordsOf = ({ morning, afternoon }: ChartCell): string => {
  if (morning === null) return afternoon === null ? '' : `${reasonName(afternoon)}, afternoon`
  if (afternoon === null) return `${reasonName(morning)}, morning`
  return morning === afternoon ? reasonName(morning) : `${reasonName(morning)}, then ${reasonName(afternoon)}`
}

/** The part of an absence's bar in one cell. */
interface BarPart {
  readonly absence: ShownAbsence
  readonly isFirst: boolean
  readonly isLast: boolean
  /** Cells from here to the end of the bar. */
  readonly left: number
}

/** The bars of a row, cell by cell: from the first to the last day of each absence, weekends in between included. */
const barsOf = ({ absences }: ChartRow, { range }: Chart, length: number): ReadonlyMap<number, BarPart> => {
  const first = dayNumber(range.from)
  const parts = new Map<number, BarPart>()
  for (const absence of absences) {
    const [from, to] = [dayNumber(absence.from) - first, dayNumber(absence.to) - first]
    const end = Math.min(to, length - 1)
    for (let index = Math.max(from, 0); index <= end; index++)
      parts.set(index, { absence, isFirst: index === from, isLast: index === to, left: end - index + 1 })
  }
  return parts
}

const reasonOf = ({ morning, afternoon }: ChartCell, { reasons }: ShownAbsence): ShownReason => {
  const told = [afternoon, morning].find((one) => one !== null && one !== 'bank_holiday')
  return told ?? reasons.find((one) => one !== 'bank_holiday') ?? 'away'
}

/** Letters that fit in a cell of a page as narrow as the table gets, by how many share its width. */
const cellLetters = (days: number): number => (days <= 14 ? 8 : 4.5)

/** The classes of a column: what lies behind the bars. */
const columnOf = ({ isWorking, isToday }: ChartDay, isHoliday: boolean): readonly string[] => [
  ...(isWorking ? [] : ['off']),
  ...(isHoliday ? ['holiday'] : []),
  ...(isToday ? ['today'] : []),
]

const withClasses = (classes: readonly string[]): Markup =>
  classes.length === 0 ? markup`` : markup` class="${classes.join(' ')}"`

/** "back Wed 25 Nov" inside the bar where it fits, and only once. */
const labelOf = ({ absence, left }: BarPart, { days, today }: Chart): Markup | null => {
  const label = backWords(absence.back, today, { absolute: true })
  const halves = Number(absence.starts_at_noon) + Number(absence.ends_at_noon)
  return label.length <= (left - halves / 2) * cellLetters(days.length)
    ? markup`<span aria-hidden="true">${joinDates(label)}</span>`
    : null
}

const barOf = (
  cell: ChartCell,
  part: BarPart,
  isBegin: boolean,
  chart: Chart,
  textOf: AbsenceText,
): Markup => {
  const { absence, isFirst, isLast } = part
  const classes = [
    'bar',
    `r-${reasonOf(cell, absence)}`,
    ...(isFirst ? ['begins'] : []),
    ...(isLast ? ['ends'] : []),
    ...(isFirst && absence.starts_at_noon ? ['from-noon'] : []),
    ...(isLast && absence.ends_at_noon ? ['until-noon'] : []),
  ]
  const label = isBegin ? labelOf(part, chart) : null
  // Without a label, a pointer finds out.
  const title = isBegin && !label && markup` title="${textOf(absence)}" aria-hidden="true"`
  return markup`<i${withClasses(classes)}${title}>${label}</i>`
}

/** Rows written between two turns of the event loop. */
const sliceLength = 10

const rowOf = (row: ChartRow, chart: Chart, empty: readonly Markup[], textOf: AbsenceText): Markup => {
  const { days } = chart
  const bars = barsOf(row, chart, days.length)
  const written = row.cells.map((cell, index): Markup => {
    const part = bars.get(index)
    if (!part && cell.morning === null && cell.afternoon === null) return empty[index]!
    const isBegin = part !== undefined && bars.get(index - 1)?.absence !== part.absence
    const said = isBegin ? textOf(part.absence) : wordsOf(cell)
    const classes = withClasses(columnOf(days[index]!, cell.isBankHoliday))
    const bar = part && barOf(cell, part, isBegin, chart, textOf)
    return markup`<td${classes}>${bar ?? null}<span class="vh">${said}</span></td>`
  })
  return markup`<tr>
    <th scope="row"><span>${row.name}</span></th>
    ${written}
  </tr> `
}

const headOf = (day: ChartDay): Markup => {
  const { weekday, date } = dayHead(day.day)
  const current = day.isToday && markup` aria-current="date"`
  return markup`<th scope="col" ${withClasses(columnOf(day, false))}${current}><span>${weekday}</span> <b>${date}</b></th>`
}

const countOf = (day: ChartDay): Markup =>
  markup`<td${withClasses(columnOf(day, false))}>${day.isWorking ? day.out || '' : null}</td>`

/** A body for each team with its count: "Design 3 of 9 out". `teamName` is null where all are of one team. */
export function* chartRows(
  chart: Chart,
  teamName: ((id: string | null) => string) | null,
  textOf: AbsenceText,
): Sliced<readonly Markup[]> {
  const empty = chart.days.map((day) => markup`<td${withClasses(columnOf(day, false))}></td>`)
  const bodies: Markup[] = []
  let written = 0
  let [team, rows]: [string | null | undefined, Markup[]] = [undefined, []]
  const close = (): void => {
    if (rows.length === 0) return
    const known = chart.teams.find(({ id }) => id === team)
    const head =
      teamName &&
      known &&
      markup`<tr class="team"><th scope="rowgroup">${teamName(known.id)} <small>${known.out} of ${known.size} out</small></th><td colspan="${chart.weeks.length || chart.days.length}"></td></tr>`
    bodies.push(markup`<tbody>${head ?? null}${rows}</tbody>`)
    rows = []
  }
  for (const row of chart.rows) {
    if (teamName && row.team_id !== team) close()
    team = row.team_id
    rows.push(chart.weeks.length > 0 ? yearRow(row, chart) : rowOf(row, chart, empty, textOf))
    if (++written % sliceLength === 0) yield
  }
  close()
  return bodies
}

const dayHeads = ({ days }: Chart): Markup =>
  markup`<thead>
        <tr>
          <th scope="col">Name</th>
          ${days.map(headOf)}
        </tr>
        <tr class="counts">
          <th scope="row">People out</th>
          ${days.map(countOf)}
        </tr>
      </thead>`

/** People as rows, days or the weeks of a year as columns. `caption`: the days that are shown. */
export const chartTable = (chart: Chart, caption: string, bodies: readonly Markup[]): Markup =>
  markup`<div class="scroll" role="region" aria-labelledby="days" tabindex="0">
    <table${chart.weeks.length > 0 && markup` class="year"`}>
      <caption id="days">
        ${caption}
      </caption>
      ${chart.weeks.length > 0 ? yearHead(chart) : dayHeads(chart)}
      ${bodies}
    </table>
  </div> `

/** "bank holiday: Founders’ Day, Mon 30 Nov". */
const holidaysOf = ({ days, today }: Chart): string => {
  const named = days
    .filter(({ holidayNames }) => holidayNames.length > 0)
    .map(({ day, holidayNames }) => `${holidayNames.join(' / ')}, ${joinDates(dayWords(day, today))}`)
  return ['bank holiday', ...(named.length > 0 ? [named.join('; ')] : [])].join(': ')
}

/** What the colours of the page mean. */
export const legend = (reasons: readonly ShownReason[], chart: Chart): Markup =>
  markup`<ul class="legend" aria-label="What the colours mean">
    ${reasons.map((reason) => {
      const isHoliday = reason === 'bank_holiday'
      const classes = isHoliday ? ['holiday'] : ['bar', 'begins', 'ends', `r-${reason}`]
      return markup`<li><i${withClasses(classes)} aria-hidden="true"></i> ${isHoliday ? holidaysOf(chart) : reasonName(reason)}</li> `
    })}
    <li><i class="off" aria-hidden="true"></i> not a working day</li>
  </ul> `
