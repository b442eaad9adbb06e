import { WebClient } from '@slack/web-api'
import { channelName } from '../channel.js'
import { requiredScopes } from '../manifest.js'
import { clientOptions } from '../client.js'
import type { ListDirectory } from '../../services/people/directory.js'
import { createListDirectory } from '../people/directory.js'
import { listPeople } from '../people/list.js'
import { createBoltLogger, silentLog, slackErrorOf } from '../log.js'
import type { Profile } from '../people/profiles.js'

export { checkChannel } from '../digest/check.js'

/** Slack's answer about a bot token. */
export type TokenCheck =
  | { readonly workspace: string; readonly name: string; readonly missingScopes: readonly string[] }
  /** Slack's error code, or null when it did not answer. */
  | { readonly refused: string | null }

const clientOf = (token: string, apiUrl: string): WebClient =>
  new WebClient(token, clientOptions(apiUrl, createBoltLogger(silentLog)))

/** Every full member of a token's workspace, or null when Slack does not list them. Never rejects. */
export const peopleOfToken = (
  token: string,
  apiUrl: string,
  workspace: string,
): Promise<readonly Profile[] | null> => listPeople(clientOf(token, apiUrl), workspace).catch(() => null)

/** Lists the people of a workspace for a caller that has its token. Logs nothing. */
export const listDirectoryWith = (
  tokenOf: Parameters<typeof createListDirectory>[0]['tokenOf'],
  apiUrl: string,
  wait: (milliseconds: number) => Promise<void>,
): ListDirectory => createListDirectory({ tokenOf, apiUrl, logger: createBoltLogger(silentLog), wait })

/** What a channel is called in Slack, or null when Slack does not say. Never rejects. */
export const channelNameWith = (token: string, apiUrl: string, channel: string): Promise<string | null> =>
  channelName(clientOf(token, apiUrl), channel).catch(() => null)

/** Asks Slack whose bot token this is and which scopes it has. Never rejects and logs nothing. */
export const checkToken = async (token: string, apiUrl: string): Promise<TokenCheck> => {
  const client = clientOf(token, apiUrl)
  try {
    const told = await client.auth.test()
    const scopes = told.response_metadata?.scopes
    const missingScopes = scopes ? requiredScopes.filter((scope) => !scopes.includes(scope)) : []
    return { workspace: told.team_id ?? '', name: told.team ?? '', missingScopes }
  } catch (error) {
    return { refused: slackErrorOf(error) ?? null }
  }
}
