import type { WebClient } from '@slack/web-api'
import { note } from '../../domain/words/message.js'
import { isAnswer } from '../../domain/reply/reply.js'
import { replyMessage } from '../../domain/words/reply.js'
import { drawMessage } from '../blocks.js'
import { voiceOf, type SlackAnswers, type Asking, type Question } from './asking.js'
import { channelRefusal, isDirect } from '../channel.js'
import { slackErrorOf } from '../log.js'
import { escape } from '../mrkdwn.js'
import { sharedBy, shareTexts, type ShareRefusal } from '../refusals.js'

const postRefusals: Readonly<Record<string, ShareRefusal>> = {
  not_in_channel: 'unknown',
  channel_not_found: 'unknown',
  is_archived: 'archived',
}

const post = async (
  client: WebClient,
  channel: string,
  message: { readonly text: string; readonly blocks: ReturnType<typeof drawMessage>['blocks'] },
): Promise<ShareRefusal | null> => {
  try {
    await client.chat.postMessage({
      channel,
      text: message.text,
      blocks: [...message.blocks],
      unfurl_links: false,
      unfurl_media: false,
    })
    return null
  } catch (fault) {
    const error = slackErrorOf(fault)
    return error === undefined ? 'unsure' : (postRefusals[error] ?? 'refused')
  }
}

/**
 * Posts an answer where everybody in the channel reads it: masked for them, with absolute dates and no buttons. Null
 * when it is there, else a sentence. `poster` tries each call once: a message that came twice is worse than none.
 */
export const shareAnswer = async (
  asker: SlackAnswers,
  asking: Asking,
  question: Question,
  poster: WebClient,
): Promise<string | null> => {
  const profile = await asker.admit(asking)
  if ('refused' in profile) return profile.refused
  if (!asking.channel || isDirect(asking.channel)) return shareTexts.direct
  const refusal = await channelRefusal(asking.client, asking.channel.id)
  if (refusal) return shareTexts[refusal]
  const { reply } = await asker.answerFor(profile, asking, question, 'everyone')
  const said = replyMessage(reply, { ...voiceOf(asking), absolute: true })
  if (!isAnswer(reply)) return escape(said.title)
  const message = drawMessage({ ...said, parts: [...said.parts, note(sharedBy(profile.name))] })
  const failure = await post(poster, asking.channel.id, message)
  return failure ? shareTexts[failure] : null
}
