import { ok, presencePath, refused, type Row } from './row.js'

const matching = (name: string, value: string, ...more: string[]): Row => ({
  row: 72,
  name: `If-None-Match, ${name}`,
  before: [{ request: {}, expect: ok }],
  request: { headers: [`If-None-Match: ${value}`, ...more] },
  expect: { status: 304, etag: 'same', headers: { ETag: /^"[^"]+"$/, 'Cache-Control': 'no-store' } },
})

const differing = (name: string, value: string): Row => ({
  row: 73,
  name: `If-None-Match, ${name}`,
  before: [{ request: {}, expect: ok }],
  request: { headers: [`If-None-Match: ${value}`] },
  expect: { status: 200, etag: 'same' },
})

const conditions: readonly Row[] = [
  matching('equal', '{etag}'),
  matching('weak', 'W/{etag}'),
  matching('in a list', '"a", {etag}, "b"'),
  matching('in a list without blanks', 'W/"a",W/{etag}'),
  matching('in the second of two headers', '"a"', 'If-None-Match: {etag}'),
  matching('anything', '*'),
  matching('equal, and no-cache as fetch adds it', '{etag}', 'Cache-Control: no-cache', 'Pragma: no-cache'),
  matching('equal, and max-age=0', '{etag}', 'Cache-Control: max-age=0'),
  matching(
    'equal, and an If-Modified-Since that nothing can meet',
    '{etag}',
    'If-Modified-Since: Thu, 01 Jan 1970 00:00:00 GMT',
  ),
  differing('another', '"another"'),
  differing('empty', '""'),
  differing('garbage', '{{{'),
  differing('very long garbage', ', '.repeat(2_000)),
  {
    row: 73,
    name: 'If-Modified-Since alone',
    request: { headers: ['If-Modified-Since: Fri, 01 Jan 2100 00:00:00 GMT'] },
    expect: ok,
  },
  {
    row: 73,
    name: 'the ETag of another question',
    before: [{ request: { query: 'from=2026-12-01' }, expect: ok }],
    request: { headers: ['If-None-Match: {etag}'] },
    expect: { status: 200, etag: 'other' },
  },
  {
    row: 74,
    name: 'If-None-Match: * on an invalid query',
    request: { query: 'from=2026-02-30', headers: ['If-None-Match: *'] },
    expect: { status: 422, headers: { ETag: null } },
  },
  {
    row: 74,
    name: 'If-None-Match: * on an unknown path',
    request: { path: '/nowhere', headers: ['If-None-Match: *'] },
    expect: { status: 404 },
  },
  {
    row: 74,
    name: 'If-None-Match: * with a bad key',
    request: { key: 'stranger', headers: ['If-None-Match: *'] },
    expect: refused(),
  },
]

const same = (name: string, rest: Partial<Row>): Row => ({
  row: 75,
  name,
  setup: {},
  before: [{ request: {}, expect: { status: 200, headers: { ETag: /^"[^"]+"$/ } } }],
  request: {},
  expect: { status: 200, etag: 'same' },
  ...rest,
})

const entityTags: readonly Row[] = [
  same('the same question twice', {}),
  same('after the key was rotated', { change: { key: 'active', becomes: 'rotated' } }),
  same('with another key', { request: { key: 'fresh' } }),
  same('after the revision moved and nothing else', { change: { organization: { revision: 99 } } }),
  same('the same days by name', { request: { query: 'from=2026-11-20&to=2026-11-27' } }),
  same('with a key that sees no reasons', {
    request: { key: 'hidden' },
    expect: { status: 200, etag: 'other' },
  }),
  same('the next day', {
    change: { at: '2026-11-21T10:30:00.000Z' },
    expect: { status: 200, etag: 'other' },
  }),
  same('the team-limited key and the whole organization', {
    request: { key: 'team' },
    expect: { status: 200, etag: 'other' },
  }),
]

const bodies: readonly Row[] = [
  {
    row: 76,
    name: 'GET with a body',
    request: { headers: ['Content-Length: 15'], body: '{"from":"never"}'.slice(0, 15) },
    like: {},
    expect: ok,
  },
  {
    row: 76,
    name: 'GET with JSON that is none',
    request: { headers: ['Content-Type: application/json', 'Content-Length: 1'], body: '{' },
    like: {},
    expect: ok,
  },
  {
    row: 76,
    name: 'GET with a body in chunks, then another GET on the same connection',
    request: {
      raw: `GET ${presencePath} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {key:active}\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\nGET ${presencePath}?from=2026-12-01 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {key:active}\r\n\r\n`,
      methods: ['GET', 'GET'],
    },
    expect: [ok, { status: 200, body: { from: '2026-12-01' } }],
  },
]

export const cachingRows: readonly Row[] = [...conditions, ...entityTags, ...bodies]
