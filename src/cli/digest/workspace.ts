import type { OneWorkspace, SlackConfig } from '../../config/slack.js'
import type { Organization } from '../../domain/organization/organization.js'
import { Problem } from '../../domain/problem.js'
import { parseWorkspaceId } from '../../domain/workspaces/workspace.js'
import { workspacesOf } from '../../services/workspaces/workspaces.js'
import { slackChecks } from '../../open.js'
import type { Reader } from '../../store/port.js'

const refuse = (message: string): Problem =>
  new Problem('invalid', 'Unknown workspace.', { issues: [{ path: ['workspace'], message }] })

/** The workspace as given, checked against the installed ones when those are stored. */
const given = async (reader: Reader, { _id: org }: Organization, typed: string): Promise<string> => {
  const id = parseWorkspaceId(typed)
  if (id === null) throw refuse('Use the Slack id of a workspace; it starts with T.')
  const [workspace] = await reader.get('workspaces', [id])
  if (workspace && workspace.org !== org)
    throw new Problem('conflict', `The workspace ${id} is linked to another organization, or to none yet.`)
  return id
}

/** The workspace of the process's own token, which belongs to one organization only. */
const ownWorkspace = async (
  { botToken, organization }: OneWorkspace,
  apiUrl: string,
  { slug }: Organization,
): Promise<string> => {
  if (organization !== undefined && organization !== slug)
    throw new Problem(
      'conflict',
      `SLACK_ORGANIZATION is ${organization}: the workspace is linked to that organization.`,
    )
  const { checkToken } = await slackChecks()
  const check = await checkToken(botToken, apiUrl)
  if ('workspace' in check && check.workspace !== '') return check.workspace
  throw refuse('Slack did not say which workspace SLACK_BOT_TOKEN belongs to: add --workspace T…')
}

/**
 * The Slack id of the workspace for a digest: the one given, else the organization's only one, else the one whose
 * token is in the environment. Throws when there is none or more than one.
 */
export const findWorkspace = async (
  reader: Reader,
  organization: Organization,
  typed: string | undefined,
  slack: SlackConfig | undefined,
): Promise<string> => {
  if (typed !== undefined) return given(reader, organization, typed)
  const [only, ...others] = await workspacesOf(reader, organization._id)
  if (only && others.length > 0) {
    const named = [only, ...others].map(({ _id, name }) => `${_id} ("${name}")`).join(', ')
    throw refuse(`This organization has several workspaces: choose one of ${named}.`)
  }
  if (only) return only._id
  if (slack && 'botToken' in slack.workspaces)
    return ownWorkspace(slack.workspaces, slack.apiUrl, organization)
  throw refuse('No workspace has installed the app for this organization: add --workspace T…')
}
