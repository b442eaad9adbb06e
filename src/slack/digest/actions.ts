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
import { Problem } from '../../domain/problem.js'
import { dayWords } from '../../domain/words/dates.js'
import { line } from '../../domain/words/message.js'
import type { DigestContent } from '../../services/digests/content.js'
import { everybody } from '../team-menu.js'
import { actorOf, type Requester, type Denial } from '../admission.js'
import { chosenValue } from '../modal/for-admins.js'
import { oneMoment } from '../modal/command.js'
import { describeError } from '../log.js'
import type { Listener, PressArgs, SlackServices } from '../listeners.js'
import { enteredIn, overlongIn, type SentView } from '../modal/fields.js'
import { readMemory } from '../modal/form.js'
import { sayIn, sentenceModal, shownModal, updateModal } from '../modal/modal.js'
import { viewOf } from '../modal/frames.js'
import { escape } from '../message/mrkdwn.js'
import { sentenceFor, staleText } from '../refusals.js'
import { drawContent } from './content.js'
import {
  admitEditorOf,
  announce,
  findDigest,
  nextContent,
  prepareForm,
  teamName,
  type Editor,
} from './editing.js'
import {
  anyFormAction,
  formIds,
  formMemory,
  formShape,
  menuVerbs,
  settingsIn,
  type FormField,
  type FormMemory,
  type MenuVerb,
} from './form.js'
import { questionModal } from './question.js'
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

/** A press in the form, with the form's private metadata. */
interface FormPress {
  readonly args: PressArgs
  readonly asker: Requester
  readonly memory: FormMemory
}

/** A press by a person who may set digests here. */
interface AdmittedPress extends FormPress {
  readonly editor: Editor
  readonly team: string | null
}

type Act = (services: SlackServices, pressed: FormPress) => Promise<void>

/** The settings in the fields, or why they are refused. */
const readSettings = ({ args, memory }: FormPress): DigestSettings | Denial => {
  const view: SentView = args.body.view ?? {}
  const [tooLong] = Object.values(overlongIn(view))
  if (tooLong !== undefined) return { refused: tooLong }
  const entered = enteredIn(view.state?.values ?? {}, (field: FormField) => formShape.idsOf(field, memory))
  const parsed = parseDigestSettings(settingsIn(entered))
  return 'settings' in parsed
    ? parsed.settings
    : { refused: parsed.issues.map(({ message }) => message).join(' ') }
}

/** Shows a message in the form without reading anything again. */
const tell = ({ args }: Pick<FormPress, 'args'>, said: string): Promise<void> => {
  const view = viewOf(args)
  return updateModal(args.client, { id: view.id }, sayIn(view, said))
}

/** Redraws the form from the current digest; fields keep their input. */
const redraw = async (
  services: SlackServices,
  { args, editor, memory }: AdmittedPress,
  said: string | null,
  change: Partial<FormMemory> = { seen: null },
): Promise<void> =>
  updateModal(
    args.client,
    { id: viewOf(args).id },
    await prepareForm(editor, services, { ...memory, ...change }, said),
  )

const admit = async (services: SlackServices, pressed: FormPress): Promise<AdmittedPress | Denial> => {
  const { asker, memory } = pressed
  const editor = await admitEditorOf(asker, services, memory)
  if ('refused' in editor) return editor
  return { ...pressed, editor, team: await teamName(services, asker.organization, memory.team) }
}

const idOf = ({ asker, memory }: FormPress): string => digestId(asker.workspace, memory.channel, memory.team)

/**
 * A modal on top of the form: opened at once, because the trigger expires after three seconds, and filled when its
 * content is ready.
 */
const upon = async (
  services: SlackServices,
  pressed: FormPress,
  title: string,
  fill: () => Promise<ModalView>,
): Promise<void> => {
  const { client, body, context } = pressed.args
  const { trigger_id } = body
  const pushed = await client.views.push({ trigger_id, view: sentenceModal(title, oneMoment) })
  const fillIn = async (): Promise<ModalView> => {
    const admitted = await admit(services, pressed)
    return 'refused' in admitted ? sentenceModal(title, admitted.refused) : fill()
  }
  const view = await fillIn().catch((error: unknown) => {
    const isRefusal = error instanceof Problem && error.code !== 'unavailable'
    if (!isRefusal)
      services.log.error({ err: describeError(error), workspace: context.teamId }, 'a form failed')
    return sentenceModal(title, escape(sentenceFor(error)))
  })
  await updateModal(client, { id: pushed.view?.id ?? '' }, view)
}

