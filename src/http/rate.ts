import type { Request, Response } from 'express'
import { rateLimit } from 'express-rate-limit'
import type { HeaderList } from './reply.js'

export interface Allowance {
  readonly allowed: boolean
  /** `RateLimit`, `RateLimit-Policy`, and `Retry-After` when it is used up. */
  readonly headers: HeaderList
}

/** Counts one request of a key. */
export type CountRequest = (key: string) => Promise<Allowance>

const minute = 60_000
const unlimited: Allowance = { allowed: true, headers: [] }

/**
 * express-rate-limit (draft-8 headers, fixed windows of a minute, in this process's memory) as a function of the
 * key's id: never of the secret, because the header publishes a digest of what is counted. 0 is no limit: the
 * library would refuse everything.
 */
export const createRateLimit = (perMinute: number): CountRequest => {
  if (perMinute === 0) return async () => unlimited
  const limiter = rateLimit({
    windowMs: minute,
    limit: perMinute,
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    identifier: 'api-key',
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
