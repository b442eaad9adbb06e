import type { Organization } from '../domain/organization.js'
import { Problem } from '../domain/problem.js'
import { isRemovalOf, parseWorkspaceId, type Workspace, type WorkspaceBinding } from '../domain/workspace.js'
import { collect, type Reader } from '../store/port.js'
import type { Actor, Dependencies } from './dependencies.js'
import { neverQuiet } from './never-quiet.js'

type Needed = Pick<Dependencies, 'store' | 'now'>

/** A workspace and the organization it asks about. */
export interface ListedWorkspace {
  readonly workspace: Workspace
  readonly organization: Organization | null
}

const unknownWorkspace = (id: string): Problem =>
  new Problem(
    'not_found',
    `No workspace «${id}» has installed the app. «whosout slack list» shows those that have.`,
  )

const find = async ({ store }: Pick<Needed, 'store'>, id: string): Promise<Workspace> => {
  const known = parseWorkspaceId(id)
  const [workspace] = known === null ? [] : await store.get('workspaces', [known])
  if (!workspace) throw unknownWorkspace(id)
  return workspace
}

interface Bound {
  readonly workspace: Workspace
  /** False when it stood so already. */
  readonly changed: boolean
}

const setOrganization = async (
  dependencies: Needed,
  id: string,
  org: string | null,
  { who }: Actor,
): Promise<Bound> => {
  const before = await find(dependencies, id)
  if (before.org === org) return { workspace: before, changed: false }
  const at = dependencies.now().toISOString()
  const binding: WorkspaceBinding | null = org === null ? null : { by: 'command line', who, at }
  const set = { org, binding, version: before.version + 1 }
  const { done } = await dependencies.store.commit([
    { patch: 'workspaces', id: before._id, set, when: { version: before.version } },
  ])
  if (!done) throw new Problem('conflict', 'The workspace was changed in this moment. Try again.')
  return { workspace: { ...before, ...set }, changed: true }
}

/** So often at most, when installations and removals meet. */
const mostTries = 5

const remove = async ({ store }: Needed, id: string, removedAt: Date): Promise<boolean> => {
  for (let tries = 0; tries < mostTries; tries++) {
    const [workspace] = await store.get('workspaces', [id])
    if (!workspace || !isRemovalOf(workspace, removedAt)) return false
    const when = { version: workspace.version }
    if ((await store.commit([{ remove: 'workspaces', id, when }])).done) return true
  }
  throw neverQuiet('workspace', 'Nothing was changed; try again.')
}

/** Those that ask about an organization, by id. */
export const workspacesOf = (reader: Reader, org: string): Promise<Workspace[]> =>
  collect(reader.find('workspaces', { index: 'by_org', equal: { org }, order: 'ascending' }))

/** All that installed the app, the unbound ones first. */
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

/** The verbs about workspaces that need no token. */
export const createWorkspaces = (dependencies: Needed) => ({
  /** Throws `not_found`. */
  find: (id: string) => find(dependencies, id),
  /** To another organization too: only the command line does that. Throws `not_found`, `conflict`. */
  bind: (id: string, org: string, actor: Actor) => setOrganization(dependencies, id, org, actor),
  unbind: (id: string, actor: Actor) => setOrganization(dependencies, id, null, actor),
  /** After an uninstallation or a revoked token; false when there is nothing (left) to remove, or it is installed anew since. */
  remove: (id: string, removedAt: Date) => remove(dependencies, id, removedAt),
  isInstalled: async (id: string): Promise<boolean> =>
    (await dependencies.store.get('workspaces', [id])).length > 0,
  list: () => listWorkspaces(dependencies.store),
})
export type Workspaces = ReturnType<typeof createWorkspaces>
