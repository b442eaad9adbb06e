import { showMonth } from '../../calendar/date.js'
import type { Day } from '../../calendar/day.js'
import {
  kindOf,
  neighbourOf,
  periodAt,
  periodKinds,
  rangeOf,
  weekOf,
  type Period,
  type PeriodKind,
} from '../../domain/chart/period.js'
import type { WeekStart } from '../../calendar/week.js'
import type { Sliced } from '../../calendar/slices.js'
import { dayWords, rangeWords, shortRangeWords } from '../../domain/words/dates.js'
import { joinDates } from '../../domain/words/join-dates.js'
import { people } from '../../domain/words/message.js'
import type { ShownChart } from '../../services/links/calendar.js'
import { createAbsenceText } from './absence-text.js'
import { markup, type Markup } from '../reply/markup.js'
import { calendarPage } from './frame.js'
import { chartList } from './list.js'
import { hrefOf, type PageQuery } from './query.js'
import { chartRows, chartTable, legend } from './table.js'
import { yearLegend } from './year.js'

export interface PageContent extends ShownChart {
  readonly query: PageQuery
  readonly weekStart: WeekStart
  /** The address of the feed, relative to the page. */
  readonly feed: string
  /** Sentences about calendars that are late. */
  readonly late: readonly string[]
}

/** Seconds after which a screen reloads the page. */
export const refreshEvery = 300

const periodWords = (period: Period, today: Day): string => {
  const range = rangeOf(period)
  if ('year' in period) return period.year
  return 'month' in period ? showMonth(range.from) : joinDates(rangeWords(range, today))
}

/** The same, short, for a link. */
const arrowWords = (period: Period, today: Day): string =>
  'month' in period || 'year' in period
    ? periodWords(period, today)
    : joinDates(shortRangeWords(rangeOf(period), today))

const todayWords = ({ chart: { today, days, outToday } }: PageContent): string => {
  const day = days.find(({ isToday }) => isToday)
  if (!day) return `Today is ${dayWords(today, today)}.`
  if (!day.isWorking) return `Today, ${dayWords(today, today)}, is not a working day.`
  const who = outToday === 0 ? 'Nobody is' : outToday === 1 ? '1 person is' : `${people(outToday)} are`
  return `${who} out today, ${dayWords(today, today)}.`
}

const usualWeek = ({ weekStart, chart: { today } }: PageContent): Day => weekOf(today, weekStart)

const linkTo = (
  content: PageContent,
  change: Partial<PageQuery>,
  text: string | Markup,
  current = false,
): Markup => {
  const href = hrefOf({ ...content.query, page: 1, ...change }, usualWeek(content))
  return markup`<a href="${href}" ${current && markup` aria-current="true"`}>${text}</a>`
}

const periodLinks = (content: PageContent): Markup => {
  const { query, chart } = content
  const { period } = query
  const now = periodAt(kindOf(period), chart.today, content.weekStart)
  const neighbour = (direction: -1 | 1, arrow: (text: Markup) => Markup): Markup | null => {
    const found = neighbourOf(period, direction)
    if (!found) return null
    // A phone has room for the first day only.
    const [first = '', ...last] = arrowWords(found, chart.today).split(/\s–\s/u)
    const rest = last.length > 0 && markup`<span class="wide"> – ${last.join(' – ')}</span>`
    return linkTo(content, { period: found }, arrow(markup`${first}${rest}`))
  }
  return markup`<nav aria-label="Days">
    ${neighbour(-1, (text) => markup`← ${text}`)} ${linkTo(content, { period: now }, 'Today')}
    ${neighbour(1, (text) => markup`${text} →`)}
  </nav> `
}

const kindWords: Readonly<Record<PeriodKind, string>> = {
  weeks: 'Two weeks',
  four: 'Four weeks',
  month: 'Month',
  year: 'Year',
}

const viewLinks = (content: PageContent): Markup => {
  const { query, weekStart, chart } = content
  const { today, range } = chart
  const isList = query.view === 'list'
  const near = range.from <= today && today <= range.to ? today : range.from
  const links = periodKinds.map((kind) => {
    const period = periodAt(kind, near, weekStart)
    return linkTo(content, { period, view: 'table' }, kindWords[kind], !isList && kind in query.period)
  })
  return markup`<nav aria-label="View">
    ${links}
    <span class="wide">${linkTo(content, { view: 'list' }, 'List', isList)}</span>
  </nav> `
}

