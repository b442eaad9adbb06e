import type { Dependencies } from '../dependencies.js'
import { removeAll } from './remove.js'

/** Milliseconds between two looks. */
const lookEvery = 3_600_000

/**
 * Removes what belongs to no organization: a version before removes one without what it does not know of. It is known by
 * its webhooks, or was there at an earlier look. Only what had no organization at the look before goes, for a restore
 * writes organizations last.
 */
export const createClearLeftovers = ({ store, now }: Pick<Dependencies, 'store' | 'now'>) => {
  let seen: ReadonlySet<string> = new Set()
  let missing: ReadonlySet<string> = new Set()
  let nextLook = 0
  return async (): Promise<void> => {
    if (now().getTime() < nextLook) return
    nextLook = now().getTime() + lookEvery
    const gone = new Set(seen)
    for await (const page of store.find('webhooks', { index: 'by_org', fields: ['org'] }))
      for (const { org } of page) gone.add(org)
    const there = new Set<string>()
    for await (const page of store.find('organizations', { index: 'by_slug', fields: ['_id'] }))
      for (const { _id } of page) there.add(_id)
    for (const org of there) gone.delete(org)
    const before = missing
    missing = there.size > 0 ? gone : new Set()
    seen = new Set([...there, ...[...missing].filter((org) => !before.has(org))])
    for (const org of missing) if (before.has(org)) await removeAll({ store }, org)
  }
}
