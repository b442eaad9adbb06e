import type { Environment } from '../../config/config.js'
import type { SlackConfig } from '../../config/slack.js'
import type { Digest } from '../../domain/digests/digest.js'
import { Problem } from '../../domain/problem.js'
import type { Dependencies } from '../../services/dependencies.js'
import { createInstallations } from '../../services/workspaces/installations.js'
import { slackChecks } from '../../open.js'
import { slackOf } from '../config.js'

/** Empty where Slack is set up. A server with other settings than these may run all the same. */
export const nothingPosted = (env: Environment): readonly string[] =>
  slackOf(env) ? [] : ['Slack is not set up here: nothing is posted until a server runs with Slack settings.']

/** Null when the environment has no token for the workspace. */
const tokenOf = async (
  { workspaces, apiUrl }: SlackConfig,
  dependencies: Dependencies,
  workspace: string,
): Promise<string | null> => {
  if ('encryptionKeys' in workspaces) {
    const opened = await createInstallations(dependencies, workspaces.encryptionKeys).open(workspace)
    return opened?.token ?? null
  }
  const { checkToken } = await slackChecks()
  const check = await checkToken(workspaces.botToken, apiUrl)
  return 'workspace' in check && check.workspace !== workspace ? null : workspaces.botToken
}

/**
 * Throws `conflict` where the form in Slack refuses too: for a channel that is shared with another company, archived,
 * or without the app. Without a token for the workspace nothing is checked, and the server finds out later.
 */
export const admitChannel = async (
  env: Environment,
  dependencies: Dependencies,
  { workspace, channel }: Pick<Digest, 'workspace' | 'channel'>,
): Promise<void> => {
  const slack = slackOf(env)
  const token = slack ? await tokenOf(slack, dependencies, workspace) : null
  const access = slack && token !== null ? { token, apiUrl: slack.apiUrl } : null
  const { checkChannel } = await slackChecks()
  const refused = await checkChannel(dependencies, access, { workspace, channel })
  if (refused !== null) throw new Problem('conflict', refused)
}
