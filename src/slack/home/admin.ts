import type { AllMiddlewareArgs, SlackViewMiddlewareArgs } from '@slack/bolt'
import type { ModalView } from '@slack/web-api'
import { Problem } from '../../domain/problem.js'
import type { Organization } from '../../domain/organization/organization.js'
import type { Actor } from '../../services/dependencies.js'
import type { ListenerContext } from '../listeners.js'
import { sentenceModal } from '../modal/modal.js'
import type { PressArgs, Submitted, SubmitArgs } from '../modal/frames.js'
import { escape } from '../message/mrkdwn.js'
import type { Profile } from '../people/profiles.js'
import { sentenceFor } from '../refusals.js'
import { readingOf, type Reading } from './reading.js'
import { accessOf } from '../workspace/access.js'
import { actorOf, admitAdmin } from './rights.js'
import type { ShowHome } from './show-home.js'

export const outdated = 'This is out of date. Close it and open the Home tab again.'

/** An admin, and the organization they manage. */
export interface AdminDesk {
  readonly organization: Organization
  readonly workspace: string
  readonly profile: Profile
  readonly actor: Actor
  readonly reading: Reading
}

/** A modal that was closed without being submitted. */
type ClosedArgs = SlackViewMiddlewareArgs & AllMiddlewareArgs

type AdminArgs = PressArgs | SubmitArgs

export const enterAsAdmin = async (
  { now }: Pick<ListenerContext, 'now'>,
  { client, context, body }: Pick<AdminArgs, 'client' | 'context' | 'body'>,
  organization: Organization,
): Promise<AdminDesk | { readonly refused: string }> => {
  const [workspace, user] = [context.teamId ?? '', body.user.id]
  const profile = await admitAdmin(client, workspace, user)
  if ('refused' in profile) return profile
  const reading = readingOf(profile, organization, now())
  return { organization, workspace, profile, actor: actorOf(workspace, user), reading }
}

type AdminDeps = Pick<ListenerContext, 'open' | 'submit' | 'now'> & { readonly showHome: ShowHome }

export interface AdminFrames {
  /** A modal with one sentence. */
  sentence(text: string): ModalView
  said(text: string): Submitted
  /**
   * A press that opens a modal. A refusal appears there as a sentence; the Home tab is redrawn when `redraws` is set.
   */
  opens(
    run: (desk: AdminDesk, args: PressArgs) => Promise<ModalView>,
    more?: { readonly redraws?: boolean },
  ): (args: PressArgs) => Promise<void>
  /** A submission; the Home tab is redrawn afterwards. */
  submits(run: (desk: AdminDesk, args: SubmitArgs) => Promise<Submitted>): (args: SubmitArgs) => Promise<void>
}

/** A service's refusal in its own words; any other error is rethrown. */
const refusalOf = (fault: unknown): string => {
  if (!(fault instanceof Problem) || fault.code === 'unavailable' || fault.code === 'outcome_unknown')
    throw fault
  return escape(sentenceFor(fault))
}

/** Where a form shows its error. */
interface FormFields<F extends string> {
  readonly fields: readonly F[]
  blockOf(field: F): string
  /** The field for a refusal that names none. */
  otherwise(problem: Problem): F
}

/** A refusal, shown next to the fields it concerns; any other error is rethrown. */
export const fieldErrorsOf = <F extends string>(
  fault: unknown,
  { fields, blockOf, otherwise }: FormFields<F>,
): Submitted => {
  if (!(fault instanceof Problem)) throw fault
  const usual = otherwise(fault)
  const errors = new Map<string, string>()
  for (const { path, message } of fault.issues ?? []) {
    const block = blockOf(fields.find((field) => field === path[0]) ?? usual)
    errors.set(block, [errors.get(block), message].filter(Boolean).join(' '))
  }
  if (errors.size === 0) errors.set(blockOf(usual), sentenceFor(fault))
  return { kind: 'errors', errors: Object.fromEntries(errors) }
}

/** Admin actions in the Home tab: the person's rights are checked on every press, whatever was drawn. */
export const createAdminFrames = (deps: AdminDeps, title: string): AdminFrames => {
  const sentence = (text: string): ModalView => sentenceModal(title, text)
  const said = (text: string): Submitted => ({ kind: 'view', view: sentence(text) })
  return {
    sentence,
    said,
    opens: (run, { redraws = false } = {}) =>
      deps.open(async (args, { organization }) => {
        const desk = await enterAsAdmin(deps, args, organization)
        if ('refused' in desk) return sentence(desk.refused)
        const view = await run(desk, args).catch((fault: unknown) => sentence(refusalOf(fault)))
        if (redraws) await deps.showHome(args, args.body.user.id)
        return view
      }),
    submits: (run) =>
      deps.submit(async (args, { organization }) => {
        const desk = await enterAsAdmin(deps, args, organization)
        if ('refused' in desk) return said(desk.refused)
        const submitted = await run(desk, args).catch((fault: unknown) => said(refusalOf(fault)))
        if (submitted.kind === 'errors') return submitted
        return { ...submitted, after: () => deps.showHome(args, args.body.user.id) }
      }),
  }
}

/** The private metadata of a form or a button; none of it is trusted. */
export const readJson = (text: string | undefined): Readonly<Record<string, unknown>> => {
  try {
    return (JSON.parse(text ?? '') ?? {}) as Readonly<Record<string, unknown>>
  } catch {
    return {}
  }
}

/** The value that was chosen in a menu or pressed. */
export const chosenValue = ({ action }: PressArgs): string => {
  if (action.type === 'button') return action.value ?? ''
  return action.type === 'overflow' || action.type === 'static_select' || action.type === 'external_select'
    ? (action.selected_option?.value ?? '')
    : ''
}

/**
 * Records that a modal was closed; `field` of its metadata names what it showed. Only Slack can report a closed view,
 * and only one that was shown, so its owner is not checked again.
 */
export const recordClosed = async (
  { ack, context, view, body }: ClosedArgs,
  field: string,
  record: (org: string, shown: string, actor: Actor) => Promise<void>,
): Promise<void> => {
  await ack()
  const access = accessOf(context)
  const shown = readJson(view.private_metadata)[field]
  if ('refused' in access || typeof shown !== 'string') return
  await record(access.organization._id, shown, actorOf(context.teamId ?? '', body.user.id))
}
