import { missing, ok, plainChallenge, refused, unavailable, type Ask, type Row } from './row.js'

const down = { fault: { call: 1, how: 'unavailable', always: true } } as const
const unknownKey: Ask = { key: 'stranger' }

const states: readonly Row[] = [
  { row: 8, name: 'a well-formed key that nobody has', request: unknownKey, expect: refused() },
  { row: 9, name: 'a wrong checksum', request: { key: 'mistyped' }, expect: refused(), like: unknownKey },
  {
    row: 9,
    name: 'a wrong checksum costs no call of the store',
    setup: {},
    request: { key: 'mistyped' },
    expect: refused(),
    storeCalls: 0,
  },
  {
    row: 9,
    name: 'a wrong checksum is refused with the store down',
    setup: down,
    request: { key: 'mistyped' },
    expect: refused(),
  },
  { row: 10, name: 'a disabled key', request: { key: 'disabled' }, expect: refused('API key is disabled') },
  {
    row: 11,
    name: 'a revoked key',
    request: { key: 'revoked' },
    expect: refused('API key has been revoked'),
  },
  {
    row: 11,
    name: 'three uses of a revoked key are one event a day',
    setup: {},
    before: [
      { request: { key: 'revoked' }, expect: refused('API key has been revoked') },
      { request: { key: 'revoked' }, expect: refused('API key has been revoked') },
    ],
    request: { key: 'revoked' },
    expect: refused('API key has been revoked'),
    events: { key: 'revoked', what: 'used_after_revoke', count: 1 },
  },
  {
    row: 11,
    name: 'a use of a revoked key on the next day is a second event',
    setup: {},
    before: [{ request: { key: 'revoked' }, expect: refused('API key has been revoked') }],
    change: { at: '2026-11-21T10:30:00.000Z' },
    request: { key: 'revoked' },
    expect: refused('API key has been revoked'),
    events: { key: 'revoked', what: 'used_after_revoke', count: 2 },
  },
  { row: 12, name: 'an expired key', request: { key: 'expired' }, expect: refused('API key has expired') },
  {
    row: 12,
    name: 'an old secret after its grace',
    request: { key: 'stale' },
    expect: refused('API key has expired'),
  },
  { row: 12, name: 'an old secret within its grace', request: { key: 'grace' }, expect: ok },
  { row: 12, name: 'the new secret beside it', request: { key: 'fresh' }, expect: ok },
  {
    row: 12,
    name: 'an old secret fails from the instant at which its grace ends',
    setup: {},
    before: [{ change: { at: '2026-11-20T21:59:59.999Z' }, request: { key: 'grace' }, expect: ok }],
    change: { at: '2026-11-20T22:00:00.000Z' },
    request: { key: 'grace' },
    expect: refused('API key has expired'),
  },
  {
    row: 12,
    name: 'a key locked by the plan',
    request: { key: 'locked' },
    expect: refused('API key is locked by the plan'),
  },
  {
    row: 13,
    name: 'a key of a suspended organization',
    request: { key: 'suspended' },
    expect: refused('Organization is suspended'),
  },
  { row: 13, name: 'a key of a deleted organization', request: { key: 'deleted' }, expect: refused() },
  {
    row: 13,
    name: 'an organization suspended between two requests',
    setup: {},
    before: [{ request: {}, expect: ok }],
    change: { organization: { suspended: true } },
    request: {},
    expect: refused('Organization is suspended'),
  },
]

const forged = ['X-Forwarded-For: 10.1.2.3', 'Forwarded: for=10.1.2.3', 'X-Real-IP: 10.1.2.3']
const addressRefused = (address: string) =>
  ({
    status: 403,
    message: `IP address not allowed. Your address is ${address}`,
    code: 'address_not_allowed',
  }) as const

