import type { WebClient } from '@slack/web-api'
import type { LookUp } from '../services/digest-poster.js'
import type { Opened } from './access.js'

export type Bot = NonNullable<Opened['bot']>

/** A client that carries one workspace's token, and who it speaks as. */
export interface Connection {
  readonly client: WebClient
  readonly bot: Bot
}

/** Objects of a page that is asked for; Slack gives some apps fewer. */
const pageLength = 200
/** More of them than any channel fills in two minutes: a cursor that leads in a circle ends here. */
const mostPages = 100

/** Milliseconds until a search that did not come to its end is begun anew. */
const searchAgain = 30_000

/** Seconds since 1970, as messages are dated. */
const tsOf = (instant: Date): string => (instant.getTime() / 1_000).toFixed(6)

type Page = Awaited<ReturnType<WebClient['conversations']['history']>>

/** What a message was given to be found by. */
interface Mark {
  readonly event_type: string
  readonly key: string
}

const findIn = ({ messages = [] }: Page, mark: Mark, { id, userId }: Bot): string | undefined =>
  messages.find(({ metadata, user, bot_id, ts }) => {
    const isOurs = user === userId || (id !== null && bot_id === id)
    const payload: { readonly key?: unknown } = metadata?.event_payload ?? {}
    return isOurs && ts !== undefined && metadata?.event_type === mark.event_type && payload.key === mark.key
  })?.ts

const unfinished: LookUp = { kind: 'later', after: searchAgain, reason: 'unfinished' }

/** Whether our own message with that mark stands in a window. Only a window that was seen to its end says that a message is absent. */
export const searchHistory = async (
  { client, bot }: Connection,
  channel: string,
  mark: Mark,
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<LookUp> => {
  let cursor: string | undefined
  for (let pages = 0; pages < mostPages; pages++) {
    const page = await client.conversations.history({
      channel,
      oldest: tsOf(from),
      latest: tsOf(to),
      inclusive: true,
      include_all_metadata: true,
      limit: pageLength,
      ...(cursor === undefined ? {} : { cursor }),
    })
    const ts = findIn(page, mark, bot)
    if (ts !== undefined) return { kind: 'found', ts }
    cursor = page.response_metadata?.next_cursor || undefined
    if (cursor === undefined) return page.has_more === true ? unfinished : { kind: 'absent' }
  }
  return unfinished
}
