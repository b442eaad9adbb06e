import type { Requester } from '../asker.js'

/** The question that the first part of the Home tab answers. */
export const homeQuestions = ['today', 'this week', 'next week'] as const
export type HomeQuestion = (typeof homeQuestions)[number]

export interface ShownQuestion {
  readonly question: HomeQuestion
  /** Null: everyone. */
  readonly team: string | null
}

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
export type ShowHome = (asker: Requester, state?: HomeState) => Promise<void>
