import type { FeedTools } from '../../src/services/interactive.js'

/** Of services that fetch nothing. */
export const noFeeds: FeedTools = {
  open: () => Promise.reject(new Error('no feeds')),
  allowPrivate: false,
  fetchJson: async () => ({ failed: 'Nothing is fetched here.' }),
}
