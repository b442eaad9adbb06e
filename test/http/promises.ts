import { driverText } from '../stores/faulty.js'
import { header, type Reply } from './raw.js'
import { errors } from '../../src/http/reply/errors.js'
import { failedChallenge, plainChallenge } from './rows/row.js'

/** What is known of the request a reply belongs to. */
export interface Asked {
  readonly method: string
  /** Whether it is a question to the presence endpoint that got as far as the key, judging by the status. */
  readonly presence: boolean
  readonly rateLimited: boolean
  /** Must appear nowhere in a reply. */
  readonly secrets: readonly string[]
}

type Check = (reply: Reply, asked: Asked) => readonly string[]

const expected = (what: string, found: unknown, wanted: unknown): readonly string[] =>
  found === wanted ? [] : [`${what} is ${JSON.stringify(found)}, not ${JSON.stringify(wanted)}`]

const looksLike = (what: string, found: string | undefined, wanted: RegExp): readonly string[] =>
  found !== undefined && wanted.test(found) ? [] : [`${what} is ${JSON.stringify(found)}`]

const standard: Readonly<Record<string, string | RegExp>> = {
  'X-Request-Id': /^[A-Za-z0-9._-]{1,64}$/,
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Strict-Transport-Security': /^max-age=\d{7,}/,
  'X-Frame-Options': /^(DENY|SAMEORIGIN)$/,
  'Content-Security-Policy': "default-src 'none';frame-ancestors 'none'",
}

const standardHeaders: Check = (reply) =>
  Object.entries(standard).flatMap(([name, wanted]) => {
    const found = header(reply, name)
    return wanted instanceof RegExp ? looksLike(name, found, wanted) : expected(name, found, wanted)
  })

const forbiddenHeaders: Check = (reply) =>
  reply.headers
    .map(([name]) => name.toLowerCase())
    .filter(
      (name) => name.startsWith('access-control-') || ['x-powered-by', 'server', 'set-cookie'].includes(name),
    )
    .map((name) => `${name} is there`)

const noRepeats: Check = (reply) => {
  const names = reply.headers.map(([name]) => name.toLowerCase())
  return names.filter((name, at) => names.indexOf(name) !== at).map((name) => `${name} is there twice`)
}

const contentType: Check = (reply, { method }) =>
  reply.status === 204 || reply.status === 304
    ? expected('body', reply.body, '')
    : [
        ...expected('Content-Type', header(reply, 'content-type'), 'application/json; charset=utf-8'),
        ...looksLike('Content-Length', header(reply, 'content-length'), /^[1-9]\d*$/),
        ...(method === 'HEAD' ? expected('body', reply.body, '') : []),
      ]

const challenge: Check = (reply) => {
  const found = header(reply, 'www-authenticate')
  if (reply.status !== 401) return expected('WWW-Authenticate', found, undefined)
  const failed = Object.values(errors).map(({ message }) => failedChallenge(message))
  return found !== undefined && [plainChallenge, ...failed].includes(found)
    ? []
    : [`WWW-Authenticate is ${found}`]
}

/** A compressed reply depends on what the caller accepts, too. */
const varyOf = (reply: Reply): string =>
  header(reply, 'content-encoding') === undefined ? 'Authorization' : 'Authorization, Accept-Encoding'

const lookedAtKey = (status: number): boolean => [200, 304, 401, 403, 422, 429, 500, 503].includes(status)

const vary: Check = (reply, { presence }) =>
  presence && lookedAtKey(reply.status) ? expected('Vary', header(reply, 'vary'), varyOf(reply)) : []

const rateHeaders: Check = (reply, { presence, rateLimited }) => {
  const limit = header(reply, 'ratelimit')
  const policy = header(reply, 'ratelimit-policy')
  if (!presence || !rateLimited || reply.status === 401)
    return [...expected('RateLimit', limit, undefined), ...expected('RateLimit-Policy', policy, undefined)]
  if (![200, 304, 422, 429].includes(reply.status)) return []
  return [
    ...looksLike('RateLimit', limit, /^"api-key"; r=\d+; t=\d{1,2}$/),
    ...looksLike('RateLimit-Policy', policy, /^"api-key"; q=\d+; w=60; pk=:[\w+/=]+:$/),
  ]
}

