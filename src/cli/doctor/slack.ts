import type { Config } from '../../config/config.js'
import {
  slackApiUrl,
  type OneWorkspace,
  type SeveralWorkspaces,
  type SlackConfig,
} from '../../config/slack.js'
import { openToken } from '../../domain/secrets/cipher.js'
import { organizationNamed } from '../../services/organizations/organizations.js'
import { findUnmatched } from '../../services/people/people.js'
import { listWorkspaces, type ListedWorkspace } from '../../services/workspaces/workspaces.js'
import { slackChecks } from '../../open.js'
import { andMore, people as countPeople } from '../../domain/words/message.js'
import type { Store } from '../../store/port.js'
import { findingsOf, type DoctorFinding } from './finding.js'

const { fine, warning, broken } = findingsOf('slack')

const waysFinding = ({ transport, workspaces, command }: SlackConfig): DoctorFinding =>
  fine(
    [
      'appToken' in transport ? 'Socket Mode' : 'HTTP, at /slack/events',
      'botToken' in workspaces ? 'one workspace' : 'several workspaces',
      `command ${command}`,
    ].join(', '),
  )

const standInFindings = ({ apiUrl }: SlackConfig): DoctorFinding[] =>
  apiUrl === slackApiUrl
    ? []
    : [warning(`SLACK_API_URL does not point to Slack: tokens are sent to ${new URL(apiUrl).host}`)]

/** Asks Slack; the token never appears in a finding. */
const tokenFindings = async (
  { botToken, organization }: OneWorkspace,
  apiUrl: string,
  store: Store | null,
): Promise<DoctorFinding[]> => {
  const { checkToken } = await slackChecks()
  const check = await checkToken(botToken, apiUrl)
  if ('refused' in check)
    return [
      check.refused === null
        ? warning('Slack did not answer, so the token was not checked')
        : broken(`Slack rejected SLACK_BOT_TOKEN (${check.refused}): copy it again, or reinstall the app`),
    ]
  const { name, workspace, missingScopes } = check
  if (missingScopes.length > 0)
    return [
      broken(
        `the app in "${name}" (${workspace}) is missing scopes: ${missingScopes.join(', ')}. Add them and reinstall it`,
      ),
    ]
  const good = fine(`the token belongs to the workspace "${name}" (${workspace})`)
  if (!store) return [good]
  const org = (await organizationNamed(store, organization))?._id
  return [
    good,
    ...(await peopleFindings(botToken, { id: workspace, name }, org, { apiUrl, store })),
    ...(await digestFindings(store, (id) => id === workspace)),
  ]
}

const maxNames = 20

/** People who can ask, but about whom nobody can ask: no member has their e-mail address. */
const peopleFindings = async (
  token: string,
  workspace: { readonly id: string; readonly name: string },
  org: string | undefined,
  { apiUrl, store }: { readonly apiUrl: string; readonly store: Store },
): Promise<DoctorFinding[]> => {
  const { peopleOfToken } = await slackChecks()
  const people = org === undefined ? [] : await peopleOfToken(token, apiUrl, workspace.id)
  if (people === null)
    return [warning(`Slack did not list the people in "${workspace.name}", so nobody was matched`)]
  const unmatched = org === undefined ? [] : await findUnmatched(store, org, people)
  if (unmatched.length === 0) return []
  const names = unmatched.slice(0, maxNames).map(({ name }) => name)
  const more = unmatched.length > maxNames ? ` ${andMore(unmatched.length - maxNames)}` : ''
  const message = `${countPeople(unmatched.length)} in "${workspace.name}" without a matching member, by e-mail address: ${names.join(', ')}${more}`
  return [warning(message)]
}

