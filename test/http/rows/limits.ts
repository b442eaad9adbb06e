import { bearer, get, host, ok, presencePath, type Expectation, type Row } from './row.js'

const tooLarge: Expectation = { status: 431, headers: { 'WWW-Authenticate': null } }

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

const impatient = { headersTimeout: 150, requestTimeout: 300, connectionsCheckingInterval: 50 }
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
    row: 81,
    name: 'half a header after a reply, then silence',
    setup: { settings: impatient },
    request: { raw: get(host, bearer), then: 'GET /', methods: ['GET', 'GET'] },
    expect: [ok, timedOut],
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

export const limitRows: readonly Row[] = [...sizes, ...silence]
