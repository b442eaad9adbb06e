import type { App, BlockAction } from '@slack/bolt'
import type { ModalView } from '@slack/web-api'
import type { Organization } from '../../domain/organization/organization.js'
import { leaveTypes, type LeaveType } from '../../domain/presence/privacy.js'
import type { LeaveDays } from '../../domain/presence/absence.js'
import { Problem } from '../../domain/problem.js'
import { enteredMessage, takenBackMessage } from '../../domain/words/own-entries.js'
import type { Entered } from '../../services/own-entries/own-entries.js'
import { askingBy } from '../ask/who-asks.js'
import { drawMessage, type SlackMessage } from '../message/blocks.js'
import type { ShowHome } from '../home/show-home.js'
import type { ListenerContext } from '../listeners.js'
import { section, sentenceModal, shownModal } from '../modal/modal.js'
import type { PressArgs, SubmitArgs, Submitted } from '../modal/frames.js'
import { escape } from '../message/mrkdwn.js'
import { staleText } from '../refusals.js'
import { entererOf, refusalOf, type OwnDeps } from './command.js'
import {
  daysFromText,
  entryButtons,
  entryOf,
  ownCallback,
  ownErrors,
  ownForm,
  ownIds,
  ownTitle,
  readOwnForm,
  readOwnMemory,
  type OwnMemory,
} from './form.js'

type Deps = ListenerContext & OwnDeps & { readonly showHome: ShowHome }

/** The value of a button: days and their type. */
const entryIn = ({ action }: PressArgs): { readonly days: LeaveDays; readonly type: LeaveType } | null => {
  const [text = '', word] = (action.type === 'button' ? (action.value ?? '') : '').split(' ')
  const days = daysFromText(text)
  const type = leaveTypes.find((one) => one === word)
  return days && type ? { days, type } : null
}

const drawEntered = (entered: Entered): SlackMessage => {
  const [first, last] = [entered.entered[0], entered.entered.at(-1)]
  const whole = first &&
    last && {
      start_date: first.start_date,
      end_date: last.end_date,
      starts_at_noon: first.starts_at_noon,
      ends_at_noon: last.ends_at_noon,
    }
  return drawMessage(enteredMessage(entered), whole ? [entryButtons(whole, first.type, 'message')] : [])
}

/** The form, opened by a button in any place. */
const openedForm = async (
  deps: Deps,
  args: PressArgs,
  organization: Organization,
  memory: (args: PressArgs) => OwnMemory['response_url'],
): Promise<ModalView> => {
  const { own, asker, command } = deps
  const by = await entererOf(asker, askingBy(args, organization, null, command))
  if ('refused' in by) return sentenceModal(ownTitle, by.refused)
  const words = args.action.type === 'button' ? (args.action.value ?? '') : ''
  const changed = entryIn(args)
  // People who may no longer enter days are told so before the form opens.
  const proposed = await own
    .propose(organization._id, by, changed ? '' : words)
    .catch((fault: unknown) => refusalOf(fault))
  if ('refused' in proposed) return sentenceModal(ownTitle, escape(proposed.refused))
  return ownForm(changed ? entryOf(changed.days, changed.type) : proposed, {
    response_url: memory(args),
    instead: changed?.days ?? null,
  })
}

const submitted = async (deps: Deps, args: SubmitArgs, organization: Organization): Promise<Submitted> => {
  const { own, asker, command, showThrough, showHome } = deps
  const say = (text: string): Submitted => ({ kind: 'view', view: sentenceModal(ownTitle, text) })
  const memory = readOwnMemory(args.view.private_metadata)
  const entry = readOwnForm(args.view.state.values)
  if (memory === null || entry === null) return say(staleText)
  const by = await entererOf(asker, askingBy(args, organization, null, command))
  if ('refused' in by) return say(by.refused)
  try {
    const entered = await own.enter(organization._id, by, entry, memory.instead)
    const message = drawEntered(entered)
    const after = async (): Promise<void> => {
      if (memory.response_url === null) return showHome(args, args.body.user.id)
      if (await showThrough(memory.response_url, message)) return
      deps.log.warn({ workspace: args.context.teamId }, 'the confirmation of an own entry could not be shown')
    }
    return entered.entered.length === 0 && memory.response_url === null
      ? { kind: 'view', view: shownModal(ownTitle, message.blocks), after }
      : { kind: 'closed', said: message.text, after }
  } catch (fault) {
    if (fault instanceof Problem && fault.code === 'invalid' && fault.issues)
      return { kind: 'errors', errors: ownErrors(fault.issues) }
    return say(escape(refusalOf(fault).refused))
  }
}

const takenBack = async (
  { own, asker, command }: Deps,
  args: PressArgs,
  organization: Organization,
): Promise<SlackMessage> => {
  const entry = entryIn(args)
  if (!entry) return { text: staleText, blocks: [section(staleText)] }
  const by = await entererOf(asker, askingBy(args, organization, null, command))
  if ('refused' in by) return { text: by.refused, blocks: [section(by.refused)] }
  const taken = await own.takeBack(organization._id, by, entry.days).catch(refusalOf)
  if ('refused' in taken) return { text: taken.refused, blocks: [section(escape(taken.refused))] }
  return drawMessage(takenBackMessage(taken))
}

const responseUrl = ({ body }: PressArgs): string | null => body.response_url ?? null

/** The form, and the buttons beside an entry. The person and their rights are looked up each time. */
export const registerOwnEntries = (app: App, deps: Deps): void => {
  const { open, submit, answer, showHome } = deps
  for (const id of [ownIds.open, ownIds.change])
    app.action(
      id,
      open((args, { organization }) => openedForm(deps, args, organization, responseUrl)),
    )
  for (const id of [ownIds.homeOpen, ownIds.homeChange])
    app.action(
      id,
      open((args, { organization }) => openedForm(deps, args, organization, () => null)),
    )
  app.view(
    { type: 'view_submission', callback_id: ownCallback },
    submit((args, { organization }) => submitted(deps, args, organization)),
  )
  app.action<BlockAction>(
    { type: 'block_actions', action_id: ownIds.takeBack },
    answer<PressArgs>(async (args, { organization }) => {
      const { text, blocks } = await takenBack(deps, args, organization)
      await args.respond({ text, blocks: [...blocks], response_type: 'ephemeral', replace_original: true })
    }),
  )
  app.action(
    ownIds.homeTakeBack,
    open(async (args, { organization }) => {
      const { blocks } = await takenBack(deps, args, organization)
      await showHome(args, args.body.user.id)
      return shownModal(ownTitle, blocks)
    }),
  )
}
