import type { AllMiddlewareArgs, AnyMiddlewareArgs, App, Middleware, ReceiverEvent } from '@slack/bolt'
import { describeError, type Log } from '../log.js'
import { sentenceModal, updateModal } from '../modal/modal.js'
import { staleText } from '../refusals.js'

/** The parts of a press, a submission or an options request that identify it. */
interface InteractionBody {
  readonly type?: string
  readonly view?: { readonly id?: string; readonly type?: string }
  readonly trigger_id?: string
}

type InteractionArgs = AnyMiddlewareArgs & AllMiddlewareArgs

const title = 'whosout'

const interactions = ['block_actions', 'view_submission', 'view_closed', 'block_suggestion']

/** The answer sent with the acknowledgement, where Slack waits for one. */
const acknowledgement = ({ type }: InteractionBody): object | undefined => {
  if (type === 'block_suggestion') return { options: [] }
  return type === 'view_submission'
    ? { response_action: 'update', view: sentenceModal(title, staleText) }
    : undefined
}

/** Shows the message at the place of the button: below a message, in a modal, or above the Home tab. */
const tell = async (
  args: InteractionArgs,
  { type, view, trigger_id = '' }: InteractionBody,
): Promise<void> => {
  if (type !== 'block_actions') return
  const modal = sentenceModal(title, staleText)
  if (view?.type === 'modal') await updateModal(args.client, { id: view.id ?? '' }, modal)
  else if (view) await args.client.views.open({ trigger_id, view: modal })
  else if ('respond' in args && args.respond)
    await args.respond({ text: staleText, response_type: 'ephemeral', replace_original: false })
}

/**
 * A button or a form without a listener is from another version and is answered at once: Bolt would let Slack wait for
 * three seconds and then answer 404. Bolt does not tell whether a listener took a request, but a listener that did has
 * acknowledged it by the time all listeners have run.
 */
export const answerOutOfDate = (app: App, log: Log): Middleware<AnyMiddlewareArgs> => {
  const acknowledged = new WeakSet<object>()
  const process = app.processEvent.bind(app)
  app.processEvent = (event: ReceiverEvent) =>
    process({
      ...event,
      ack: (response) => {
        acknowledged.add(event.body)
        return event.ack(response)
      },
    })
  return async (args) => {
    await args.next()
    const body = args.body as InteractionBody
    if (!interactions.includes(body.type ?? '') || acknowledged.has(args.body)) return
    if (!('ack' in args) || typeof args.ack !== 'function') return
    // Each kind of request has its own form of acknowledgement; `body.type` tells them apart.
    await (args.ack as (response?: object) => Promise<void>)(acknowledgement(body))
    log.info({ workspace: args.context.teamId }, 'a button or a form of another version')
    await tell(args, body).catch((error: unknown) =>
      log.warn({ err: describeError(error) }, 'the notice about an outdated button could not be shown'),
    )
  }
}
