import { acmeId } from '../../world/acme.js'
import { missing, ok, presencePath, refused, type Ask, type Expectation, type Row } from './row.js'

const allow = 'GET, HEAD, OPTIONS'
const notAllowed: Expectation = {
  status: 405,
  code: 'method_not_allowed',
  headers: { Allow: allow, 'WWW-Authenticate': null },
}
const notFound: Expectation = {
  status: 404,
  code: 'not_found',
  headers: { Allow: null, 'WWW-Authenticate': null },
}
const noCors = {
  'Access-Control-Allow-Origin': null,
  'Access-Control-Allow-Methods': null,
  'Access-Control-Allow-Headers': null,
}

const head = (name: string, ask: Ask, expect: Expectation): Row => ({
  row: 64,
  name: `HEAD, ${name}`,
  request: { ...ask, method: 'HEAD' },
  like: ask,
  expect,
})

const withLength = { headers: { 'Content-Length': /^[1-9]\d*$/ } }

const methods: readonly Row[] = [
  head('an answer', {}, { status: 200, ...withLength }),
  head(
    'without a key',
    { key: null },
    { ...missing, headers: { ...missing.headers, ...withLength.headers } },
  ),
  head('a bad key', { key: 'stranger' }, refused()),
  head('an invalid query', { query: 'limit=1' }, { status: 422, ...withLength }),
  head('an unknown path', { path: '/nowhere' }, { status: 404, ...withLength }),
  head('what the caller has', { headers: ['If-None-Match: *'] }, { status: 304 }),
  {
    row: 65,
    name: 'OPTIONS without a key',
    request: { method: 'OPTIONS', key: null },
    expect: { status: 204, headers: { Allow: allow, ...noCors } },
  },
  {
    row: 65,
    name: 'OPTIONS with a bad key and an invalid query',
    request: { method: 'OPTIONS', key: 'stranger', query: 'limit=1' },
    expect: { status: 204, headers: { Allow: allow } },
  },
  {
    row: 65,
    name: 'a preflight of a browser',
    request: {
      method: 'OPTIONS',
      key: null,
      headers: [
        'Origin: https://evil.example',
        'Access-Control-Request-Method: GET',
        'Access-Control-Request-Headers: authorization',
      ],
    },
    expect: { status: 204, headers: { Allow: allow, ...noCors } },
  },
  {
    row: 65,
    name: 'a question from a browser',
    request: { headers: ['Origin: https://evil.example'] },
    expect: { status: 200, headers: noCors },
  },
  {
    row: 65,
    name: 'OPTIONS of an unknown path',
    request: { method: 'OPTIONS', key: null, path: '/nowhere' },
    expect: notFound,
  },
  { row: 65, name: 'OPTIONS *', request: { method: 'OPTIONS', key: null, path: '*' }, expect: notFound },
  ...['POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND', 'M-SEARCH'].map((method): Row => ({
    row: 66,
    name: method,
    request: { method },
    expect: notAllowed,
  })),
  { row: 66, name: 'POST without a key', request: { method: 'POST', key: null }, expect: notAllowed },
  {
    row: 66,
    name: 'POST with a body, then a GET on the same connection',
    request: {
      raw: `POST ${presencePath} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}GET ${presencePath} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {key:active}\r\n\r\n`,
      methods: ['POST', 'GET'],
    },
    expect: [notAllowed, ok],
  },
  {
    row: 66,
    name: 'POST of an unknown path',
    request: { method: 'POST', path: '/nowhere' },
    expect: notFound,
  },
  { row: 66, name: 'CONNECT to the path', request: { method: 'CONNECT' }, expect: notAllowed },
  {
    row: 66,
    name: 'CONNECT to the path with a query',
    request: { method: 'CONNECT', query: 'from=2026-11-20' },
    expect: notAllowed,
  },
  {
    row: 66,
    name: 'CONNECT to another host',
    request: { method: 'CONNECT', path: 'evil.example:443' },
    expect: notFound,
  },
  {
    row: 67,
    name: 'X-HTTP-Method-Override',
    request: { headers: ['X-HTTP-Method-Override: DELETE', 'X-Method-Override: DELETE'] },
    expect: ok,
  },
  {
    row: 68,
    name: 'a method that HTTP does not know',
    request: { method: 'FOO' },
    expect: { status: 400 },
    closes: true,
  },
  {
    row: 68,
    name: 'a method in lower case',
    request: { method: 'get' },
    expect: { status: 400 },
    closes: true,
  },
]

