import { collect, type Store } from '../../store/port.js'
import type { DigestPoster } from '../digests/poster.js'

/**
 * Tells those who look after an organization: of each of its Slack workspaces the person who installed the app, who is
 * an admin there. Rejects only with the errors of the store.
 */
export const createTellAdmins =
  (store: Pick<Store, 'find'>, { tell }: Pick<DigestPoster, 'tell'>) =>
  async (org: string, text: string): Promise<void> => {
    const workspaces = await collect(store.find('workspaces', { index: 'by_org', equal: { org } }))
    for (const { _id, installed_by } of workspaces) await tell(_id, installed_by, text)
  }