const addresses: readonly Row[] = [
  {
    row: 19,
    name: 'an address that is not on the list',
    request: { key: 'far' },
    expect: addressRefused('127.0.0.1'),
  },
  { row: 19, name: 'an address on the list', request: { key: 'near' }, expect: ok },
  {
    row: 19,
    name: 'a forged X-Forwarded-For',
    request: { key: 'far', headers: forged },
    expect: addressRefused('127.0.0.1'),
  },
  {
    row: 19,
    name: 'an address that is not on the list, before the query is looked at',
    request: { key: 'far', query: 'limit=1' },
    expect: addressRefused('127.0.0.1'),
  },
  {
    row: 19,
    name: 'the address that the one trusted proxy saw',
    setup: { settings: { trustProxy: 1 } },
    request: { key: 'far', headers: forged },
    expect: ok,
  },
  ...[
    '::ffff:10.1.2.3',
    '::FFFF:10.1.2.3',
    '2001:db8::1',
    '192.0.2.7, 10.1.2.3',
    '10.1.2.3:4711',
    '192.0.2.7:80,10.1.2.3:4711',
    '[2001:db8::1]:4711',
    '[2001:db8::1]',
    '[::ffff:10.1.2.3]:4711',
  ].map((address): Row => ({
    row: 19,
    name: `an address on the list, as the trusted proxy wrote it: ${address}`,
    setup: { settings: { trustProxy: 1 } },
    request: { key: 'far', headers: [`X-Forwarded-For: ${address}`] },
    expect: ok,
  })),
  {
    row: 19,
    name: 'a forged address before the one that the trusted proxy saw',
    setup: { settings: { trustProxy: 1 } },
    request: { key: 'far', headers: ['X-Forwarded-For: 10.1.2.3, 192.0.2.7'] },
    expect: addressRefused('192.0.2.7'),
  },
  ...['10.0.0.0/8', '10.1.2.3:', '10.1.2.3:port', '[10.1.2.3', 'x10.1.2.3', '[]:1', ''].map(
    (nonsense): Row => ({
      row: 19,
      name: `nonsense in X-Forwarded-For: ${nonsense}`,
      setup: { settings: { trustProxy: 1 } },
      request: { key: 'far', headers: [`X-Forwarded-For: ${nonsense}`] },
      expect: addressRefused('unknown'),
    }),
  ),
]

const faults: readonly Row[] = [
  { row: 21, name: 'the store down while the key is checked', setup: down, request: {}, expect: unavailable },
  {
    row: 21,
    name: 'the store down, with an invalid query',
    setup: down,
    request: { query: 'from=never' },
    expect: unavailable,
  },
  {
    row: 21,
    name: 'the store down, with a key that nobody has',
    setup: down,
    request: unknownKey,
    expect: unavailable,
  },
  { row: 21, name: 'the store down, without a key', setup: down, request: { key: null }, expect: missing },
  {
    row: 21,
    name: 'the store down, with an unknown path',
    setup: down,
    request: { path: '/nowhere' },
    expect: { status: 404 },
  },
  {
    row: 21,
    name: 'the store down, with another method',
    setup: down,
    request: { method: 'DELETE' },
    expect: { status: 405 },
  },
  {
    row: 21,
    name: 'the store down after it had answered',
    setup: {},
    before: [{ request: {}, expect: ok }],
    change: down,
    request: {},
    expect: unavailable,
  },
  {
    row: 21,
    name: 'a store that is back answers the next request',
    setup: { fault: { call: 1, how: 'unavailable' } },
    before: [{ request: {}, expect: unavailable }],
    request: {},
    expect: ok,
  },
]

const changes: readonly Row[] = [
  ...(
    [
      ['revoked', 'API key has been revoked'],
      ['disabled', 'API key is disabled'],
      [{ locked: true }, 'API key is locked by the plan'],
      [{ expires_at: '2026-11-20T10:30:00.000Z' }, 'API key has expired'],
    ] as const
  ).map(([becomes, message]): Row => ({
    row: 22,
    name: `a key that becomes ${JSON.stringify(becomes)} between two requests`,
    setup: {},
    before: [{ request: {}, expect: ok }],
    change: { key: 'active', becomes },
    request: {},
    expect: refused(message),
  })),
  {
    row: 23,
    name: '1,000 keys with a wrong checksum lock nobody out and ask the store nothing',
    setup: {},
    before: [{ request: { key: 'mistyped' }, expect: refused(), times: 1_000, storeCalls: 0 }],
    request: {},
    expect: ok,
  },
  {
    row: 23,
    name: '1,000 keys that nobody has lock nobody out',
    setup: {},
    before: [{ request: unknownKey, expect: refused(), times: 1_000 }],
    request: {},
    expect: ok,
  },
  {
    row: 24,
    name: 'a matching If-None-Match of a key that was disabled',
    setup: {},
    before: [
      { request: {}, expect: ok },
      { request: { headers: ['If-None-Match: {etag}'] }, expect: { status: 304 } },
    ],
    change: { key: 'active', becomes: 'disabled' },
    request: { headers: ['If-None-Match: {etag}'] },
    expect: refused('API key is disabled'),
  },
  {
    row: 24,
    name: 'If-None-Match: * without a key',
    request: { key: null, headers: ['If-None-Match: *'] },
    expect: { status: 401, headers: { 'WWW-Authenticate': plainChallenge } },
  },
]

/** The states of keys, and what may happen to them between two requests. */
export const keyRows: readonly Row[] = [...states, ...addresses, ...faults, ...changes]
