import type { AllMiddlewareArgs, App, SlackViewMiddlewareArgs } from '@slack/bolt'
import type { ModalView } from '@slack/web-api'
import type { Actor } from '../../services/dependencies.js'
import { actorOf, type Admin, type Requester } from '../admission.js'
import type { PressArgs, SlackServices } from '../listeners.js'
import { describeError } from '../log.js'
import { refusalOf } from './form.js'
import { sentenceModal } from './modal.js'
import { accessOf } from '../workspace/access.js'

/** The value that was chosen in a menu or pressed. */
export const chosenValue = ({ action }: PressArgs): string => {
  if (action.type === 'button') return action.value ?? ''
  return action.type === 'overflow' || action.type === 'static_select' || action.type === 'external_select'
    ? (action.selected_option?.value ?? '')
    : ''
}

/** What an admin's press shows: a view, or a sentence that is escaped where it must be. `value`: what was chosen. */
type AdminOpens = (
  admin: Admin,
  value: string,
  services: SlackServices,
  asker: Requester,
) => Promise<ModalView | string>

/**
 * Buttons and menus in the Home tab that open a modal, by action id. The person's rights are checked on every press,
 * whatever was drawn. `redraws`: the Home tab is redrawn afterwards.
 */
export const registerOpens = (
  app: App,
  { open }: SlackServices,
  title: string,
  opens: Readonly<Record<string, AdminOpens>>,
  { redraws = false } = {},
): void => {
  for (const [action_id, run] of Object.entries(opens))
    app.action(
      action_id,
      open(async (args, asker, services) => {
        const admin = await asker.admitAdmin()
        if ('refused' in admin) return sentenceModal(title, admin.refused)
        const shown = await run(admin, chosenValue(args), services, asker).catch(refusalOf)
        if (redraws) await services.showHome(asker)
        return typeof shown === 'string' ? sentenceModal(title, shown) : shown
      }),
    )
}

/** A modal that was closed without being submitted. */
type ClosedArgs = SlackViewMiddlewareArgs & AllMiddlewareArgs

/** A modal with a new secret or address. */
interface ClosableModal {
  readonly callback: string
  readonly what: 'secret' | 'address'
  /** Finds what it showed, in its metadata. */
  idIn(metadata: string): string | undefined
  record(org: string, shown: string, actor: Actor): Promise<void>
}

/**
 * Records that such a modal was closed. Only Slack can report a closed view, and only one that was shown, so its owner
 * is not checked again.
 */
export const registerClosed = (
  app: App,
  { log }: Pick<SlackServices, 'log'>,
  { callback, what, idIn, record }: ClosableModal,
): void =>
  app.view(
    { type: 'view_closed', callback_id: callback },
    async ({ ack, context, view, body }: ClosedArgs) => {
      await ack()
      const access = accessOf(context)
      const shown = idIn(view.private_metadata)
      if ('refused' in access || shown === undefined) return
      const actor = actorOf({ workspace: context.teamId ?? '', user: body.user.id })
      await record(access.organization._id, shown, actor).catch((error: unknown) =>
        log.error({ err: describeError(error) }, `the closing of a new ${what} could not be recorded`),
      )
    },
  )
