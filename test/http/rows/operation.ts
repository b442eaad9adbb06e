import { missing, ok, row, type Exchange, type Expectation, type Row } from './row.js'

const policy = /^"api-key"; q=2; w=60; pk=:[\w+/=]+:$/
const left = (count: number): Expectation => ({
  status: 200,
  headers: {
    RateLimit: new RegExp(`^"api-key"; r=${count}; t=([1-9]|[1-5]\\d|60)$`),
    'RateLimit-Policy': policy,
  },
})
const tooMany: Expectation = {
  status: 429,
  message: 'Rate limit exceeded',
  code: 'rate_limited',
  headers: { ...left(0).headers, 'Retry-After': /^([1-9]|[1-5]\d|60)$/ },
}
const ask: Exchange = { request: {}, expect: left(0) }

/** Two are allowed; after one answer, `spend` costs the second, or nothing. */
const spends = (name: string, spend: Exchange, expect: Expectation, then: Row['request'] = {}): Row =>
  row(85, name, then, expect, {
    setup: { settings: { rateLimit: 2 } },
    before: [{ request: {}, expect: left(1) }, spend],
  })

const rates: readonly Row[] = [
  spends('the third question in a minute', ask, tooMany),
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
  spends('an invalid query over the rate', ask, tooMany, { query: 'limit=1' }),
  spends('what the caller has, over the rate', ask, tooMany, { headers: ['If-None-Match: *'] }),
  {
    ...spends('a key that dies over the rate is told so', ask, { status: 401 }),
    change: { key: 'active', becomes: 'disabled' },
  },
  row(
    85,
    'no limit',
    {},
    { status: 200, headers: { RateLimit: null, 'RateLimit-Policy': null } },
    { setup: { settings: { rateLimit: 0 } } },
  ),
]

const crash = (nodeEnv: string, call: number): Row =>
  row(86, `an error that nobody foresaw, NODE_ENV=${nodeEnv}, call ${call}`, {}, ok, {
    setup: { nodeEnv, fault: { call, how: 'throws' } },
    before: [{ request: {}, expect: { status: 500, message: 'Internal error', code: 'internal' } }],
  })

const requestId = (name: string, ids: readonly string[], expected: string | RegExp): Row =>
  row(
    88,
    name,
    { headers: ids.map((id) => `X-Request-Id: ${id}`) },
    { status: 200, headers: { 'X-Request-Id': expected } },
  )
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const mine = ['X-Request-Id: mine']

const ids: readonly Row[] = [
  ...['a b<script>', 'a'.repeat(65), '', 'é', 'a,b', '"quoted"', '../../etc'].map((id) =>
    requestId(`replaced: ${id.slice(0, 12)}`, [id], uuid),
  ),
  ...['trace.1_2-3', 'a', 'Z'.repeat(64)].map((id) => requestId(`echoed: ${id.slice(0, 12)}`, [id], id)),
  requestId('two of them are replaced', ['a', 'b'], uuid),
  row(
    88,
    'echoed without a key',
    { key: null, headers: mine },
    { ...missing, headers: { ...missing.headers, 'X-Request-Id': 'mine' } },
  ),
  row(
    88,
    'echoed on an unknown path',
    { path: '/nowhere', headers: mine },
    { status: 404, headers: { 'X-Request-Id': 'mine' } },
  ),
]

const allow = { Allow: 'GET, HEAD, OPTIONS' }
const fine: Expectation = { status: 200, body: { status: 'ok' }, headers: { RateLimit: null } }
const away = { fault: { call: 1, how: 'unavailable', always: true } } as const

const healthOf = (path: string): readonly Row[] => [
  row(89, path, { path, key: null }, fine),
  row(89, `${path}, HEAD`, { path, key: null, method: 'HEAD' }, ok, { like: { path, key: null } }),
  row(89, `${path}, with a bad key`, { path, key: 'stranger' }, fine),
  row(89, `${path}, POST`, { path, key: null, method: 'POST' }, { status: 405, headers: allow }),
  row(89, `${path}, OPTIONS`, { path, key: null, method: 'OPTIONS' }, { status: 204, headers: allow }),
  row(89, `${path}/`, { path: `${path}/`, key: null }, { status: 404 }),
]

const whileStopping = (name: string, request: Row['request'], expect: Expectation): Row =>
  row(
    89,
    `${name} while the service stops`,
    request,
    { ...expect, headers: { Connection: 'close' } },
    {
      setup: { settings: { drainDelay: 600 } },
      change: { stopping: true },
      closes: true,
    },
  )
const healthz = { path: '/healthz', key: null } as const
const readyz = { path: '/readyz', key: null } as const

const health: readonly Row[] = [
  ...healthOf('/healthz'),
  ...healthOf('/readyz'),
  row(89, '/healthz with the store down', healthz, fine, { setup: away }),
  row(89, '/readyz with the store down', readyz, { status: 503 }, { setup: away }),
  row(89, '/readyz asks the store at most once a second', readyz, fine, {
    setup: {},
    before: [{ request: readyz, expect: fine }],
    storeCalls: 0,
  }),
  whileStopping('/readyz', readyz, { status: 503 }),
  whileStopping('/healthz', healthz, fine),
  whileStopping('a question', {}, ok),
]

export const operationRows: readonly Row[] = [
  ...rates,
  ...['production', 'development', 'test'].map((nodeEnv) => crash(nodeEnv, 1)),
  crash('production', 2),
  ...ids,
  ...health,
]
