import { acmeId } from '../../world/acme.js'
import { bearer, get, host, missing, ok, presencePath, refused, row } from './row.js'
import type { Ask, Expectation, Row } from './row.js'

const allow = 'GET, HEAD, OPTIONS'
const refusal = { 'WWW-Authenticate': null }
const notAllowed: Expectation = {
  status: 405,
  code: 'method_not_allowed',
  headers: { Allow: allow, ...refusal },
}
const notFound: Expectation = { status: 404, code: 'not_found', headers: { Allow: null, ...refusal } }
const noCors = {
  'Access-Control-Allow-Origin': null,
  'Access-Control-Allow-Methods': null,
  'Access-Control-Allow-Headers': null,
}

const head = (name: string, ask: Ask, expect: Expectation): Row =>
  row(64, `HEAD, ${name}`, { ...ask, method: 'HEAD' }, expect, { like: ask })
const length = { 'Content-Length': /^[1-9]\d*$/ }

const heads: readonly Row[] = [
  head('an answer', {}, { status: 200, headers: length }),
  head('without a key', { key: null }, { ...missing, headers: { ...missing.headers, ...length } }),
  head('a bad key', { key: 'stranger' }, refused()),
  head('an invalid query', { query: 'limit=1' }, { status: 422, headers: length }),
  head('an unknown path', { path: '/nowhere' }, { status: 404, headers: length }),
  head('what the caller has', { headers: ['If-None-Match: *'] }, { status: 304 }),
]

const options = (name: string, ask: Ask, expect: Expectation): Row =>
  row(65, `OPTIONS ${name}`, { ...ask, method: 'OPTIONS' }, expect)
const allowed: Expectation = { status: 204, headers: { Allow: allow, ...noCors } }
const origin = 'Origin: https://evil.example'
const preflight = [
  origin,
  'Access-Control-Request-Method: GET',
  'Access-Control-Request-Headers: authorization',
]

const methods: readonly Row[] = [
  options('without a key', { key: null }, allowed),
  options('with a bad key and an invalid query', { key: 'stranger', query: 'limit=1' }, allowed),
  options('as a preflight of a browser', { key: null, headers: preflight }, allowed),
  options('of an unknown path', { key: null, path: '/nowhere' }, notFound),
  options('*', { key: null, path: '*' }, notFound),
  row(65, 'a question from a browser', { headers: [origin] }, { status: 200, headers: noCors }),
  ...['POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND', 'M-SEARCH', 'CONNECT'].map((method): Row =>
    row(66, method, { method }, notAllowed),
  ),
  row(66, 'POST without a key', { method: 'POST', key: null }, notAllowed),
  row(
    66,
    'POST with a body, then a GET on the same connection',
    {
      raw:
        get(host, 'Content-Type: application/json', 'Content-Length: 2').replace('GET', 'POST') +
        `{}${get(host, bearer)}`,
      methods: ['POST', 'GET'],
    },
    [notAllowed, ok],
  ),
  row(66, 'POST of an unknown path', { method: 'POST', path: '/nowhere' }, notFound),
  row(66, 'CONNECT with a query', { method: 'CONNECT', query: 'from=2026-11-20' }, notAllowed),
  row(66, 'CONNECT to another host', { method: 'CONNECT', path: 'evil.example:443' }, notFound),
  row(
    67,
    'X-HTTP-Method-Override',
    { headers: ['X-HTTP-Method-Override: DELETE', 'X-Method-Override: DELETE'] },
    ok,
  ),
  row(68, 'a method that HTTP does not know', { method: 'FOO' }, { status: 400 }, { closes: true }),
  row(68, 'a method in lower case', { method: 'get' }, { status: 400 }, { closes: true }),
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
  'the id of an organization': `/api/v1/organizations/${acmeId}`,
}

const paths: readonly Row[] = Object.entries(lookalikes).flatMap(([name, path]): Row[] => [
  row(69, `${name}: ${path}`, { path }, notFound),
  row(69, `${name}, without a key: ${path}`, { path, key: null }, notFound),
])

const foreign = `http://evil.example${presencePath}`
const absolute: readonly Row[] = [
  row(70, 'an absolute target that nobody can read', { path: 'http://[::1/api' }, notFound),
  row(70, 'a target with a foreign host', { path: foreign }, ok),
  row(
    70,
    'a target with a foreign host and a query',
    { path: foreign, query: 'from=2026-12-01' },
    { status: 200, body: { from: '2026-12-01' } },
  ),
  row(
    70,
    'a foreign host names nothing in a reply',
    { raw: 'GET /nowhere HTTP/1.1\r\nHost: evil.example\r\nX-Forwarded-Host: evil.example\r\n\r\n' },
    notFound,
  ),
]

const negotiated = (name: string, headers: readonly string[], expect = ok): Row =>
  row(71, name, { headers }, expect, { like: {} })
const webSocket = [
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
  'Sec-WebSocket-Version: 13',
]
const http2 = ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAAQAAP__']

const negotiation: readonly Row[] = [
  negotiated('Accept: application/xml', ['Accept: application/xml']),
  negotiated('Accept: nothing', ['Accept: */*;q=0']),
  negotiated('Range', ['Range: bytes=0-1'], { status: 200, headers: { 'Content-Range': null } }),
  negotiated('a foreign character set', ['Accept-Charset: utf-16', 'Accept-Language: de']),
  row(71, 'an upgrade to a web socket', { headers: webSocket }, notAllowed, { closes: true }),
  row(
    71,
    'an upgrade to a web socket at an unknown path',
    { path: '/nowhere', headers: webSocket },
    notFound,
    { closes: true },
  ),
  row(71, 'an upgrade that nobody insists on, as curl --http2 and the JDK send it', { headers: http2 }, ok),
  row(71, 'an upgrade that the connection does not name', { headers: ['Upgrade: websocket'] }, ok),
]

export const methodAndPathRows: readonly Row[] = [...heads, ...methods, ...paths, ...absolute, ...negotiation]