const preview: Act = (services, pressed) => {
  const settings = readSettings(pressed)
  if ('refused' in settings) return tell(pressed, escape(settings.refused))
  return upon(services, pressed, 'Preview', async () => {
    const { content } = await nextContent(services, pressed, settings)
    return shownModal('Preview', drawContent(content).blocks)
  })
}

/** Says that it is a test, and for which day. */
const asTest = (content: DigestContent, day: string): DigestContent => {
  if (!('message' in content)) return content
  const { title, parts } = content.message
  return { ...content, message: { title: testTitle(title), parts: [line(testNote(day)), ...parts] } }
}

const test: Act = async (services, pressed) => {
  const { memory } = pressed
  const settings = readSettings(pressed)
  if ('refused' in settings) return tell(pressed, escape(settings.refused))
  const admitted = await admit(services, pressed)
  if ('refused' in admitted) return tell(pressed, admitted.refused)
  const { date, content } = await nextContent(services, pressed, settings)
  const day = dayIn(date, services.now(), settings.timezone)
  const shown = await services.showThrough(memory.response_url, drawContent(asTest(content, day)))
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

const post: Act = (services, pressed) => {
  const { asker, memory } = pressed
  const settings = readSettings(pressed)
  if ('refused' in settings) return tell(pressed, escape(settings.refused))
  return upon(services, pressed, 'Post now', async () => {
    const digest = await findDigest(services, asker.organization, idOf(pressed))
    const { look_ahead, on_bank_holidays, when_empty } = settings
    const shown = { look_ahead, on_bank_holidays, when_empty }
    const chosen = isLike(digest, shown) ? null : shown
    const says = postQuestion(laterToday(digest, services.now()), chosen !== null)
    return questionModal({ verb: 'post', memory, chosen }, says)
  })
}

const remove: Act = (services, pressed) =>
  upon(services, pressed, 'Remove', async () =>
    questionModal({ verb: 'remove', memory: pressed.memory }, removeQuestion),
  )

/** Done at once. A refusal appears in the form, with the current state of the digest. */
const atOnce =
  (run: (services: SlackServices, pressed: AdmittedPress) => Promise<string | null>): Act =>
  async (services, pressed) => {
    const admitted = await admit(services, pressed)
    if ('refused' in admitted) return tell(pressed, admitted.refused)
    const refusal = (error: unknown): string => {
      if (!(error instanceof Problem) || !['not_found', 'conflict'].includes(error.code)) throw error
      return error.code === 'not_found' ? gone : error.message
    }
    return redraw(services, admitted, await run(services, admitted).catch(refusal))
  }

const pause = atOnce(async (services, pressed) => {
  const { asker, editor, team, memory } = pressed
  const seen = memory.seen ?? undefined
  const { changed } = await services.digests.pause(asker.organization, idOf(pressed), actorOf(asker), seen)
  if (!changed) return null
  return announce(services, asker, memory.channel, pauseNoticeBy(editor.profile.name, team))
})

const resume = atOnce(async (services, pressed) => {
  const { asker, editor, team, memory } = pressed
  const seen = memory.seen ?? undefined
  const { changed, digest } = await services.digests.resume(
    asker.organization,
    idOf(pressed),
    actorOf(asker),
    seen,
  )
  if (!changed) return null
  const notice = resumeNoticeBy(editor.profile.name, team, digest, services.now())
  return announce(services, asker, memory.channel, notice)
})

/** Switches the form to another digest or field. */
const turns =
  (change: (chosen: string, memory: FormMemory) => Partial<FormMemory> | null): Act =>
  async (services, pressed) => {
    const next = change(chosenValue(pressed.args), pressed.memory)
    if (next === null) return
    const admitted = await admit(services, pressed)
    if ('refused' in admitted) return tell(pressed, admitted.refused)
    return redraw(services, admitted, null, next)
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

const menu: Act = (services, pressed) => {
  const verb = menuVerbs.find((one) => one === chosenValue(pressed.args))
  return verb ? verbs[verb](services, pressed) : tell(pressed, staleText)
}

const acts: Readonly<Record<string, Act>> = {
  [formIds.which]: which,
  [formIds.zone]: zone,
  [formIds.preview]: preview,
  [formIds.test]: test,
  [formIds.menu]: menu,
}

const press: Listener<PressArgs> = async (args, asker, services) => {
  const memory = readMemory(formMemory, viewOf(args).private_metadata)
  const run = acts[args.action.action_id]
  if (memory === null || !run) return tell({ args }, staleText)
  await run(services, { args, asker, memory })
}

/** Buttons in the form. The person and the channel are looked up and checked again each time. */
export const registerDigestActions = (app: App, services: SlackServices): void =>
  app.action({ type: 'block_actions', action_id: anyFormAction }, services.press(press))
