import { RespondError, type App, type BlockAction } from '@slack/bolt'
import { note } from '../../domain/words/message.js'
import type { Requester } from '../admission.js'
import { answerQuestion, type AskOutcome, type Question } from './asking.js'
import type { SlackMessage } from '../message/blocks.js'
import { controlIds, factsOfBlock, teamOfDigestBlock } from './controls.js'
import { everybody } from '../team-menu.js'
import type { Listener, PressArgs, SlackServices } from '../listeners.js'
import { describeError } from '../log.js'
import { sharedText, shareTexts, sharingText, staleText } from '../refusals.js'
import { shareAnswer } from './share.js'

/** All but those that open a modal (`registerEverybody`). */
const anyControl = /^ask:(?!all$|digest:all$|page:)/

/** The meaning of a pressed button: another question, an answer to share, or a value that is no longer understood. */
type PressedButton =
  | { readonly kind: 'ask' | 'share'; readonly question: Question }
  | { readonly kind: 'stale' }

const teamOf = (value: string): string | null => (value === everybody ? null : value)

/** The questions that the buttons below a digest ask; the old button offered another day and named none. */
const digestQuestions: Readonly<Record<string, string>> = {
  [controlIds.digest]: 'this week',
  [controlIds.digestThisWeek]: 'this week',
  [controlIds.digestNextWeek]: 'next week',
}

const asks = (question: Question): PressedButton => ({ kind: 'ask', question })

const askingIds: readonly string[] = [
  controlIds.previous,
  controlIds.next,
  controlIds.opposite,
  controlIds.alternative,
]

const pressedValue = (action_id: string, value: string): PressedButton => {
  const digest = digestQuestions[action_id]
  if (digest !== undefined) return asks({ text: digest, team: teamOf(value) })
  if (action_id === controlIds.share) return { kind: 'share', question: { text: value } }
  if (askingIds.includes(action_id) || action_id.startsWith(controlIds.suggestion))
    return asks({ text: value })
  return { kind: 'stale' }
}

const pressedTeam = (block_id: string, value: string): PressedButton => {
  const facts = factsOfBlock(block_id)
  return facts ? asks({ text: facts.days, team: teamOf(value) }) : { kind: 'stale' }
}

const pressedOf = (action: PressArgs['action']): PressedButton => {
  const { action_id, block_id } = action
  if (action.type === 'button' && action.value) return pressedValue(action_id, action.value)
  if (action.type === 'static_select' || action.type === 'external_select') {
    if (action_id === controlIds.team) return pressedTeam(block_id, action.selected_option?.value ?? '')
  }
  const team = teamOfDigestBlock(block_id)
  if (action.type === 'datepicker' && action_id === controlIds.digestDay && action.selected_date && team)
    return asks({ text: action.selected_date, team: teamOf(team) })
  return { kind: 'stale' }
}

/** Only an ephemeral answer is replaced, because nobody else sees it. */
const isOwn = ({ body, action }: PressArgs): boolean =>
  body.container['is_ephemeral'] === true && factsOfBlock(action.block_id)?.asker === body.user.id

/**
 * Only the person sees it. The response_url of the press may be used up or expired; then the answer is sent as a new
 * message instead of replacing the old one.
 */
const tell = async (
  { respond, client, body }: PressArgs,
  message: SlackMessage,
  replace: boolean,
): Promise<void> => {
  const content = { text: message.text, blocks: [...message.blocks] }
  try {
    await respond({ ...content, response_type: 'ephemeral', replace_original: replace })
  } catch (error) {
    if (!(error instanceof RespondError) || !body.channel) throw error
    await client.chat.postEphemeral({ ...content, channel: body.channel.id, user: body.user.id })
  }
}

const say = (args: PressArgs, text: string): Promise<void> => tell(args, { text, blocks: [] }, false)

const show = (args: PressArgs, outcome: AskOutcome, replace: boolean): Promise<void> =>
  'refused' in outcome ? say(args, outcome.refused) : tell(args, outcome, replace)

/** The result replaces the button: a message that may have been posted is not offered again, whatever fails now. */
const showDone = async (
  args: PressArgs,
  asker: Requester,
  services: SlackServices,
  question: Question,
  said: string,
): Promise<void> => {
  try {
    await show(args, await answerQuestion(services, asker, question, [note(said)]), isOwn(args))
  } catch (error) {
    services.log.warn({ err: describeError(error) }, 'a shared answer could not be redrawn')
    await say(args, said)
  }
}

/** Shares a person's question at most once at a time: a double click posts once. */
const createSharing = () => {
  const running = new Set<string>()
  return async (
    args: PressArgs,
    asker: Requester,
    services: SlackServices,
    question: Question,
  ): Promise<void> => {
    const key = `${asker.workspace} ${asker.channel?.id} ${asker.user} ${question.text}`
    if (running.has(key)) return say(args, sharingText)
    running.add(key)
    try {
      const outcome = await shareAnswer(services, asker, question)
      if (typeof outcome === 'object') return await say(args, outcome.refused)
      const said = outcome === 'shared' ? sharedText : shareTexts.unsure
      await showDone(args, asker, services, question, said)
    } finally {
      running.delete(key)
    }
  }
}

/**
 * Buttons below an answer or a digest. Everything is looked up and checked again, because it may have changed since
 * they were drawn.
 */
export const registerButtons = (app: App, { answer }: SlackServices): void => {
  const share = createSharing()
  const press: Listener<PressArgs> = async (args, asker, services) => {
    const pressed = pressedOf(args.action)
    if (pressed.kind === 'stale') return say(args, staleText)
    if (pressed.kind === 'share') return share(args, asker, services, pressed.question)
    return show(args, await answerQuestion(services, asker, pressed.question), isOwn(args))
  }
  app.action<BlockAction>({ type: 'block_actions', action_id: anyControl }, answer(press))
}
