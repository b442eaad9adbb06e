import type { Context } from '@slack/bolt'
import type { WebClient } from '@slack/web-api'
import type { ShownQuestion } from './everybody.js'

/** The first page of the Home tab, and the rooms that admins have besides. */
export const roomNames = ['home', 'digests', 'people', 'data', 'links'] as const
export type RoomName = (typeof roomNames)[number]

/** What one person's Home tab shows at the moment; Slack keeps it with the view. */
export interface HomeState extends ShownQuestion {
  readonly room: RoomName
  /** Of the room, from 0. */
  readonly page: number
  /** Of the list of API keys, from 0. */
  readonly keys: number
}

/** Draws the Home tab of a person anew, from the store; without `state`, at the place where they are. Never rejects. */
export type ShowHome = (
  args: { readonly client: WebClient; readonly context: Context },
  user: string,
  state?: HomeState,
) => Promise<void>
