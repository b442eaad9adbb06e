/** How a workspace was bound to its organization. */
export interface WorkspaceBinding {
  readonly by: 'link' | 'command line'
  /** A Slack user id, or who ran the command line. */
  readonly who: string
  readonly at: string
}

/** What Slack provides when a workspace installs the app, with the token encrypted. */
export interface Installation {
  /** Slack's id for the workspace. */
  readonly id: string
  readonly name: string
  readonly token: string
  readonly bot_id: string | null
  readonly bot_user_id: string
  readonly scopes: readonly string[]
  /** Slack's id for the person. */
  readonly installed_by: string
}

/** A workspace that installed the app, identified by its Slack id. */
export interface Workspace extends Omit<Installation, 'id'> {
  readonly _id: string
  /** The organization it is bound to; null: not bound yet. */
  readonly org: string | null
  readonly binding: WorkspaceBinding | null
  readonly created_at: string
  /** The time of the latest installation: older events from Slack are ignored. */
  readonly installed_at: string
  /** Changes with every write. */
  readonly version: number
}

/** A Slack workspace id, which begins with T; ids of Enterprise organizations, which begin with E, are refused. */
export const parseWorkspaceId = (text: string): string | null => {
  const id = text.trim().toUpperCase()
  return /^T[A-Z0-9]{2,20}$/.test(id) ? id : null
}

export interface Installed {
  readonly workspace: Workspace
  /** Whether the link, if any, binds the workspace; `other`: it stays with another organization. */
  readonly link: 'none' | 'binds' | 'other'
}

/**
 * A link binds an unbound workspace only: nobody who installs the app can take a bound one away from its organization;
 * that takes the command line.
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

/** Slack repeats removals, in whole seconds: one from before the installation is out of date. */
export const isRemovalOf = ({ installed_at }: Workspace, removedAt: Date): boolean =>
  Math.floor(Date.parse(installed_at) / 1_000) <= Math.floor(removedAt.getTime() / 1_000)
