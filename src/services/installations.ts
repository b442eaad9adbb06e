import type { Organization } from '../domain/organization.js'
import { Problem } from '../domain/problem.js'
import type { Ticket } from '../domain/ticket.js'
import { decryptToken, encryptToken, nonceBytes } from '../domain/token-cipher.js'
import { install, type Installation, type Installed, type Workspace } from '../domain/workspace.js'
import type { Change } from '../store/port.js'
import type { Dependencies } from './dependencies.js'
import { spending } from './tickets.js'
import { neverQuiet } from './never-quiet.js'

type Needed = Pick<Dependencies, 'store' | 'now' | 'random'>

/** What came of an installation. */
export interface InstalledWorkspace extends Installed {
  readonly organization: Organization | null
}

/** So often at most, when installations and removals meet. */
const mostTries = 5

const write = async (
  { store, now, random }: Needed,
  key: Uint8Array,
  installation: Installation,
  link: Ticket | null,
): Promise<Installed> => {
  const token = encryptToken(key, random(nonceBytes), installation.id, installation.token)
  for (let tries = 0; tries < mostTries; tries++) {
    const [before] = await store.get('workspaces', [installation.id])
    const installed = install(before, { ...installation, token }, link?.subject ?? null, now())
    // The link is used in the same commit, and first: where a commit goes step by step it binds once, or not at all.
    const used: Change[] = link && installed.link === 'binds' ? [spending(link)] : []
    const when = before ? { version: before.version } : 'absent'
    const result = await store.commit([...used, { put: 'workspaces', document: installed.workspace, when }])
    if (result.done) return installed
    if (result.conflict < used.length) throw new Problem('conflict', 'This install link was used already.')
  }
  throw neverQuiet('workspace', 'Try again.')
}

/** A workspace as it stands, with its token; null token: it was encrypted under another key. */
export interface OpenedWorkspace {
  readonly workspace: Workspace
  readonly token: string | null
}

/** The verbs about workspaces that touch a token. `key`: 32 bytes. */
export const createInstallations = (dependencies: Needed, key: Uint8Array) => ({
  /** The installation carries the token in clear. Throws `conflict` when the link was used already. */
  async install(installation: Installation, link: Ticket | null): Promise<InstalledWorkspace> {
    const installed = await write(dependencies, key, installation, link)
    const { org } = installed.workspace
    const [organization] = org === null ? [] : await dependencies.store.get('organizations', [org])
    return { ...installed, organization: organization ?? null }
  },

  /** Null when the workspace has not installed the app. */
  async open(id: string): Promise<OpenedWorkspace | null> {
    const [workspace] = await dependencies.store.get('workspaces', [id])
    if (!workspace) return null
    return { workspace, token: decryptToken(key, id, workspace.token) }
  },
})
export type Installations = ReturnType<typeof createInstallations>
