import { hashSecret, isLinkShaped } from '../../domain/secrets/mint.js'
import { isOpenedBy, type Link } from '../../domain/links/link.js'
import { documentId, type Organization } from '../../domain/organization/organization.js'
import type { Store } from '../../store/port.js'
import type { Warn } from '../dependencies.js'
import { createRemembered } from '../remembered.js'
import type { ReadFresh } from '../roll/freshness.js'

/** A valid link, and its organization in its current state. */
export interface OpenedLink {
  readonly organization: Organization
  readonly link: Link
}

/** Milliseconds between two updates of a link's last use. */
const notedEvery = 60_000

const isActive = async (store: Pick<Store, 'get'>, org: string, member: string): Promise<boolean> => {
  const [found] = await store.get('members', [documentId(org, member)])
  return found?.active === true
}

/**
 * In its state after the request arrived. Null, without saying why, for one that does not work. Throws `unavailable`
 * when the store does not answer.
 */
export const createLinkAccess = (store: Store, readFresh: ReadFresh, warn: Warn) => {
  // By hash, so that no token stays in memory.
  const { find } = createRemembered((hash) => store.get('link_hashes', [hash]))
  const noting = new Set<Promise<unknown>>()

  /** Written outside of the request, at most once a minute and never backwards; nothing waits for it. */
  const noteUse = ({ _id, last_used_at }: Link, now: Date): void => {
    if (last_used_at !== null && Date.parse(last_used_at) > now.getTime() - notedEvery) return
    const set = { last_used_at: now.toISOString() }
    const note: Promise<unknown> = store
      .commit([{ patch: 'links', id: _id, set, when: { last_used_at } }])
      .catch((error: unknown) => warn(error, 'the last use of a link could not be written'))
      .finally(() => noting.delete(note))
    noting.add(note)
  }

  return {
    open: async (token: string, now: Date): Promise<OpenedLink | null> => {
      if (!isLinkShaped(token)) return null
      const hash = hashSecret(token)
      const entry = await find(hash)
      if (!entry) return null
      const [organization, [link]] = await Promise.all([
        readFresh(entry.org),
        store.get('links', [documentId(entry.org, entry.link)]),
      ])
      if (!organization || organization.suspended || !link || !isOpenedBy(link, hash, now)) return null
      if (link.owner_id !== null && !(await isActive(store, link.org, link.owner_id))) return null
      noteUse(link, now)
      return { organization, link }
    },
    /** Resolves when no write of a last use is in progress any more. */
    settled: async (): Promise<void> => void (await Promise.all(noting)),
  }
}
export type LinkAccess = ReturnType<typeof createLinkAccess>
