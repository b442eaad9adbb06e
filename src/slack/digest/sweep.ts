import type { Logger } from '@slack/bolt'
import { WebClient, type UsersConversationsResponse } from '@slack/web-api'
import { isShared } from '../channel.js'
import { clientOptions, pagesOf } from '../client.js'
import type { PauseDigestsAt } from './pauses.js'
import { describeError, type Log } from '../log.js'

/** The most that Slack lists at once, and more pages than any app has channels for. */
const pageLength = 999
const maxPages = 20

/** The app's channels that another company can read as well. Rejects with the errors of Slack's client. */
const sharedChannels = async (client: WebClient): Promise<readonly string[]> => {
  const found: string[] = []
  const options = { types: 'public_channel,private_channel', limit: pageLength }
  const pages = pagesOf<UsersConversationsResponse>(client, 'users.conversations', options, maxPages)
  for await (const { channels = [] } of pages)
    found.push(...channels.filter(isShared).flatMap(({ id }) => (id === undefined ? [] : [id])))
  return found
}

/** Pauses the digests of a workspace's shared channels. Never rejects. */
export type SweepShared = (workspace: string, token: string) => Promise<void>

interface SweepDeps {
  readonly pauseAt: PauseDigestsAt
  readonly apiUrl: string
  readonly logger: Logger
  readonly log: Log
}

/**
 * Channels may have been shared while nothing was listening: a process was down for longer than Slack repeats an event,
 * or the app was removed. This takes one request per workspace, when the workspace becomes known (again).
 */
export const createSweepShared = ({ pauseAt, apiUrl, logger, log }: SweepDeps): SweepShared => {
  const options = { ...clientOptions(apiUrl, logger), retryConfig: { retries: 1 } }
  return async (workspace, token) => {
    try {
      for (const channel of await sharedChannels(new WebClient(token, options)))
        await pauseAt({ workspace, channel, token }, 'slack_connect')
    } catch (error) {
      log.warn(
        { err: describeError(error), workspace },
        'could not check whether channels have become shared with other companies',
      )
    }
  }
}
