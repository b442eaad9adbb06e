import type { Context } from '@slack/bolt'
import type { WebClient } from '@slack/web-api'
import type { ShownQuestion } from './everybody.js'

/** The first page of the Home tab, and the additional pages for admins. */
export const roomNames = ['home', 'digests', 'people', 'data', 'links'] as const
export type RoomName = (typeof roomNames)[number]

/** The current view of one person's Home tab; Slack keeps it with the view. */
export interface HomeState extends ShownQuestion {
  readonly room: RoomName
  /** The page of the room, from 0. */
  readonly page: number
  /** The page of the list of API keys, from 0. */
  readonly keys: number
}

/** Redraws a person's Home tab from the store; without `state`, at their current place. Never rejects. */
export type ShowHome = (
  args: { readonly client: WebClient; readonly context: Context },
  user: string,
  state?: HomeState,
) => Promise<void>
