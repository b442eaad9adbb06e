import type { IncomingMessage } from 'node:http'
import Negotiator from 'negotiator'
import { errors, type ErrorCode } from '../reply/errors.js'
import { pathOf } from '../paths.js'
import { markup } from '../reply/markup.js'
import type { ErrorDetails, RequestContext } from '../reply/reply.js'
import { calendarPage, pageHeaders } from './frame.js'

/** Whether the caller reads pages rather than programs' answers. */
export const readsPages = (req: IncomingMessage): boolean =>
  new Negotiator(req).mediaType(['application/json', 'text/html']) === 'text/html'

interface Words {
  readonly title: string
  readonly said: string
}

/** The same words for a link that was revoked, has expired or never was one. */
const wordsOf: Partial<Record<ErrorCode, Words>> = {
  not_found: {
    title: 'This calendar link does not work',
    said: 'It may have been copied only in part, or revoked. Ask whoever gave it to you for a new one.',
  },
  invalid_query: {
    title: 'There is no such page of this calendar',
    said: 'The part of the address after the question mark is wrong. Without it, the calendar shows four weeks, starting with this one.',
  },
  rate_limited: {
    title: 'Too many requests',
    said: 'This calendar was opened very often in the last minute. Wait a moment, then load the page again.',
  },
}

const later: Words = {
  title: 'The calendar cannot be shown right now',
  said: 'Load the page again in a minute. If this continues, tell the person who runs whosout.',
}

/** Relative, for a proxy may serve this below a path of its own. */
const styleFrom = (url: string): string => {
  const above = pathOf(url).split('/').length - 3
  return above < 0 ? 'calendar/calendar.css' : `${'../'.repeat(above)}calendar.css`
}

const pageOf = (style: string, code: ErrorCode, { issues = [] }: ErrorDetails = {}): Buffer => {
  const { title, said } =
    wordsOf[code] ?? (errors[code].status >= 500 ? later : { title: errors[code].message, said: '' })
  const { text } = calendarPage(
    title,
    markup`<main>
          <h1>${title}</h1>
          <p>${said}</p>
          ${issues.length > 0 && markup`<ul>${issues.map(({ path, message }) => markup`<li>“${path.join('.')}” ${message}</li>`)}</ul>`}
          ${code === 'invalid_query' && markup`<p><a href="?">Show the calendar</a></p>`}
        </main>`,
    { style, view: 'notice' },
  )
  return Buffer.from(text)
}

/** Has the errors of a request answered with pages, if its caller reads pages. */
export const usePages = (req: IncomingMessage, context: RequestContext): void => {
  if (!readsPages(req)) return
  context.errorBody = pageOf.bind(null, styleFrom(req.url ?? ''))
  context.errorPage = { type: 'text/html; charset=utf-8', headers: pageHeaders }
}
