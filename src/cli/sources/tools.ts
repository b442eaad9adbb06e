import { openFeedTools } from '../../open.js'
import type { SourcesDependencies } from '../../services/sources/sources.js'
import type { SyncDependencies } from '../../services/sources/sync.js'
import type { Cli } from '../command.js'
import { configOf } from '../config.js'
import type { AboutOne } from '../open.js'
import { directoryLister } from '../slack/workspaces.js'

export type SourceTools = SourcesDependencies & SyncDependencies

/** The store and the readers of feeds. `makeKey`: an embedded store without a key gets one. */
export const openTools = async (
  { io, env, org, dependencies }: Pick<Cli, 'io' | 'env'> & AboutOne,
  { makeKey = false }: { readonly makeKey?: boolean } = {},
): Promise<SourceTools> => {
  const config = configOf(env)
  return {
    ...dependencies,
    ...(await openFeedTools(config, io, { makeKey })),
    listDirectory: await directoryLister(env, dependencies, org),
    allowPrivate: config.feedsAllowPrivate,
    owner: io.who,
  }
}
