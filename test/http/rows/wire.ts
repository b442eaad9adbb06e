import { utf8 } from '../raw.js'
import { bearer, get, host, ok, presencePath, type Expectation, type Row } from './row.js'

const bad: Expectation = { status: 400, headers: { 'WWW-Authenticate': null, Connection: 'close' } }

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

const question = get(host, bearer)
const badBody = get(host, bearer, 'Transfer-Encoding: chunked') + 'zz\r\n'

/** Several requests on one connection, the last of them broken: each has its own reply, in their order. */
const sequences: readonly Row[] = [
  {
    row: 79,
    name: 'a good request, then one with a body that is broken',
    request: { raw: question + badBody, methods: ['GET', 'GET'] },
    expect: [ok, bad],
    closes: true,
  },
  {
    row: 79,
    name: 'a good request, then one that is answered before its body breaks',
    request: { raw: question + badBody.replace('GET', 'POST'), methods: ['GET', 'POST'] },
    expect: [ok, { status: 405 }],
    closes: true,
  },
  {
    row: 79,
    name: 'two good requests, then bytes that are no HTTP',
    request: { raw: question + question + 'hello\r\n\r\n', methods: ['GET', 'GET', 'GET'] },
    expect: [ok, ok, bad],
    closes: true,
  },
  {
    row: 79,
    name: 'bytes that are no HTTP, after the reply',
    request: { raw: question, then: 'hello\r\n\r\n', methods: ['GET', 'GET'] },
    expect: [ok, bad],
    closes: true,
  },
  {
    row: 79,
    name: 'a body that breaks after the reply gets no second one',
    request: {
      raw: get(host, bearer, 'Transfer-Encoding: chunked'),
      then: 'zz\r\n',
      methods: ['GET', 'GET'],
    },
    expect: [ok],
    closes: true,
  },
  {
    row: 79,
    name: 'HEAD with a body that is broken gets no body',
    request: { raw: badBody.replace('GET', 'HEAD'), methods: ['HEAD'] },
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

export const wireRows: readonly Row[] = [...syntax, ...sequences, pipelined]
