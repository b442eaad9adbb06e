import { utf8 } from './raw.js'
import { ok, presencePath, type Expectation, type Row } from './row.js'

const host = 'Host: x'
const bearer = 'Authorization: Bearer {key:active}'

/** The text of a GET of the path with these header lines, and nothing added. */
const get = (...lines: readonly string[]): string =>
  [`GET ${presencePath} HTTP/1.1`, ...lines, '', ''].join('\r\n')

const bad: Expectation = { status: 400, headers: { 'WWW-Authenticate': null, Connection: 'close' } }
const tooLarge: Expectation = { status: 431, headers: { 'WWW-Authenticate': null } }

/** Bytes that are no HTTP: one 400, and the connection is closed. */
const broken = (row: number, named: Readonly<Record<string, string>>): readonly Row[] =>
  Object.entries(named).map(([name, raw]) => ({
    row,
    name,
    request: { raw, methods: ['GET'] },
    expect: bad,
    closes: true,
  }))

const tlsHello = '\x16\x03\x01\x00\xa5\x01\x00\x00\xa1\x03\x03' + '\x5a'.repeat(160)

const syntax: readonly Row[] = [
  ...broken(77, { 'no Host': get(bearer) }),
  {
    row: 77,
    name: 'HTTP/1.0 without Host',
    request: { raw: `GET ${presencePath} HTTP/1.0\r\n${bearer}\r\n\r\n`, methods: ['GET'] },
    expect: ok,
    closes: true,
  },
  ...broken(78, {
    'two Host headers': get(host, 'Host: y', bearer),
    'two equal Host headers': get(host, host, bearer),
  }),
  ...broken(79, {
    'a length and chunks': get(host, bearer, 'Content-Length: 5', 'Transfer-Encoding: chunked') + '0\r\n\r\n',
    'two lengths': get(host, bearer, 'Content-Length: 1', 'Content-Length: 2') + 'ab',
    'a length that is no number': get(host, bearer, 'Content-Length: +1') + 'a',
    'a bare line feed': `GET ${presencePath} HTTP/1.1\n${host}\n${bearer}\n\n`,
    'a blank before the colon': get(host, 'Authorization : Bearer {key:active}'),
    'a folded header': get(host, 'Authorization: Bearer', ' {key:active}'),
    'a NUL in a header': get(host, 'X-A: a\x00b', bearer),
    'a control character in the key': get(host, 'Authorization: Bearer who_live_\x01'),
    'a NUL in the target': `GET ${presencePath}\x00 HTTP/1.1\r\n${host}\r\n\r\n`,
    'a blank in the target': `GET ${presencePath}?from=2026-11-20 to HTTP/1.1\r\n${host}\r\n\r\n`,
    'a chunk whose size is no number': get(host, bearer, 'Transfer-Encoding: chunked') + 'zz\r\n',
    'an encoding of the body that is not the last':
      get(host, bearer, 'Transfer-Encoding: chunked, gzip') + '0\r\n\r\n',
    'a TLS hello': tlsHello,
    'the preface of HTTP/2': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    'a version that is none': `GET ${presencePath} HTTP/9.9\r\n${host}\r\n\r\n`,
    'letters that are not ASCII in the target': utf8(
      `GET ${presencePath}?from=２０２６-１１-２０ HTTP/1.1\r\n${host}\r\n\r\n`,
    ),
    words: 'hello\r\n\r\n',
  }),
  {
    row: 79,
    name: 'a good request, then bytes that are no HTTP',
    request: { raw: get(host, bearer) + 'hello\r\n\r\n', methods: ['GET', 'GET'] },
    expect: [ok, bad],
    closes: true,
  },
  {
    row: 79,
    name: 'a request smuggled in a body that is refused',
    request: {
      raw:
        get(host, bearer, 'Content-Length: 3', 'Transfer-Encoding: chunked') +
        `0\r\n\r\n${get(host, bearer)}`,
      methods: ['GET'],
    },
    expect: bad,
    closes: true,
  },
]

/** Fifty questions in one packet, each for another day. */
const many = Array.from({ length: 50 }, (_, index) => `2026-12-${String(1 + (index % 31)).padStart(2, '0')}`)
const pipelined: Row = {
  row: 79,
  name: 'fifty requests in one packet are answered in their order',
  request: {
    raw: many.map((day) => get(host, bearer).replace(' HTTP', `?from=${day} HTTP`)).join(''),
    methods: many.map(() => 'GET'),
  },
  expect: many.map((from) => ({ status: 200, body: { from } })),
}

