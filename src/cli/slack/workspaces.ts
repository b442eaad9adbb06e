import type { Environment } from '../../config/settings-file.js'
import { Problem } from '../../domain/problem.js'
import { openToken } from '../../domain/secrets/cipher.js'
import type { Dependencies } from '../../services/dependencies.js'
import { organizationNamed } from '../../services/organizations/organizations.js'
import type { ListDirectory } from '../../services/people/directory.js'
import { collect } from '../../store/port.js'
import { slackChecks } from '../../open.js'
import { slackOf } from '../config.js'

/** A workspace of an organization, with its token where that is known here. */
export interface ReachableWorkspace {
  readonly id: string
  readonly name: string
  readonly token: string | null
}

export const workspacesOf = async (
  env: Environment,
  { store }: Dependencies,
  org: string,
): Promise<readonly ReachableWorkspace[]> => {
  const slack = slackOf(env)
  if (slack && 'botToken' in slack.workspaces) {
    const { botToken: token, organization } = slack.workspaces
    if ((await organizationNamed(store, organization))?._id !== org) return []
    const { checkToken } = await slackChecks()
    const told = await checkToken(token, slack.apiUrl)
    return 'refused' in told ? [] : [{ id: told.workspace, name: told.name, token }]
  }
  const keys = slack && !('botToken' in slack.workspaces) ? slack.workspaces.encryptionKeys : []
  const stored = await collect(store.find('workspaces', { index: 'by_org', equal: { org } }))
  return stored.map(({ _id: id, name, token }) => ({ id, name, token: openToken(keys, id, token) }))
}

const needsWorkspace = (message: string): Problem => new Problem('invalid', message)

const isMissing = 'Slack is not set up here: run this with the Slack settings of the server.'
export const slackIsMissing = (): Problem => needsWorkspace(isMissing)

/** The one that was named, or else the only one there is. */
export const chooseWorkspace = (
  env: Environment,
  workspaces: readonly ReachableWorkspace[],
  named: string | undefined,
): ReachableWorkspace => {
  const found = named === undefined ? workspaces : workspaces.filter(({ id }) => id === named)
  const [only, another] = found
  if (only && !another) return only
  if (another)
    throw needsWorkspace('The organization has several workspaces. Name one with --workspace T012AB3CD.')
  if (found.length === 0 && !slackOf(env))
    throw needsWorkspace(`${isMissing} Name a workspace with --workspace T012AB3CD.`)
  throw needsWorkspace(
    named === undefined
      ? 'No workspace of this organization is known here. Name one with --workspace T012AB3CD.'
      : 'The organization has no such workspace here: whosout slack list shows those that installed the app.',
  )
}

/** The id that was given, or that of the only workspace of an organization. */
export const workspaceId = async (
  env: Environment,
  dependencies: Dependencies,
  org: string,
  named: string | undefined,
): Promise<string> => named ?? chooseWorkspace(env, await workspacesOf(env, dependencies, org), undefined).id

/** Lists the people of an organization's workspaces, as far as their tokens are known here. */
export const directoryLister = (env: Environment, dependencies: Dependencies): ListDirectory | undefined => {
  const slack = slackOf(env)
  if (!slack) return undefined
  const find = async (workspace: string, org: string) => {
    const known = (await workspacesOf(env, dependencies, org)).find(({ id }) => id === workspace)
    return known?.token
      ? { token: known.token }
      : { failed: 'No token of this Slack workspace is known here for the organization.' }
  }
  return async (...asked) =>
    (await slackChecks()).listDirectoryWith(find, slack.apiUrl, dependencies.wait)(...asked)
}
