import type { App, BlockAction, GlobalShortcut } from '@slack/bolt'
import type { ActionsBlockElement, KnownBlock, ModalView } from '@slack/web-api'
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
const dayId = 'ask_all:day'

/** The block of both holds the team, and the day where one was asked about. */
const choiceBlock = /^ask_all:(.*?)(?::\d{4}-\d{2}-\d{2})?$/

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

const isPlainDay = /^(?:today|\d{4}-\d{2}-\d{2})$/

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
  // Another day would lose what else a question asks.
  const day = reply.kind === 'presence' && isPlainDay.test(question.text) ? reply.asked.range.from : null
  const menus = teams.map(({ id, name: team }) => ({ id: id ?? team, name: team }))
  const elements: readonly ActionsBlockElement[] =
    reply.kind === 'presence'
      ? [
          ...(menus.length === 0 ? [] : [teamMenu({ action_id: menuId, teams: menus, chosen })]),
          ...(day === null ? [] : [{ type: 'datepicker', action_id: dayId, initial_date: day } as const]),
        ]
      : []
  // A different block for each choice, because Slack keeps the selection as long as its block stays.
  const block_id = [`ask_all:${chosen ?? everybody}`, ...(day === null ? [] : [day])].join(':')
  const menu: readonly KnownBlock[] =
    elements.length === 0 ? [] : [{ type: 'actions', block_id, elements: [...elements] }]
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
  const team = teamOf(isMenu ? action.selected_option?.value : choiceBlock.exec(action.block_id)?.[1])
  const day = action.type === 'datepicker' ? action.selected_date : null
  await updateModal(client, { id }, await everybodyModal(services, asker, { text: day ?? text, team }))
}

/** Everybody of an answer that had no room for them, by team; the shortcut shows today's. */
export const registerEverybody = (app: App, services: SlackServices): void => {
  app.action<BlockAction>({ type: 'block_actions', action_id: anyEverybody }, services.open(press))
  app.shortcut<GlobalShortcut>(
    { type: 'shortcut', callback_id: shortcuts.today },
    services.open<ShortcutArgs>((_, asker) => everybodyModal(services, asker, { text: 'today' })),
  )
  for (const action_id of [menuId, dayId])
    app.action<BlockAction>({ type: 'block_actions', action_id }, services.press(choose))
}
