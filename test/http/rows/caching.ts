import { bearer, get, host, ok, presencePath, refused, row } from './row.js'
import type { Change, Expectation, Row } from './row.js'

/** What is sent once the tag of an answer is known. */
const known = (number: number, name: string, headers: readonly string[], expect: Expectation): Row =>
  row(number, name, { headers }, expect, { before: [{ request: {}, expect: ok }] })

const matching = (name: string, ...headers: string[]): Row =>
  known(72, `If-None-Match, ${name}`, headers, {
    status: 304,
    etag: 'same',
    headers: { ETag: /^"[^"]+"$/, 'Cache-Control': 'no-store' },
  })

const differing = (name: string, value: string): Row =>
  known(73, `If-None-Match, ${name}`, [`If-None-Match: ${value}`], { status: 200, etag: 'same' })

const conditions: readonly Row[] = [
  matching('equal', 'If-None-Match: {etag}'),
  matching('weak', 'If-None-Match: W/{etag}'),
  matching('in a list', 'If-None-Match: "a", {etag}, "b"'),
  matching('in a list without blanks', 'If-None-Match: W/"a",W/{etag}'),
  matching('in the second of two headers', 'If-None-Match: "a"', 'If-None-Match: {etag}'),
  matching('anything', 'If-None-Match: *'),
  matching(
    'equal, and no-cache as fetch adds it',
    'If-None-Match: {etag}',
    'Cache-Control: no-cache',
    'Pragma: no-cache',
  ),
  matching('equal, and max-age=0', 'If-None-Match: {etag}', 'Cache-Control: max-age=0'),
  matching(
    'equal, and an If-Modified-Since that nothing can meet',
    'If-None-Match: {etag}',
    'If-Modified-Since: Thu, 01 Jan 1970 00:00:00 GMT',
  ),
  differing('another', '"another"'),
  differing('empty', '""'),
  differing('garbage', '{{{'),
  differing('very long garbage', ', '.repeat(2_000)),
  row(73, 'If-Modified-Since alone', { headers: ['If-Modified-Since: Fri, 01 Jan 2100 00:00:00 GMT'] }, ok),
  row(
    73,
    'the ETag of another question',
    { headers: ['If-None-Match: {etag}'] },
    { status: 200, etag: 'other' },
    { before: [{ request: { query: 'from=2026-12-01' }, expect: ok }] },
  ),
  row(
    74,
    'If-None-Match: * on an invalid query',
    { query: 'from=2026-02-30', headers: ['If-None-Match: *'] },
    { status: 422, headers: { ETag: null } },
  ),
  row(
    74,
    'If-None-Match: * on an unknown path',
    { path: '/nowhere', headers: ['If-None-Match: *'] },
    { status: 404 },
  ),
  row(74, 'If-None-Match: * with a bad key', { key: 'stranger', headers: ['If-None-Match: *'] }, refused()),
]

const hasTag = { status: 200, headers: { ETag: /^"[^"]+"$/ } }
const tag = (etag: 'same' | 'other', name: string, request: Row['request'], change?: Change): Row =>
  row(
    75,
    name,
    request,
    { status: 200, etag },
    { setup: {}, before: [{ request: {}, expect: hasTag }], ...(change && { change }) },
  )

const entityTags: readonly Row[] = [
  tag('same', 'the same question twice', {}),
  tag('same', 'after the key was rotated', {}, { key: 'active', becomes: 'rotated' }),
  tag('same', 'with another key', { key: 'fresh' }),
  tag('same', 'after the revision moved and nothing else', {}, { organization: { revision: 99 } }),
  tag('same', 'the same days by name', { query: 'from=2026-11-20&to=2026-11-27' }),
  tag('other', 'with a key that sees no reasons', { key: 'hidden' }),
  tag('other', 'the next day', {}, { at: '2026-11-21T10:30:00.000Z' }),
  tag('other', 'the team-limited key and the whole organization', { key: 'team' }),
]

const bodies: readonly Row[] = [
  row(76, 'GET with a body', { headers: ['Content-Length: 15'], body: '{"from":"never"' }, ok, { like: {} }),
  row(
    76,
    'GET with JSON that is none',
    { headers: ['Content-Type: application/json', 'Content-Length: 1'], body: '{' },
    ok,
    { like: {} },
  ),
  row(
    76,
    'GET with a body in chunks, then another GET on the same connection',
    {
      raw:
        `${get(host, bearer, 'Transfer-Encoding: chunked')}2\r\n{}\r\n0\r\n\r\n` +
        get(host, bearer).replace(presencePath, `${presencePath}?from=2026-12-01`),
      methods: ['GET', 'GET'],
    },
    [ok, { status: 200, body: { from: '2026-12-01' } }],
  ),
]

export const cachingRows: readonly Row[] = [...conditions, ...entityTags, ...bodies]
