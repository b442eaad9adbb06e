import type { Request, Response } from 'express'
import { MemoryStore, rateLimit } from 'express-rate-limit'
import type { HeaderList } from './reply.js'

export interface Allowance {
  readonly allowed: boolean
  /** `RateLimit`, `RateLimit-Policy`, and `Retry-After` when it is used up. */
  readonly headers: HeaderList
}

/** Counts one request of a key. */
export type CountRequest = (key: string) => Promise<Allowance>

const minute = 60_000
const identifier = 'api-key'
const unlimited: Allowance = { allowed: true, headers: [] }

/** Keys whose policy is remembered; those of any more go the long way each time. */
const mostPolicies = 10_000

/**
 * express-rate-limit (draft-8 headers, fixed windows of a minute, in this process's memory) as a function of the
 * key's id: never of the secret, because the header publishes a digest of what is counted. 0 is no limit: the
 * library would refuse everything. `elapsed` in monotonic milliseconds.
 *
 * Its middleware answers the first request of a key. The policy that it writes never changes; what is left to do for the
 * next ones is to count in its store, and to say what is left of the window.
 */
export const createRateLimit = (perMinute: number, elapsed: () => number): CountRequest => {
  if (perMinute === 0) return async () => unlimited
  const store = new MemoryStore()
  const countFirst = createMiddleware(perMinute, store)
  const policies = new Map<string, Policy>()

  const remember = async (key: string): Promise<Allowance> => {
    const allowance = await countFirst(key)
    const text = allowance.headers[allowance.headers.indexOf('RateLimit-Policy') + 1]!
    if (policies.size < mostPolicies) policies.set(key, { text, windowEnd: elapsed() + minute })
    return allowance
  }

  return async (key) => {
    const policy = policies.get(key)
    if (!policy) return remember(key)
    const { totalHits } = await store.increment(key)
    if (totalHits === 1) policy.windowEnd = elapsed() + minute
    const seconds = Math.max(0, Math.ceil((policy.windowEnd - elapsed()) / 1_000))
    const left = `"${identifier}"; r=${Math.max(perMinute - totalHits, 0)}; t=${seconds}`
    const headers = ['RateLimit', left, 'RateLimit-Policy', policy.text]
    if (totalHits > perMinute) headers.push('Retry-After', String(seconds))
    return { allowed: totalHits <= perMinute, headers }
  }
}

/** What `RateLimit-Policy` says of a key, and when its window ends. */
interface Policy {
  readonly text: string
  windowEnd: number
}

/** The library's own way, for one request. */
const createMiddleware = (perMinute: number, store: MemoryStore): CountRequest => {
  const limiter = rateLimit({
    windowMs: minute,
    limit: perMinute,
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    identifier,
    store,
    keyGenerator: (req) => (req as unknown as Counted).key,
    handler: (req) => (req as unknown as Counted).refuse(),
    validate: false,
  })
  return (key) =>
    new Promise((resolve, reject) => {
      const headers: string[] = []
      const set = (name: string, value: string) => void headers.push(name, value)
      const counted: Counted = { key, refuse: () => resolve({ allowed: false, headers }) }
      const response = { headersSent: false, append: set, setHeader: set }
      // The limiter reads what keyGenerator and handler read, and sets headers: it needs no whole request.
      void limiter(counted as unknown as Request, response as unknown as Response, (fault?: unknown) =>
        fault ? reject(fault) : resolve({ allowed: true, headers }),
      )
    })
}

interface Counted {
  readonly key: string
  refuse(): void
}
