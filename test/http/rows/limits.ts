import { bearer, get, host, ok, presencePath, row, type Expectation, type Row } from './row.js'

const tooLarge: Expectation = { status: 431, headers: { 'WWW-Authenticate': null } }

const fields = (count: number, line = 'a:1'): readonly string[] => Array.from({ length: count }, () => line)

const large = (name: string, ...lines: readonly string[]): Row =>
  row(80, name, { raw: get(host, ...lines) }, tooLarge)
const closes = { closes: true } as const

const sizes: readonly Row[] = [
  { ...large('a header of 9 KB', bearer, `X-A: ${'a'.repeat(9_000)}`), ...closes },
  {
    ...large('many headers, together over 8 KB', bearer, ...fields(100, `X-A: ${'a'.repeat(90)}`)),
    ...closes,
  },
  { ...large('a header of 1 MB', bearer, `X-A: ${'a'.repeat(1_000_000)}`), ...closes },
  row(80, 'a query of 9 KB', { query: `from=${'9'.repeat(9_000)}` }, tooLarge, closes),
  row(80, 'a path of 100 KB', { path: `/${'a'.repeat(100_000)}` }, tooLarge, closes),
  large('3,000 headers of seven bytes', ...fields(3_000, 'abc:def'), bearer),
  large('3,000 headers of three bytes, the key after them', ...fields(3_000), bearer),
  large('3,000 headers of three bytes, the key before them', bearer, ...fields(3_000)),
  large('501 headers', ...fields(499), bearer),
  row(80, '501 headers to an unknown path', { path: '/nowhere', key: null, headers: fields(500) }, tooLarge),
  row(80, '500 headers', { raw: get(host, ...fields(498), bearer) }, ok),
]

const timedOut: Expectation = { status: 408, headers: { Connection: 'close', 'WWW-Authenticate': null } }

/** `patience`: milliseconds for the head of a request; where a reply is expected first, enough for a busy machine to ask. */
const silent = (
  number: number,
  name: string,
  request: Row['request'],
  expect: Row['expect'],
  patience = 150,
): Row => {
  const timeouts = { headersTimeout: patience, requestTimeout: 2 * patience }
  return row(number, name, request, expect, {
    setup: { settings: { ...timeouts, connectionsCheckingInterval: 50 } },
    closes: true,
  })
}

const silence: readonly Row[] = [
  silent(
    81,
    'half a header, then silence',
    { raw: `GET ${presencePath} HTTP/1.1\r\nHost: x\r\nX-A: a`, methods: ['GET'] },
    timedOut,
  ),
  silent(81, 'a connection that says nothing', { raw: '', methods: ['GET'] }, timedOut),
  silent(81, 'half a request line, then silence', { raw: 'GE', methods: ['GET'] }, timedOut),
  silent(
    81,
    'half a header after a reply, then silence',
    { raw: get(host, bearer), then: 'GET /', methods: ['GET', 'GET'] },
    [ok, timedOut],
    4_000,
  ),
  silent(
    82,
    'a promised body that never comes: the reply, then the end',
    { raw: get(host, bearer, 'Content-Length: 5') },
    ok,
    4_000,
  ),
  row(83, 'an expectation that nobody can meet', { headers: ['Expect: nonsense'] }, { status: 417 }),
  row(
    83,
    'an expectation that nobody can meet, without a key',
    { key: null, headers: ['Expect: nonsense'] },
    { status: 417 },
  ),
  row(83, 'Expect: 100-continue', { headers: ['Expect: 100-continue'] }, ok),
]

export const limitRows: readonly Row[] = [...sizes, ...silence]
