import type { App } from '@slack/bolt'
import { digestId } from '../../domain/digests/digest.js'
import type { Organization } from '../../domain/organization/organization.js'
import { Problem } from '../../domain/problem.js'
import { settingsWords } from '../../domain/words/digest-status.js'
import type { SetDigest } from '../../services/digests/digests.js'
import type { DigestDesk, Desk } from './desk.js'
import type { ShowHome } from '../home/show-home.js'
import { formCallback, formTitle, isFromHome, type FormMemory } from './form.js'
import { formErrors, readForm, readMemory, type FormState } from './form-input.js'
import { changedSince, savedText, setNotice, teamGone } from './texts.js'
import type { ListenerContext } from '../listeners.js'
import { sentenceModal } from '../modal/modal.js'
import type { SubmitArgs, Submitted } from '../modal/frames.js'
import { askingFor } from './question.js'
import { staleText } from '../refusals.js'

type SubmitDependencies = Pick<ListenerContext, 'submit' | 'once' | 'command' | 'now' | 'showThrough'> & {
  readonly desk: DigestDesk
  readonly showHome: ShowHome
}

const say = (text: string): Submitted => ({ kind: 'view', view: sentenceModal(formTitle, text) })

interface Saved {
  readonly set: SetDigest
  readonly team: string | null
}

/** Someone else changed it while the form was open: the input stays, and the current settings are shown. */
const overtaken = async (desk: DigestDesk, entered: Desk, memory: FormMemory): Promise<Submitted> => {
  const { organization, workspace } = entered.asking
  const id = digestId(workspace, memory.channel, memory.team)
  const standing = await desk.digests.find(organization, id).catch((fault: unknown) => {
    if (fault instanceof Problem && fault.code === 'not_found') return null
    throw fault
  })
  const said = changedSince(standing && settingsWords(standing))
  return { kind: 'view', view: await desk.form(entered, { ...memory, seen: null }, said) }
}

const save = async (
  { desk }: SubmitDependencies,
  entered: Desk,
  memory: FormMemory,
  values: FormState,
): Promise<Saved | Submitted> => {
  const { profile, asking } = entered
  const { organization, workspace, user } = asking
  const name = await desk.teamName(organization, memory.team)
  if (memory.team !== null && name === null) return say(teamGone)
  const team = memory.team === null ? null : { id: memory.team, name: name ?? '' }
  const settings = readForm(values, memory)
  const { channel } = memory
  try {
    const wanted = { workspace, channel, team, settings, who: user, creator: profile.id }
    const seen = memory.seen ?? undefined
    return { set: await desk.digests.set(organization, { ...wanted, seen }), team: name }
  } catch (fault) {
    if (fault instanceof Problem && fault.code === 'conflict') return overtaken(desk, entered, memory)
    if (!(fault instanceof Problem) || fault.code !== 'invalid' || !fault.issues) throw fault
    return { kind: 'errors', errors: formErrors(fault.issues, memory) }
  }
}

/** Saving unchanged settings is not announced in the channel. */
const isNews = ({ digest, replaced }: SetDigest): boolean =>
  replaced === null || replaced.paused !== null || settingsWords(replaced) !== settingsWords(digest)

const submit = async (
  deps: SubmitDependencies,
  args: SubmitArgs,
  organization: Organization,
): Promise<Submitted> => {
  const { view, context } = args
  const memory = readMemory(view.private_metadata)
  if (memory === null) return say(staleText)
  const { channel: id, response_url } = memory
  const entered = await deps.desk.enter(askingFor(args, organization, memory, deps.command))
  if ('refused' in entered) return say(entered.refused)
  const saved = await save(deps, entered, memory, view.state.values)
  if ('kind' in saved) return saved
  const after = async (): Promise<void> => {
    if (isFromHome(memory)) await deps.showHome(args, args.body.user.id)
    if (!isNews(saved.set)) return
    const notice = setNotice(entered.profile.name, saved.team, saved.set, deps.now())
    const poster = deps.once(context.botToken ?? '')
    const also = await deps.desk.announce(poster, id, notice)
    if (also !== null) await deps.showThrough(response_url, { text: also, blocks: [] })
  }
  return { kind: 'closed', said: savedText, after }
}

/** Submitting the form saves it, or shows an error next to each invalid field. */
export const registerDigestSubmit = (app: App, deps: SubmitDependencies): void =>
  app.view(
    { type: 'view_submission', callback_id: formCallback },
    deps.submit((args, { organization }) => submit(deps, args, organization)),
  )
