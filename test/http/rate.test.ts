import { rateLimit } from 'express-rate-limit'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createRateLimit, networkOf } from '../../src/http/rate.js'

/** The library, as its own middleware answers every request: right as long as they come one by one. */
const createLibraryLimit = (limit: number) => {
  const middleware = rateLimit({
    windowMs: 60_000,
    limit,
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    identifier: 'api-key',
    keyGenerator: (req) => (req as unknown as { key: string }).key,
    handler: (req) => (req as unknown as { refuse(): void }).refuse(),
    validate: false,
  })
  return (key: string) =>
    new Promise<{ allowed: boolean; headers: readonly string[] }>((resolve) => {
      const headers: string[] = []
      const set = (name: string, value: string) => void headers.push(name, value)
      const response = { headersSent: false, append: set, setHeader: set }
      const request = { key, refuse: () => resolve({ allowed: false, headers }) }
      void middleware(request as never, response as never, () => resolve({ allowed: true, headers }))
    })
}

const leftOf = ({ headers }: { readonly headers: readonly string[] }): number =>
  Number(/; r=(\d+);/.exec(headers[1]!)![1])
const secondsOf = ({ headers }: { readonly headers: readonly string[] }): number =>
  Number(/; t=(\d+)$/.exec(headers[1]!)![1])

/** Windows of the library and ours begin at the same faked instant. */
beforeEach(() => vi.useFakeTimers({ now: 1_800_000_000_000 }))
afterEach(() => vi.useRealTimers())

describe('the count of requests', () => {
  it('says what the library says of every request: each key on its own, beyond the limit, in every window', async () => {
    const ours = createRateLimit(3, () => Date.now())
    const theirs = createLibraryLimit(3)
    const seconds = [0, 1, 0, 12.3, 0, 0, 20, 0, 0, 31, 0, 59.999, 0.001, 0, 0, 0, 200, 0]
    for (const [i, passed] of seconds.entries())
      for (const key of ['a', 'b', 'a'].slice(0, 1 + (i % 3))) {
        vi.advanceTimersByTime(1_000 * passed)
        expect(ours(key)).toEqual(await theirs(key))
      }
  })

  it('allows 100 of 120 that arrive together, in two bursts of 60, and counts down by one each time', () => {
    const count = createRateLimit(100, () => 0)
    const allowances = Array.from({ length: 120 }, () => count('a'))
    expect(allowances.filter(({ allowed }) => allowed).length).toBe(100)
    expect(allowances.map(leftOf)).toEqual(Array.from({ length: 120 }, (_, i) => Math.max(99 - i, 0)))
  })

  it('says 1 to 60 seconds, whatever fractions the clock has', () => {
    let elapsed = 0.1 + 0.2
    const count = createRateLimit(2, () => elapsed)
    const seen = [0, 1, 30_000, 59_999, 60_000, 61_000].map((passed) => {
      elapsed = 0.1 + 0.2 + passed
      return secondsOf(count('a'))
    })
    expect(seen).toEqual([60, 60, 30, 1, 60, 59])
  })

  it('begins a new minute for a key that was quiet for long, and not for one that was quiet for less', () => {
    let elapsed = 0
    const count = createRateLimit(1, () => elapsed)
    const allowed = [0, 59_000, 60_000, 100_000, 119_999, 120_000, 500_000, 559_999].map((at) => {
      elapsed = at
      return count('a').allowed
    })
    expect(allowed).toEqual([true, false, true, false, false, true, true, false])
  })

  it('stays exact while many others are counted', () => {
    let elapsed = 0
    const count = createRateLimit(1, () => elapsed)
    count('other')
    elapsed = 50_000
    expect(count('a').allowed).toBe(true)
    for (elapsed of [60_000, 61_000, 109_999]) {
      for (let i = 0; i < 1_000; i++) count(`${elapsed} ${i}`)
      expect(count('a').allowed).toBe(false)
    }
    elapsed = 110_000
    expect(count('a').allowed).toBe(true)
  })

  it('counts nothing when there is no limit', () => {
    expect(createRateLimit(0, () => 0)('a')).toEqual({ allowed: true, headers: [] })
  })
})

describe('what an address is counted as', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2ab::1', '2001:db8:1:200'],
    ['2001:db8:1:2ff:ffff::', '2001:db8:1:200'],
    ['2001:db8:1:300::1', '2001:db8:1:300'],
    ['2001:DB8:1:2ab:0:0:0:1', '2001:db8:1:200'],
    ['::1', '0:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['::ffff:192.0.2.1', '0:0:0:0'],
    ['', 'unknown'],
    ['x'.repeat(8_000), 'unknown'],
  ])('%s', (address, network) => expect(networkOf(address)).toBe(network))
})
