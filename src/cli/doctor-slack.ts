import type { Config } from '../config.js'
import type { SlackConfig } from '../config-slack.js'
import { decryptToken } from '../domain/token-cipher.js'
import { organizationNamed } from '../services/organizations.js'
import { findUnmatched } from '../services/members.js'
import { listWorkspaces, type ListedWorkspace } from '../services/workspaces.js'
import { slackChecks } from '../start.js'
import { andMore } from '../domain/words/message.js'
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
const tokenFindings = async (
  { botToken, organization }: One,
  apiUrl: string,
  store: Store | null,
): Promise<Finding[]> => {
  const { checkToken } = await slackChecks()
  const check = await checkToken(botToken, apiUrl)
  if ('refused' in check)
    return [
      check.refused === null
        ? finding('warning', 'Slack did not answer: the token was not checked')
        : finding(
            'broken',
            `Slack refuses SLACK_BOT_TOKEN (${check.refused}): copy it again, or install the app again`,
          ),
    ]
  const { name, workspace, missingScopes } = check
  if (missingScopes.length > 0)
    return [
      finding(
        'broken',
        `the app in «${name}» (${workspace}) lacks scopes: ${missingScopes.join(', ')}. Add them and install it again`,
      ),
    ]
  const good = finding('fine', `the token is of the workspace «${name}» (${workspace})`)
  if (!store) return [good]
  const org = (await organizationNamed(store, organization))?._id
  return [good, ...(await peopleFindings(botToken, { id: workspace, name }, org, { apiUrl, store }))]
}

const mostNames = 20

/** People who can ask, but whom nobody can ask about: no member has their address. */
const peopleFindings = async (
  token: string,
  workspace: { readonly id: string; readonly name: string },
  org: string | undefined,
  { apiUrl, store }: { readonly apiUrl: string; readonly store: Store },
): Promise<Finding[]> => {
  const { peopleOfToken } = await slackChecks()
  const people = org === undefined ? [] : await peopleOfToken(token, apiUrl, workspace.id)
  if (people === null)
    return [finding('warning', `Slack did not say who is in «${workspace.name}»: nobody was matched`)]
  const unmatched = org === undefined ? [] : await findUnmatched(store, org, people)
  if (unmatched.length === 0) return []
  const names = unmatched.slice(0, mostNames).map(({ name }) => name)
  const more = unmatched.length > mostNames ? ` ${andMore(unmatched.length - mostNames)}` : ''
  const message = `${unmatched.length} of «${workspace.name}» are no members, by e-mail address: ${names.join(', ')}${more}`
  return [finding('warning', message)]
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

const workspaceFindings = async (
  { workspace, organization }: ListedWorkspace,
  { encryptionKey }: Several,
  slack: { readonly apiUrl: string; readonly store: Store },
): Promise<Finding[]> => {
  const { _id: id, name, token } = workspace
  const who = `«${name}» (${id})`
  const clear = decryptToken(encryptionKey, id, token)
  return [
    ...(clear === null
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
    ...(clear === null ? [] : await peopleFindings(clear, { id, name }, organization?._id, slack)),
  ]
}

const installedFindings = async (several: Several, apiUrl: string, store: Store): Promise<Finding[]> => {
  const workspaces = await listWorkspaces(store)
  if (workspaces.length === 0)
    return [
      finding('warning', 'no workspace has installed the app yet: whosout slack install-link --org SLUG'),
    ]
  const found = await Promise.all(
    workspaces.map((listed) => workspaceFindings(listed, several, { apiUrl, store })),
  )
  return found.flat()
}

const severalFindings = async (
  several: Several,
  { baseUrl }: Config,
  apiUrl: string,
  store: Store | null,
): Promise<Finding[]> => [
  ...(baseUrl === undefined
    ? [
        finding(
          'warning',
          'BASE_URL is not set: install links lead to localhost, and Slack chooses where it sends people back to',
        ),
      ]
    : []),
  ...(store ? await installedFindings(several, apiUrl, store) : []),
]

const singleFindings = async (single: One, apiUrl: string, store: Store | null): Promise<Finding[]> => [
  ...(store ? [await organizationFinding(single, store)] : []),
  ...(await tokenFindings(single, apiUrl, store)),
]

/**
 * The Slack settings, what the store has of workspaces (null: it does not answer), and, with one workspace, what Slack
 * says of the token.
 */
export const slackFindings = async (config: Config, store: Store | null): Promise<Finding[]> => {
  const { slack } = config
  if (!slack) return [finding('fine', 'not set up: the API runs alone')]
  const { workspaces, apiUrl } = slack
  const specific =
    'botToken' in workspaces
      ? await singleFindings(workspaces, apiUrl, store)
      : await severalFindings(workspaces, config, apiUrl, store)
  return [waysFinding(slack), ...standInFindings(slack), ...specific]
}
