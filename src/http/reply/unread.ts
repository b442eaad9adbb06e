import type { ServerResponse } from 'node:http'
import { replyError, type HeaderList, type RequestContext } from './reply.js'

/** Limits, in bytes, for replies that are not sent yet, because their callers do not read them. */
export interface UnreadLimits {
  readonly ofCaller: number
  readonly ofProcess: number
}

/** Allows 16 of the largest replies of a 50,000-member organization at a time. */
const defaultUnreadLimits: UnreadLimits = { ofCaller: 32 * 2 ** 20, ofProcess: 256 * 2 ** 20 }

/** Concurrent replies that a caller may always have, however large they are. */
const freeReplies = 16

interface UnreadBody {
  readonly account: Account
  replies: number
}

interface Account {
  readonly caller: string
  bodies: number
  bytes: number
}

/** Counts memory: a body that answers several requests at once is one buffer, and counts once. */
export const createUnreadReplies = (limits: UnreadLimits = defaultUnreadLimits) => {
  const unread = new Map<Buffer, UnreadBody>()
  const accounts = new Map<string, Account>()
  let total = 0

  const hasRoom = ({ bodies, bytes }: Account, length: number): boolean =>
    (bodies < freeReplies || bytes + length <= limits.ofCaller) &&
    (total === 0 || total + length <= limits.ofProcess)

  return {
    /** Counts a reply for a key or a link; false: it, or the process, has too much unread already. */
    take(caller: string, body: Buffer): boolean {
      const known = unread.get(body)
      if (known) {
        known.replies++
        return true
      }
      const account = accounts.get(caller) ?? { caller, bodies: 0, bytes: 0 }
      if (!hasRoom(account, body.length)) return false
      account.bodies++
      account.bytes += body.length
      total += body.length
      accounts.set(caller, account)
      unread.set(body, { account, replies: 1 })
      return true
    },

    /** The reply was sent, or its connection is gone. */
    giveBack(body: Buffer): void {
      const known = unread.get(body)
      if (!known || --known.replies > 0) return
      unread.delete(body)
      const { account } = known
      account.bodies--
      account.bytes -= body.length
      total -= body.length
      if (account.bodies === 0) accounts.delete(account.caller)
    },
  }
}

export type UnreadReplies = ReturnType<typeof createUnreadReplies>

/** The id of a key or a link, its reply, and the headers of a refusal. */
interface CountedBody {
  readonly caller: string
  readonly body: Buffer
  readonly headers: HeaderList
}

/** Counts a body until it is sent. False: the caller requested more than it reads, or has hung up. */
export const countUnread = (
  unread: UnreadReplies,
  res: ServerResponse,
  context: RequestContext,
  { caller, body, headers }: CountedBody,
): boolean => {
  // The bytes of a caller that has disconnected meanwhile would never be given back.
  if (context.isOver) return false
  if (!unread.take(caller, body)) {
    replyError(res, context, 'too_many_unread', [...headers, 'Retry-After', '1'])
    return false
  }
  context.release = () => unread.giveBack(body)
  return true
}
