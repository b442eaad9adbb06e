import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { addressOrNull } from '../../../src/domain/ip-addresses.js'
import { callerAddress } from '../../../src/http/keys/credentials.js'

const addressOf = (remoteAddress: string, forwarded: string | undefined, hops: number): string =>
  callerAddress(
    { socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } } as unknown as IncomingMessage,
    hops,
  )

describe('the address of a caller', () => {
  it.each([
    ['192.0.2.1', undefined, 0, '192.0.2.1'],
    ['::ffff:192.0.2.1', undefined, 0, '192.0.2.1'],
    ['192.0.2.1', '10.1.2.3', 0, '192.0.2.1'],
    ['192.0.2.1', undefined, 1, '192.0.2.1'],
    ['192.0.2.1', '10.1.2.3', 1, '10.1.2.3'],
    ['192.0.2.1', '10.1.2.3, 10.4.5.6', 1, '10.4.5.6'],
    ['192.0.2.1', '10.1.2.3, 10.4.5.6', 2, '10.1.2.3'],
    ['192.0.2.1', '10.1.2.3', 2, '10.1.2.3'],
  ])('at %s with %s behind %i trusted proxies is %s', (remote, forwarded, hops, address) =>
    expect(addressOf(remote, forwarded, hops)).toBe(address),
  )

  it.each([
    ['::ffff:10.1.2.3', '10.1.2.3'],
    ['::FFFF:10.1.2.3', '10.1.2.3'],
    ['2001:db8::1', '2001:db8::1'],
    ['10.1.2.3:4711', '10.1.2.3'],
    ['192.0.2.7:80,10.1.2.3:4711', '10.1.2.3'],
    ['[2001:db8::1]:4711', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['[::ffff:10.1.2.3]:4711', '10.1.2.3'],
  ])('is read as a proxy writes it: %s', (written, address) =>
    expect(addressOf('127.0.0.1', written, 1)).toBe(address),
  )

  it.each(['10.0.0.0/8', '10.1.2.3:', '10.1.2.3:port', '[10.1.2.3', 'x10.1.2.3', '[]:1', ''])(
    'is no address where a proxy writes nonsense: %j',
    (nonsense) => expect(addressOrNull(addressOf('127.0.0.1', nonsense, 1))).toBeNull(),
  )
})
