import fresh from 'fresh'
import Negotiator from 'negotiator'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { digestInSlices } from '../../calendar/slices.js'
import { compress, type Coding } from '../../services/compress.js'
import { runInTurns } from '../../services/turns.js'
import { send, type HeaderList, type RequestContext } from './reply.js'
import { countUnread, type UnreadReplies } from './unread.js'

/** A body that callers may have already, and may take compressed. */
export interface Content {
  readonly type: string
  readonly body: Buffer
  /** The strong tag of the body. */
  readonly etag: string
  /** Headers of every reply of its kind, followed by those of this one. */
  readonly constant: HeaderList
  readonly headers: HeaderList
  /** The id of the key or link that asks, and where its unread replies are counted. */
  readonly caller?: { readonly id: string; readonly unread: UnreadReplies }
  /** The encodings on offer, the best first, and the body in them. Default: gzip, made for this reply. */
  readonly codings?: readonly Coding[] | undefined
  readonly compressed?: ((coding: Coding) => Buffer | Promise<Buffer>) | undefined
}

/** Bytes: smaller bodies fit in a packet or two and are sent uncompressed. */
const smallestCompressed = 1_024

/** The strong tag of a body. */
export const tagOfBody = async (body: Buffer, signal?: AbortSignal): Promise<string> =>
  `"${(await runInTurns(digestInSlices(body), { signal })).slice(0, 22)}"`

/** The strong tag of a compressed body: its bytes differ, so its tag must too. */
const tagIn = (coding: Coding, etag: string): string => `${etag.slice(0, -1)}-${coding}"`

/**
 * For any encoding of the body: one that was sent as gzip and would now be sent as br is still the same. `fresh` sees no
 * other header: with the `no-cache` that `fetch` adds by itself, nothing would be fresh.
 */
const knownTag = (condition: string, etag: string): string | undefined =>
  [etag, tagIn('gzip', etag), tagIn('br', etag)].find((tag) =>
    fresh({ 'if-none-match': condition }, { etag: tag }),
  )

/** The first of the encodings on offer that an `Accept-Encoding` accepts; null: none. */
export const acceptedCoding = (header: string, codings: readonly Coding[]): Coding | null => {
  // Another name of gzip (RFC 9110 §8.4.1.3), which the library does not know.
  const headers = { 'accept-encoding': header.replaceAll(/\bx-gzip\b/gi, 'gzip') }
  const accepted = new Negotiator({ headers }).encodings(codings)
  return codings.find((coding) => accepted.includes(coding)) ?? null
}

/** 304 for a caller who has it, 503 for one who leaves too many replies unread, compressed where worth it. */
export const replyContent = (
  req: IncomingMessage,
  res: ServerResponse,
  context: RequestContext,
  content: Content,
): void | Promise<void> => {
  const { type, body, etag, constant, headers, caller, codings = ['gzip'] } = content
  const condition = req.headers['if-none-match']
  const known = condition === undefined ? undefined : knownTag(condition, etag)
  if (known !== undefined) return send(res, context, 304, constant, headers.concat('ETag', known), null)
  if (caller && !countUnread(caller.unread, res, context, { caller: caller.id, body, headers })) return
  const accepted = req.headers['accept-encoding']
  const coding =
    accepted === undefined || body.length <= smallestCompressed ? null : acceptedCoding(accepted, codings)
  if (coding !== null) return replyCompressed(res, context, content, coding)
  send(res, context, 200, constant, headers.concat('ETag', etag), body, type)
}

const replyCompressed = async (
  res: ServerResponse,
  context: RequestContext,
  { type, body, etag, constant, headers, compressed }: Content,
  coding: Coding,
): Promise<void> => {
  const form = await (compressed ? compressed(coding) : compress(body, coding))
  const own = ['ETag', tagIn(coding, etag), 'Content-Encoding', coding]
  send(res, context, 200, constant, varyingByEncoding(headers).concat(own), form, type)
}

/** Only where it has to: what has a key is stored by no cache. */
const varyingByEncoding = (headers: HeaderList): HeaderList =>
  headers.map((field, at) =>
    headers[at - 1] === 'Vary' && !field.includes('Accept-Encoding') ? `${field}, Accept-Encoding` : field,
  )
