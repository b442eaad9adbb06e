import type { ConversationsHistoryResponse, WebClient } from '@slack/web-api'
import type { LookUpResult } from '../../domain/digests/run.js'
import type { Opened } from '../workspace/access.js'
import { pagesOf } from '../client.js'

export type Bot = NonNullable<Opened['bot']>

/** A client with one workspace's token, and the identity it posts as. */
export interface BotClient {
  readonly client: WebClient
  readonly bot: Bot
}

/** Messages per page; Slack gives some apps fewer. */
const pageLength = 200
/** More pages than any channel fills in two minutes, so that a circular cursor ends here. */
const maxPages = 100

/** Milliseconds until an unfinished search is restarted. */
const searchAgain = 30_000

/** Seconds since 1970, the unit of Slack's timestamps. */
const tsOf = (instant: Date): string => (instant.getTime() / 1_000).toFixed(6)

type HistoryPage = ConversationsHistoryResponse

/** The mark by which a message can be found. */
interface MessageMark {
  readonly event_type: string
  readonly key: string
}

const findIn = ({ messages = [] }: HistoryPage, mark: MessageMark, { id, userId }: Bot): string | undefined =>
  messages.find(({ metadata, user, bot_id, ts }) => {
    const isOurs = user === userId || (id !== null && bot_id === id)
    const payload: { readonly key?: unknown } = metadata?.event_payload ?? {}
    return isOurs && ts !== undefined && metadata?.event_type === mark.event_type && payload.key === mark.key
  })?.ts

const unfinished: LookUpResult = { kind: 'later', after: searchAgain, reason: 'unfinished' }

/**
 * Whether a window contains our message with that mark. Only a window that was read to its end proves that a message is
 * absent.
 */
export const searchHistory = async (
  { client, bot }: BotClient,
  channel: string,
  mark: MessageMark,
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<LookUpResult> => {
  const options = {
    channel,
    oldest: tsOf(from),
    latest: tsOf(to),
    inclusive: true,
    include_all_metadata: true,
    limit: pageLength,
  }
  for await (const page of pagesOf<HistoryPage>(client, 'conversations.history', options, maxPages)) {
    const ts = findIn(page, mark, bot)
    if (ts !== undefined) return { kind: 'found', ts }
    if (!page.response_metadata?.next_cursor) return page.has_more === true ? unfinished : { kind: 'absent' }
  }
  return unfinished
}
