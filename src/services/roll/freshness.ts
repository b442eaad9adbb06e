import type { Organization } from '../../domain/organization/organization.js'
import type { Store } from '../../store/port.js'

/** Reads the current organization; undefined when there is none. Throws what the store throws. */
export type ReadFresh = (org: string) => Promise<Organization | undefined>

interface ReadBatch {
  readonly waiting: Map<string, FreshnessWaiter[]>
  /** Set only while another read is in progress. */
  readonly timer: NodeJS.Timeout | undefined
}

interface FreshnessWaiter {
  readonly resolve: (organization: Organization | undefined) => void
  readonly reject: (error: unknown) => void
}

/**
 * A read in progress delays the next one by at most this many milliseconds, so that a stuck one holds up nobody else.
 */
const maxWait = 10

/** The store's methods for fresh reads. */
export type FreshStore = Pick<Store, 'get' | 'version'>

/** Organizations kept while nobody commits anything. */
const maxKept = 1_000

/** Reads organizations in their current state, reusing those read since the last commit by anyone. */
const createReads = (store: FreshStore) => {
  let kept = new Map<string, Organization>()
  let version: number | undefined

  return async (orgs: readonly string[]): Promise<ReadonlyMap<string, Organization>> => {
    // Read before the organizations: a commit in between changes it again.
    const current = await store.version?.()
    if (current === undefined || current !== version || kept.size > maxKept) kept = new Map()
    version = current
    const found = kept
    const missing = orgs.filter((org) => !found.has(org))
    if (missing.length > 0)
      for (const organization of await store.get('organizations', missing))
        found.set(organization._id, organization)
    return found
  }
}

/**
 * One point read for all requests of a turn of the event loop. None joins a read that began before it, so an
 * acknowledged write is always seen; while one is in progress, further requests gather for the next.
 */
export const createFreshness = (store: FreshStore): ReadFresh => {
  const readAll = createReads(store)
  let next: ReadBatch | null = null
  let underWay = 0

  const begin = (): void => {
    if (!next) return
    const { waiting, timer } = next
    next = null
    clearTimeout(timer)
    underWay++
    void answer(readAll, waiting).finally(() => {
      underWay--
      begin()
    })
  }

  return (org) =>
    new Promise((resolve, reject) => {
      if (!next) {
        next = { waiting: new Map(), timer: underWay > 0 ? setTimeout(begin, maxWait) : undefined }
        if (underWay === 0) setImmediate(begin)
      }
      const waiters = next.waiting.get(org)
      if (waiters) waiters.push({ resolve, reject })
      else next.waiting.set(org, [{ resolve, reject }])
    })
}

const answer = async (
  readAll: ReturnType<typeof createReads>,
  waiting: ReadonlyMap<string, FreshnessWaiter[]>,
): Promise<void> => {
  try {
    const found = await readAll([...waiting.keys()])
    for (const [org, waiters] of waiting) for (const { resolve } of waiters) resolve(found.get(org))
  } catch (error) {
    for (const waiters of waiting.values()) for (const { reject } of waiters) reject(error)
  }
}
