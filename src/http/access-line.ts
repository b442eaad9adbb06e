import type { IncomingMessage, ServerResponse } from 'node:http'
import { isServed } from './paths.js'
import type { RequestContext } from './reply.js'

/** One line a request, by allow-list: nothing else of a request is ever logged. */
export interface AccessLine {
  readonly id: string
  readonly method: string
  /** The path when it is one of ours, without its query. */
  readonly path: string
  readonly status: number
  readonly ms: number
  readonly organization?: string | undefined
  readonly key?: string | undefined
}

/**
 * The line as JSON without its braces. Put together by hand, for a third of the time: ids of requests, methods and paths
 * hold nothing that JSON would escape.
 */
export const accessFields = ({ id, method, path, status, ms, organization, key }: AccessLine): string => {
  const fields = `"id":"${id}","method":"${method}","path":"${path}","status":${status},"ms":${ms}`
  if (organization === undefined) return fields
  const owner = `${fields},"organization":${JSON.stringify(organization)}`
  return key === undefined ? owner : `${owner},"key":${JSON.stringify(key)}`
}

const pathOf = (url: string): string => {
  const end = url.search(/[?#]/)
  return end < 0 ? url : url.slice(0, end)
}

const slackPath = /^\/slack\/[\w-]{1,40}$/

/** The line of a request whose reply is out, `now` in the same milliseconds as its `startedAt`. */
export const accessFieldsOf = (
  { method = '-', url = '' }: IncomingMessage,
  res: ServerResponse,
  { id, startedAt, refused, organization, key }: RequestContext,
  now: number,
): string => {
  const path = pathOf(url)
  return accessFields({
    id,
    method,
    path: isServed(path) || slackPath.test(path) ? path : '-',
    status: refused ?? (res.headersSent ? res.statusCode : 499),
    ms: Math.round((now - startedAt) * 100) / 100,
    organization,
    key,
  })
}
