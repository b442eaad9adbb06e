import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { header, type Reply } from '../raw.js'

type Json = Readonly<Record<string, unknown>>

interface Answered {
  readonly method: string
  readonly reply: Reply
}

/** What a reply does that the document does not say, in sentences; none when it conforms. */
export type ReplyValidator = (answered: Answered) => readonly string[]

const asObject = (value: unknown): Json | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : undefined

/** Follows a chain of keys, and every `$ref` on the way. */
const createLookup = (document: Json) => {
  const resolve = (value: unknown): unknown => {
    const ref = asObject(value)?.['$ref']
    if (typeof ref !== 'string') return value
    const keys = ref.replace(/^#\//, '').split('/')
    return at(document, ...keys.map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~')))
  }
  const at = (start: unknown, ...keys: readonly string[]): unknown =>
    keys.reduce((value, key) => resolve(asObject(value)?.[key]), resolve(start))
  return at
}

/**
 * The document as strict as we are with ourselves: its objects and lists of words are open for callers, but what we send
 * and do not say is a mistake of ours.
 */
const close = (document: Json): Json =>
  JSON.parse(JSON.stringify(document), (_key, value: unknown) => {
    const schema = asObject(value)
    if (!schema) return value
    const list = schema['x-extensible-enum']
    return {
      ...schema,
      ...(schema['type'] === 'object' && { additionalProperties: false }),
      ...(list !== undefined && { enum: list }),
    }
  }) as Json

/** Knows the whole document as `openapi:`, so that references lead into it. */
const createAjv = (document: Json): Ajv2020 => {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  return ajv.addSchema({ ...document, $id: 'openapi:' })
}

/** Headers that a caller may build on: a reply that has one must be said to have it. */
const promising =
  /^(allow|cache-control|content-language|etag|location|ratelimit(-policy)?|retry-after|vary|www-authenticate|x-request-id)$/

/**
 * Holds replies of one path against an OpenAPI document: the status is declared for the method (for any method
 * of the path when it has no operation of its own), the headers declared for it are there and match, no header a
 * caller may build on is there undeclared, and the body matches. `rateLimited` says whether the headers of a rate
 * limit are due.
 */
export const createReplyValidator = (open: Json, path: string, rateLimited = true): ReplyValidator => {
  const document = close(open)
  const ajv = createAjv(document)
  const lookup = createLookup(document)
  const known = new Map<unknown, ValidateFunction>()

  const check = (schema: unknown, value: unknown, what: string): string[] => {
    let validate = known.get(schema)
    if (!validate) {
      const rooted = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"openapi:#/')) as Json
      known.set(schema, (validate = ajv.compile(rooted)))
    }
    return validate(value) ? [] : [`${what}: ${ajv.errorsText(validate.errors)}`]
  }

  const responseFor = (method: string, status: number): Json | undefined => {
    const item = asObject(lookup(document, 'paths', path)) ?? {}
    const own = lookup(item, method.toLowerCase())
    const operations = own ? [own] : Object.values(item)
    const found = operations.map((operation) => lookup(operation, 'responses', String(status)))
    return asObject(found.find((response) => response !== undefined))
  }

  /** Limits are always told where there are any; the age of the data only while a calendar is late. */
  const mayBeMissing = (name: string): boolean =>
    name === 'Whosout-Data-As-Of' || (!rateLimited && name.startsWith('RateLimit'))

  const checkHeaders = (declared: Json, reply: Reply): string[] => {
    const names = new Set(Object.keys(declared).map((name) => name.toLowerCase()))
    const undeclared = reply.headers
      .map(([name]) => name.toLowerCase())
      .filter((name) => promising.test(name) && !names.has(name))
      .map((name) => `${name} is not declared`)
    return Object.keys(declared)
      .flatMap((name) => {
        const value = header(reply, name)
        if (value === undefined) return mayBeMissing(name) ? [] : [`${name} is missing`]
        const schema = lookup(declared, name, 'schema')
        const number = asObject(schema)?.['type'] === 'integer' || asObject(schema)?.['type'] === 'number'
        return check(schema, number ? Number(value) : value, name)
      })
      .concat(undeclared)
  }

  const checkBody = (content: Json | undefined, method: string, reply: Reply): string[] => {
    if (method === 'HEAD') return []
    if (!content) return reply.body === '' ? [] : ['a body that is not declared']
    const type = (header(reply, 'content-type') ?? '').split(';')[0]!
    const schema = lookup(content, type, 'schema')
    return schema === undefined
      ? [`content type ${type} is not declared`]
      : check(schema, JSON.parse(reply.body), 'body')
  }

  return ({ method, reply }) => {
    // No operation: the description says it.
    if (method === 'OPTIONS' && reply.status === 204) return []
    const response = responseFor(method, reply.status)
    if (!response) return [`${reply.status} is not declared for ${method}`]
    return [
      ...checkHeaders(asObject(lookup(response, 'headers')) ?? {}, reply),
      ...checkBody(asObject(lookup(response, 'content')), method, reply),
    ]
  }
}