const lookalikes: Readonly<Record<string, string>> = {
  'a slash after it': '/api/v1/presence/',
  'in upper case': '/API/V1/PRESENCE',
  'one capital': '/api/v1/Presence',
  'two slashes before it': '//api/v1/presence',
  'two slashes within it': '/api//v1/presence',
  'a step up and down': '/api/v1/../v1/presence',
  'an escaped step up and down': '/api/v1/%2e%2e/v1/presence',
  'an escaped slash': '/api/v1%2fpresence',
  'a NUL after it': '/api/v1/presence%00',
  'a path parameter': '/api/v1/presence;v=1',
  'a file ending': '/api/v1/presence.json',
  'more after it': '/api/v1/presence/today',
  'another version': '/api/v2/presence',
  'part of it': '/api/v1',
  'an escape that is no UTF-8': '/%ff',
  'a bad escape': '/%zz',
  'a bad escape within it': '/api/v1/presence%',
  'another favourite': '/.env',
}

const paths: readonly Row[] = Object.entries(lookalikes).flatMap(([name, path]): Row[] => [
  { row: 69, name: `${name}: ${path}`, request: { path }, expect: notFound },
  { row: 69, name: `${name}, without a key: ${path}`, request: { path, key: null }, expect: notFound },
])

const webSocket = [
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
  'Sec-WebSocket-Version: 13',
]

const negotiation: readonly Row[] = [
  {
    row: 70,
    name: 'an absolute target that nobody can read',
    request: { path: 'http://[::1/api' },
    expect: notFound,
  },
  {
    row: 70,
    name: 'a target with a foreign host',
    request: { path: `http://evil.example${presencePath}` },
    expect: ok,
  },
  {
    row: 70,
    name: 'a target with a foreign host and a query',
    request: { path: `http://evil.example${presencePath}`, query: 'from=2026-12-01' },
    expect: { status: 200, body: { from: '2026-12-01' } },
  },
  {
    row: 70,
    name: 'a foreign host names nothing in a reply',
    request: { raw: `GET /nowhere HTTP/1.1\r\nHost: evil.example\r\nX-Forwarded-Host: evil.example\r\n\r\n` },
    expect: notFound,
  },
  {
    row: 71,
    name: 'Accept: application/xml',
    request: { headers: ['Accept: application/xml'] },
    like: {},
    expect: ok,
  },
  { row: 71, name: 'Accept: nothing', request: { headers: ['Accept: */*;q=0'] }, like: {}, expect: ok },
  {
    row: 71,
    name: 'Range',
    request: { headers: ['Range: bytes=0-1'] },
    like: {},
    expect: { status: 200, headers: { 'Content-Range': null } },
  },
  {
    row: 71,
    name: 'a foreign character set',
    request: { headers: ['Accept-Charset: utf-16', 'Accept-Language: de'] },
    like: {},
    expect: ok,
  },
  {
    row: 71,
    name: 'an upgrade to a web socket',
    request: { headers: webSocket },
    expect: notAllowed,
    closes: true,
  },
  {
    row: 71,
    name: 'an upgrade to a web socket at an unknown path',
    request: { path: '/nowhere', headers: webSocket },
    expect: notFound,
    closes: true,
  },
  {
    row: 71,
    name: 'an upgrade that nobody insists on, as curl --http2 and the JDK send it',
    request: {
      headers: ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAAQAAP__'],
    },
    expect: ok,
  },
  {
    row: 71,
    name: 'an upgrade that the connection does not name',
    request: { headers: ['Upgrade: websocket'] },
    expect: ok,
  },
]

export const methodAndPathRows: readonly Row[] = [
  ...methods,
  ...paths,
  ...negotiation,
  {
    row: 69,
    name: 'ids of the organization lead nowhere',
    request: { path: `/api/v1/organizations/${acmeId}` },
    expect: notFound,
  },
]