const fields = (count: number, line: (number: number) => string): readonly string[] =>
  Array.from({ length: count }, (_, number) => line(number))

const sizes: readonly Row[] = [
  {
    row: 80,
    name: 'a header of 9 KB',
    request: { raw: get(host, bearer, `X-A: ${'a'.repeat(9_000)}`) },
    expect: tooLarge,
    closes: true,
  },
  {
    row: 80,
    name: 'many headers, together over 8 KB',
    request: { raw: get(host, bearer, ...fields(100, (number) => `X-${number}: ${'a'.repeat(90)}`)) },
    expect: tooLarge,
    closes: true,
  },
  {
    row: 80,
    name: 'a query of 9 KB',
    request: { query: `from=${'9'.repeat(9_000)}` },
    expect: tooLarge,
    closes: true,
  },
  {
    row: 80,
    name: 'a path of 100 KB',
    request: { path: `/${'a'.repeat(100_000)}` },
    expect: tooLarge,
    closes: true,
  },
  {
    row: 80,
    name: 'a header of 1 MB',
    request: { raw: get(host, bearer, `X-A: ${'a'.repeat(1_000_000)}`) },
    expect: tooLarge,
    closes: true,
  },
  {
    row: 80,
    name: '3,000 headers of seven bytes',
    request: { raw: get(host, ...fields(3_000, () => 'abc:def'), bearer) },
    expect: tooLarge,
  },
  {
    row: 80,
    name: '3,000 headers of three bytes, the key after them',
    request: { raw: get(host, ...fields(3_000, () => 'a:1'), bearer) },
    expect: tooLarge,
  },
  {
    row: 80,
    name: '3,000 headers of three bytes, the key before them',
    request: { raw: get(host, bearer, ...fields(3_000, () => 'a:1')) },
    expect: tooLarge,
  },
  {
    row: 80,
    name: '501 headers',
    request: { raw: get(host, ...fields(499, () => 'a:1'), bearer) },
    expect: tooLarge,
  },
  {
    row: 80,
    name: '501 headers to an unknown path',
    request: { path: '/nowhere', key: null, headers: fields(500, () => 'a:1') },
    expect: tooLarge,
  },
  {
    row: 80,
    name: '500 headers',
    request: { raw: get(host, ...fields(498, () => 'a:1'), bearer) },
    expect: ok,
  },
]

const impatient = { headersTimeout: 300, requestTimeout: 600 }
const timedOut: Expectation = { status: 408, headers: { Connection: 'close', 'WWW-Authenticate': null } }

const silence: readonly Row[] = [
  {
    row: 81,
    name: 'half a header, then silence',
    setup: { settings: impatient },
    request: { raw: `GET ${presencePath} HTTP/1.1\r\nHost: x\r\nX-A: a`, methods: ['GET'] },
    expect: timedOut,
    closes: true,
  },
  {
    row: 81,
    name: 'a connection that says nothing',
    setup: { settings: impatient },
    request: { raw: '', methods: ['GET'] },
    expect: timedOut,
    closes: true,
  },
  {
    row: 81,
    name: 'half a request line, then silence',
    setup: { settings: impatient },
    request: { raw: 'GE', methods: ['GET'] },
    expect: timedOut,
    closes: true,
  },
  {
    row: 82,
    name: 'a promised body that never comes: the reply, then the end',
    setup: { settings: impatient },
    request: { raw: get(host, bearer, 'Content-Length: 5') },
    expect: ok,
    closes: true,
  },
  {
    row: 83,
    name: 'an expectation that nobody can meet',
    request: { headers: ['Expect: nonsense'] },
    expect: { status: 417 },
  },
  {
    row: 83,
    name: 'an expectation that nobody can meet, without a key',
    request: { key: null, headers: ['Expect: nonsense'] },
    expect: { status: 417 },
  },
  { row: 83, name: 'Expect: 100-continue', request: { headers: ['Expect: 100-continue'] }, expect: ok },
]

export const wireRows: readonly Row[] = [...syntax, pipelined, ...sizes, ...silence]
