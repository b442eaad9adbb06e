import type { App, MessageShortcut } from '@slack/bolt'
import type { ModalView } from '@slack/web-api'
import {
  bold,
  code,
  line,
  list,
  note,
  type Line,
  type Message,
  type Part,
} from '../../domain/words/message.js'
import { deactivatedMessage, replyMessage } from '../../domain/words/reply.js'
import { mentionedIds } from '../../services/ask/ask.js'
import { openContext } from '../../services/ask/context.js'
import type { Requester } from '../admission.js'
import { channelRefusal, isDirect, membersOf } from '../channel.js'
import type { Listener, MessageShortcutArgs, SlackServices } from '../listeners.js'
import { shortcutNames, shortcuts } from '../manifest.js'
import { drawMessage } from '../message/blocks.js'
import { escape } from '../message/mrkdwn.js'
import { sentenceModal, shownModal } from '../modal/modal.js'
import type { Profile } from '../people/profiles.js'
import { answerFor, maxMentions, voiceOf } from './asking.js'

const modalTitle = shortcutNames[shortcuts.here]

/** Why nobody is named but the people of the message. */
const directly = note('In direct messages I only know who wrote the message and who is mentioned.')
const uninvited = note(
  'I am not in this channel, so I only know who wrote the message and who is mentioned. To add me, type ',
  code('/invite @whosout'),
  '.',
)
const unlisted = note('Slack does not tell me who is in this channel right now.')

/** The author, unless an app wrote it, and everyone who is mentioned. */
const peopleOf = ({ user, bot_id, text = '' }: MessageShortcut['message']): readonly string[] => {
  const author = user === undefined || bot_id !== undefined ? [] : [user]
  return [...new Set([...author, ...mentionedIds(text)])].slice(0, maxMentions)
}

/** In or out, and back when; nothing of an app. Reasons are left to whoever asks about one person. */
const personLine = async (
  services: SlackServices,
  asker: Requester,
  by: Profile,
  id: string,
): Promise<readonly Line[]> => {
  const { kind, name } = await services.profiles.profile(asker.client, asker.workspace, id)
  if (kind === 'bot') return []
  const { reply } = await answerFor(services, by, asker, { text: `<@${id}>` }, 'asker')
  if (reply.kind !== 'person') return [[`${name} is not a member of ${asker.organization.name} in whosout`]]
  return [[replyMessage(reply, voiceOf(asker)).title]]
}

const channelTitle = 'In this channel'
const nobody = (why: Part): Message => ({ title: channelTitle, parts: [why] })

/** Who of the channel is out today; or why that is not known. */
const channelMessage = async (services: SlackServices, asker: Requester, by: Profile): Promise<Message> => {
  const { client, workspace, channel } = asker
  if (!channel || isDirect(channel)) return nobody(directly)
  const refusal = await channelRefusal(client, channel.id)
  if (refusal === 'direct') return nobody(directly)
  if (refusal === 'unknown') return nobody(uninvited)
  const [here, everybody] = await Promise.all([
    membersOf(client, channel.id),
    services.directory.people(client, workspace, ['member', 'guest']),
  ])
  if (!everybody) return nobody(unlisted)
  const among = everybody.filter(({ id }) => here.ids.has(id))
  const { reply } = await answerFor(services, by, asker, { text: 'today', among }, 'asker')
  const { lines: _, ...voice } = voiceOf(asker)
  const said = replyMessage(reply, voice)
  const more = here.is_cut
    ? [note(`The channel has more people than the ${here.ids.size.toLocaleString('en')} I looked at.`)]
    : []
  return { title: `${channelTitle} · ${said.title}`, parts: [...said.parts, ...more] }
}

const show: Listener<MessageShortcutArgs, ModalView> = async ({ shortcut }, asker, services) => {
  const by = await asker.admit()
  if ('refused' in by) return sentenceModal(modalTitle, escape(by.refused))
  const { _id, name } = asker.organization
  const { isGone } = await openContext(services.rolls, _id, { asker: by, now: services.now() })
  if (isGone) return shownModal(modalTitle, drawMessage(deactivatedMessage(name)).blocks)
  const [lines, ofChannel] = await Promise.all([
    Promise.all(peopleOf(shortcut.message).map((id) => personLine(services, asker, by, id))),
    channelMessage(services, asker, by),
  ])
  const people = list(null, lines.flat())
  const message =
    people.length === 0
      ? ofChannel
      : { title: 'In this message', parts: [...people, line(bold(ofChannel.title)), ...ofChannel.parts] }
  return shownModal(modalTitle, drawMessage(message).blocks)
}

/** The shortcut on a message: in a modal, because the app may not write where it stands. */
export const registerHere = (app: App, { open }: SlackServices): void =>
  app.shortcut<MessageShortcut>(
    { type: 'message_action', callback_id: shortcuts.here },
    open<MessageShortcutArgs>(show),
  )
