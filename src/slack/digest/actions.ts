import type { App } from '@slack/bolt'
import type { ModalView } from '@slack/web-api'
import { dayAt, type Day } from '../../calendar/day.js'
import {
  digestId,
  type ChosenContent,
  type Digest,
  type DigestSettings,
} from '../../domain/digests/digest.js'
import { parseDigestSettings } from '../../domain/digests/settings.js'
import type { Organization } from '../../domain/organization/organization.js'
import { Problem } from '../../domain/problem.js'
import { dayWords } from '../../domain/words/dates.js'
import { line, type Line } from '../../domain/words/message.js'
import type { DigestContent } from '../../services/digests/content.js'
import { everybody } from '../ask/controls.js'
import { oneMoment } from '../modal/command.js'
import { describeFault } from '../log.js'
import type { ListenerContext } from '../listeners.js'
import { sayIn, sentenceModal, shownModal, updateModal } from '../modal/modal.js'
import { viewOf, type PressArgs } from '../modal/frames.js'
import { escape } from '../message/mrkdwn.js'
import { sentenceFor, staleText } from '../refusals.js'
import { drawContent } from './content.js'
import type { Desk, DigestDesk } from './desk.js'
import { anyFormAction, formIds, menuVerbs, type FormMemory, type MenuVerb } from './form.js'
import { readForm, readMemory, type FormQuestion, type FormState } from './form-input.js'
import { askingFor, questionModal } from './question.js'
import {
  gone,
  pauseNoticeBy,
  postQuestion,
  removeQuestion,
  resumeNoticeBy,
  testExpired,
  testNote,
  testShown,
  testTitle,
} from './texts.js'
import { otherZone } from '../modal/zone-field.js'

type ActionDependencies = Pick<
  ListenerContext,
  'press' | 'once' | 'command' | 'now' | 'showThrough' | 'log'
> & {
  readonly desk: DigestDesk
}

/** A press in the form, with the form's private metadata. */
interface FormPress {
  readonly args: PressArgs
  readonly organization: Organization
  readonly memory: FormMemory
}

/** A press by a person who may set digests here. */
interface AdmittedPress extends FormPress {
  readonly desk: Desk
  readonly team: string | null
}

/** The settings in the fields, or why they are refused. */
const settingsIn = ({ args, memory }: FormPress): DigestSettings | { readonly refused: string } => {
  // Bolt's type of a view's state has less than Slack sends.
  const values = (args.body.view?.state.values ?? {}) as FormState
  const parsed = parseDigestSettings(readForm(values, memory))
  return 'settings' in parsed
    ? parsed.settings
    : { refused: parsed.issues.map(({ message }) => message).join(' ') }
}

/** Shows a message in the form without reading anything again. */
const tell = ({ args }: FormPress, said: string): Promise<void> => {
  const view = viewOf(args)
  return updateModal(args.client, { id: view.id }, sayIn(view, said))
}

/** Redraws the form from the current digest; fields keep their input. */
const redraw = async (
  { desk: office }: ActionDependencies,
  { args, desk, memory }: AdmittedPress,
  said: string | null,
  change: Partial<FormMemory> = { seen: null },
): Promise<void> =>
  updateModal(args.client, { id: viewOf(args).id }, await office.form(desk, { ...memory, ...change }, said))

const admit = async (
  deps: ActionDependencies,
  pressed: FormPress,
): Promise<AdmittedPress | { readonly refused: string }> => {
  const { args, organization, memory } = pressed
  const desk = await deps.desk.enter(askingFor(args, organization, memory, deps.command))
  if ('refused' in desk) return desk
  return { ...pressed, desk, team: await deps.desk.teamName(organization, memory.team) }
}

const idOf = ({ desk, memory }: AdmittedPress): string =>
  digestId(desk.asking.workspace, memory.channel, memory.team)

/** Announces the change in the channel; resolves with anything else that the person should know. */
const announce = async (
  { desk, once }: ActionDependencies,
  { args, memory }: AdmittedPress,
  said: Line,
): Promise<string | null> => desk.announce(once(args.context.botToken ?? ''), memory.channel, said)

/**
 * A modal on top of the form: opened at once, because the trigger expires after three seconds, and filled when its
 * content is ready.
 */
const upon = async (
  deps: ActionDependencies,
  pressed: FormPress,
  title: string,
  fill: (admitted: AdmittedPress) => Promise<ModalView>,
): Promise<void> => {
  const { client, body, context } = pressed.args
  const { trigger_id } = body
  const pushed = await client.views.push({ trigger_id, view: sentenceModal(title, oneMoment) })
  const fillIn = async (): Promise<ModalView> => {
    const admitted = await admit(deps, pressed)
    return 'refused' in admitted ? sentenceModal(title, admitted.refused) : fill(admitted)
  }
  const view = await fillIn().catch((fault: unknown) => {
    const isRefusal = fault instanceof Problem && fault.code !== 'unavailable'
    if (!isRefusal) deps.log.error({ err: describeFault(fault), workspace: context.teamId }, 'a form failed')
    return sentenceModal(title, escape(sentenceFor(fault)))
  })
  await updateModal(client, { id: pushed.view?.id ?? '' }, view)
}

type Act = (deps: ActionDependencies, pressed: FormPress) => Promise<void>

const preview: Act = (deps, pressed) => {
  const settings = settingsIn(pressed)
  if ('refused' in settings) return tell(pressed, escape(settings.refused))
  return upon(deps, pressed, 'Preview', async ({ organization, memory }) => {
    const { content } = await deps.desk.content(organization, memory.team, settings)
    return shownModal('Preview', drawContent(content).blocks)
  })
}

