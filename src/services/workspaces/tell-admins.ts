import { collect, type Store } from '../../store/port.js'
import type { DigestPoster } from '../digests/poster.js'

/** Tells who installed the app in each workspace of an organization. Rejects only with the store's errors. */
export const createTellAdmins =
  (store: Pick<Store, 'find'>, { tell }: Pick<DigestPoster, 'tell'>) =>
  async (org: string, text: string): Promise<void> => {
    const workspaces = await collect(store.find('workspaces', { index: 'by_org', equal: { org } }))
    for (const { _id, installed_by } of workspaces) await tell(_id, installed_by, text)
  }
