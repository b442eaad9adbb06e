import type { IncomingMessage, ServerResponse } from 'node:http'
import { compress, type Coding } from '../../services/compress.js'
import type { LateCalendar } from '../../domain/sources/late.js'
import type { FindLate } from '../../services/sources/late.js'
import type { PresenceService } from '../../services/presence/presence.js'
import type { GivenAnswer } from '../../services/presence/snapshots.js'
import { acceptedCodings, smallestCompressed, tagOf } from '../reply/encoding.js'
import { knownTag } from '../reply/if-none-match.js'
import { createKeyedHandler, queryString, varies, type KeyedHandlerDeps } from '../keys/admission.js'
import type { UnsentReplies } from '../node/unsent.js'
import { everyIssue, parseQuery } from './query.js'
import {
  replyError,
  replyQuickly,
  signalOf,
  type Handler,
  type HeaderList,
  type RequestContext,
} from '../reply/reply.js'
import { countUnread } from '../reply/unread.js'

export interface PresenceHandlerDeps extends KeyedHandlerDeps {
  readonly presence: Pick<PresenceService, 'answer' | 'compressorOf' | 'today'>
  readonly unsent: UnsentReplies
  /** Absent: there are no calendars that could be late. */
  readonly findLate?: FindLate | undefined
}

/** `Whosout-Data-As-Of`: when the calendar that has gone longest without a good fetch was last read. */
const withAsOf = (headers: HeaderList, [oldest]: readonly LateCalendar[]): HeaderList =>
  oldest ? headers.concat('Whosout-Data-As-Of', oldest.read_at.toISOString()) : headers

/** GET and HEAD of the presence path: after the key, query 422 → answer (decisions, "HTTP"). */
export const createPresenceHandler = (deps: PresenceHandlerDeps): Handler =>
  createKeyedHandler(deps, (req, res, context, { access, now, headers }) => {
    const query = parseQuery(queryString(req.url!))
    if ('issues' in query) {
      const issues = everyIssue(query, deps.presence.today(access.organization, now))
      return replyError(res, context, 'invalid_query', headers, { issues })
    }
    const answering = deps.presence.answer(access.organization, query, access.key, now, () =>
      signalOf(context),
    )
    const late = deps.findLate?.(access.organization._id, now) ?? []
    const answerAs = (answer: GivenAnswer, calendars: readonly LateCalendar[]) =>
      replyAnswer(deps, req, res, context, access.key.id, answer, withAsOf(headers, calendars))
    return 'then' in late
      ? Promise.all([answering, late]).then((both) => answerAs(...both))
      : answering.then((answer) => answerAs(answer, late))
  })

const replyAnswer = (
  deps: PresenceHandlerDeps,
  req: IncomingMessage,
  res: ServerResponse,
  context: RequestContext,
  key: string,
  answer: GivenAnswer,
  headers: HeaderList,
): void | Promise<void> => {
  const { body, etag, release } = answer
  // A caller that has disconnected meanwhile must not count, because its bytes would never be released.
  if (context.isOver) return release?.()
  context.release = release
  const condition = req.headers['if-none-match']
  const known = condition === undefined ? null : knownTag(condition, etag)
  if (known !== null) return replyQuickly(res, context, 304, headers.concat('ETag', known), null)
  if (!countUnread(deps.unsent, res, context, { caller: key, body, headers })) return
  const accepted = req.headers['accept-encoding']
  if (accepted !== undefined && body.length > smallestCompressed) {
    const compressor = deps.presence.compressorOf(answer)
    const coding = codingFor(accepted, compressor !== undefined)
    if (coding !== null) return replyCompressed(res, context, answer, coding, compressor, headers)
  }
  replyQuickly(res, context, 200, headers.concat('ETag', etag), body)
}

/** The encoding for a caller; null: none. Brotli is only for bodies that are kept, because it takes longer. */
const codingFor = (accepted: string, isKept: boolean): Coding | null => {
  const { gzip, br } = acceptedCodings(accepted)
  return br && isKept ? 'br' : gzip ? 'gzip' : null
}

/** `Vary` names the encoding only here: caches store nothing, and callers that want no encoding are not told of any. */
const replyCompressed = async (
  res: ServerResponse,
  context: RequestContext,
  { body, etag }: GivenAnswer,
  coding: Coding,
  compressor: ReturnType<PresenceService['compressorOf']>,
  headers: HeaderList,
): Promise<void> => {
  const form = await (compressor ? compressor(coding) : compress(body, coding))
  const vary = ['Vary', 'Authorization, Accept-Encoding', ...headers.slice(varies.length)]
  replyQuickly(res, context, 200, [...vary, 'ETag', tagOf(etag, coding), 'Content-Encoding', coding], form)
}
