import { after, get, host, missing, ok, plainChallenge, refused, row, unavailable } from './row.js'
import type { Ask, Exchange, Row } from './row.js'

const down = { fault: { call: 1, how: 'unavailable', always: true } } as const
const unknownKey: Ask = { key: 'stranger' }
const nextDay = { at: '2026-11-21T10:30:00.000Z' }
const revoked: Exchange = { request: { key: 'revoked' }, expect: refused('API key has been revoked') }
const usesAfterRevoking = (count: number) => ({ key: 'revoked', what: 'used_after_revoke', count }) as const

const states: readonly Row[] = [
  row(8, 'a well-formed key that nobody has', unknownKey, refused()),
  row(9, 'a wrong checksum', { key: 'mistyped' }, refused(), { like: unknownKey }),
  row(9, 'a wrong checksum is refused with the store down', { key: 'mistyped' }, refused(), { setup: down }),
  row(10, 'a disabled key', { key: 'disabled' }, refused('API key is disabled')),
  {
    row: 11,
    name: 'three uses of a revoked key are one event a day',
    setup: {},
    before: [revoked, revoked],
    ...revoked,
    events: usesAfterRevoking(1),
  },
  {
    row: 11,
    name: 'a use of a revoked key on the next day is a second event',
    setup: {},
    before: [revoked],
    change: nextDay,
    ...revoked,
    events: usesAfterRevoking(2),
  },
  row(12, 'an expired key', { key: 'expired' }, refused('API key has expired')),
  row(12, 'an old secret after its grace', { key: 'stale' }, refused('API key has expired')),
  row(12, 'an old secret within its grace', { key: 'grace' }, ok),
  row(12, 'the new secret beside it', { key: 'fresh' }, ok),
  row(12, 'an old secret that its key has forgotten', { key: 'replaced' }, refused('API key has expired')),
  {
    row: 12,
    name: 'an old secret fails from the instant at which its grace ends',
    setup: {},
    before: [{ change: { at: '2026-11-20T21:59:59.999Z' }, request: { key: 'grace' }, expect: ok }],
    change: { at: '2026-11-20T22:00:00.000Z' },
    request: { key: 'grace' },
    expect: refused('API key has expired'),
  },
  row(12, 'a key locked by the plan', { key: 'locked' }, refused('API key is locked by the plan')),
  row(13, 'a key of a suspended organization', { key: 'suspended' }, refused('Organization is suspended')),
  row(13, 'a key of a deleted organization', { key: 'deleted' }, refused()),
]

const forged = ['X-Forwarded-For: 10.1.2.3', 'Forwarded: for=10.1.2.3', 'X-Real-IP: 10.1.2.3']
const behindProxy = { setup: { settings: { trustProxy: 1 } } } as const
const addressRefused = (address: string) =>
  ({
    status: 403,
    message: `IP address not allowed. Your address is ${address}`,
    code: 'address_not_allowed',
  }) as const

/** `credentials.test.ts` reads addresses in every form. */
const addresses: readonly Row[] = [
  row(19, 'an address that is not on the list', { key: 'far' }, addressRefused('127.0.0.1')),
  row(19, 'an address on the list', { key: 'near' }, ok),
  row(19, 'a forged X-Forwarded-For', { key: 'far', headers: forged }, addressRefused('127.0.0.1')),
  row(
    19,
    'an address that is not on the list, before the query is looked at',
    { key: 'far', query: 'limit=1' },
    addressRefused('127.0.0.1'),
  ),
  row(19, 'the address that the one trusted proxy saw', { key: 'far', headers: forged }, ok, behindProxy),
  row(
    19,
    'an IPv6 address on the list, with its port, that the trusted proxy saw',
    { key: 'far', headers: ['X-Forwarded-For: [2001:db8::1]:4711'] },
    ok,
    behindProxy,
  ),
  row(
    19,
    'a forged address before the one that the trusted proxy saw',
    { key: 'far', headers: ['X-Forwarded-For: 10.1.2.3, 192.0.2.7'] },
    addressRefused('192.0.2.7'),
    behindProxy,
  ),
  row(
    19,
    'nonsense in X-Forwarded-For',
    { key: 'far', headers: ['X-Forwarded-For: 10.0.0.0/8'] },
    addressRefused('unknown'),
    behindProxy,
  ),
]

const whileDown = (name: string, request: Ask, expect = unavailable): Row =>
  row(21, `the store down, ${name}`, request, expect, { setup: down })

const faults: readonly Row[] = [
  whileDown('while the key is checked', {}),
  whileDown('with an invalid query', { query: 'from=never' }),
  whileDown('with a key that nobody has', unknownKey),
  whileDown('without a key', { key: null }, missing),
  whileDown('with an unknown path', { path: '/nowhere' }, { status: 404 }),
  whileDown('with another method', { method: 'DELETE' }, { status: 405 }),
  after(21, 'the store down after it had answered', down, unavailable),
  row(21, 'a store that is back answers the next request', {}, ok, {
    setup: { fault: { call: 1, how: 'unavailable' } },
    before: [{ request: {}, expect: unavailable }],
  }),
]

/** Several hundred on one connection. */
const inVain = (name: 'mistyped' | 'stranger'): Pick<Exchange, 'request' | 'expect'> => {
  const methods = Array.from({ length: 300 }, () => 'GET')
  const raw = get(host, `Authorization: Bearer {key:${name}}`).repeat(methods.length)
  return { request: { raw, methods }, expect: methods.map(() => refused()) }
}

const changes: readonly Row[] = [
  after(22, 'revoked', { key: 'active', becomes: 'revoked' }, refused('API key has been revoked')),
  after(22, 'disabled', { key: 'active', becomes: 'disabled' }, refused('API key is disabled')),
  after(22, 'locked', { key: 'active', becomes: { locked: true } }, refused('API key is locked by the plan')),
  after(
    22,
    'expired',
    { key: 'active', becomes: { expires_at: '2026-11-20T10:30:00.000Z' } },
    refused('API key has expired'),
  ),
  after(22, 'suspended', { organization: { suspended: true } }, refused('Organization is suspended')),
  row(23, 'many keys with a wrong checksum lock nobody out and ask the store nothing', {}, ok, {
    setup: {},
    before: [{ ...inVain('mistyped'), storeCalls: 0 }],
  }),
  row(23, 'many keys that nobody has lock nobody out', {}, ok, {
    setup: {},
    before: [inVain('stranger')],
  }),
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
  row(
    24,
    'If-None-Match: * without a key',
    { key: null, headers: ['If-None-Match: *'] },
    { status: 401, headers: { 'WWW-Authenticate': plainChallenge } },
  ),
]

/** The states of keys, and what may happen to them between two requests. */
export const keyRows: readonly Row[] = [...states, ...addresses, ...faults, ...changes]