const retryAfter: Check = (reply) => {
  const found = header(reply, 'retry-after')
  if (reply.status === 503) return looksLike('Retry-After', found, /^\d+$/)
  if (reply.status !== 429) return expected('Retry-After', found, undefined)
  const seconds = /; t=(\d+)$/.exec(header(reply, 'ratelimit') ?? '')?.[1]
  return expected('Retry-After', found, seconds)
}

const entityTag: Check = (reply, { presence }) => {
  const found = header(reply, 'etag')
  const due = presence && (reply.status === 200 || reply.status === 304)
  return due ? looksLike('ETag', found, /^"[\x21\x23-\x7e]+"$/) : expected('ETag', found, undefined)
}

const isText = (value: unknown): boolean => typeof value === 'string' && value !== ''
const keys = (value: unknown): string =>
  typeof value === 'object' && value !== null ? Object.keys(value).join() : typeof value

const issueProblems = (issues: unknown): readonly string[] => {
  if (!Array.isArray(issues) || issues.length === 0 || issues.length > 20) return ['issues are not 1 to 20']
  return issues.flatMap((issue: { path: unknown; message: unknown }) => [
    ...expected('an issue has', keys(issue), 'path,message'),
    ...(Array.isArray(issue.path) && issue.path.length > 0 && issue.path.every(isStep)
      ? []
      : ['a path is none']),
    ...(isText(issue.message) ? [] : ['an issue says nothing']),
  ])
}

const isStep = (step: unknown): boolean =>
  typeof step === 'number' || (typeof step === 'string' && step.length <= 64)

const statusOf = (code: string): number | undefined =>
  (errors as Readonly<Record<string, { readonly status: number }>>)[code]?.status

const errorShape: Check = (reply, { method }) => {
  if (reply.status < 400 || method === 'HEAD') return []
  const body = JSON.parse(reply.body) as { error: { message: unknown; code: string; issues?: unknown } }
  const wanted = reply.status === 422 ? 'message,code,issues' : 'message,code'
  const problems = [
    ...expected('the body has', keys(body), 'error'),
    ...expected('the error has', keys(body.error), wanted),
  ]
  if (problems.length > 0) return problems
  return [
    ...(isText(body.error.message) ? [] : ['the error says nothing']),
    ...expected('the status of the code', statusOf(body.error.code), reply.status),
    ...(reply.status === 422 ? issueProblems(body.error.issues) : []),
  ]
}

/** Words of the store, of the code and of the driver's text. */
const leaks =
  /E11000|store\.internal|lmdb|sqlite|mongo|node_modules|\.ts:|\.js:|\n {4}at |who_(live|test)_|Bearer who/i

/** Their letters are by chance, and would spell a word one day. */
const digests = new Set(['etag', 'ratelimit-policy'])

const silence: Check = (reply, { secrets }) => {
  const said = reply.headers.filter(([name]) => !digests.has(name.toLowerCase()))
  const text = [...said.map((pair) => pair.join(': ')), reply.body].join('\n')
  const found = leaks.exec(text)?.[0]
  return [
    ...(found === undefined ? [] : [`the reply says ${JSON.stringify(found)}`]),
    ...(secrets.some((secret) => text.includes(secret)) ? ['the reply holds a secret'] : []),
    ...(text.includes(driverText) ? ["the reply holds the driver's text"] : []),
  ]
}

const checks: readonly Check[] = [
  standardHeaders,
  forbiddenHeaders,
  noRepeats,
  contentType,
  challenge,
  vary,
  rateHeaders,
  retryAfter,
  entityTag,
  errorShape,
  silence,
]

/** What every reply owes, whatever was asked: the promises it breaks, in words. */
export const brokenPromises = (reply: Reply, asked: Asked): readonly string[] =>
  checks.flatMap((check) => check(reply, asked))
