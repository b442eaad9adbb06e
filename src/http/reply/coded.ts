import type { IncomingMessage, ServerResponse } from 'node:http'
import { digestInSlices } from '../../domain/slices.js'
import { compress } from '../../services/compress.js'
import { runInTurns } from '../../services/turns.js'
import { acceptedCodings, smallestCompressed, tagOf } from './encoding.js'
import { knownTag } from './if-none-match.js'
import type { UnsentReplies } from '../node/unsent.js'
import { send, typed, type HeaderList, type RequestContext } from './reply.js'
import { countUnread, type CountedBody } from './unread.js'

/** The strong tag of a body. */
export const tagOfBody = async (body: Buffer, signal?: AbortSignal): Promise<string> =>
  `"${(await runInTurns(digestInSlices(body), { signal })).slice(0, 22)}"`

export interface Content extends CountedBody {
  readonly type: string
  /** Headers of every reply of its kind, followed by those of this one. */
  readonly constant: HeaderList
  /** The tag and the compressed form of a body that is kept; without them, they are made for this request. */
  readonly etag?: string
  readonly zip?: () => Promise<Buffer>
}

/**
 * Sends a body: gzip if the client accepts it and it is worth it, 304 for a client that
 * has it, 503 for a caller that leaves too many replies unread.
 */
export const replyCoded = async (
  unsent: UnsentReplies,
  req: IncomingMessage,
  res: ServerResponse,
  context: RequestContext,
  content: Content,
): Promise<void> => {
  const { type, body, constant, headers } = content
  // Before the tag and the compression, during which the body is in memory as well.
  if (!countUnread(unsent, res, context, content)) return
  const etag = content.etag ?? (await tagOfBody(body))
  const condition = req.headers['if-none-match']
  const known = condition === undefined ? null : knownTag(condition, etag)
  if (known !== null) return send(res, context, 304, constant, [...headers, 'ETag', known], null)
  const accepted = req.headers['accept-encoding']
  const isZipped =
    accepted !== undefined && body.length > smallestCompressed && acceptedCodings(accepted).gzip
  const form = isZipped ? await (content.zip?.() ?? compress(body, 'gzip')) : body
  const coding = isZipped ? 'gzip' : null
  const own = [
    'ETag',
    tagOf(etag, coding),
    ...(coding ? ['Content-Encoding', coding] : []),
    ...typed(type, form),
  ]
  send(res, context, 200, constant, [...headers, ...own], form)
}
