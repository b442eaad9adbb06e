import { missing, ok, type Exchange, type Expectation, type Row } from './row.js'

const two = { settings: { rateLimit: 2 } } as const
const left = (count: number): Expectation => ({
  status: 200,
  headers: {
    RateLimit: new RegExp(`^"api-key"; r=${count}; t=([1-9]|[1-5]\\d|60)$`),
    'RateLimit-Policy': /^"api-key"; q=2; w=60; pk=:[\w+/=]+:$/,
  },
})
const tooMany: Expectation = {
  status: 429,
  message: 'Rate limit exceeded',
  code: 'rate_limited',
  headers: {
    RateLimit: /^"api-key"; r=0; t=([1-9]|[1-5]\d|60)$/,
    'RateLimit-Policy': /^"api-key"; q=2; w=60; pk=:[\w+/=]+:$/,
    'Retry-After': /^([1-9]|[1-5]\d|60)$/,
  },
}
const first: Exchange = { request: {}, expect: left(1) }

/** After one answer, `spend` costs the second of two, or nothing. */
const spends = (name: string, spend: Exchange, then: Expectation): Row => ({
  row: 85,
  name,
  setup: two,
  before: [first, spend],
  request: {},
  expect: then,
})

const rates: readonly Row[] = [
  spends('the third question in a minute', { request: {}, expect: left(0) }, tooMany),
  spends('a 422 counts', { request: { query: 'limit=1' }, expect: { ...left(0), status: 422 } }, tooMany),
  spends(
    'a 304 counts',
    { request: { headers: ['If-None-Match: {etag}'] }, expect: { ...left(0), status: 304 } },
    tooMany,
  ),
  spends('a HEAD counts', { request: { method: 'HEAD' }, expect: left(0) }, tooMany),
  spends('a question without a key does not count', { request: { key: null }, expect: missing }, left(0)),
  spends('a question of another key does not count', { request: { key: 'near' }, expect: left(1) }, left(0)),
  spends(
    'another secret of the same key does',
    { change: { key: 'active', becomes: 'rotated' }, request: {}, expect: left(0) },
    tooMany,
  ),
  spends(
    'an unknown path does not count',
    { request: { path: '/nowhere' }, expect: { status: 404 } },
    left(0),
  ),
  spends('another method does not count', { request: { method: 'POST' }, expect: { status: 405 } }, left(0)),
  {
    row: 85,
    name: 'an invalid query over the rate',
    setup: two,
    before: [first, { request: {}, expect: left(0) }],
    request: { query: 'limit=1' },
    expect: tooMany,
  },
  {
    row: 85,
    name: 'what the caller has, over the rate',
    setup: two,
    before: [first, { request: {}, expect: left(0) }],
    request: { headers: ['If-None-Match: *'] },
    expect: tooMany,
  },
  {
    row: 85,
    name: 'a key that dies over the rate is told so',
    setup: two,
    before: [first, { request: {}, expect: left(0) }],
    change: { key: 'active', becomes: 'disabled' },
    request: {},
    expect: { status: 401 },
  },
  {
    row: 85,
    name: 'no limit',
    setup: { settings: { rateLimit: 0 } },
    request: {},
    expect: { status: 200, headers: { RateLimit: null, 'RateLimit-Policy': null } },
  },
]

const crash = (nodeEnv: string, call: number): Row => ({
  row: 86,
  name: `a fault that nobody foresaw, NODE_ENV=${nodeEnv}, call ${call}`,
  setup: { nodeEnv, fault: { call, how: 'throws' } },
  before: [{ request: {}, expect: { status: 500, message: 'Internal error', code: 'internal' } }],
  request: {},
  expect: ok,
})

