import type { WebClient } from '@slack/web-api'
import type { Requester, Denial } from '../admission.js'
import type { SlackServices } from '../listeners.js'
import { note } from '../../domain/words/message.js'
import { isAnswer } from '../../domain/reply/reply.js'
import { replyMessage } from '../../domain/words/reply.js'
import type { PostOutcome } from '../../services/digests/poster.js'
import { drawMessage, type SlackMessage } from '../message/blocks.js'
import { answerFor, voiceOf, withCalendar, type Question } from './asking.js'
import { channelRefusal, isDirect } from '../channel.js'
import { describeError, type Log } from '../log.js'
import { escape } from '../message/mrkdwn.js'
import { postOutcomeOf } from '../message/post-outcomes.js'
import { adviceFor, sharedBy, shareTexts } from '../refusals.js'

/** `refused`: certainly not posted, and why. `unsure`: the outcome is unknown, so it must not be offered again. */
export type ShareOutcome = 'shared' | 'unsure' | Denial

/** The channel may have changed since `channelRefusal` allowed it. */
const inWords: Readonly<Record<string, string>> = {
  not_in_channel: shareTexts.unknown,
  channel_not_found: shareTexts.unknown,
  is_archived: shareTexts.archived,
  is_inactive: shareTexts.archived,
  msg_too_long: shareTexts.too_long,
  msg_blocks_too_long: shareTexts.too_long,
}

const wordsOf = (reason: string): string =>
  adviceFor(reason) ?? (Object.hasOwn(inWords, reason) ? inWords[reason]! : shareTexts.refused)

const outcomeOf = (outcome: PostOutcome): ShareOutcome => {
  switch (outcome.kind) {
    case 'sent':
      return 'shared'
    case 'unknown':
      return 'unsure'
    case 'later':
      return { refused: outcome.rate_limited ? shareTexts.limited : shareTexts.unreached }
    case 'refused':
      return { refused: wordsOf(outcome.reason) }
  }
}

const post = async (
  client: WebClient,
  channel: string,
  { text, blocks }: SlackMessage,
  log: Log,
): Promise<ShareOutcome> => {
  try {
    const content = { text, blocks: [...blocks], unfurl_links: false, unfurl_media: false }
    await client.chat.postMessage({ channel, ...content })
    return 'shared'
  } catch (error) {
    log.warn({ err: describeError(error), channel }, 'an answer could not be shared')
    return outcomeOf(postOutcomeOf(error))
  }
}

/**
 * Posts an answer where everyone in the channel reads it: without reasons, with absolute dates and no buttons. Tried once:
 * a duplicate message is worse than none.
 */
export const shareAnswer = async (
  services: SlackServices,
  asker: Requester,
  question: Question,
): Promise<ShareOutcome> => {
  const profile = await asker.admit()
  if ('refused' in profile) return profile
  const { channel, client, token } = asker
  if (!channel || isDirect(channel)) return { refused: shareTexts.direct }
  const refusal = await channelRefusal(client, channel.id)
  if (refusal) return { refused: shareTexts[refusal] }
  const { reply } = await answerFor(services, profile, asker, question, 'everyone')
  const said = replyMessage(reply, { ...voiceOf(asker), absolute: true })
  if (!isAnswer(reply)) return { refused: escape(said.title) }
  const message = { ...said, parts: [...said.parts, note(sharedBy(profile.name))] }
  const drawn = drawMessage(await withCalendar(services, message, reply, asker))
  return post(services.once(token), channel.id, drawn, services.log)
}
