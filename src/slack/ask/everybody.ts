import type { App, BlockAction, GlobalShortcut } from '@slack/bolt'
import type { KnownBlock, ModalView } from '@slack/web-api'
import { replyMessage } from '../../domain/words/reply.js'
import { everybodyMessage } from '../../domain/words/teams.js'
import type { Requester } from '../admission.js'
import type { Listener, PressArgs, ShortcutArgs, SlackServices } from '../listeners.js'
import { drawMessage } from '../message/blocks.js'
import { escape } from '../message/mrkdwn.js'
import { viewOf } from '../modal/frames.js'
import { sentenceModal, shownModal, updateModal } from '../modal/modal.js'
import { shortcuts } from '../manifest.js'
import { staleText } from '../refusals.js'
import { everybody, teamMenu } from '../team-menu.js'
import { answerFor, voiceOf, type Question } from './asking.js'
import { controlIds, readDayValue, readPageValue } from './controls.js'

const title = 'Everybody'
const menuId = 'ask_all:team'

/** "Show all" and, in messages of older versions, the buttons that turned pages or showed a whole digest. */
const anyEverybody = /^ask:(?:all$|digest:all$|page:)/

const teamOf = (value: string | undefined): string | null =>
  value === undefined || value === everybody ? null : value

/** What a button asks about; null: it is of a version that is no longer understood. `team` absent: as in the words. */
const questionOf = ({ action_id, value = '' }: { action_id: string; value?: string }): Question | null => {
  if (action_id === controlIds.everybody) return { text: value }
  const ofDay = action_id === controlIds.digestAll ? readDayValue(value) : null
  if (ofDay) return { text: ofDay.day, team: teamOf(ofDay.team) }
  const text = readPageValue(value)
  return text === null ? null : { text }
}

const everybodyModal = async (
  services: SlackServices,
  asker: Requester,
  question: Question,
): Promise<ModalView> => {
  const profile = await asker.admit()
  if ('refused' in profile) return sentenceModal(title, escape(profile.refused))
  const { reply, teams } = await answerFor(services, profile, asker, question, 'asker')
  const { lines: _, ...voice } = voiceOf(asker)
  const whole = replyMessage(reply, voice)
  const message = reply.kind === 'presence' ? everybodyMessage(whole, reply, voice) : whole
  const chosen = reply.kind === 'presence' ? (reply.asked.team?.id ?? null) : null
  const menu: readonly KnownBlock[] =
    teams.length === 0 || reply.kind !== 'presence'
      ? []
      : [
          {
            type: 'actions',
            // A different block for each choice, because Slack keeps the selection as long as its block stays.
            block_id: `ask_all:${chosen ?? everybody}`,
            elements: [
              teamMenu({
                action_id: menuId,
                teams: teams.map(({ id, name }) => ({ id: id ?? name, name })),
                chosen,
              }),
            ],
          },
        ]
  const [head, ...rest] = drawMessage(message).blocks
  const view = shownModal(title, [...(head ? [head] : []), ...menu, ...rest])
  return { ...view, private_metadata: question.text }
}

const press: Listener<PressArgs, ModalView> = async ({ action }, asker, services) => {
  const question = action.type === 'button' ? questionOf(action) : null
  return question ? everybodyModal(services, asker, question) : sentenceModal(title, staleText)
}

const choose: Listener<PressArgs> = async (args, asker, services) => {
  const { client, action } = args
  const { id, private_metadata: text = '' } = viewOf(args)
  const isMenu = action.type === 'static_select' || action.type === 'external_select'
  const team = isMenu ? teamOf(action.selected_option?.value) : null
  await updateModal(client, { id }, await everybodyModal(services, asker, { text, team }))
}

/** Everybody of an answer that had no room for them, by team; the shortcut shows today's. */
export const registerEverybody = (app: App, services: SlackServices): void => {
  app.action<BlockAction>({ type: 'block_actions', action_id: anyEverybody }, services.open(press))
  app.shortcut<GlobalShortcut>(
    { type: 'shortcut', callback_id: shortcuts.today },
    services.open<ShortcutArgs>((_, asker) => everybodyModal(services, asker, { text: 'today' })),
  )
  app.action<BlockAction>({ type: 'block_actions', action_id: menuId }, services.press(choose))
}
