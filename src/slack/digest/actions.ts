import type { App } from '@slack/bolt'
import type { KnownBlock } from '@slack/web-api'
import { digestId, type DigestSettings } from '../../domain/digests/digest.js'
import { parseDigestSettings } from '../../domain/digests/settings.js'
import type { Organization } from '../../domain/organization/organization.js'
import { Problem } from '../../domain/problem.js'
import { contentRefusals, silentWords } from '../../domain/words/digest-status.js'
import type { Line } from '../../domain/words/message.js'
import type { DigestContent } from '../../services/digests/content.js'
import type { Asking } from '../ask/asking.js'
import { drawMessage, type SlackMessage } from '../blocks.js'
import { everybody } from '../ask/controls.js'
import type { Desk, DigestDesk } from './desk.js'
import { anyFormAction, formIds, formTitle, type FormMemory } from './form.js'
import { readForm, readMemory, type FormState } from './form-input.js'
import {
  gone,
  pauseNoticeBy,
  removedText,
  removeNoticeBy,
  resumeNoticeBy,
  testExpired,
  testShown,
  unannounced,
  willPost,
} from './texts.js'
import { oneMoment } from '../command-modal.js'
import type { ListenerContext } from '../listeners.js'
import { section, sentenceModal, shownModal, updateModal } from '../modal.js'
import { escape } from '../mrkdwn.js'
import type { PressArgs } from '../modal-frames.js'
import { staleText } from '../refusals.js'

type ActionDependencies = Pick<
  ListenerContext,
  'press' | 'once' | 'command' | 'now' | 'postSoon' | 'showThrough'
> & {
  readonly desk: DigestDesk
}

/** A press in the form, by somebody who may, with what the form kept in mind. */
interface FormPress {
  readonly args: PressArgs
  readonly desk: Desk
  readonly organization: Organization
  readonly memory: FormMemory
  readonly team: string | null
}

const askingOf = (
  { client, context, body }: Pick<PressArgs, 'client' | 'context' | 'body'>,
  organization: Organization,
  { channel, channel_name }: FormMemory,
  command: string,
): Asking => ({
  client,
  workspace: context.teamId ?? '',
  user: body.user.id,
  organization,
  channel: { id: channel, name: channel_name },
  command,
})

/** The settings in the fields, or why they are refused. */
const settingsIn = ({ args, memory }: FormPress): DigestSettings | { readonly refused: string } => {
  // Bolt's type of a view's state says less than Slack sends.
  const values = (args.body.view?.state.values ?? {}) as FormState
  const parsed = parseDigestSettings(readForm(values, memory))
  return 'settings' in parsed
    ? parsed.settings
    : { refused: parsed.issues.map(({ message }) => message).join(' ') }
}

/** A digest as Slack shows it, or why there is nothing to show. */
const drawn = (content: DigestContent): SlackMessage => {
  if (!('message' in content)) {
    const text = contentRefusals[content.kind]
    return { text, blocks: [section(text)] }
  }
  const { text, blocks } = drawMessage(content.message)
  return content.kind === 'silent'
    ? { text, blocks: [section(silentWords[content.reason]), ...blocks] }
    : { text, blocks }
}

const idOf = ({ desk, memory }: FormPress): string =>
  digestId(desk.asking.workspace, memory.channel, memory.team)

type Act = (deps: ActionDependencies, pressed: FormPress) => Promise<void>

const formView = ({ args }: FormPress) => ({ id: args.body.view?.id ?? '' })

const redraw = async (
  { desk: office }: ActionDependencies,
  pressed: FormPress,
  said: string | null,
  memory: FormMemory = pressed.memory,
): Promise<void> =>
  updateModal(pressed.args.client, formView(pressed), await office.form(pressed.desk, memory, said))

/** Says in the channel what was done; resolves with what the person should know besides. */
const announce = async (
  { desk, once }: ActionDependencies,
  { args, memory }: FormPress,
  said: Line,
): Promise<string | null> => {
  const poster = once(args.context.botToken ?? '')
  return (await desk.announce(poster, memory.channel, said)) ? null : unannounced
}

