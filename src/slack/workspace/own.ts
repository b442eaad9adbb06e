import { organizationNamed } from '../../services/organizations/organizations.js'
import type { Dependencies } from '../../services/dependencies.js'
import type { WorkspaceAccess, Opened, OpenWorkspace } from './access.js'
import type { OwnIdentity } from './bot-identity.js'

interface OwnWorkspaceDeps {
  readonly token: string
  /** The slug; undefined: the only organization. */
  readonly organization: string | undefined
  readonly identity: Pick<OwnIdentity, 'current'>
  readonly store: Dependencies['store']
}

/** A single workspace with a configured token: the process answers no other one. */
export const openOwnWorkspace =
  ({ token, organization, identity, store }: OwnWorkspaceDeps): OpenWorkspace =>
  async (id): Promise<Opened> => {
    const own = await identity.current()
    if (typeof own === 'string') return { access: { refused: own } }
    if (own.workspace !== id) return { access: { refused: 'foreign' } }
    const found = await organizationNamed(store, organization)
    return {
      access: accessTo(found),
      bot: { token, id: own.botId, userId: own.botUserId },
    }
  }

/** Null: the workspace is not linked to an organization, or to one that no longer exists. */
export const accessTo = (organization: Awaited<ReturnType<typeof organizationNamed>>): WorkspaceAccess => {
  if (!organization) return { refused: 'unbound' }
  return organization.suspended ? { refused: 'suspended' } : { organization }
}
