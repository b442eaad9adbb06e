import { rateLimit } from 'express-rate-limit'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createRateLimit } from '../../src/http/rate.js'

/** The library alone, as its own middleware answers every request. */
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
        expect(await ours(key)).toEqual(await theirs(key))
      }
  })

  it('never says that less than no seconds are left, however the clock moves', async () => {
    let elapsed = 0
    const count = createRateLimit(2, () => elapsed)
    await count('a')
    const seen = []
    for (elapsed of [0, 1, 30_000, 59_999, 60_000, 61_000])
      seen.push(/; t=(\d+)$/.exec((await count('a')).headers[1]!)?.[1])
    expect(seen).toEqual(['60', '60', '30', '1', '0', '0'])
  })

  it('counts nothing when there is no limit', async () => {
    const count = createRateLimit(0, () => 0)
    expect(await count('a')).toEqual({ allowed: true, headers: [] })
  })
})
