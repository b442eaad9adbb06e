import type { ConversationsMembersResponse, WebClient } from '@slack/web-api'
import { pagesOf } from './client.js'
import { slackErrorOf } from './log.js'

/** Why nothing is posted in a channel. `unknown`: whosout is not in it, or Slack does not show it. */
export type ChannelRefusal = 'direct' | 'connect' | 'archived' | 'unknown'

/** Direct messages: their ids begin with D, and group messages have such a name. */
export const isDirect = ({ id, name }: { readonly id: string; readonly name: string }): boolean =>
  id.startsWith('D') || name.startsWith('mpdm-')

/** Slack's errors for a channel that it does not show us. */
const hidden = [
  'missing_scope',
  'channel_not_found',
  'not_in_channel',
  'method_not_supported_for_channel_type',
]

/** Null: it has none, or Slack does not show it. */
export const channelName = async (client: WebClient, channel: string): Promise<string | null> => {
  try {
    return (await client.conversations.info({ channel })).channel?.name ?? null
  } catch (error) {
    if (hidden.includes(slackErrorOf(error) ?? '')) return null
    throw error
  }
}

const membersPerPage = 200
const maxPages = 5

/** A channel's people by Slack's ids, 1,000 at most. Rejects with the errors of Slack's client. */
export const membersOf = async (
  client: WebClient,
  channel: string,
): Promise<{ readonly ids: ReadonlySet<string>; readonly is_cut: boolean }> => {
  const ids = new Set<string>()
  let is_cut = false
  for await (const { members = [], response_metadata } of pagesOf<ConversationsMembersResponse>(
    client,
    'conversations.members',
    { channel, limit: membersPerPage },
    maxPages,
  )) {
    for (const id of members) ids.add(id)
    is_cut = Boolean(response_metadata?.next_cursor)
  }
  return { ids, is_cut }
}

interface SharedFacts {
  readonly is_shared?: boolean
  readonly is_org_shared?: boolean
  readonly is_ext_shared?: boolean
  readonly is_pending_ext_shared?: boolean
}

/** Shared with another company, or about to be; workspaces of the same company do not count. */
export const isShared = (facts: SharedFacts): boolean =>
  facts.is_ext_shared === true ||
  facts.is_pending_ext_shared === true ||
  (facts.is_shared === true && facts.is_org_shared !== true)

/**
 * Checked each time, because a channel may have been shared, archived or left since. Null: posting is allowed. Rejects
 * with the errors of Slack's client.
 */
export const channelRefusal = async (client: WebClient, channel: string): Promise<ChannelRefusal | null> => {
  try {
    const { channel: facts } = await client.conversations.info({ channel })
    if (!facts) return 'unknown'
    if (facts.is_im === true || facts.is_mpim === true) return 'direct'
    if (isShared(facts)) return 'connect'
    if (facts.is_archived === true) return 'archived'
    return facts.is_member === true ? null : 'unknown'
  } catch (error) {
    if (hidden.includes(slackErrorOf(error) ?? '')) return 'unknown'
    throw error
  }
}
