import type { IncomingMessage, ServerResponse } from 'node:http'
import { agentPathOf, calendarPaths, isServed, pathOf } from '../paths.js'
import type { RequestContext } from '../reply/reply.js'

/** One line per request, by allow-list: nothing else of a request is ever logged. */
export interface AccessLine {
  readonly id: string
  readonly method: string
  /** The path without its query, when the server knows it. */
  readonly path: string
  readonly status: number
  readonly ms: number
  readonly organization?: string | undefined
  readonly key?: string | undefined
  readonly person?: string | undefined
  readonly link?: string | undefined
  /** Only for a caller whose address a key does not allow; digits, letters, dots and colons. */
  readonly address?: string | undefined
  /** Only for an agent's token that is refused. */
  readonly reason?: string | undefined
  readonly seen?: string | undefined
}

/** JSON without braces, by hand in a third of the time: nothing in these fields would have to be escaped. */
export const accessFields = (line: AccessLine): string => {
  const { id, method, path, status, ms, organization, key, person, link, address, reason, seen } = line
  const fields = `"id":"${id}","method":"${method}","path":"${path}","status":${status},"ms":${ms}`
  if (organization === undefined) return fields
  const owner = `${fields},"organization":${JSON.stringify(organization)}`
  if (link !== undefined) return `${owner},"link":${JSON.stringify(link)}`
  if (reason !== undefined) {
    const why = `${owner},"reason":${JSON.stringify(reason)}`
    return seen === undefined ? why : `${why},"seen":${JSON.stringify(seen)}`
  }
  if (person !== undefined) return `${owner},"person":${JSON.stringify(person)}`
  const user = key === undefined ? owner : `${owner},"key":${JSON.stringify(key)}`
  return address === undefined ? user : `${user},"address":"${address}"`
}

/** Too few kinds of characters for a secret. */
const slackPath = /^\/slack\/[a-z_]{1,40}$/

/** Its name is a secret. */
const calendarPath = /^\/calendar\/[^/]+?(\.ics)?$/

/** The path as it may be logged: one of ours, never an arbitrary one. */
const loggedPath = (path: string): string => {
  if (isServed(path) || slackPath.test(path)) return path
  const calendar = calendarPath.exec(path)
  return calendar ? `/calendar/-${calendar[1] ?? ''}` : (agentPathOf(path)?.template ?? '-')
}

/** Express removes the mount path from the URL, and keeps it here. */
interface MountedRequest {
  readonly originalUrl?: string
}

/** 499: the caller disconnected before there was a reply. */
export const statusOf = (res: ServerResponse, { refused }: Pick<RequestContext, 'refused'>): number =>
  refused ?? (res.headersSent ? res.statusCode : 499)

/** The label for a request in metrics: one of our route templates, so that their number is limited. */
export const routeOf = ({ url = '', originalUrl = url }: IncomingMessage & MountedRequest): string => {
  const path = pathOf(originalUrl)
  if (isServed(path)) return path
  if (slackPath.test(path)) return '/slack/*'
  const calendar = calendarPath.exec(path)
  return calendar ? `${calendarPaths.link}${calendar[1] ?? ''}` : (agentPathOf(path)?.template ?? '-')
}

/** The line for a request whose reply was sent; `now` in the same milliseconds as its `startedAt`. */
export const accessFieldsOf = (
  { method = '-', url = '', originalUrl = url }: IncomingMessage & MountedRequest,
  res: ServerResponse,
  context: RequestContext,
  now: number,
): string => {
  const { id, startedAt, organization, key, person, link, address, reason, seen } = context
  return accessFields({
    id,
    method,
    path: loggedPath(pathOf(originalUrl)),
    status: statusOf(res, context),
    ms: Math.round((now - startedAt) * 100) / 100,
    organization,
    key,
    person,
    link,
    address,
    reason,
    seen,
  })
}