const ids: readonly Row[] = [
  ...['a b<script>', 'a'.repeat(65), '', 'é', 'a,b', '"quoted"', '../../etc'].map((id): Row => ({
    row: 88,
    name: `replaced: ${id.slice(0, 12)}`,
    request: { headers: [`X-Request-Id: ${id}`] },
    expect: { status: 200, headers: { 'X-Request-Id': /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/ } },
  })),
  ...['trace.1_2-3', 'a', 'Z'.repeat(64)].map((id): Row => ({
    row: 88,
    name: `echoed: ${id.slice(0, 12)}`,
    request: { headers: [`X-Request-Id: ${id}`] },
    expect: { status: 200, headers: { 'X-Request-Id': id } },
  })),
  {
    row: 88,
    name: 'two of them are replaced',
    request: { headers: ['X-Request-Id: a', 'X-Request-Id: b'] },
    expect: { status: 200, headers: { 'X-Request-Id': /^[0-9a-f-]{36}$/ } },
  },
  {
    row: 88,
    name: 'echoed without a key',
    request: { key: null, headers: ['X-Request-Id: mine'] },
    expect: { ...missing, headers: { ...missing.headers, 'X-Request-Id': 'mine' } },
  },
  {
    row: 88,
    name: 'echoed on an unknown path',
    request: { path: '/nowhere', headers: ['X-Request-Id: mine'] },
    expect: { status: 404, headers: { 'X-Request-Id': 'mine' } },
  },
]

const fine: Expectation = { status: 200, body: { status: 'ok' }, headers: { RateLimit: null } }
const away = { fault: { call: 1, how: 'unavailable', always: true } } as const

const health: readonly Row[] = [
  ...['/healthz', '/readyz'].flatMap((path): Row[] => [
    { row: 89, name: path, request: { path, key: null }, expect: fine },
    {
      row: 89,
      name: `${path}, HEAD`,
      request: { path, key: null, method: 'HEAD' },
      like: { path, key: null },
      expect: ok,
    },
    { row: 89, name: `${path}, with a bad key`, request: { path, key: 'stranger' }, expect: fine },
    {
      row: 89,
      name: `${path}, POST`,
      request: { path, key: null, method: 'POST' },
      expect: { status: 405, headers: { Allow: 'GET, HEAD, OPTIONS' } },
    },
    {
      row: 89,
      name: `${path}, OPTIONS`,
      request: { path, key: null, method: 'OPTIONS' },
      expect: { status: 204, headers: { Allow: 'GET, HEAD, OPTIONS' } },
    },
    { row: 89, name: `${path}/`, request: { path: `${path}/`, key: null }, expect: { status: 404 } },
  ]),
  {
    row: 89,
    name: '/healthz with the store down',
    setup: away,
    request: { path: '/healthz', key: null },
    expect: fine,
  },
  {
    row: 89,
    name: '/readyz with the store down',
    setup: away,
    request: { path: '/readyz', key: null },
    expect: { status: 503 },
  },
  {
    row: 89,
    name: '/readyz asks the store at most once a second',
    setup: {},
    before: [{ request: { path: '/readyz', key: null }, expect: fine, times: 20 }],
    request: { path: '/readyz', key: null },
    expect: fine,
    storeCalls: 0,
  },
  {
    row: 89,
    name: '/readyz while the service stops',
    setup: { settings: { drainDelay: 600 } },
    change: { stopping: true },
    request: { path: '/readyz', key: null },
    expect: { status: 503, headers: { Connection: 'close' } },
    closes: true,
  },
  {
    row: 89,
    name: '/healthz while the service stops',
    setup: { settings: { drainDelay: 600 } },
    change: { stopping: true },
    request: { path: '/healthz', key: null },
    expect: { ...fine, headers: { Connection: 'close' } },
    closes: true,
  },
  {
    row: 89,
    name: 'a question while the service stops',
    setup: { settings: { drainDelay: 600 } },
    change: { stopping: true },
    request: {},
    expect: { status: 200, headers: { Connection: 'close' } },
    closes: true,
  },
]

export const operationRows: readonly Row[] = [
  ...rates,
  ...['production', 'development', 'test'].map((nodeEnv) => crash(nodeEnv, 1)),
  crash('production', 2),
  ...ids,
  ...health,
]
