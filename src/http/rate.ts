import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import type { HeaderList } from './reply/reply.js'

interface Allowance {
  readonly allowed: boolean
  /** `RateLimit`, `RateLimit-Policy`, and `Retry-After` once the limit is reached. */
  readonly headers: HeaderList
}

/** Counts one request for `id`. Counted synchronously, so that requests that arrive together are each counted. */
export type CountRequest = (id: string) => Allowance

/** Milliseconds. */
const minute = 60_000
const unlimited: Allowance = { allowed: true, headers: [] }

/** The number of callers that are remembered. Beyond that the oldest are forgotten early, and start a new minute. */
const maxCallers = 50_000

interface RateWindow {
  count: number
  /** Monotonic milliseconds. */
  readonly end: number
  readonly policy: string
}

/**
 * Fixed windows of a minute, each from a caller's first request, in this process's memory. The headers follow the
 * IETF's draft-8, under `name`. 0 is no limit. The id of a key is counted, never its secret, because the policy
 * publishes a digest of the counted value. `elapsed` in monotonic milliseconds. express-rate-limit, which does the
 * same, miscounts when requests arrive together: its memory hands the same object to all of them (8.7.4). A test holds
 * our headers against its own.
 */
export const createRateLimit = (perMinute: number, elapsed: () => number, name = 'api-key'): CountRequest => {
  if (perMinute === 0) return () => unlimited
  // A window lasts at most until the next swap, so all those that are dropped have ended.
  let current = new Map<string, RateWindow>()
  let earlier = new Map<string, RateWindow>()
  let swapAt = elapsed() + minute

  const windowOf = (id: string, now: number): RateWindow => {
    if (now >= swapAt || current.size >= maxCallers) {
      earlier = current
      current = new Map()
      swapAt = now + minute
    }
    const known = current.get(id) ?? earlier.get(id)
    if (known && known.end > now) return known
    const policy = `"${name}"; q=${perMinute}; w=60; pk=:${partitionOf(id)}:`
    const window = { count: 0, end: now + minute, policy }
    current.set(id, window)
    return window
  }

  return (id) => {
    const now = Math.floor(elapsed())
    const window = windowOf(id, now)
    const allowed = ++window.count <= perMinute
    const seconds = String(Math.ceil((window.end - now) / 1_000))
    const left = `"${name}"; r=${Math.max(perMinute - window.count, 0)}; t=${seconds}`
    const headers = ['RateLimit', left, 'RateLimit-Policy', window.policy]
    if (!allowed) headers.push('Retry-After', seconds)
    return { allowed, headers }
  }
}

/** The partition key of the draft: it identifies the counted caller without revealing who it is. */
const partitionOf = (id: string): string =>
  Buffer.from(createHash('sha256').update(id).digest('hex').slice(0, 12)).toString('base64')

/** A household or a company has a /56 of IPv6: one caller. Everything that is not an address is one, too. */
export const networkOf = (address: string): string => {
  if (!isIPv6(address)) return /^[\d.]{7,15}$/.test(address) ? address : 'unknown'
  const [head = '', tail = ''] = address.split('%', 1)[0]!.split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === '' ? [] : tail.split(':')
  const groups = [
    ...before,
    ...Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0'),
    ...after,
  ]
  const bits = groups.slice(0, 4).map((group) => parseInt(group, 16))
  bits[3]! &= 0xff00
  return bits.map((group) => group.toString(16)).join(':')
}
