import type { App } from '@slack/bolt'
import type { Organization } from '../../domain/organization/organization.js'
import { Problem } from '../../domain/problem.js'
import { settingsWords } from '../../domain/words/digest-status.js'
import type { SetDigest } from '../../services/digests/digests.js'
import type { DigestDesk, Desk } from './desk.js'
import { formCallback, formTitle, type FormMemory } from './form.js'
import { formErrors, readForm, readMemory, type FormState } from './form-input.js'
import { savedText, setNotice, teamGone } from './texts.js'
import type { ListenerContext } from '../listeners.js'
import { sentenceModal } from '../modal.js'
import type { SubmitArgs, Submitted } from '../modal-frames.js'
import { staleText } from '../refusals.js'

type SubmitDependencies = Pick<ListenerContext, 'submit' | 'once' | 'command' | 'now' | 'showThrough'> & {
  readonly desk: DigestDesk
}

const say = (text: string): Submitted => ({ kind: 'view', view: sentenceModal(formTitle, text) })

interface Saved {
  readonly set: SetDigest
  readonly team: string | null
}

const save = async (
  { desk }: SubmitDependencies,
  { profile, asking }: Desk,
  memory: FormMemory,
  values: FormState,
): Promise<Saved | Submitted> => {
  const { organization, workspace, user } = asking
  const name = await desk.teamName(organization, memory.team)
  if (memory.team !== null && name === null) return say(teamGone)
  const team = memory.team === null ? null : { id: memory.team, name: name ?? '' }
  const settings = readForm(values, memory)
  const { channel } = memory
  try {
    const wanted = { workspace, channel, team, settings, who: user, creator: profile.id }
    return { set: await desk.digests.set(organization, wanted), team: name }
  } catch (fault) {
    if (!(fault instanceof Problem) || fault.code !== 'invalid' || !fault.issues) throw fault
    return { kind: 'errors', errors: formErrors(fault.issues, memory) }
  }
}

/** Saving unchanged settings is nothing to tell a channel about. */
const isNews = ({ digest, replaced }: SetDigest): boolean =>
  replaced === null || replaced.paused !== null || settingsWords(replaced) !== settingsWords(digest)

const submit = async (
  deps: SubmitDependencies,
  args: SubmitArgs,
  organization: Organization,
): Promise<Submitted> => {
  const { view, client, context, body } = args
  const memory = readMemory(view.private_metadata)
  if (memory === null) return say(staleText)
  const { channel: id, channel_name: name, response_url } = memory
  const asking = {
    client,
    workspace: context.teamId ?? '',
    user: body.user.id,
    organization,
    channel: { id, name },
    command: deps.command,
  }
  const entered = await deps.desk.enter(asking)
  if ('refused' in entered) return say(entered.refused)
  const saved = await save(deps, entered, memory, view.state.values)
  if ('kind' in saved) return saved
  const after = async (): Promise<void> => {
    if (!isNews(saved.set)) return
    const notice = setNotice(entered.profile.name, saved.team, saved.set, deps.now())
    const poster = deps.once(context.botToken ?? '')
    const also = await deps.desk.announce(poster, id, notice)
    if (also !== null) await deps.showThrough(response_url, { text: also, blocks: [] })
  }
  return { kind: 'closed', said: savedText, after }
}

/** Submitting the form saves it, or shows next to each field what is wrong with it. */
export const registerDigestSubmit = (app: App, deps: SubmitDependencies): void =>
  app.view(
    { type: 'view_submission', callback_id: formCallback },
    deps.submit((args, { organization }) => submit(deps, args, organization)),
  )
