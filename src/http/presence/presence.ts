import type { LateCalendar } from '../../domain/sources/late.js'
import type { Coding } from '../../services/compress.js'
import type { PresenceService } from '../../services/presence/presence.js'
import type { FindLate } from '../../services/sources/late.js'
import { createKeyedHandler, queryString, type KeyedHandlerDeps } from '../keys/admission.js'
import { replyContent } from '../reply/content.js'
import {
  jsonType,
  replyError,
  signalOf,
  standardHeaders,
  type Handler,
  type HeaderList,
} from '../reply/reply.js'
import type { UnreadReplies } from '../reply/unread.js'
import { parseQuery } from './query.js'

export interface PresenceHandlerDeps extends KeyedHandlerDeps {
  readonly presence: Pick<PresenceService, 'answer' | 'today'>
  readonly unread: UnreadReplies
  /** Absent: there are no calendars that could be late. */
  readonly findLate?: FindLate | undefined
}

/** `Whosout-Data-As-Of`: when the calendar that has gone longest without a good fetch was last read. */
const withAsOf = (headers: HeaderList, [oldest]: readonly LateCalendar[]): HeaderList =>
  oldest ? headers.concat('Whosout-Data-As-Of', oldest.read_at.toISOString()) : headers

/** Brotli is only for bodies that are kept, because it takes longer. */
const codingsOfKept: readonly Coding[] = ['br', 'gzip']

/** GET and HEAD of the presence path: after the key, query 422 → answer (decisions, "HTTP"). */
export const createPresenceHandler = (deps: PresenceHandlerDeps): Handler =>
  createKeyedHandler(deps, async (req, res, context, { access, now, headers }) => {
    const { organization, key } = access
    const query = parseQuery(queryString(req.url!), deps.presence.today(organization, now))
    if ('issues' in query) return replyError(res, context, 'invalid_query', headers, query)
    const [answer, late] = await Promise.all([
      deps.presence.answer(organization, query, key, now, () => signalOf(context)),
      deps.findLate?.(organization._id, now) ?? [],
    ])
    return replyContent(req, res, context, {
      type: jsonType,
      body: answer.body,
      etag: answer.etag,
      constant: standardHeaders,
      headers: withAsOf(headers, late),
      caller: { id: key.id, unread: deps.unread },
      codings: answer.compress && codingsOfKept,
      compressed: answer.compress,
    })
  })
