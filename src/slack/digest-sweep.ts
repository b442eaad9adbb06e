import type { Logger } from '@slack/bolt'
import { WebClient } from '@slack/web-api'
import { isShared } from './channel.js'
import { clientOptions } from './client.js'
import { createRestDigests } from './digest-rest.js'
import type { ListenerContext } from './listeners.js'
import { describeFault } from './log.js'

/** The most that Slack lists at once, and more pages than any app has channels for. */
const pageLength = 999
const mostPages = 20

/** The app's channels that another company reads, too. Rejects with what Slack's client throws. */
const sharedChannels = async (client: WebClient): Promise<readonly string[]> => {
  const found: string[] = []
  let cursor: string | undefined
  for (let pages = 0; pages < mostPages; pages++) {
    const { channels = [], response_metadata } = await client.users.conversations({
      types: 'public_channel,private_channel',
      limit: pageLength,
      ...(cursor === undefined ? {} : { cursor }),
    })
    found.push(...channels.filter(isShared).flatMap(({ id }) => (id === undefined ? [] : [id])))
    cursor = response_metadata?.next_cursor || undefined
    if (cursor === undefined) break
  }
  return found
}

/** Pauses the digests of a workspace's shared channels. Never rejects. */
export type SweepShared = (workspace: string, token: string) => Promise<void>

/**
 * Channels may have become shared while nobody listened: a process was down for longer than Slack repeats an event, or
 * the app was away. One request for a workspace, when it is known (again).
 */
export const createSweepShared = ({
  apiUrl,
  logger,
  ...deps
}: Pick<ListenerContext, 'store' | 'now' | 'log'> & {
  readonly apiUrl: string
  readonly logger: Logger
}): SweepShared => {
  const clientOf = (token: string, retries: number): WebClient =>
    new WebClient(token, { ...clientOptions(apiUrl, logger), retryConfig: { retries } })
  const rest = createRestDigests({ ...deps, once: (token) => clientOf(token, 0) })
  return async (workspace, token) => {
    try {
      for (const channel of await sharedChannels(clientOf(token, 1)))
        await rest({ workspace, channel, token }, 'slack_connect')
    } catch (fault) {
      deps.log.warn(
        { err: describeFault(fault), workspace },
        'whether channels became shared with other companies meanwhile is not known',
      )
    }
  }
}
