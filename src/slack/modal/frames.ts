import type { ModalView, WebClient } from '@slack/web-api'
import { within } from '../../services/within.js'
import { askerOf } from '../admission.js'
import type {
  Frames,
  Listener,
  OpeningArgs,
  PressArgs,
  SlackServices,
  SubmitArgs,
  Submitted,
} from '../listeners.js'
import { describeError, type Log } from '../log.js'
import { sayIn, sentenceModal, updateModal, type ShownView } from './modal.js'
import { escape } from '../message/mrkdwn.js'
import { sentenceFor } from '../refusals.js'

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

type Presses = Parameters<Frames['press']>[0]
type Submits = Parameters<Frames['submit']>[0]

/** The failure, for the log and for the person. */
const sorry = (log: Log, error: unknown, workspace: string | undefined): ModalView => {
  log.error({ err: describeError(error), workspace }, 'a form failed')
  return sentenceModal(title, escape(sentenceFor(error)))
}

const show = (log: Log, client: WebClient, id: string, view: ModalView): Promise<void> =>
  updateModal(client, { id }, view).catch((error: unknown) =>
    log.error({ err: describeError(error) }, 'the failure could not be reported to the user'),
  )

/** Bolt's type of a view has less of its blocks than Slack sends. */
export const viewOf = ({ body }: Pick<PressArgs, 'body'>): ShownView =>
  (body.view ?? { id: '', blocks: [] }) as ShownView

const pressed = async (services: SlackServices, args: PressArgs, run: Presses): Promise<void> => {
  const { log } = services
  const { ack, context, client } = args
  const view = viewOf(args)
  const tell = (said: string): Promise<void> => show(log, client, view.id, sayIn(view, said))
  try {
    await ack()
    const asker = askerOf(services, args)
    await ('refused' in asker ? tell(asker.refused) : run(args, asker, services))
  } catch (error) {
    log.error({ err: describeError(error), workspace: context.teamId }, 'a form failed')
    await tell(escape(sentenceFor(error)))
  }
}

const opened = async <Args extends OpeningArgs>(
  services: SlackServices,
  args: Args,
  run: Listener<Args, ModalView>,
): Promise<void> => {
  const { log } = services
  const { ack, context, client, body } = args
  try {
    await ack()
    const wanted = { trigger_id: body.trigger_id, view: sentenceModal(title, oneMoment) }
    const { views } = client
    const { view } = await (body.view?.type === 'modal' ? views.push(wanted) : views.open(wanted))
    const asker = askerOf(services, args)
    const shown =
      'refused' in asker
        ? sentenceModal(title, asker.refused)
        : await run(args, asker, services).catch((error: unknown) => sorry(log, error, context.teamId))
    await show(log, client, view?.id ?? '', shown)
  } catch (error) {
    log.error({ err: describeError(error), workspace: context.teamId }, 'a modal cannot be opened')
  }
}

/** Never rejects. */
const outcomeOf = async (services: SlackServices, args: SubmitArgs, run: Submits): Promise<Submitted> => {
  try {
    const asker = askerOf(services, args)
    if ('refused' in asker) return { kind: 'view', view: sentenceModal(title, asker.refused) }
    return await run(args, asker, services)
  } catch (error) {
    return { kind: 'view', view: sorry(services.log, error, args.context.teamId) }
  }
}

const submitted = async (services: SlackServices, args: SubmitArgs, run: Submits): Promise<void> => {
  const { ack, client, view, context } = args
  try {
    const work = outcomeOf(services, args, run)
    const early = await orLate(work)
    if (early === late) {
      await ack({ response_action: 'update', view: sentenceModal(title, oneMoment) })
      await show(services.log, client, view.id, lateView(await work))
    } else await acknowledge(ack, early)
    await (await work).after?.()
  } catch (error) {
    services.log.error({ err: describeError(error), workspace: context.teamId }, 'a form failed')
  }
}

/** `track`: tracks work until it is done. */
export const createModalFrames = (
  services: () => SlackServices,
  track: (work: Promise<void>) => Promise<void>,
): Pick<Frames, 'open' | 'press' | 'submit'> => ({
  open: (run) => (args) => track(opened(services(), args, run)),
  press: (run) => (args) => track(pressed(services(), args, run)),
  submit: (run) => (args) => track(submitted(services(), args, run)),
})
