import type { Config } from '../config.js'
import type { SlackConfig } from '../config-slack.js'
import { decryptToken } from '../domain/token-cipher.js'
import { organizationNamed } from '../services/organizations.js'
import { listWorkspaces, type ListedWorkspace } from '../services/workspaces.js'
import { checkToken } from '../start.js'
import type { Store } from '../store/port.js'
import type { Finding } from './finding.js'

const finding = (state: Finding['state'], message: string): Finding => ({ check: 'slack', state, message })

type One = Extract<SlackConfig['workspaces'], { botToken: string }>
type Several = Exclude<SlackConfig['workspaces'], One>

const waysFinding = ({ transport, workspaces, command }: SlackConfig): Finding =>
  finding(
    'fine',
    [
      'appToken' in transport ? 'Socket Mode' : 'HTTP, at /slack/events',
      'botToken' in workspaces ? 'one workspace' : 'several workspaces',
      `command ${command}`,
    ].join(', '),
  )

const standInFindings = ({ apiUrl }: SlackConfig): Finding[] =>
  apiUrl === 'https://slack.com/api/'
    ? []
    : [finding('warning', `SLACK_API_URL is not Slack's own: tokens go to ${new URL(apiUrl).host}`)]

/** Asks Slack itself; never repeats the token. */
const tokenFinding = async ({ botToken }: One, apiUrl: string): Promise<Finding> => {
  const check = await checkToken(botToken, apiUrl)
  if (!('refused' in check)) {
    const { name, workspace, missingScopes } = check
    if (missingScopes.length === 0)
      return finding('fine', `the token is of the workspace «${name}» (${workspace})`)
    return finding(
      'broken',
      `the app in «${name}» (${workspace}) lacks scopes: ${missingScopes.join(', ')}. Add them and install it again`,
    )
  }
  return check.refused === null
    ? finding('warning', 'Slack did not answer: the token was not checked')
    : finding(
        'broken',
        `Slack refuses SLACK_BOT_TOKEN (${check.refused}): copy it again, or install the app again`,
      )
}

const organizationFinding = async ({ organization }: One, store: Store): Promise<Finding> => {
  const found = await organizationNamed(store, organization)
  if (found) return finding('fine', `the workspace asks about ${found.slug}`)
  return finding(
    'broken',
    organization === undefined
      ? 'there is not exactly one organization: say in SLACK_ORGANIZATION which one the workspace asks about'
      : 'SLACK_ORGANIZATION names no organization: whosout org list shows those there are',
  )
}

const workspaceFindings = (
  { workspace, organization }: ListedWorkspace,
  { encryptionKey }: Several,
): Finding[] => {
  const { _id: id, name, token } = workspace
  const who = `«${name}» (${id})`
  return [
    ...(decryptToken(encryptionKey, id, token) === null
      ? [
          finding(
            'broken',
            `the token of ${who} was encrypted under another ENCRYPTION_KEY: install the app again there`,
          ),
        ]
      : []),
    organization
      ? finding('fine', `${who} asks about ${organization.slug}`)
      : finding('warning', `${who} asks about no organization yet: whosout slack bind ${id} --org SLUG`),
  ]
}

const severalFindings = async (several: Several, { baseUrl }: Config, store: Store): Promise<Finding[]> => {
  const workspaces = await listWorkspaces(store)
  return [
    ...(baseUrl === undefined
      ? [
          finding(
            'warning',
            'BASE_URL is not set: install links lead to localhost, and Slack chooses where it sends people back to',
          ),
        ]
      : []),
    ...(workspaces.length === 0
      ? [finding('warning', 'no workspace has installed the app yet: whosout slack install-link --org SLUG')]
      : workspaces.flatMap((listed) => workspaceFindings(listed, several))),
  ]
}

/** The Slack settings, what the store has of workspaces, and, with one workspace, what Slack says of the token. */
export const slackFindings = async (config: Config, store: Store): Promise<Finding[]> => {
  const { slack } = config
  if (!slack) return [finding('fine', 'not set up: the API runs alone')]
  const { workspaces, apiUrl } = slack
  const specific =
    'botToken' in workspaces
      ? [await organizationFinding(workspaces, store), await tokenFinding(workspaces, apiUrl)]
      : await severalFindings(workspaces, config, store)
  return [waysFinding(slack), ...standInFindings(slack), ...specific]
}
