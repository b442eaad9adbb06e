import type { Dependencies } from '../../services/dependencies.js'
import type { Installations } from '../../services/workspaces/installations.js'
import type { WorkspaceAccess, OpenWorkspace } from './access.js'
import type { Log } from '../log.js'
import { accessTo } from './own.js'

interface InstalledWorkspacesDeps {
  readonly installations: Pick<Installations, 'open'>
  readonly store: Dependencies['store']
  readonly log: Log
}

/** Every workspace that installed the app, each with its own token. */
export const openInstalledWorkspace =
  ({ installations, store, log }: InstalledWorkspacesDeps): OpenWorkspace =>
  async (id) => {
    const opened = await installations.open(id)
    if (!opened) return { access: { refused: 'not_installed' } }
    const { workspace, token } = opened
    if (token === null) {
      log.error({ workspace: id }, 'a workspace’s token was not encrypted with this ENCRYPTION_KEY')
      return { access: { refused: 'token' } }
    }
    const bot = { token, id: workspace.bot_id, userId: workspace.bot_user_id }
    return { access: await accessOfOrganization(store, workspace.org), bot }
  }

const accessOfOrganization = async (
  store: Dependencies['store'],
  org: string | null,
): Promise<WorkspaceAccess> => {
  if (org === null) return { refused: 'unbound' }
  const [organization] = await store.get('organizations', [org])
  return accessTo(organization ?? null)
}
