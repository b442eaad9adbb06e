import type { Context } from '@slack/bolt'
import type { WebClient } from '@slack/web-api'
import type { ShownQuestion } from './everybody.js'

/** What one person's Home tab shows at the moment; Slack keeps it with the view. */
export interface HomeState extends ShownQuestion {
  /** Of the list of API keys, from 0. */
  readonly keys: number
}

/** Draws the Home tab of a person anew, from the store. Never rejects. */
export type ShowHome = (
  args: { readonly client: WebClient; readonly context: Context },
  user: string,
  state?: HomeState,
) => Promise<void>
