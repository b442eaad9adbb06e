import type { Environment } from '../../config/settings-file.js'
import type { SlackConfig } from '../../config/slack.js'
import type { Digest } from '../../domain/digests/digest.js'
import { Problem } from '../../domain/problem.js'
import { slackChecks } from '../../open.js'
import { slackOf } from '../config.js'
import { notInstalled } from '../../services/workspaces/workspaces.js'
import type { Reader } from '../../store/port.js'
import type { InStore } from '../open.js'

/** Empty where Slack is set up. A server with other settings than these may run all the same. */
export const nothingPosted = (env: Environment): readonly string[] =>
  slackOf(env) ? [] : ['Slack is not set up here: nothing is posted until a server runs with Slack settings.']

/**
 * The workspaces of these digests that have not installed the app. Empty where the settings here do not tell: without
 * Slack, or with the token of one workspace, which no store knows.
 */
export const withoutApp = async (
  env: Environment,
  reader: Reader,
  digests: readonly Pick<Digest, 'workspace'>[],
): Promise<ReadonlySet<string>> => {
  const slack = slackOf(env)
  return slack && 'encryptionKeys' in slack.workspaces
    ? notInstalled(
        reader,
        digests.map(({ workspace }) => workspace),
      )
    : new Set()
}

/** Null when the environment has no token for the workspace. */
const tokenOf = async (
  { workspaces, apiUrl }: SlackConfig,
  { installationsWith }: InStore['services'],
  id: string,
): Promise<string | null> => {
  if ('encryptionKeys' in workspaces)
    return (await installationsWith(workspaces.encryptionKeys).open(id))?.token ?? null
  const { checkToken } = await slackChecks()
  const check = await checkToken(workspaces.botToken, apiUrl)
  return 'workspace' in check && check.workspace !== id ? null : workspaces.botToken
}

/** The names of the channels of these digests by id, as far as Slack is set up here and tells them. */
export const channelNames = async (
  env: Environment,
  { services }: Pick<InStore, 'services'>,
  digests: readonly Pick<Digest, 'workspace' | 'channel'>[],
): Promise<ReadonlyMap<string, string>> => {
  const slack = slackOf(env)
  if (!slack) return new Map()
  const { channelNameWith } = await slackChecks()
  const tokens = new Map<string, Promise<string | null>>()
  const named = digests.map(async ({ workspace, channel }): Promise<[string, string] | null> => {
    const asked = tokens.get(workspace) ?? tokenOf(slack, services, workspace)
    tokens.set(workspace, asked)
    const token = await asked
    const name = token === null ? null : await channelNameWith(token, slack.apiUrl, channel)
    return name === null ? null : [channel, name]
  })
  return new Map((await Promise.all(named)).filter((one) => one !== null))
}

/**
 * Throws `conflict` where the form in Slack refuses too: for a channel that is shared with another company, archived,
 * or without the app. Without a token for the workspace nothing is checked, and the server finds out later.
 */
export const admitChannel = async (
  env: Environment,
  { services }: Pick<InStore, 'services'>,
  { workspace, channel }: Pick<Digest, 'workspace' | 'channel'>,
): Promise<void> => {
  const slack = slackOf(env)
  const token = slack ? await tokenOf(slack, services, workspace) : null
  const access = slack && token !== null ? { token, apiUrl: slack.apiUrl } : null
  const { checkChannel } = await slackChecks()
  const refused = await checkChannel(services.digestPauses, access, { workspace, channel })
  if (refused !== null) throw new Problem('conflict', refused)
}