const organizationFinding = async ({ organization }: OneWorkspace, store: Store): Promise<DoctorFinding> => {
  const found = await organizationNamed(store, organization)
  if (found) return fine(`the workspace is linked to ${found.slug}`)
  return broken(
    organization === undefined
      ? 'there is more than one organization, or none: set SLACK_ORGANIZATION to the one this workspace is for'
      : 'SLACK_ORGANIZATION does not match any organization. To see them: whosout org list',
  )
}

const workspaceFindings = async (
  { workspace, organization }: ListedWorkspace,
  { encryptionKeys }: SeveralWorkspaces,
  slack: { readonly apiUrl: string; readonly store: Store },
): Promise<DoctorFinding[]> => {
  const { _id: id, name, token } = workspace
  const who = `"${name}" (${id})`
  const clear = openToken(encryptionKeys, id, token)
  return [
    ...(clear === null
      ? [broken(`the token of ${who} was encrypted with a different ENCRYPTION_KEY: reinstall the app there`)]
      : []),
    organization
      ? fine(`${who} is linked to ${organization.slug}`)
      : warning(`${who} is not linked to an organization yet: whosout slack bind ${id} --org SLUG`),
    ...(clear === null ? [] : await peopleFindings(clear, { id, name }, organization?._id, slack)),
  ]
}

/** Digests that are planned where the app is not. */
const digestFindings = async (
  store: Store,
  isThere: (workspace: string) => boolean,
): Promise<DoctorFinding[]> => {
  const counts = new Map<string, number>()
  for await (const page of store.find('digests', { index: 'by_org' }))
    for (const { workspace, paused } of page)
      if (!paused) counts.set(workspace, (counts.get(workspace) ?? 0) + 1)
  return [...counts]
    .filter(([workspace]) => !isThere(workspace))
    .map(([workspace, count]) => {
      const what = count === 1 ? 'a digest is' : `${count} digests are`
      return warning(`${what} not delivered until the app is installed in ${workspace}`)
    })
}

const installedFindings = async (
  several: SeveralWorkspaces,
  apiUrl: string,
  store: Store,
): Promise<DoctorFinding[]> => {
  const workspaces = await listWorkspaces(store)
  const ids = new Set(workspaces.map(({ workspace }) => workspace._id))
  const undelivered = await digestFindings(store, (id) => ids.has(id))
  if (workspaces.length === 0)
    return [
      warning('no workspace has installed the app yet: whosout slack install-link --org SLUG'),
      ...undelivered,
    ]
  const found = await Promise.all(
    workspaces.map((listed) => workspaceFindings(listed, several, { apiUrl, store })),
  )
  return [...found.flat(), ...undelivered]
}

const severalFindings = async (
  several: SeveralWorkspaces,
  { baseUrl }: Config,
  apiUrl: string,
  store: Store | null,
): Promise<DoctorFinding[]> => [
  ...(baseUrl === undefined
    ? [
        warning(
          'BASE_URL is not set: install links point to localhost, and Slack decides where to send people back',
        ),
      ]
    : []),
  ...(store ? await installedFindings(several, apiUrl, store) : []),
]

const singleFindings = async (
  single: OneWorkspace,
  apiUrl: string,
  store: Store | null,
): Promise<DoctorFinding[]> => [
  ...(store ? [await organizationFinding(single, store)] : []),
  ...(await tokenFindings(single, apiUrl, store)),
]

/**
 * Checks the Slack settings, the workspaces in the store (null: it does not answer) and, for a single workspace, its
 * token with Slack.
 */
export const slackFindings = async (config: Config, store: Store | null): Promise<DoctorFinding[]> => {
  const { slack } = config
  if (!slack)
    return [
      fine('not set up: only the API is running'),
      ...(store ? await digestFindings(store, () => false) : []),
    ]
  const { workspaces, apiUrl } = slack
  const specific =
    'botToken' in workspaces
      ? await singleFindings(workspaces, apiUrl, store)
      : await severalFindings(workspaces, config, apiUrl, store)
  return [waysFinding(slack), ...standInFindings(slack), ...specific]
}
