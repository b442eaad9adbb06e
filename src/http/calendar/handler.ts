import type { IncomingMessage, ServerResponse } from 'node:http'
import { calendarPath } from '../../domain/links/address.js'
import type { LinkAccess, OpenedLink } from '../../services/links/access.js'
import type { LinkBodies, LinkQuestion } from '../../services/links/bodies.js'
import type { Calendars } from '../../services/links/calendar.js'
import { runInTurns } from '../../services/turns.js'
import { lateSentences } from '../../domain/words/late.js'
import type { FindLate } from '../../services/sources/late.js'
import { rangeOf, weekOf } from '../../domain/chart/period.js'
import { replyContent, tagOfBody } from '../reply/content.js'
import { callerAddress } from '../keys/credentials.js'
import { createRateLimit, networkOf } from '../rate.js'
import type { UnreadReplies } from '../reply/unread.js'
import {
  replyError,
  signalOf,
  standardHeaders,
  type Handler,
  type HeaderList,
  type RequestContext,
} from '../reply/reply.js'
import { usePages } from './error-page.js'
import { pageHeaders } from './frame.js'
import { feedInSlices } from './icalendar.js'
import { pageInSlices, refreshEvery, type PageContent } from './page.js'
import { hrefOf, parsePageQuery, type PageQuery } from './query.js'

export interface CalendarHandlerDeps {
  readonly links: Pick<LinkAccess, 'open'>
  readonly calendars: Calendars
  /** Absent: there are no calendars that could be late. */
  readonly findLate?: FindLate | undefined
  readonly linkBodies: LinkBodies
  readonly unread: UnreadReplies
  /** Requests per minute and key; a link may make at most 120. 0: no limit. */
  readonly rateLimit: number
  readonly trustedHops: number
  readonly now: () => Date
  /** Monotonic milliseconds. */
  readonly elapsed: () => number
}

/** Requests per minute for a link, and for an address that tries invalid links. */
const maxOfLink = 120
const maxMisses = 120

/** People on a page, and on a screen, where nobody scrolls. */
const pageSize = 100
const screenSize = 12

const hidden: HeaderList = ['X-Robots-Tag', 'noindex']

/** The token in a calendar path, and whether the feed is requested. */
const readPath = (
  url: string,
): { readonly token: string; readonly isFeed: boolean; readonly query: string } => {
  const [path = '', query = ''] = url.split('#', 1)[0]!.split(/\?(.*)/s, 2)
  const name = path.slice(calendarPath.length + 1)
  const isFeed = name.endsWith('.ics')
  return { token: isFeed ? name.slice(0, -4) : name, isFeed, query }
}

/** Screens choose their page by the clock each time they reload. */
const pageOf = ({ view, page }: PageQuery, now: Date): number =>
  view === 'tv' ? Math.floor(now.getTime() / (refreshEvery * 1_000)) + 1 : page

/** Link 404 → rate 429 → query 422 → answer. An invalid link gets the same 404 whatever the reason. */
export const createCalendarHandler = (deps: CalendarHandlerDeps): Handler => {
  const { links, calendars, linkBodies, unread, now: clock, elapsed, trustedHops } = deps
  const countUse = createRateLimit(Math.min(deps.rateLimit, maxOfLink), elapsed, 'link')
  const countMiss = createRateLimit(deps.rateLimit === 0 ? 0 : maxMisses, elapsed, 'address')

  const replyMiss = (req: IncomingMessage, res: ServerResponse, context: RequestContext): void => {
    const miss = countMiss(networkOf(callerAddress(req, trustedHops)))
    if (miss.allowed) replyError(res, context, 'not_found', hidden)
    else replyError(res, context, 'rate_limited', [...hidden, ...miss.headers])
  }

  const feedOf = async (opened: OpenedLink, at: Date, signal: AbortSignal) => {
    const shown = await calendars.feed(opened, at, signal)
    return { body: await runInTurns(feedInSlices(shown), { signal }), revision: shown.revision }
  }

  /** Read for each request: it changes without the organization's revision. */
  const lateOf = async ({ organization, link }: OpenedLink, at: Date): Promise<readonly string[]> => {
    const about = new Set(link.member_id === null ? [] : [link.member_id])
    const late = (await deps.findLate?.(organization._id, at, about)) ?? []
    return lateSentences(late, { ...organization, today: calendars.today(organization, at) })
  }

  const pageFor = async (
    opened: OpenedLink,
    { query, ...around }: Pick<PageContent, 'query' | 'feed' | 'late'>,
    at: Date,
    signal: AbortSignal,
  ) => {
    const { week_start: weekStart } = opened.organization
    const isScreen = query.view === 'tv'
    const wish = {
      range: rangeOf(query.period),
      byWeek: 'year' in query.period,
      team_id: query.team_id,
      onlyOut: !query.everyone,
      page: query.page,
      turns: isScreen,
      pageSize: isScreen ? screenSize : pageSize,
    }
    const shown = await calendars.chart(opened, wish, at, signal)
    const text = await runInTurns(pageInSlices({ ...shown, ...around, query, weekStart }), { signal })
    return { body: Buffer.from(text), revision: shown.revision }
  }

  /** The content of a reply, from memory or built in its turn. */
  const contentOf = async (
    question: LinkQuestion,
    context: RequestContext,
    at: Date,
    build: (signal: AbortSignal) => Promise<{ readonly body: Buffer; readonly revision: number }>,
  ) =>
    linkBodies(
      question,
      () => signalOf(context),
      async (signal) => {
        const { body, revision } = await build(signal)
        return { body, revision, at, etag: await tagOfBody(body, signal) }
      },
    )

  return async (req, res, context) => {
    const at = clock()
    const { token, isFeed, query: text } = readPath(req.url ?? '')
    if (!isFeed) usePages(req, context)
    const opened = await links.open(token, at)
    if (!opened) return replyMiss(req, res, context)
    context.organization = opened.organization._id
    context.link = opened.link.id
    const rate = countUse(opened.link._id)
    const headers = [...hidden, ...rate.headers]
    if (!rate.allowed) return replyError(res, context, 'rate_limited', headers)
    const encoded = [...headers, 'Vary', 'Accept-Encoding']
    const caller = { id: opened.link._id, unread }
    const today = calendars.today(opened.organization, at)
    if (isFeed) {
      const question = { ...opened, today, choices: 'ics' }
      const shown = await contentOf(question, context, at, (signal) => feedOf(opened, at, signal))
      const modified = ['Last-Modified', shown.at.toUTCString()]
      return replyContent(req, res, context, {
        ...shown,
        caller,
        compressed: shown.zip,
        type: 'text/calendar; charset=utf-8',
        constant: standardHeaders,
        headers: [...encoded, ...modified, 'Content-Disposition', 'inline; filename="whosout.ics"'],
      })
    }
    const parsed = parsePageQuery(text, today, opened.organization.week_start)
    if ('issues' in parsed) return replyError(res, context, 'invalid_query', headers, parsed)
    const query = { ...parsed, page: pageOf(parsed, at) }
    const content = { query, feed: `${token}.ics`, late: await lateOf(opened, at) }
    const question = {
      ...opened,
      today,
      choices: [hrefOf(query, weekOf(today, opened.organization.week_start)), ...content.late].join('\n'),
    }
    const shown = await contentOf(question, context, at, (signal) => pageFor(opened, content, at, signal))
    return replyContent(req, res, context, {
      ...shown,
      caller,
      compressed: shown.zip,
      type: 'text/html; charset=utf-8',
      constant: pageHeaders,
      headers: [...encoded, 'Last-Modified', shown.at.toUTCString()],
    })
  }
}
