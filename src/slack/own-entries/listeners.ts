import type { App, BlockAction, GlobalShortcut } from '@slack/bolt'
import { leaveTypes, type LeaveType } from '../../domain/presence/leave-types.js'
import type { LeaveDays } from '../../domain/presence/absence.js'
import { dayOffWords, takenBackMessage } from '../../domain/words/own-entries.js'
import type { Requester } from '../admission.js'
import type { Listener, PressArgs, ShortcutArgs, SlackServices } from '../listeners.js'
import { drawMessage, type SlackMessage } from '../message/blocks.js'
import { escape } from '../message/mrkdwn.js'
import { shortcuts } from '../manifest.js'
import { registerForm } from '../modal/form.js'
import { sentenceModal, shownModal } from '../modal/modal.js'
import { section } from '../message/elements.js'
import { staleText } from '../refusals.js'
import { refusalOfEntry } from './command.js'
import { admitAuthor, daysFromText, drawOwnForm, entryOf, ownForm, ownIds, ownTitle } from './form.js'

const valueOf = ({ action }: PressArgs): string => (action.type === 'button' ? (action.value ?? '') : '')

/** The value of a button: days and their type. */
const entryIn = (args: PressArgs): { readonly days: LeaveDays; readonly type: LeaveType } | null => {
  const [text = '', word] = valueOf(args).split(' ')
  const days = daysFromText(text)
  const type = leaveTypes.find((one) => one === word)
  return days && type ? { days, type } : null
}

/** The form with an entry to change, or with the days that a text proposes; who may not enter days is told so first. */
const formFor = async (
  asker: Requester,
  { ownEntries }: SlackServices,
  text: string,
  response_url: string | null,
  changed: ReturnType<typeof entryIn> = null,
) => {
  const by = await admitAuthor(asker)
  if ('refused' in by) return sentenceModal(ownTitle, by.refused)
  const proposed = await ownEntries.propose(asker.organization._id, by, text).catch(refusalOfEntry)
  if ('refused' in proposed) return sentenceModal(ownTitle, escape(proposed.refused))
  const memory = { response_url, instead: changed?.days ?? null }
  return changed
    ? drawOwnForm(entryOf(changed.days, changed.type), memory)
    : drawOwnForm(proposed, memory, dayOffWords(proposed, proposed.today))
}

/** Opens the form; the result is shown in the Home tab, or below the message of the button. */
const opensForm =
  (where: 'message' | 'home') => (args: PressArgs, asker: Requester, services: SlackServices) => {
    const response_url = where === 'home' ? null : (args.body.response_url ?? null)
    const changed = entryIn(args)
    return formFor(asker, services, changed ? '' : valueOf(args), response_url, changed)
  }

const said = (text: string): SlackMessage => ({ text, blocks: [section(text)] })

const takenBack: Listener<PressArgs, SlackMessage> = async (args, asker, { ownEntries }) => {
  const entry = entryIn(args)
  if (!entry) return said(staleText)
  const by = await admitAuthor(asker)
  if ('refused' in by) return said(by.refused)
  const taken = await ownEntries.takeBack(asker.organization._id, by, entry.days).catch(refusalOfEntry)
  if ('refused' in taken) return { text: taken.refused, blocks: [section(escape(taken.refused))] }
  return drawMessage(takenBackMessage(taken))
}

/** The form, and the buttons beside an entry. The person and their rights are looked up each time. */
export const registerOwnEntries = (app: App, services: SlackServices): void => {
  const { open, answer, showHome } = services
  for (const id of [ownIds.open, ownIds.change]) app.action(id, open(opensForm('message')))
  for (const id of [ownIds.homeOpen, ownIds.homeChange]) app.action(id, open(opensForm('home')))
  app.shortcut<GlobalShortcut>(
    { type: 'shortcut', callback_id: shortcuts.off },
    open<ShortcutArgs>((_, asker) => formFor(asker, services, '', null)),
  )
  registerForm(app, services, ownForm)
  app.action<BlockAction>(
    { type: 'block_actions', action_id: ownIds.takeBack },
    answer<PressArgs>(async (args, asker) => {
      const { text, blocks } = await takenBack(args, asker, services)
      await args.respond({ text, blocks: [...blocks], response_type: 'ephemeral', replace_original: true })
    }),
  )
  app.action(
    ownIds.homeTakeBack,
    open(async (args, asker) => {
      const { blocks } = await takenBack(args, asker, services)
      await showHome(asker)
      return shownModal(ownTitle, blocks)
    }),
  )
}
