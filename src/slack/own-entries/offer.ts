import { daysOf, typeOfReason } from '../../domain/own-entries/entry.js'
import { entryContextOf, readDays } from '../../domain/own-entries/read.js'
import { offerMessage } from '../../domain/words/own-entries.js'
import type { Reply } from '../../domain/reply/reply.js'
import type { Organization } from '../../domain/organization/organization.js'
import { drawMessage, type SlackMessage } from '../blocks.js'
import { offerBlock } from './form.js'

/** A statement such as "i am out tomorrow" gets an offer to enter the days; null for anything else. */
export const offerOf = (
  reply: Reply,
  organization: Organization,
  locale: string | null,
): SlackMessage | null => {
  if (reply.kind !== 'misunderstood' || reply.misunderstanding.reason !== 'statement') return null
  if (organization.own_entries === 'off') return null
  const { off } = reply.misunderstanding
  if (off === null) return null
  const words = off.replace(/^off ?/, '')
  const entry = readDays(words, entryContextOf(organization, reply.today, locale))
  const offered = entry && { ...daysOf(entry), type: typeOfReason(entry.reason) }
  return drawMessage(offerMessage(offered, reply.today), [offerBlock(words)])
}
