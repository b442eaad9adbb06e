import type { Organization } from '../../domain/organization/organization.js'
import { Problem } from '../../domain/problem.js'
import {
  isRemovalOf,
  parseWorkspaceId,
  type Workspace,
  type WorkspaceBinding,
} from '../../domain/workspaces/workspace.js'
import { collect, type Reader } from '../../store/port.js'
import type { Actor, Dependencies } from '../dependencies.js'
import { changedMeanwhile, retryWhileChanged, tooMuchContention } from '../retry.js'

type WorkspaceDependencies = Pick<Dependencies, 'store' | 'now'>

/** A workspace and the organization it is bound to. */
export interface ListedWorkspace {
  readonly workspace: Workspace
  readonly organization: Organization | null
}

const unknownWorkspace = (id: string): Problem =>
  new Problem(
    'not_found',
    `No workspace "${id}" has installed the app. To see those that have: whosout slack list`,
  )

const find = async ({ store }: Pick<WorkspaceDependencies, 'store'>, id: string): Promise<Workspace> => {
  const known = parseWorkspaceId(id)
  const [workspace] = known === null ? [] : await store.get('workspaces', [known])
  if (!workspace) throw unknownWorkspace(id)
  return workspace
}

const setOrganization = async (
  dependencies: WorkspaceDependencies,
  id: string,
  org: string | null,
  { who }: Actor,
) => {
  const before = await find(dependencies, id)
  if (before.org === org) return { workspace: before, changed: false }
  const at = dependencies.now().toISOString()
  const binding: WorkspaceBinding | null = org === null ? null : { by: 'command line', who, at }
  const set = { org, binding, version: before.version + 1 }
  const { done } = await dependencies.store.commit([
    { patch: 'workspaces', id: before._id, set, when: { version: before.version } },
  ])
  if (!done) throw new Problem('conflict', 'The workspace was just changed by someone else. Try again.')
  return { workspace: { ...before, ...set }, changed: true }
}

const remove = async ({ store }: WorkspaceDependencies, id: string, removedAt: Date): Promise<boolean> => {
  const result = await retryWhileChanged(async () => {
    const [workspace] = await store.get('workspaces', [id])
    if (!workspace || !isRemovalOf(workspace, removedAt)) return false
    const when = { version: workspace.version }
    return (await store.commit([{ remove: 'workspaces', id, when }])).done || changedMeanwhile
  })
  if (result === changedMeanwhile) throw tooMuchContention('workspace', 'Nothing was changed; try again.')
  return result
}

/** The workspaces bound to an organization, by id. */
export const workspacesOf = (reader: Reader, org: string): Promise<Workspace[]> =>
  collect(reader.find('workspaces', { index: 'by_org', equal: { org }, order: 'ascending' }))

/** Those of the workspaces that have not installed the app. */
export const notInstalled = async (reader: Reader, ids: readonly string[]): Promise<ReadonlySet<string>> => {
  const missing = new Set(ids)
  for (const { _id } of await reader.get('workspaces', [...missing])) missing.delete(_id)
  return missing
}

/** All workspaces that installed the app, the unbound ones first. */
export const listWorkspaces = async (reader: Reader): Promise<ListedWorkspace[]> => {
  const workspaces = await collect(reader.find('workspaces', { index: 'by_org', order: 'ascending' }))
  const ids = new Set(workspaces.flatMap(({ org }) => org ?? []))
  const organizations = ids.size === 0 ? [] : await reader.get('organizations', [...ids])
  const byId = new Map(organizations.map((organization) => [organization._id, organization]))
  return workspaces.map((workspace) => ({
    workspace,
    organization: byId.get(workspace.org ?? '') ?? null,
  }))
}

/** Operations on workspaces that need no token. */
export const createWorkspaces = (dependencies: WorkspaceDependencies) => ({
  /** Throws `not_found`. */
  find: (id: string) => find(dependencies, id),
  /** May bind to another organization, which only the command line does. Throws `not_found` and `conflict`. */
  bind: (id: string, org: string, actor: Actor) => setOrganization(dependencies, id, org, actor),
  unbind: (id: string, actor: Actor) => setOrganization(dependencies, id, null, actor),
  /** After an uninstall or a revoked token; false when there is nothing to remove, or the app was reinstalled. */
  remove: (id: string, removedAt: Date) => remove(dependencies, id, removedAt),
  isInstalled: async (id: string): Promise<boolean> =>
    (await dependencies.store.get('workspaces', [id])).length > 0,
  list: () => listWorkspaces(dependencies.store),
})
