import type { Organization } from '../domain/organization.js'
import type { Reader } from '../store/port.js'

/** Reads an organization as it stands; undefined when there is none. Throws what the store throws. */
export type ReadFresh = (org: string) => Promise<Organization | undefined>

interface Batch {
  readonly waiting: Map<string, Waiter[]>
  /** Runs only while another read is under way. */
  readonly patience: NodeJS.Timeout | undefined
}

interface Waiter {
  readonly resolve: (organization: Organization | undefined) => void
  readonly reject: (fault: unknown) => void
}

/** A read under way is not waited for longer than this many milliseconds, so that a stuck one holds up nobody else. */
const longestWait = 10

/**
 * One point read for all that is asked in one turn of the event loop. A question never joins a read that began
 * before it: a write acknowledged before the question arrived is in its answer. While one read is under way the
 * next questions gather for one read after it.
 */
export const createFreshness = (store: Pick<Reader, 'get'>): ReadFresh => {
  let next: Batch | null = null
  let underWay = 0

  const begin = (): void => {
    if (!next) return
    const { waiting, patience } = next
    next = null
    clearTimeout(patience)
    underWay++
    void read(store, waiting).finally(() => {
      underWay--
      begin()
    })
  }

  return (org) =>
    new Promise((resolve, reject) => {
      if (!next) {
        next = { waiting: new Map(), patience: underWay > 0 ? setTimeout(begin, longestWait) : undefined }
        if (underWay === 0) setImmediate(begin)
      }
      const waiters = next.waiting.get(org)
      if (waiters) waiters.push({ resolve, reject })
      else next.waiting.set(org, [{ resolve, reject }])
    })
}

const read = async (store: Pick<Reader, 'get'>, waiting: ReadonlyMap<string, Waiter[]>): Promise<void> => {
  try {
    const found = await store.get('organizations', [...waiting.keys()])
    const byId = new Map(found.map((organization) => [organization._id, organization]))
    for (const [org, waiters] of waiting) for (const { resolve } of waiters) resolve(byId.get(org))
  } catch (fault) {
    for (const waiters of waiting.values()) for (const { reject } of waiters) reject(fault)
  }
}
