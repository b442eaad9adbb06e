import type { ListenerContext } from '../listeners.js'
import type { ShowHome } from './show-home.js'

export type SourceListenerDeps = ListenerContext & { readonly showHome: ShowHome }

/** What reads calendars takes long to load: only those who need it do. `makeKey`: where none encrypts addresses yet. */
export const openSources = async (deps: SourceListenerDeps, makeKey = false) => {
  const { createSources, showUnmatched } = await import('../../services/sources/sources.js')
  const tools = { ...deps, ...(await deps.feeds.open(makeKey)), allowPrivate: deps.feeds.allowPrivate }
  return { tools, sources: createSources(tools), showUnmatched }
}
