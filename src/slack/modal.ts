import type { KnownBlock, ModalView, WebClient } from '@slack/web-api'
import { slackErrorOf } from './log.js'

export const plainText = (text: string) => ({ type: 'plain_text', text, emoji: false }) as const

export const section = (text: string): KnownBlock => ({
  type: 'section',
  text: { type: 'mrkdwn', text, verbatim: true },
})

export const context = (text: string): KnownBlock => ({
  type: 'context',
  elements: [{ type: 'mrkdwn', text, verbatim: true }],
})

/** A modal that only shows something. */
export const shownModal = (title: string, blocks: readonly KnownBlock[]): ModalView => ({
  type: 'modal',
  title: plainText(title),
  close: plainText('Close'),
  blocks: [...blocks],
})

/** A modal with one sentence, already escaped where it must be. */
export const sentenceModal = (title: string, text: string): ModalView => shownModal(title, [section(text)])

/** Replaces the content of a modal; does nothing when the person has closed it. `hash`: only if nobody else has replaced it. */
export const updateModal = async (
  client: WebClient,
  { id, hash }: { readonly id: string; readonly hash?: string | undefined },
  view: ModalView,
): Promise<void> => {
  try {
    await client.views.update({ view_id: id, view, ...(hash === undefined ? {} : { hash }) })
  } catch (fault) {
    if (!['not_found', 'hash_conflict'].includes(slackErrorOf(fault) ?? '')) throw fault
  }
}
