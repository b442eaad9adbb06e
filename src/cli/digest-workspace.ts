import type { SlackConfig } from '../config-slack.js'
import type { Organization } from '../domain/organization.js'
import { Problem } from '../domain/problem.js'
import { parseWorkspaceId } from '../domain/workspace.js'
import { workspacesOf } from '../services/workspaces.js'
import { slackChecks } from '../start.js'
import type { Reader } from '../store/port.js'

const refuse = (message: string): Problem =>
  new Problem('invalid', 'The workspace is not known.', { issues: [{ path: ['workspace'], message }] })

/** As given: checked against what has installed the app, where that is kept. */
const given = async (reader: Reader, { _id: org }: Organization, typed: string): Promise<string> => {
  const id = parseWorkspaceId(typed)
  if (id === null) throw refuse("Give Slack's id of a workspace, which begins with T.")
  const [workspace] = await reader.get('workspaces', [id])
  if (workspace && workspace.org !== org)
    throw new Problem('conflict', `The workspace ${id} asks about another organization, or about none yet.`)
  return id
}

type One = Extract<SlackConfig['workspaces'], { botToken: string }>

/** The workspace of the process's own token, which asks about one organization only. */
const ownWorkspace = async (
  { botToken, organization }: One,
  apiUrl: string,
  { slug }: Organization,
): Promise<string> => {
  if (organization !== undefined && organization !== slug)
    throw new Problem('conflict', `SLACK_ORGANIZATION is ${organization}: the workspace asks about that one.`)
  const { checkToken } = await slackChecks()
  const check = await checkToken(botToken, apiUrl)
  if ('workspace' in check && check.workspace !== '') return check.workspace
  throw refuse('Slack did not say whose SLACK_BOT_TOKEN is: give --workspace T…')
}

/**
 * Slack's id of the workspace that a digest is for: the one given, else the only one of the organization, else the one
 * whose token the environment has. Throws when none or several could be meant.
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
    const named = [only, ...others].map(({ _id, name }) => `${_id} («${name}»)`).join(', ')
    throw refuse(`Several belong to this organization: name one of ${named}.`)
  }
  if (only) return only._id
  if (slack && 'botToken' in slack.workspaces)
    return ownWorkspace(slack.workspaces, slack.apiUrl, organization)
  throw refuse('None has installed the app for this organization: give --workspace T…')
}
