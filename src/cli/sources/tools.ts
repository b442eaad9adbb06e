import { parseConfig } from '../../config/config.js'
import type { Organization } from '../../domain/organization/organization.js'
import { Problem } from '../../domain/problem.js'
import type { SourcesDependencies } from '../../services/sources/sources.js'
import type { SyncDependencies } from '../../services/sources/sync.js'
import { openFeedTools } from '../../open.js'
import type { Io } from '../io.js'
import { withOrganization } from '../open.js'
import { directoryLister } from '../slack/workspaces.js'

export type SourceEnvironment = Readonly<Record<string, string | undefined>>

export type SourceTools = SourcesDependencies & SyncDependencies

/** Opens the store and the readers of feeds. `makeKey`: an embedded store without a key gets one. */
export const withSources = async <T>(
  io: Io,
  env: SourceEnvironment,
  slug: string,
  use: (organization: Organization, tools: SourceTools) => Promise<T>,
  { makeKey = false }: { readonly makeKey?: boolean } = {},
): Promise<T> => {
  const config = configOf(env)
  return withOrganization(io, slug, async (organization, dependencies) => {
    const tools = await openFeedTools(config, io, { makeKey })
    const listDirectory = await directoryLister(env, dependencies, organization._id)
    return use(organization, {
      ...dependencies,
      ...tools,
      listDirectory,
      allowPrivate: config.feedsAllowPrivate,
      owner: io.who,
    })
  })
}

export const configOf = (env: SourceEnvironment) => {
  const config = parseConfig(env)
  if (!('problems' in config)) return config
  throw new Problem('invalid', config.problems.join('\n'))
}
