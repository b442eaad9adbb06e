import { showMonth } from '../../calendar/date.js'
import type { Day } from '../../calendar/day.js'
import { neighbourOf, rangeOf, weekOf, type Period } from '../../domain/chart/period.js'
import { monthOf } from '../../calendar/day.js'
import type { Team } from '../../domain/organization/organization.js'
import type { WeekStart } from '../../calendar/week.js'
import type { Sliced } from '../../calendar/slices.js'
import { dayWords, rangeWords } from '../../domain/words/dates.js'
import { joinDates } from '../../domain/words/join-dates.js'
import { people } from '../../domain/words/message.js'
import type { ShownChart } from '../../services/links/calendar.js'
import { createAbsenceText } from './absence-text.js'
import { markup, type Markup } from '../reply/markup.js'
import { chartList } from './list.js'
import { hrefOf, parametersOf, type PageQuery } from './query.js'
import { chartRows, chartTable, legend } from './table.js'

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
  return 'weeks' in period ? joinDates(rangeWords(range, today)) : showMonth(range.from)
}

const todayWords = ({ chart: { today, days, outToday } }: PageContent): string => {
  const day = days.find(({ isToday }) => isToday)
  if (!day) return `Today is ${dayWords(today, today)}.`
  if (!day.isWorking) return `Today, ${dayWords(today, today)}, is not a working day.`
  const who = outToday === 0 ? 'Nobody is' : outToday === 1 ? '1 person is' : `${people(outToday)} are`
  return `${who} out today, ${dayWords(today, today)}.`
}

const linkTo = (query: PageQuery, today: Day, text: string, current = false): Markup =>
  markup`<a href="${hrefOf({ ...query, page: 1 }, today)}" ${current && markup` aria-current="true"`}>${text}</a>`

const periodLinks = ({ query, weekStart, chart: { today } }: PageContent): Markup => {
  const { period } = query
  const now: Period = 'weeks' in period ? { weeks: weekOf(today, weekStart) } : { month: monthOf(today) }
  const neighbour = (direction: -1 | 1, arrow: (text: string) => string): Markup | null => {
    const found = neighbourOf(period, direction)
    return found && linkTo({ ...query, period: found }, today, arrow(periodWords(found, today)))
  }
  return markup`<nav aria-label="Days">
    ${neighbour(-1, (text) => `← ${text}`)} ${linkTo({ ...query, period: now }, today, 'Today')}
    ${neighbour(1, (text) => `${text} →`)}
  </nav> `
}

const viewLinks = ({ query, weekStart, chart: { today, range } }: PageContent): Markup => {
  const isWeeks = 'weeks' in query.period
  const isList = query.view === 'list'
  const near = range.from <= today && today <= range.to ? today : range.from
  const table = { ...query, view: 'table', onlyOut: query.onlyOut && !isList } as const
  return markup`<nav aria-label="View">
    ${linkTo({ ...table, period: { month: monthOf(near) } }, today, 'Month', !isWeeks && !isList)}
    ${linkTo({ ...table, period: { weeks: weekOf(near, weekStart) } }, today, 'Two weeks', isWeeks && !isList)}
    <span class="wide">${linkTo({ ...query, view: 'list' }, today, 'List', isList)}</span>
  </nav> `
}

const option = ({ id, name }: Pick<Team, 'id' | 'name'>, chosen: string | null): Markup =>
  markup`<option value="${id}" ${id === chosen && markup` selected`}>${name}</option>`

/**
 * A form for some of the parameters; the others are passed along as hidden fields. `wide`: a choice that a phone, which
 * shows a list of who is out instead of the table, does not have.
 */
const filterForm = ({ query, teams, chart: { today } }: PageContent): Markup | null => {
  const isList = query.view === 'list'
  if (teams.length === 0 && isList) return null
  const { team: _, out: __, page: ___, ...kept } = parametersOf(query, today) as Record<string, string>
  const hidden = Object.entries(kept).map(
    ([name, value]) => markup`<input type="hidden" name="${name}" value="${value}" />`,
  )
  const team =
    teams.length > 0 &&
    markup`<label
      >Team
      <select name="team">
        <option value="">All teams</option>
        ${teams.map((one) => option(one, query.team_id))}
      </select></label
    > `
  const out =
    !isList &&
    markup`<label class="wide"
      ><input type="checkbox" name="out" value="1" ${query.onlyOut && markup` checked`} /> Only people who are
      out</label
    > `
  const wide = teams.length === 0 && markup` class="wide"`
  return markup`<form${wide} method="get" role="search" aria-label="Who is shown">${hidden}${team}${out}<button>Show</button></form> `
}

const pageLinks = ({ query, chart: { page, pages, people: count, today } }: PageContent): Markup | null => {
  if (pages === 1) return null
  const to = (number: number, text: string): Markup =>
    markup`<a href="${hrefOf({ ...query, page: number }, today)}">${text}</a>`
  return markup`<nav aria-label="Pages">
    ${page > 1 && to(page - 1, '← Previous people')}
    <span>Page ${page} of ${pages}, ${people(count)}</span> ${page < pages && to(page + 1, 'More people →')}
  </nav> `
}

const emptyWords = ({ query, chart }: PageContent): Markup | null => {
  if (chart.rows.length > 0 || query.view === 'list') return null
  return markup`<p class="empty">
    ${query.onlyOut ? 'Nobody is out on these days.' : 'There is nobody to show.'}
  </p> `
}

const controls = (content: PageContent): Markup =>
  markup`<div class="controls">${periodLinks(content)}${viewLinks(content)}${filterForm(content)}</div> `

/** What is late is also on a screen and on paper, where the feed is of no use. */
const footer = ({ feed, late, query }: PageContent): Markup =>
  markup`${late.length > 0 && markup`<p class="late">${late.join(' ')}</p> `}${
    query.view !== 'tv' &&
    markup`<footer>
    <p>To subscribe in a calendar app, copy <a href="${feed}">the address of the feed</a> there.</p>
  </footer> `
  }`

const teamNames = ({ teams }: PageContent) => {
  const byId = new Map(teams.map(({ id, name }) => [id, name]))
  return (id: string | null): string | null => (id === null ? null : (byId.get(id) ?? null))
}

/** For a wall screen: nothing to press, and it reloads by itself. */
function* screen(content: PageContent, caption: string): Sliced<Markup> {
  const { chart } = content
  const rows = yield* chartRows(chart, () => null, createAbsenceText(chart))
  const turning = chart.pages > 1 && markup`<p class="turning">Page ${chart.page} of ${chart.pages}</p> `
  return markup`${chartTable(chart, caption, rows)}${emptyWords(content)}${turning}`
}

function* body(content: PageContent, caption: string): Sliced<Markup> {
  const { query, chart, reasons } = content
  if (query.view === 'tv') return yield* screen(content, caption)
  const textOf = createAbsenceText(chart)
  const rows = query.view === 'table' ? yield* chartRows(chart, teamNames(content), textOf) : null
  const table = rows && markup`${chartTable(chart, caption, rows)}${legend(reasons)}`
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
  const { text } = markup`<!doctype html>
    <html lang="en" class="${query.view}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="light dark" />
        ${isScreen && markup`<meta http-equiv="refresh" content="${refreshEvery}" /> `}
        <title>${title}, ${caption}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="calendar.css" />
      </head>
      <body>
        <header>
          <h1>${title}</h1>
          <p>
            ${joinDates(todayWords(content))}
          </p>
        </header>
        ${!isScreen && controls(content)}
        <main>${!isScreen && markup`<h2>${caption}</h2> `}${main}</main>
        ${footer(content)}
      </body>
    </html> `
  return text
}
