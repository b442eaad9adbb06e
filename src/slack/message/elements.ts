import type { KnownBlock, SectionBlock } from '@slack/web-api'
import { mrkdwn } from './mrkdwn.js'

export const plainText = (text: string) => ({ type: 'plain_text', text, emoji: false }) as const

/** Without `expand` Slack collapses all but the first lines, in modals and the Home tab as well. */
export const section = (text: string): SectionBlock => ({
  type: 'section',
  text: mrkdwn(text),
  expand: true,
})

export const context = (text: string): KnownBlock => ({
  type: 'context',
  elements: [mrkdwn(text)],
})

export const pressButton = (action_id: string, text: string, value?: string) =>
  ({ type: 'button', action_id, text: plainText(text), ...(value === undefined ? {} : { value }) }) as const

/** Text to copy. */
export const copied = (text: string): KnownBlock => ({
  type: 'rich_text',
  elements: [{ type: 'rich_text_preformatted', elements: [{ type: 'text', text }] }],
})
