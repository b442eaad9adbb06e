import { dayHead, monthName } from '../../calendar/date.js'
import { monthOf } from '../../calendar/day.js'
import type { Chart, ChartRow, ChartWeek } from '../../domain/chart/chart.js'
import { markup, type Markup } from '../reply/markup.js'

const isNow = ({ from, to }: ChartWeek, { today }: Chart): boolean => from <= today && today <= to

const classOf = (week: ChartWeek, chart: Chart): Markup | false =>
  isNow(week, chart) && markup` class="today"`

const daysWords = (days: number): string => (days === 1 ? '1 day' : `${days} days`)

/** A bar as high as the days are many. */
const columnOf = (days: number): Markup => markup`<i class="days n${days}" aria-hidden="true"></i>`

/** A person's year: for each week, on how many days they are out. */
export const yearRow = ({ name, weeks }: ChartRow, chart: Chart): Markup => {
  const cells = weeks.map((days, index): Markup => {
    const classes = classOf(chart.weeks[index]!, chart)
    if (days === 0) return markup`<td${classes}></td>`
    return markup`<td${classes}>${columnOf(days)}<span class="vh">${daysWords(days)}</span></td>`
  })
  return markup`<tr>
    <th scope="row"><span>${name}</span></th>
    ${cells}
  </tr> `
}

const shortMonth = (month: string): string => monthName(Number(month.slice(5)))

const weekHead = (week: ChartWeek, chart: Chart): Markup => {
  const { date } = dayHead(week.from)
  const current = isNow(week, chart) && markup` aria-current="date"`
  return markup`<th scope="col"${classOf(week, chart)}${current}><span aria-hidden="true">${date}</span><span class="vh">week of ${date} ${shortMonth(monthOf(week.from))}</span></th>`
}

/** The months, the first day of each week, and how many are out on the day on which most are. */
export const yearHead = (chart: Chart): Markup => {
  const months = chart.weeks.map(({ from }) => monthOf(from))
  const spans = [...new Set(months)].map(
    (month) => [month, months.filter((one) => one === month).length] as const,
  )
  return markup`<thead>
    <tr>
      <th scope="col" rowspan="2">Name</th>
      ${spans.map(([month, count]) => markup`<th scope="colgroup" colspan="${count}">${shortMonth(month)}</th>`)}
    </tr>
    <tr>
      ${chart.weeks.map((week) => weekHead(week, chart))}
    </tr>
    <tr class="counts">
      <th scope="row">Most out on a day</th>
      ${chart.weeks.map((week) => markup`<td${classOf(week, chart)}>${week.out || ''}</td>`)}
    </tr>
  </thead> `
}

export const yearLegend: Markup = markup`<ul class="legend" aria-label="What the bars mean">
    ${[1, 3, 5].map((days) => markup`<li><b class="week">${columnOf(days)}</b> ${daysWords(days)} of a week</li> `)}
  </ul> `
