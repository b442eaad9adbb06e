import type { IncomingMessage } from 'node:http'
import { text as readText } from 'node:stream/consumers'
import { refuse } from './calls.js'
import type { JsonObject } from '../state.js'

/** A call of the Web API, parsed but not yet checked. */
export interface ReadCall {
  readonly method: string
  readonly token: string | undefined
  readonly args: JsonObject
  /** Why Slack does not look at the arguments at all. */
  readonly refusal?: JsonObject
}

/** Arguments that are JSON inside a form. */
const nested = new Set(['blocks', 'view', 'metadata', 'attachments', 'profile', 'prompts'])

const parseNested = (name: string, value: string): unknown => {
  if (!nested.has(name) || value === '') return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

const parseForm = (text: string): JsonObject =>
  Object.fromEntries([...new URLSearchParams(text)].map(([name, value]) => [name, parseNested(name, value)]))

export const parseJson = (text: string): JsonObject | null => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : null
  } catch {
    return null
  }
}

type Body = Pick<ReadCall, 'args' | 'refusal'>

const refused = (error: string): Body => ({ args: {}, refusal: refuse(error) })

const parseBody = (contentType: string | undefined, text: string): Body => {
  if (contentType === undefined) return text === '' ? { args: {} } : refused('missing_post_type')
  const [type] = contentType.toLowerCase().split(';')
  if (type === 'application/x-www-form-urlencoded') return { args: parseForm(text) }
  if (type !== 'application/json') return refused('invalid_post_type')
  const args = parseJson(text)
  return args === null ? refused('invalid_json') : { args }
}

const bearer = (header: string | undefined): string | undefined => /^Bearer (\S+)$/.exec(header ?? '')?.[1]

/** Reads a request for `/api/METHOD`. A token may also be in a form, but not in a URL. */
export const readCall = async (req: IncomingMessage, url: URL): Promise<ReadCall> => {
  const text = await readText(req)
  const query = parseForm(url.search.slice(1))
  const body = parseBody(req.headers['content-type'], text)
  const { token, ...args } = { ...query, ...body.args }
  return {
    ...body,
    method: url.pathname.slice('/api/'.length),
    token: bearer(req.headers.authorization) ?? (typeof token === 'string' ? token : undefined),
    args,
  }
}