/** Says that it is a test, and for which day. */
const asTest = (content: DigestContent, day: string): DigestContent => {
  if (!('message' in content)) return content
  const { title, parts } = content.message
  return { ...content, message: { title: testTitle(title), parts: [line(testNote(day)), ...parts] } }
}

const test: Act = async (deps, pressed) => {
  const { organization, memory } = pressed
  const settings = settingsIn(pressed)
  if ('refused' in settings) return tell(pressed, escape(settings.refused))
  const admitted = await admit(deps, pressed)
  if ('refused' in admitted) return tell(pressed, admitted.refused)
  const { date, content } = await deps.desk.content(organization, memory.team, settings)
  const day = dayIn(date, deps.now(), settings.timezone)
  const shown = await deps.showThrough(memory.response_url, drawContent(asTest(content, day)))
  return tell(pressed, shown ? testShown(day) : testExpired)
}

const dayIn = (date: Day, now: Date, timezone: string): string => dayWords(date, dayAt(now, timezone))

/** The time at which today's digest is still due by itself; null when it is not. */
const laterToday = ({ paused, next_date, time, timezone }: Digest, now: Date): string | null =>
  paused === null && next_date === dayAt(now, timezone) ? time : null

const isLike = (digest: Digest, chosen: ChosenContent): boolean =>
  digest.look_ahead === chosen.look_ahead &&
  digest.on_bank_holidays === chosen.on_bank_holidays &&
  digest.when_empty === chosen.when_empty

const post: Act = (deps, pressed) => {
  const settings = settingsIn(pressed)
  if ('refused' in settings) return tell(pressed, escape(settings.refused))
  return upon(deps, pressed, 'Post now', async (admitted) => {
    const digest = await deps.desk.standing(admitted.organization, idOf(admitted))
    const { look_ahead, on_bank_holidays, when_empty } = settings
    const shown = { look_ahead, on_bank_holidays, when_empty }
    const chosen = isLike(digest, shown) ? null : shown
    const question: FormQuestion = { verb: 'post', memory: admitted.memory, chosen }
    return questionModal(question, postQuestion(laterToday(digest, deps.now()), chosen !== null))
  })
}

const remove: Act = (deps, pressed) =>
  upon(deps, pressed, 'Remove', async ({ memory }) =>
    questionModal({ verb: 'remove', memory }, removeQuestion),
  )

/** Done at once. A refusal appears in the form, with the current state of the digest. */
const atOnce =
  (run: (deps: ActionDependencies, pressed: AdmittedPress) => Promise<string | null>): Act =>
  async (deps, pressed) => {
    const admitted = await admit(deps, pressed)
    if ('refused' in admitted) return tell(pressed, admitted.refused)
    const refusal = (fault: unknown): string => {
      if (!(fault instanceof Problem) || !['not_found', 'conflict'].includes(fault.code)) throw fault
      return fault.code === 'not_found' ? gone : fault.message
    }
    return redraw(deps, admitted, await run(deps, admitted).catch(refusal))
  }

const pause = atOnce(async (deps, pressed) => {
  const { organization, desk, team, memory } = pressed
  const seen = memory.seen ?? undefined
  const { changed } = await deps.desk.digests.pause(organization, idOf(pressed), desk.asking.user, seen)
  return changed ? announce(deps, pressed, pauseNoticeBy(desk.profile.name, team)) : null
})

const resume = atOnce(async (deps, pressed) => {
  const { organization, desk, team, memory } = pressed
  const seen = memory.seen ?? undefined
  const { changed, digest } = await deps.desk.digests.resume(organization, idOf(pressed), seen)
  if (!changed) return null
  return announce(deps, pressed, resumeNoticeBy(desk.profile.name, team, digest, deps.now()))
})

const chosenIn = ({ args: { action } }: FormPress): string =>
  action.type === 'static_select' || action.type === 'overflow' || action.type === 'external_select'
    ? (action.selected_option?.value ?? '')
    : ''

/** Switches the form to another digest or field. */
const turns =
  (change: (chosen: string, memory: FormMemory) => Partial<FormMemory> | null): Act =>
  async (deps, pressed) => {
    const next = change(chosenIn(pressed), pressed.memory)
    if (next === null) return
    const admitted = await admit(deps, pressed)
    if ('refused' in admitted) return tell(pressed, admitted.refused)
    return redraw(deps, admitted, null, next)
  }

const which = turns((chosen) => ({
  team: chosen === everybody || chosen === '' ? null : chosen,
  seen: null,
  typesZone: false,
}))

const zone = turns((chosen, memory) => {
  const typesZone = chosen === otherZone
  return typesZone === memory.typesZone ? null : { typesZone }
})

const verbs: Readonly<Record<MenuVerb, Act>> = { post, pause, resume, remove }

const menu: Act = (deps, pressed) => {
  const verb = menuVerbs.find((one) => one === chosenIn(pressed))
  return verb ? verbs[verb](deps, pressed) : tell(pressed, staleText)
}

const acts: Readonly<Record<string, Act>> = {
  [formIds.which]: which,
  [formIds.zone]: zone,
  [formIds.preview]: preview,
  [formIds.test]: test,
  [formIds.menu]: menu,
}

/** Buttons in the form. The person and the channel are looked up and checked again each time. */
export const registerDigestActions = (app: App, deps: ActionDependencies): void => {
  const press = async (args: PressArgs, organization: Organization): Promise<void> => {
    const view = viewOf(args)
    const memory = readMemory(view.private_metadata ?? '')
    const run = acts[args.action.action_id]
    if (memory === null || !run) return updateModal(args.client, { id: view.id }, sayIn(view, staleText))
    await run(deps, { args, organization, memory })
  }
  app.action(
    { type: 'block_actions', action_id: anyFormAction },
    deps.press((args, { organization }) => press(args, organization)),
  )
}
