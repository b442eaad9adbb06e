import type { WebClient } from '@slack/web-api'
import { note } from '../../domain/words/message.js'
import { isAnswer } from '../../domain/reply/reply.js'
import { replyMessage } from '../../domain/words/reply.js'
import type { PostOutcome } from '../../services/digests/poster.js'
import { drawMessage, type SlackMessage } from '../message/blocks.js'
import { voiceOf, type SlackAnswers, type Asking, type Question } from './asking.js'
import { channelRefusal, isDirect } from '../channel.js'
import { describeFault, type Log } from '../log.js'
import { escape } from '../message/mrkdwn.js'
import { postOutcomeOf } from '../message/post-outcomes.js'
import { adviceFor, sharedBy, shareTexts } from '../refusals.js'

/** `refused`: certainly not posted, and why. `unsure`: the outcome is unknown, so it must not be offered again. */
export type ShareOutcome = 'shared' | 'unsure' | { readonly refused: string }

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
  } catch (fault) {
    log.warn({ err: describeFault(fault), channel }, 'an answer could not be shared')
    return outcomeOf(postOutcomeOf(fault))
  }
}

/**
 * Posts an answer where everyone in the channel reads it: without reasons, with absolute dates and no buttons. `poster`
 * tries each call once: a duplicate message is worse than none.
 */
export const shareAnswer = async (
  asker: SlackAnswers,
  asking: Asking,
  question: Question,
  { poster, log }: { readonly poster: WebClient; readonly log: Log },
): Promise<ShareOutcome> => {
  const profile = await asker.admit(asking)
  if ('refused' in profile) return profile
  if (!asking.channel || isDirect(asking.channel)) return { refused: shareTexts.direct }
  const refusal = await channelRefusal(asking.client, asking.channel.id)
  if (refusal) return { refused: shareTexts[refusal] }
  const { reply } = await asker.answerFor(profile, asking, question, 'everyone')
  const said = replyMessage(reply, { ...voiceOf(asking), absolute: true })
  if (!isAnswer(reply)) return { refused: escape(said.title) }
  const message = { ...said, parts: [...said.parts, note(sharedBy(profile.name))] }
  const drawn = drawMessage(await asker.withCalendar(message, reply, asking))
  return post(poster, asking.channel.id, drawn, log)
}
