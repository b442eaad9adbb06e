import { utf8 } from '../raw.js'
import { bearer, get, host, ok, presencePath, row, type Expectation, type Row } from './row.js'

const bad: Expectation = { status: 400, headers: { 'WWW-Authenticate': null, Connection: 'close' } }

/** Bytes that are no HTTP: one 400, and the connection is closed. */
const broken = (number: number, named: Readonly<Record<string, string>>): readonly Row[] =>
  Object.entries(named).map(([name, raw]) =>
    row(number, name, { raw, methods: ['GET'] }, bad, { closes: true }),
  )

const tlsHello = '\x16\x03\x01\x00\xa5\x01\x00\x00\xa1\x03\x03' + '\x5a'.repeat(160)

const syntax: readonly Row[] = [
  ...broken(77, { 'no Host': get(bearer) }),
  row(
    77,
    'HTTP/1.0 without Host',
    { raw: `GET ${presencePath} HTTP/1.0\r\n${bearer}\r\n\r\n`, methods: ['GET'] },
    ok,
    { closes: true },
  ),
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
]

const question = get(host, bearer)
const chunked = get(host, bearer, 'Transfer-Encoding: chunked')
const badBody = `${chunked}zz\r\n`
const noHttp = 'hello\r\n\r\n'

/** Several requests on one connection, the last of them broken: each has its own reply, in their order. */
const sequence = (
  name: string,
  bytes: { readonly raw: string; readonly then?: string },
  methods: readonly string[],
  expect: readonly Expectation[],
): Row => row(79, name, { ...bytes, methods }, expect, { closes: true })

const sequences: readonly Row[] = [
  sequence(
    'a request smuggled in a body that is refused',
    {
      raw: `${get(host, bearer, 'Content-Length: 3', 'Transfer-Encoding: chunked')}0\r\n\r\n${question}`,
    },
    ['GET'],
    [bad],
  ),
  sequence(
    'a good request, then bytes that are no HTTP',
    { raw: question + noHttp },
    ['GET', 'GET'],
    [ok, bad],
  ),
  sequence(
    'a good request, then one with a body that is broken',
    { raw: question + badBody },
    ['GET', 'GET'],
    [ok, bad],
  ),
  sequence(
    'a good request, then one that is answered before its body breaks',
    { raw: question + badBody.replace('GET', 'POST') },
    ['GET', 'POST'],
    [ok, { status: 405 }],
  ),
  sequence(
    'two good requests, then bytes that are no HTTP',
    { raw: question + question + noHttp },
    ['GET', 'GET', 'GET'],
    [ok, ok, bad],
  ),
  sequence(
    'bytes that are no HTTP, after the reply',
    { raw: question, then: noHttp },
    ['GET', 'GET'],
    [ok, bad],
  ),
  sequence(
    'a body that breaks after the reply gets no second one',
    { raw: chunked, then: 'zz\r\n' },
    ['GET', 'GET'],
    [ok],
  ),
  sequence(
    'HEAD with a body that is broken gets no body',
    { raw: badBody.replace('GET', 'HEAD') },
    ['HEAD'],
    [bad],
  ),
]

/** Fifty questions in one packet, each for another day. */
const many = Array.from({ length: 50 }, (_, index) => `2026-12-${String(1 + (index % 31)).padStart(2, '0')}`)
const pipelined = row(
  79,
  'fifty requests in one packet are answered in their order',
  {
    raw: many.map((day) => question.replace(' HTTP', `?from=${day} HTTP`)).join(''),
    methods: many.map(() => 'GET'),
  },
  many.map((from) => ({ status: 200, body: { from } })),
)

export const wireRows: readonly Row[] = [...syntax, ...sequences, pipelined]