const preview: Act = async (deps, pressed) => {
  const { args, organization, memory } = pressed
  const settings = settingsIn(pressed)
  if ('refused' in settings) return redraw(deps, pressed, settings.refused)
  const { trigger_id } = args.body
  // At once: the trigger is good for three seconds only.
  const pushed = await args.client.views.push({ trigger_id, view: sentenceModal('Preview', oneMoment) })
  const { blocks } = drawn(await deps.desk.content(organization, memory.team, settings))
  await updateModal(args.client, { id: pushed.view?.id ?? '' }, shownModal('Preview', blocks))
}

const test: Act = async (deps, pressed) => {
  const { organization, memory } = pressed
  const settings = settingsIn(pressed)
  if ('refused' in settings) return redraw(deps, pressed, settings.refused)
  const content = drawn(await deps.desk.content(organization, memory.team, settings))
  const shown = await deps.showThrough(memory.response_url, content)
  return redraw(deps, pressed, shown ? testShown : testExpired)
}

const post: Act = async (deps, pressed) => {
  const id = idOf(pressed)
  await deps.desk.digests.postNow(pressed.organization, id)
  deps.postSoon?.(id, pressed.desk.asking.user)
  return redraw(deps, pressed, willPost)
}

const pause: Act = async (deps, pressed) => {
  const { organization, desk, team } = pressed
  const { changed } = await deps.desk.digests.pause(organization, idOf(pressed), desk.asking.user)
  if (!changed) return redraw(deps, pressed, null)
  return redraw(deps, pressed, await announce(deps, pressed, pauseNoticeBy(desk.profile.name, team)))
}

const resume: Act = async (deps, pressed) => {
  const { organization, desk, team } = pressed
  const { changed, digest } = await deps.desk.digests.resume(organization, idOf(pressed))
  if (!changed) return redraw(deps, pressed, null)
  const notice = resumeNoticeBy(desk.profile.name, team, digest, deps.now())
  return redraw(deps, pressed, await announce(deps, pressed, notice))
}

const remove: Act = async (deps, pressed) => {
  const { args, organization, desk, team } = pressed
  await deps.desk.digests.remove(organization, idOf(pressed))
  const also = await announce(deps, pressed, removeNoticeBy(desk.profile.name, team))
  const view = sentenceModal(formTitle, also === null ? removedText : `${removedText} ${also}`)
  await updateModal(args.client, formView(pressed), view)
}

const which: Act = (deps, pressed) => {
  const { action } = pressed.args
  const value = action.type === 'static_select' ? action.selected_option.value : everybody
  return redraw(deps, pressed, null, { ...pressed.memory, team: value === everybody ? null : value })
}

const acts: Readonly<Record<string, Act>> = {
  [formIds.which]: which,
  [formIds.preview]: preview,
  [formIds.test]: test,
  [formIds.post]: post,
  [formIds.pause]: pause,
  [formIds.resume]: resume,
  [formIds.remove]: remove,
}

/** A refusal is shown in the form, with the current state of the digest. */
const act = async (deps: ActionDependencies, run: Act, pressed: FormPress): Promise<void> => {
  try {
    await run(deps, pressed)
  } catch (fault) {
    if (!(fault instanceof Problem) || !['not_found', 'conflict'].includes(fault.code)) throw fault
    await redraw(deps, pressed, fault.code === 'not_found' ? gone : fault.message)
  }
}

/** Buttons in the form. Who presses, and the channel, are looked up and checked again each time. */
export const registerDigestActions = (app: App, deps: ActionDependencies): void => {
  const instead = (args: PressArgs, blocks: readonly KnownBlock[]): Promise<void> =>
    updateModal(args.client, { id: args.body.view?.id ?? '' }, shownModal(formTitle, blocks))

  const press = async (args: PressArgs, organization: Organization): Promise<void> => {
    const memory = readMemory(args.body.view?.private_metadata ?? '')
    const run = acts[args.action.action_id]
    if (memory === null || !run) return instead(args, [section(escape(staleText(deps.command)))])
    const desk = await deps.desk.enter(askingOf(args, organization, memory, deps.command))
    if ('refused' in desk) return instead(args, [section(desk.refused)])
    const team = await deps.desk.teamName(organization, memory.team)
    await act(deps, run, { args, desk, organization, memory, team })
  }
  app.action(
    { type: 'block_actions', action_id: anyFormAction },
    deps.press((args, { organization }) => press(args, organization)),
  )
}
