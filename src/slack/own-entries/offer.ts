import { line } from '../../domain/words/message.js'
import type { Reply } from '../../domain/reply/reply.js'
import type { Organization } from '../../domain/organization/organization.js'
import { drawMessage, type SlackMessage } from '../message/blocks.js'
import { offerBlock } from './form.js'

/** A statement such as "i am out tomorrow" gets an offer to enter the days; null for anything else. */
export const offerOf = (
  reply: Reply,
  { own_entries }: Pick<Organization, 'own_entries'>,
): SlackMessage | null => {
  if (reply.kind !== 'misunderstood' || reply.misunderstanding.reason !== 'statement') return null
  if (own_entries === 'off') return null
  const { off } = reply.misunderstanding
  if (off === null) return null
  const message = {
    title: 'Nothing was recorded yet',
    parts: [line('Do you want to enter these days as your own? You can check them first.')],
  }
  return drawMessage(message, [offerBlock(off.replace(/^off ?/, ''))])
}
