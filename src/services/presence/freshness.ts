import type { Organization } from '../../domain/organization/organization.js'
import type { Store } from '../../store/port.js'

/** Reads the current organization; undefined when there is none. Throws what the store throws. */
export type ReadFresh = (org: string) => Promise<Organization | undefined>

interface ReadBatch {
  readonly waiting: Map<string, FreshnessWaiter[]>
  /** Runs only while another read is under way. */
  readonly timer: NodeJS.Timeout | undefined
}

interface FreshnessWaiter {
  readonly resolve: (organization: Organization | undefined) => void
  readonly reject: (fault: unknown) => void
}

/** A read under way is not waited for longer than this many milliseconds, so that a stuck one holds up nobody else. */
const longestWait = 10

/** Where organizations are read fresh. */
export type FreshStore = Pick<Store, 'get' | 'version'>

/** Organizations that are kept as long as nobody commits anything. */
const mostKept = 1_000

/** Reads organizations as they stand; those that were read since the last commit of anybody are not read again. */
const createReads = (store: FreshStore) => {
  let kept = new Map<string, Organization>()
  let version: number | undefined

  return async (orgs: readonly string[]): Promise<ReadonlyMap<string, Organization>> => {
    // Asked before the organizations: what was committed in between moves it once more.
    const current = await store.version?.()
    if (current === undefined || current !== version || kept.size > mostKept) kept = new Map()
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
 * One point read for all that is asked in one turn of the event loop. A question never joins a read that began
 * before it: a write acknowledged before the question arrived is in its answer. While one read is under way the
 * next questions gather for one read after it.
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
        next = { waiting: new Map(), timer: underWay > 0 ? setTimeout(begin, longestWait) : undefined }
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
  } catch (fault) {
    for (const waiters of waiting.values()) for (const { reject } of waiters) reject(fault)
  }
}
