import type { App } from '@slack/bolt'
import type { ModalView } from '@slack/web-api'
import { digestId } from '../../domain/digests/digest.js'
import type { Organization } from '../../domain/organization/organization.js'
import { Problem } from '../../domain/problem.js'
import type { Asking } from '../ask/asking.js'
import { askingBy } from '../ask/who-asks.js'
import type { ListenerContext } from '../listeners.js'
import { formModal, section, sentenceModal, updateModal } from '../modal/modal.js'
import type { PressArgs, Submitted, SubmitArgs } from '../modal/frames.js'
import { staleText } from '../refusals.js'
import type { Desk, DigestDesk } from './desk.js'
import type { ShowHome } from '../home/show-home.js'
import { formTitle, isFromHome, type FormMemory } from './form.js'
import { readQuestion, type FormQuestion } from './form-input.js'
import { gone, removedText, removeNoticeBy, willPost } from './texts.js'

const questionCallback = 'digest_question'

const labels = {
  post: { title: 'Post now', submit: 'Post now' },
  remove: { title: 'Remove', submit: 'Remove' },
} as const satisfies Record<FormQuestion['verb'], { title: string; submit: string }>

/** Asks for confirmation before an action that cannot be undone. */
export const questionModal = (question: FormQuestion, text: string): ModalView => {
  const { title, submit } = labels[question.verb]
  return formModal({ callback_id: questionCallback, title, submit, memory: question }, [section(text)])
}

/** A person acting in the form of a channel. */
export const askingFor = (
  args: Pick<PressArgs | SubmitArgs, 'client' | 'context' | 'body'>,
  organization: Organization,
  { channel, channel_name }: FormMemory,
  command: string,
): Asking => askingBy(args, organization, { id: channel, name: channel_name }, command)

type QuestionDependencies = Pick<ListenerContext, 'submit' | 'once' | 'command' | 'postSoon'> & {
  readonly desk: DigestDesk
  readonly showHome: ShowHome
}

const say = (text: string): Submitted => ({ kind: 'view', view: sentenceModal(formTitle, text) })

/** Performs it; resolves with the message for the form below, or with `removed` to replace the form. */
const run = async (
  deps: QuestionDependencies,
  question: FormQuestion,
  { profile, asking }: Desk,
  token: string,
): Promise<{ readonly said: string } | { readonly removed: string }> => {
  const { organization, workspace, user } = asking
  const { memory, verb } = question
  const id = digestId(workspace, memory.channel, memory.team)
  try {
    if (verb === 'post') {
      await deps.desk.digests.postNow(organization, id, question.chosen)
      deps.postSoon?.(id, user)
      return { said: willPost }
    }
    const team = await deps.desk.teamName(organization, memory.team)
    await deps.desk.digests.remove(organization, id, memory.seen ?? undefined)
    const also = await deps.desk.announce(
      deps.once(token),
      memory.channel,
      removeNoticeBy(profile.name, team),
    )
    return { removed: also === null ? removedText : `${removedText} ${also}` }
  } catch (fault) {
    if (!(fault instanceof Problem) || !['not_found', 'conflict'].includes(fault.code)) throw fault
    return { said: fault.code === 'not_found' ? gone : fault.message }
  }
}

const answer = async (
  deps: QuestionDependencies,
  args: SubmitArgs,
  organization: Organization,
): Promise<Submitted> => {
  const { view, client, context } = args
  const question = readQuestion(view.private_metadata)
  if (question === null) return say(staleText)
  const { memory } = question
  const entered = await deps.desk.enter(askingFor(args, organization, memory, deps.command))
  if ('refused' in entered) return say(entered.refused)
  const done = await run(deps, question, entered, context.botToken ?? '')
  const below = { id: view.previous_view_id ?? '' }
  const after = async (): Promise<void> => {
    await updateModal(
      client,
      below,
      'removed' in done
        ? sentenceModal(formTitle, done.removed)
        : // A post changes no setting, so another person's changes are still unseen.
          await deps.desk.form(
            entered,
            { ...memory, seen: done.said === gone ? null : memory.seen },
            done.said,
          ),
    )
    if (isFromHome(memory)) await deps.showHome(args, args.body.user.id)
  }
  return { kind: 'closed', said: 'removed' in done ? done.removed : done.said, after }
}

/** A confirmed action is carried out when its modal is submitted; the form below reports the result. */
export const registerDigestQuestions = (app: App, deps: QuestionDependencies): void =>
  app.view(
    { type: 'view_submission', callback_id: questionCallback },
    deps.submit((args, { organization }) => answer(deps, args, organization)),
  )
