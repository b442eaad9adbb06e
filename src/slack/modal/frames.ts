import type {
  AllMiddlewareArgs,
  BlockAction,
  SlackActionMiddlewareArgs,
  SlackViewMiddlewareArgs,
  ViewSubmitAction,
} from '@slack/bolt'
import type { ModalView, WebClient } from '@slack/web-api'
import { within } from '../../services/within.js'
import { accessOf, type WorkspaceAccess } from '../workspace/access.js'
import { describeFault, type Log } from '../log.js'
import { sayIn, sentenceModal, updateModal, type ShownView } from './modal.js'
import { escape } from '../message/mrkdwn.js'
import { refusalText, sentenceFor } from '../refusals.js'

type Granted = Extract<WorkspaceAccess, { organization: unknown }>

export type PressArgs = SlackActionMiddlewareArgs<BlockAction> & AllMiddlewareArgs
export type SubmitArgs = SlackViewMiddlewareArgs<ViewSubmitAction> & AllMiddlewareArgs

/**
 * The result of a submission. `closed`: the modal closes, and `said` is shown in it if the answer came too late to
 * close it. `after` runs once the answer was sent.
 */
export type Submitted = { readonly after?: () => Promise<void> } & (
  | { readonly kind: 'errors'; readonly errors: Readonly<Record<string, string>> }
  | { readonly kind: 'view'; readonly view: ModalView }
  | { readonly kind: 'closed'; readonly said: string }
)

export interface ModalFrames {
  /**
   * A button that opens a modal, on top of its own if it is in one: opens it at once, because its trigger expires after
   * three seconds, and shows the result of `run`, or the failure, in it. Never rejects.
   */
  open(run: (args: PressArgs, access: Granted) => Promise<ModalView>): (args: PressArgs) => Promise<void>
  /**
   * A button in a modal: acknowledges at once. A failure is shown in the modal, which keeps its input, with a stack
   * trace in the log. Never rejects.
   */
  press(run: (args: PressArgs, access: Granted) => Promise<void>): (args: PressArgs) => Promise<void>
  /**
   * A submission: acknowledges with the result or, when that takes longer than Slack waits, with a short notice, and
   * shows the result later. Never rejects.
   */
  submit(run: (args: SubmitArgs, access: Granted) => Promise<Submitted>): (args: SubmitArgs) => Promise<void>
}

const title = 'whosout'
const oneMoment = 'One moment, please…'

/** Milliseconds: Slack waits for three seconds, one of which may have passed before a listener runs. */
const answerWithin = 1_500

const late = 'late'
const orLate = <T>(work: Promise<T>): Promise<T | typeof late> =>
  within(answerWithin, work, (): typeof late => late)

const acknowledge = (ack: SubmitArgs['ack'], submitted: Submitted): Promise<void> => {
  if (submitted.kind === 'errors') return ack({ response_action: 'errors', errors: { ...submitted.errors } })
  return submitted.kind === 'view' ? ack({ response_action: 'update', view: submitted.view }) : ack()
}

const lateView = (submitted: Submitted): ModalView => {
  if (submitted.kind === 'view') return submitted.view
  return sentenceModal(
    title,
    submitted.kind === 'closed'
      ? submitted.said
      : `Nothing was changed. ${Object.values(submitted.errors).join(' ')}`,
  )
}

interface FrameDeps {
  readonly log: Log
  /** Tracks work until it is done. */
  readonly track: (work: Promise<void>) => Promise<void>
}

type PressFrame = Parameters<ModalFrames['press']>[0]
type Submit = Parameters<ModalFrames['submit']>[0]

/** The failure, for the log and for the person. */
const sorry = (log: Log, fault: unknown, workspace: string | undefined): ModalView => {
  log.error({ err: describeFault(fault), workspace }, 'a form failed')
  return sentenceModal(title, escape(sentenceFor(fault)))
}

const show = (log: Log, client: WebClient, id: string, view: ModalView): Promise<void> =>
  updateModal(client, { id }, view).catch((fault: unknown) =>
    log.error({ err: describeFault(fault) }, 'the failure could not be reported to the user'),
  )

/** Bolt's type of a view has less of its blocks than Slack sends. */
export const viewOf = ({ body }: Pick<PressArgs, 'body'>): ShownView =>
  (body.view ?? { id: '', blocks: [] }) as ShownView

const pressed = async (log: Log, args: PressArgs, run: PressFrame): Promise<void> => {
  const { ack, context, client } = args
  const view = viewOf(args)
  const tell = (said: string): Promise<void> => show(log, client, view.id, sayIn(view, said))
  try {
    await ack()
    const access = accessOf(context)
    if ('organization' in access) await run(args, access)
    else await tell(refusalText(access.refused))
  } catch (fault) {
    log.error({ err: describeFault(fault), workspace: context.teamId }, 'a form failed')
    await tell(escape(sentenceFor(fault)))
  }
}

const opened = async (log: Log, args: PressArgs, run: Parameters<ModalFrames['open']>[0]): Promise<void> => {
  const { ack, context, client, body } = args
  try {
    await ack()
    const wanted = { trigger_id: body.trigger_id, view: sentenceModal(title, oneMoment) }
    const { views } = client
    const { view } = await (body.view?.type === 'modal' ? views.push(wanted) : views.open(wanted))
    const access = accessOf(context)
    const shown =
      'organization' in access
        ? await run(args, access).catch((fault: unknown) => sorry(log, fault, context.teamId))
        : sentenceModal(title, refusalText(access.refused))
    await show(log, client, view?.id ?? '', shown)
  } catch (fault) {
    log.error({ err: describeFault(fault), workspace: context.teamId }, 'a modal cannot be opened')
  }
}

/** Never rejects. */
const outcomeOf = async (log: Log, args: SubmitArgs, run: Submit): Promise<Submitted> => {
  try {
    const access = accessOf(args.context)
    if ('organization' in access) return await run(args, access)
    return { kind: 'view', view: sentenceModal(title, refusalText(access.refused)) }
  } catch (fault) {
    return { kind: 'view', view: sorry(log, fault, args.context.teamId) }
  }
}

const submitted = async (log: Log, args: SubmitArgs, run: Submit): Promise<void> => {
  const { ack, client, view, context } = args
  try {
    const work = outcomeOf(log, args, run)
    const early = await orLate(work)
    if (early === late) {
      await ack({ response_action: 'update', view: sentenceModal(title, oneMoment) })
      await show(log, client, view.id, lateView(await work))
    } else await acknowledge(ack, early)
    await (await work).after?.()
  } catch (fault) {
    log.error({ err: describeFault(fault), workspace: context.teamId }, 'a form failed')
  }
}

export const createModalFrames = ({ log, track }: FrameDeps): ModalFrames => ({
  open: (run) => (args) => track(opened(log, args, run)),
  press: (run) => (args) => track(pressed(log, args, run)),
  submit: (run) => (args) => track(submitted(log, args, run)),
})
