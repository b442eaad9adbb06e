import { dayHead } from '../../calendar/date.js'
import type { Day } from '../../calendar/day.js'
import {
  emptyCell,
  type ChartCell,
  type Chart,
  type ChartDay,
  type ChartRow,
} from '../../domain/chart/chart.js'
import type { ShownReason } from '../../domain/presence/reasons.js'
import type { Sliced } from '../../calendar/slices.js'
import { backWords, reasonName } from '../../domain/words/absence.js'
import type { AbsenceText } from './absence-text.js'
import { markup, type Markup } from '../reply/markup.js'

/** The text in a cell, besides its colour. */
const letters = {
  away: 'A',
  holiday: 'H',
  sick: 'S',
  personal: 'P',
  bank_holiday: 'B',
} as const satisfies Record<ShownReason, string>

const letterOf = (reason: ShownReason): string => letters[reason]

const absolute = { absolute: true }

/** The text for screen readers on a day that is not the first of an absence. */
const wordsOf = ({ morning, afternoon }: ChartCell): string => {
  if (morning === null) return `${reasonName(afternoon!)}, afternoon`
  if (afternoon === null) return `${reasonName(morning)}, morning`
  return morning === afternoon ? reasonName(morning) : `${reasonName(morning)}, then ${reasonName(afternoon)}`
}

const lettersIn = ({ morning, afternoon }: ChartCell): string =>
  [...new Set([morning, afternoon])].map((reason) => (reason === null ? '' : letterOf(reason))).join('')

const classesOf = ({ morning, afternoon }: ChartCell, { isWorking, isToday }: ChartDay): string =>
  [
    ...(isWorking ? [] : ['off']),
    ...(isToday ? ['today'] : []),
    ...(morning === null ? [] : [`am-${morning}`]),
    ...(afternoon === null ? [] : [`pm-${afternoon}`]),
    ...(morning !== null && afternoon === null ? ['am'] : []),
    ...(morning === null && afternoon !== null ? ['pm'] : []),
  ].join(' ')

const withClasses = (classes: string): Markup => (classes === '' ? markup`` : markup` class="${classes}"`)

const cellOf = (cell: ChartCell, day: ChartDay, today: Day, textOf: AbsenceText): Markup => {
  const classes = withClasses(classesOf(cell, day))
  if (cell.morning === null && cell.afternoon === null) {
    const back =
      cell.ended && markup`<small aria-hidden="true">${backWords(cell.ended.back, today, absolute)}</small>`
    return markup`<td${classes}>${back}</td>`
  }
  const said = cell.first ? textOf(cell.first) : wordsOf(cell)
  return markup`<td${classes}><i aria-hidden="true">${lettersIn(cell)}</i><span class="vh">${said}</span></td>`
}

/** A day of the table; `empty` is what most of its cells are. */
interface Column {
  readonly day: ChartDay
  readonly empty: Markup
}

const rowOf = (
  { name, cells }: ChartRow,
  columns: readonly Column[],
  team: string | null,
  write: (cell: ChartCell, day: ChartDay) => Markup,
): Markup => {
  const written = columns.map(({ day, empty }, index) => {
    const cell = cells[index]!
    return cell === emptyCell ? empty : write(cell, day)
  })
  return markup`<tr>
    <th scope="row"><span>${name}</span>${team && markup`<small>${team}</small>`}</th>
    ${written}
  </tr> `
}

const headOf = (day: ChartDay): Markup => {
  const { weekday, date } = dayHead(day.day)
  const classes = withClasses(
    [...(day.isWorking ? [] : ['off']), ...(day.isToday ? ['today'] : [])].join(' '),
  )
  const current = day.isToday && markup` aria-current="date"`
  return markup`<th scope="col" ${classes}${current}><span>${weekday}</span> <b>${date}</b></th>`
}

const countOf = ({ out, isWorking, isToday }: ChartDay): Markup => {
  const classes = withClasses([...(isWorking ? [] : ['off']), ...(isToday ? ['today'] : [])].join(' '))
  return markup`<td${classes}>${isWorking ? out : null}</td>`
}

/** Rows written between two turns of the event loop. */
const sliceLength = 10

/** The rows of the people on the page. */
export function* chartRows(
  chart: Chart,
  teamName: (id: string | null) => string | null,
  textOf: AbsenceText,
): Sliced<readonly Markup[]> {
  const write = (cell: ChartCell, day: ChartDay): Markup => cellOf(cell, day, chart.today, textOf)
  const columns = chart.days.map((day) => ({ day, empty: write(emptyCell, day) }))
  const rows: Markup[] = []
  for (const row of chart.rows)
    if (rows.push(rowOf(row, columns, teamName(row.team_id), write)) % sliceLength === 0) yield
  return rows
}

/** People as rows, days as columns, one cell per day. `caption`: the days that are shown. */
export const chartTable = (chart: Chart, caption: string, rows: readonly Markup[]): Markup =>
  markup`<div class="scroll" role="region" aria-labelledby="days" tabindex="0">
    <table>
      <caption id="days">
        ${caption}
      </caption>
      <thead>
        <tr>
          <th scope="col">Name</th>
          ${chart.days.map(headOf)}
        </tr>
        <tr class="counts">
          <th scope="row">People out</th>
          ${chart.days.map(countOf)}
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div> `

/** The legend of colours and letters that can appear on the page. */
export const legend = (reasons: readonly ShownReason[]): Markup =>
  markup`<ul class="legend" aria-label="What the letters mean">
    ${reasons.map(
      (reason) =>
        markup`<li>
          <i class="${`am-${reason} pm-${reason}`}" aria-hidden="true">${letterOf(reason)}</i>
          ${reasonName(reason)}
        </li> `,
    )}
    <li><i class="off" aria-hidden="true"></i> not a working day</li>
  </ul> `
