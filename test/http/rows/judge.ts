import { daysBetween } from '../../../src/calendar/day.js'
import type { Presence } from '../../../src/domain/presence/presence.js'
import { header, type Reply } from '../raw.js'
import type { Expectation } from './row.js'

const differs = (what: string, found: unknown, wanted: unknown): readonly string[] => {
  const [is, should] = [JSON.stringify(found), JSON.stringify(wanted)]
  return is === should ? [] : [`${what} is ${is}, not ${should}`]
}

const headerProblems = (reply: Reply, wanted: NonNullable<Expectation['headers']>, etag: string) =>
  Object.entries(wanted).flatMap(([name, value]) => {
    const found = header(reply, name)
    if (value instanceof RegExp)
      return found !== undefined && value.test(found) ? [] : [`${name} is ${found}, not like ${value}`]
    return differs(name, found ?? null, value === null ? null : value.replaceAll('{etag}', etag))
  })

interface ErrorBody {
  readonly error: {
    readonly message: string
    readonly code: string
    readonly issues?: { path: unknown[]; message: string }[]
  }
}

const issueProblems = (body: ErrorBody, wanted: NonNullable<Expectation['issues']>): readonly string[] => {
  const found = (body.error.issues ?? []).map(({ path, message }) => ({
    path: JSON.stringify(path),
    message,
  }))
  const paths = found.map(({ path }) => path).sort()
  const wrong = differs(
    'the paths of the issues',
    paths,
    wanted.map(([path]) => JSON.stringify([path])).sort(),
  )
  const texts = wanted.flatMap(([path, message]) => {
    const same = found.find((issue) => issue.path === JSON.stringify([path]))
    return message === undefined || !same ? [] : differs(`the issue of ${path}`, same.message, message)
  })
  return [...wrong, ...texts]
}

const listProblems = (body: Presence, expect: Expectation): readonly string[] =>
  (['in', 'out'] as const).flatMap((list) => {
    const wanted = expect[list]
    return wanted
      ? differs(
          list,
          body[list].map(({ name }) => name),
          wanted,
        )
      : []
  })

const bodyProblems = (text: string, expect: Expectation): readonly string[] => {
  const body = JSON.parse(text) as ErrorBody & Presence & Readonly<Record<string, unknown>>
  return [
    ...(expect.message === undefined ? [] : differs('the message', body.error?.message, expect.message)),
    ...(expect.code === undefined ? [] : differs('the code', body.error?.code, expect.code)),
    ...(expect.issues ? issueProblems(body, expect.issues) : []),
    ...(expect.issueCount === undefined
      ? []
      : differs('issues', body.error?.issues?.length, expect.issueCount)),
    ...Object.entries(expect.body ?? {}).flatMap(([field, value]) => differs(field, body[field], value)),
    ...(expect.rangeDays === undefined
      ? []
      : differs('the range', daysBetween(body.from, body.to), expect.rangeDays)),
    ...listProblems(body, expect),
  ]
}

/** In what a reply is not as its row has it. `before` is the ETag of the reply before. */
export const unmetExpectations = (
  reply: Reply,
  expect: Expectation,
  method: string,
  before: string,
): readonly string[] => {
  if (reply.status !== expect.status)
    return [`the status is ${reply.status}, not ${expect.status}: ${reply.body}`]
  const etag = header(reply, 'etag')
  return [
    ...headerProblems(reply, expect.headers ?? {}, before),
    ...(expect.etag === undefined || (etag === before) === (expect.etag === 'same')
      ? []
      : [`the ETag is ${etag}`]),
    ...(reply.body === '' || method === 'HEAD' ? [] : bodyProblems(reply.body, expect)),
  ]
}

/** Headers that may differ between two replies to the same question. */
const passing = new Set(['date', 'x-request-id', 'ratelimit', 'ratelimit-policy', 'retry-after'])

/** The headers, apart from those that pass and those named, one line each. */
export const lastingHeaders = (reply: Reply, ...without: readonly string[]): readonly string[] =>
  reply.headers
    .filter(([name]) => !passing.has(name.toLowerCase()) && !without.includes(name.toLowerCase()))
    .map(([name, value]) => `${name}: ${value}`)

/** In what two replies differ that should be the same; the body does not matter when one of them is a HEAD. */
export const differences = (reply: Reply, model: Reply, withBody: boolean): readonly string[] => [
  ...differs('the status', reply.status, model.status),
  ...differs('the headers', lastingHeaders(reply), lastingHeaders(model)),
  ...(withBody ? differs('the body', reply.body, model.body) : []),
]