/** Who is shown: people who are out, or everybody. */
const whoLinks = (content: PageContent): Markup =>
  markup`<nav aria-label="Who is shown">
    ${linkTo(content, { everyone: false }, 'People who are out', !content.query.everyone)}
    ${linkTo(content, { everyone: true }, 'Everyone', content.query.everyone)}
  </nav> `

const teamLinks = (content: PageContent): Markup | null => {
  const { query, teams } = content
  if (teams.length === 0) return null
  return markup`<nav aria-label="Team">
    ${linkTo(content, { team_id: null }, 'All teams', query.team_id === null)}
    ${teams.map(({ id, name }) => linkTo(content, { team_id: id }, name, query.team_id === id))}
  </nav> `
}

const pageLinks = (content: PageContent): Markup | null => {
  const { page, pages, people: count } = content.chart
  if (pages === 1) return null
  const to = (number: number, text: string): Markup => linkTo(content, { page: number }, text)
  return markup`<nav aria-label="Pages">
    ${page > 1 && to(page - 1, '← Previous people')}
    <span>Page ${page} of ${pages}, ${people(count)}</span> ${page < pages && to(page + 1, 'More people →')}
  </nav> `
}

const emptyWords = ({ query, chart }: PageContent): Markup | null => {
  if (chart.rows.length > 0 || query.view === 'list') return null
  return markup`<p class="empty">
    ${query.everyone ? 'There is nobody to show.' : 'Nobody is out on these days.'}
  </p> `
}

const controls = (content: PageContent): Markup =>
  markup`<div class="controls">${periodLinks(content)}${viewLinks(content)}${whoLinks(content)}${teamLinks(content)}</div> `

/** What is late is also on a screen and on paper, where the feed is of no use. */
const footer = ({ feed, late, query }: PageContent): Markup =>
  markup`${late.length > 0 && markup`<p class="late">${late.join(' ')}</p> `}${
    query.view !== 'tv' &&
    markup`<footer>
    <p>To subscribe in a calendar app, copy <a href="${feed}">the address of the feed</a> there.</p>
  </footer> `
  }`

/** Null where the rows are of one team, or there are no teams. */
const teamNames = ({ teams, query }: PageContent) => {
  if (teams.length === 0 || query.team_id !== null) return null
  const byId = new Map(teams.map(({ id, name }) => [id, name]))
  return (id: string | null): string => byId.get(id ?? '') ?? 'No team'
}

/** For a wall screen: nothing to press, and it reloads by itself. */
function* screen(content: PageContent, caption: string): Sliced<Markup> {
  const { chart } = content
  const rows = yield* chartRows(chart, null, createAbsenceText(chart))
  const turning = chart.pages > 1 && markup`<p class="turning">Page ${chart.page} of ${chart.pages}</p> `
  return markup`${chartTable(chart, caption, rows)}${emptyWords(content)}${turning}`
}

function* body(content: PageContent, caption: string): Sliced<Markup> {
  const { query, chart, reasons } = content
  if (query.view === 'tv') return yield* screen(content, caption)
  const textOf = createAbsenceText(chart)
  const rows = query.view === 'table' ? yield* chartRows(chart, teamNames(content), textOf) : null
  const table =
    rows &&
    markup`${chartTable(chart, caption, rows)}${chart.weeks.length > 0 ? yearLegend : legend(reasons, chart)}`
  const list = yield* chartList(chart, textOf)
  return markup`${table}${list}${emptyWords(content)}${pageLinks(content)}`
}

/** The whole page. */
export function* pageInSlices(content: PageContent): Sliced<string> {
  const { query, name, chart } = content
  const isScreen = query.view === 'tv'
  const caption = periodWords(query.period, chart.today)
  const title = `Who is out: ${name}`
  const main = yield* body(content, caption)
  return calendarPage(
    `${title}, ${caption}`,
    markup`<header>
          <h1>${title}</h1>
          <p>
            ${joinDates(todayWords(content))}
          </p>
        </header>
        ${!isScreen && controls(content)}
        <main>${!isScreen && markup`<h2>${caption}</h2> `}${main}</main>
        ${footer(content)}`,
    {
      view: query.view,
      head: isScreen && markup`<meta http-equiv="refresh" content="${refreshEvery}" /> `,
    },
  ).text
}
