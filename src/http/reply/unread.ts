import type { ServerResponse } from 'node:http'
import type { UnsentReplies } from '../node/unsent.js'
import { replyError, type HeaderList, type RequestContext } from './reply.js'

/** The memory that is counted for a reply. */
export interface CountedBody {
  /** The id of a key or a link. */
  readonly caller: string
  readonly body: Buffer
  /** Headers of the refusal. */
  readonly headers: HeaderList
}

/**
 * Counts a body until its reply is sent. False: nothing is to be sent, because the caller has requested more than it
 * reads and was told so, or has hung up.
 */
export const countUnread = (
  unsent: UnsentReplies,
  res: ServerResponse,
  context: RequestContext,
  { caller, body, headers }: CountedBody,
): boolean => {
  // The bytes of a caller that has disconnected meanwhile would never be given back.
  if (context.isOver) return false
  if (!unsent.take(caller, body)) {
    replyError(res, context, 'too_many_unread', [...headers, 'Retry-After', '1'])
    return false
  }
  const { release } = context
  context.release = () => {
    unsent.giveBack(body)
    release?.()
  }
  return true
}
