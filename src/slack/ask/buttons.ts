import {
  RespondError,
  type AllMiddlewareArgs,
  type App,
  type BlockAction,
  type SlackActionMiddlewareArgs,
} from '@slack/bolt'
import type { Organization } from '../../domain/organization/organization.js'
import { note } from '../../domain/words/message.js'
import type { SlackAnswers, Asking, AskOutcome, Question } from './asking.js'
import type { SlackMessage } from '../blocks.js'
import { controlIds, everybody, factsOfBlock } from './controls.js'
import type { ListenerContext } from '../listeners.js'
import { describeFault } from '../log.js'
import { sharedText, shareTexts, sharingText, staleText } from '../refusals.js'
import { shareAnswer } from './share.js'

type ButtonArgs = SlackActionMiddlewareArgs<BlockAction> & AllMiddlewareArgs

const anyControl = /^ask:/

/** What was pressed: another question, one to share, or something that is not understood any more. */
type PressedButton =
  { readonly kind: 'ask' | 'share'; readonly question: Question } | { readonly kind: 'stale' }

const teamOf = (value: string): string | null => (value === everybody ? null : value)

const pressedOf = (action: ButtonArgs['action']): PressedButton => {
  if (action.type === 'button' && action.value) {
    if (action.action_id === controlIds.digest)
      return { kind: 'ask', question: { text: 'today', team: teamOf(action.value) } }
    const question = { text: action.value }
    if (action.action_id === controlIds.share) return { kind: 'share', question }
    if (([controlIds.previous, controlIds.next, controlIds.opposite] as string[]).includes(action.action_id))
      return { kind: 'ask', question }
  }
  if (action.type === 'static_select' && action.action_id === controlIds.team) {
    const facts = factsOfBlock(action.block_id)
    const team = teamOf(action.selected_option.value)
    if (facts) return { kind: 'ask', question: { text: facts.days, team } }
  }
  return { kind: 'stale' }
}

const askingOf = (
  { client, context, body }: ButtonArgs,
  organization: Organization,
  command: string,
): Asking => ({
  client,
  workspace: context.teamId ?? '',
  user: body.user.id,
  organization,
  channel: body.channel ? { id: body.channel.id, name: body.channel.name } : null,
  command,
})

/** Only an answer to oneself is replaced, and one that nobody else sees. */
const isOwn = ({ body, action }: ButtonArgs): boolean =>
  body.container['is_ephemeral'] === true && factsOfBlock(action.block_id)?.asker === body.user.id

/**
 * Only the person sees it. The address that came with the press may be spent or expired: then it is said beside the
 * message instead of in its place.
 */
const tell = async (
  { respond, client, body }: ButtonArgs,
  message: SlackMessage,
  replace: boolean,
): Promise<void> => {
  const content = { text: message.text, blocks: [...message.blocks] }
  try {
    await respond({ ...content, response_type: 'ephemeral', replace_original: replace })
  } catch (fault) {
    if (!(fault instanceof RespondError) || !body.channel) throw fault
    await client.chat.postEphemeral({ ...content, channel: body.channel.id, user: body.user.id })
  }
}

const say = (args: ButtonArgs, text: string): Promise<void> => tell(args, { text, blocks: [] }, false)

const show = (args: ButtonArgs, outcome: AskOutcome, replace: boolean): Promise<void> =>
  'refused' in outcome ? say(args, outcome.refused) : tell(args, outcome, replace)

/** Shares at most one at a time of the same person's same question: a double click posts once. */
const createSharing = (asker: SlackAnswers, { once, log }: Pick<ListenerContext, 'once' | 'log'>) => {
  /** What is said goes in place of the button: what may have been posted is not offered again, whatever fails now. */
  const showDone = async (args: ButtonArgs, asking: Asking, question: Question, said: string) => {
    try {
      await show(args, await asker.answer(asking, question, [note(said)]), isOwn(args))
    } catch (fault) {
      log.warn({ err: describeFault(fault) }, 'an answer that was shared could not be drawn anew')
      await say(args, said)
    }
  }
  const running = new Set<string>()
  return async (args: ButtonArgs, asking: Asking, question: Question): Promise<void> => {
    const key = `${asking.workspace} ${asking.channel?.id} ${asking.user} ${question.text}`
    if (running.has(key)) return say(args, sharingText)
    running.add(key)
    try {
      const poster = once(args.context.botToken ?? '')
      const outcome = await shareAnswer(asker, asking, question, { poster, log })
      if (typeof outcome === 'object') return await say(args, outcome.refused)
      await showDone(args, asking, question, outcome === 'shared' ? sharedText : shareTexts.unsure)
    } finally {
      running.delete(key)
    }
  }
}

/**
 * Buttons below an answer or a digest. Everything is looked up and checked again: what was true when they were drawn may not be.
 */
export const registerButtons = (
  app: App,
  { answer, command, ...posting }: Pick<ListenerContext, 'answer' | 'command' | 'once' | 'log'>,
  asker: SlackAnswers,
): void => {
  const share = createSharing(asker, posting)
  const press = async (args: ButtonArgs, organization: Organization): Promise<void> => {
    const pressed = pressedOf(args.action)
    if (pressed.kind === 'stale') return say(args, staleText)
    const asking = askingOf(args, organization, command)
    if (pressed.kind === 'share') return share(args, asking, pressed.question)
    return show(args, await asker.answer(asking, pressed.question), isOwn(args))
  }
  app.action<BlockAction>(
    { type: 'block_actions', action_id: anyControl },
    answer<ButtonArgs>((args, { organization }) => press(args, organization)),
  )
}
