/** How a workspace came to its organization. */
export interface WorkspaceBinding {
  readonly by: 'link' | 'command line'
  /** A person's Slack id, or who typed. */
  readonly who: string
  readonly at: string
}

/** What Slack tells when a workspace installs the app, the token encrypted. */
export interface Installation {
  /** Slack's id of the workspace. */
  readonly id: string
  readonly name: string
  readonly token: string
  readonly bot_id: string | null
  readonly bot_user_id: string
  readonly scopes: readonly string[]
  /** Slack's id of the person. */
  readonly installed_by: string
}

/** A workspace that installed the app, under its Slack id. */
export interface Workspace extends Omit<Installation, 'id'> {
  readonly _id: string
  /** The organization it asks about; null: nobody has said yet. */
  readonly org: string | null
  readonly binding: WorkspaceBinding | null
  readonly created_at: string
  /** Of the latest installation: what Slack tells of earlier ones is no news. */
  readonly installed_at: string
  /** Moves with every write. */
  readonly version: number
}

/** Slack's ids of workspaces begin with T; those of whole Enterprise organizations, with E, are not taken. */
export const parseWorkspaceId = (text: string): string | null => {
  const id = text.trim().toUpperCase()
  return /^T[A-Z0-9]{2,20}$/.test(id) ? id : null
}

export interface Installed {
  readonly workspace: Workspace
  /** Whether the link (if there was one) binds: `other` means that the workspace stays with another organization. */
  readonly link: 'none' | 'binds' | 'other'
}

/**
 * A workspace after an installation. A link binds one that is unbound; a bound one keeps its organization whatever the
 * link says: only the command line can change the link, so that no installer takes a workspace away from its organization.
 */
export const install = (
  before: Workspace | undefined,
  { id, ...installation }: Installation,
  linkedTo: string | null,
  now: Date,
): Installed => {
  const at = now.toISOString()
  const bound = before?.org ?? null
  const link = linkedTo === null ? 'none' : bound === null || bound === linkedTo ? 'binds' : 'other'
  const binds = link === 'binds' && bound === null
  const workspace: Workspace = {
    _id: id,
    ...installation,
    org: binds ? linkedTo : bound,
    binding: binds ? { by: 'link', who: installation.installed_by, at } : (before?.binding ?? null),
    created_at: before?.created_at ?? at,
    installed_at: at,
    version: (before?.version ?? 0) + 1,
  }
  return { workspace, link }
}

/** Slack tells a removal in whole seconds, and again later when it was not heard: one from before the installation is old news. */
export const isRemovalOf = ({ installed_at }: Workspace, removedAt: Date): boolean =>
  Math.floor(Date.parse(installed_at) / 1_000) <= Math.floor(removedAt.getTime() / 1_000)
