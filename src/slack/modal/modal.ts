import type { KnownBlock, ModalView, WebClient } from '@slack/web-api'
import { slackErrorOf } from '../log.js'
import { plainText, section } from '../message/elements.js'

/** A modal that only shows something. */
export const shownModal = (title: string, blocks: readonly KnownBlock[]): ModalView => ({
  type: 'modal',
  title: plainText(title),
  close: plainText('Close'),
  blocks: [...blocks],
})

interface SecretModal {
  readonly callback_id: string
  readonly title: string
  /** What it shows, by id; never a secret. */
  readonly memory: object
}

/** A modal with a secret that is never shown again. Slack tells the app when it is closed. */
export const shownOnce = (
  { callback_id, title, memory }: SecretModal,
  blocks: readonly KnownBlock[],
): ModalView => ({
  type: 'modal',
  callback_id,
  private_metadata: JSON.stringify(memory),
  notify_on_close: true,
  title: plainText(title),
  close: plainText('I have copied it'),
  blocks: [...blocks],
})

/** A modal with one sentence, already escaped where it must be. */
export const sentenceModal = (title: string, text: string): ModalView => shownModal(title, [section(text)])

/** The block for messages in a form that stays open. */
const saidBlock = 'said'

/** `said`: already escaped where necessary. */
export const saidSection = (said: string): KnownBlock => ({ ...section(said), block_id: saidBlock })

/** A modal as Slack sends it back with a press. */
export interface ShownView {
  readonly id: string
  readonly title?: ModalView['title']
  readonly submit?: ModalView['submit'] | null
  readonly close?: ModalView['close'] | null
  readonly blocks: readonly KnownBlock[]
  readonly private_metadata?: string
  readonly callback_id?: string
}

/**
 * The same modal with a message in it, escaped where necessary: above its last buttons, or at its end. Input is kept,
 * because the block ids stay the same.
 */
export const sayIn = (
  { title, submit, close, private_metadata = '', callback_id = '', blocks }: ShownView,
  said: string,
): ModalView => {
  const others = blocks.filter(({ block_id }) => block_id !== saidBlock)
  const buttons = others.findLastIndex(({ type }) => type === 'actions')
  const place = buttons < 0 ? others.length : buttons
  return {
    type: 'modal',
    title: title ?? plainText('whosout'),
    ...(submit ? { submit } : {}),
    ...(close ? { close } : {}),
    private_metadata,
    callback_id,
    blocks: [...others.slice(0, place), saidSection(said), ...others.slice(place)],
  }
}

/**
 * Replaces the content of a modal; does nothing when the person has closed it. `hash`: only if it was not replaced in
 * the meantime.
 */
export const updateModal = async (
  client: WebClient,
  { id, hash }: { readonly id: string; readonly hash?: string | undefined },
  view: ModalView,
): Promise<void> => {
  try {
    await client.views.update({ view_id: id, view, ...(hash === undefined ? {} : { hash }) })
  } catch (error) {
    if (!['not_found', 'hash_conflict'].includes(slackErrorOf(error) ?? '')) throw error
  }
}
