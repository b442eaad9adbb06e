import { rateLimit } from 'express-rate-limit'
import { describe, expect, it } from 'vitest'
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

/** Seconds pass while a slow machine counts: what is left of the window may differ. */
const withoutSeconds = ({ allowed, headers }: { allowed: boolean; headers: readonly string[] }) => ({
  allowed,
  headers: headers.map((text, i) =>
    headers[i - 1] === 'Retry-After' ? 's' : text.replace(/; t=\d+$/, '; t=s'),
  ),
})

describe('the count of requests', () => {
  it('says what the library says, of each key on its own, also beyond the limit', async () => {
    const ours = createRateLimit(3, () => performance.now())
    const theirs = createLibraryLimit(3)
    for (const key of ['a', 'b', 'a', 'a', 'a', 'a', 'b', 'c']) {
      const [one, other] = [await ours(key), await theirs(key)]
      expect(withoutSeconds(one)).toEqual(withoutSeconds(other))
    }
  })

  it('says how many seconds are left of the window, and never less than none', async () => {
    let passed = 0
    const count = createRateLimit(2, () => passed)
    const left = async () => /; t=(\d+)$/.exec((await count('a')).headers[1]!)?.[1]
    await count('a')
    const seen = []
    for (passed of [0, 1, 30_000, 59_999, 60_000, 61_000]) seen.push(await left())
    expect(seen).toEqual(['60', '60', '30', '1', '0', '0'])
  })

  it('counts nothing when there is no limit', async () => {
    const count = createRateLimit(0, () => 0)
    expect(await count('a')).toEqual({ allowed: true, headers: [] })
  })
})
