import { WebClient } from '@slack/web-api'
import { requiredScopes } from './app-facts.js'
import { clientOptions } from './client.js'
import { createBoltLogger, slackErrorOf, type Log } from './log.js'

/** What Slack says of a bot token. */
export type TokenCheck =
  | { readonly workspace: string; readonly name: string; readonly missingScopes: readonly string[] }
  /** Slack's own word, or null when it did not answer. */
  | { readonly refused: string | null }

const nothing = (): void => undefined
const silence: Log = { info: nothing, warn: nothing, error: nothing }

/** Asks Slack whose a bot token is and what it may do. Never rejects, and says nothing to a log. */
export const checkToken = async (token: string, apiUrl: string): Promise<TokenCheck> => {
  const client = new WebClient(token, clientOptions(apiUrl, createBoltLogger(silence)))
  try {
    const told = await client.auth.test()
    const scopes = told.response_metadata?.scopes
    const missingScopes = scopes ? requiredScopes.filter((scope) => !scopes.includes(scope)) : []
    return { workspace: told.team_id ?? '', name: told.team ?? '', missingScopes }
  } catch (fault) {
    return { refused: slackErrorOf(fault) ?? null }
  }
}
