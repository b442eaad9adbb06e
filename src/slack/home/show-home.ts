import { z } from 'zod'
import type { Requester } from '../admission.js'

/** The question that the first part of the Home tab answers. */
export const homeQuestions = ['today', 'this week', 'next week'] as const
export type HomeQuestion = (typeof homeQuestions)[number]

/** The first page of the Home tab, and the pages for admins: the settings, and one for each of their parts. */
export const roomNames = [
  'home',
  'settings',
  'digests',
  'people',
  'data',
  'holidays',
  'links',
  'webhooks',
  'keys',
] as const
export type RoomName = (typeof roomNames)[number]

/** The current view of one person's Home tab; Slack keeps it with the view. */
export const homeState = z.object({
  question: z.enum(homeQuestions).catch('today'),
  /** Null: everyone. */
  team: z.string().nullable().catch(null),
  room: z.enum(roomNames).catch('home'),
  /** The page of the room, from 0. */
  page: z.number().min(0).catch(0),
  /** Opening the tab shows this rather than the first page, until this time in milliseconds. */
  waits_until: z.number().catch(0),
})
export type HomeState = Readonly<z.infer<typeof homeState>>

export interface Homes {
  /** Redraws a person's Home tab from the store; without `state`, at their current place. Never rejects. */
  readonly showHome: (asker: Requester, state?: HomeState) => Promise<void>
  /** The same for somebody who did nothing in Slack: only where they have opened it before. */
  readonly redrawHome: (asker: Requester) => Promise<void>
}
