import type { AllMiddlewareArgs, App } from '@slack/bolt'
import type { WebClient } from '@slack/web-api'
import type { AnswerableArgs, Listener, Register, Respond } from '../listeners.js'
import type { Requester } from '../admission.js'
import { channelRefusal } from '../channel.js'
import { isCommand } from '../command.js'
import { escape } from '../message/mrkdwn.js'
import { shareTexts } from '../refusals.js'
import { slackErrorOf } from '../log.js'
import { answerQuestion, contentOf } from './asking.js'
import { shareAnswer } from './share.js'

/** A message that somebody wrote to the app: in their direct messages with it, or by its name in a channel. */
interface Addressed {
  readonly user: string
  readonly channel: string
  readonly text: string
  readonly ts: string
  readonly thread: string | undefined
}

interface AddressedArgs extends AnswerableArgs {
  readonly said: Addressed
}

/** The parts of an event that say who wrote what; Bolt's types have one for each kind of message. */
interface MessageEvent {
  readonly subtype?: string
  readonly bot_id?: string
  readonly user?: string
  readonly channel?: string
  readonly channel_type?: string
  readonly text?: string
  readonly ts?: string
  readonly thread_ts?: string
}

/** Null for what no person has just typed: edits, deletions, files, joins, and whatever apps write. */
const addressedIn = ({
  subtype,
  bot_id,
  user,
  channel,
  text,
  ts,
  thread_ts,
}: MessageEvent): Addressed | null =>
  subtype === undefined && bot_id === undefined && user && channel && text?.trim() && ts
    ? { user, channel, text, ts, thread: thread_ts }
    : null

/** Seconds for which a question goes on with the one before it. */
const conversation = 600
const maxBefore = 10

/**
 * What the person asked before, oldest first. Slack is asked and nothing is kept here, so that every process knows the
 * same; where Slack does not say, each question stands for itself.
 */
const askedBefore = async (
  client: WebClient,
  { channel, user, ts }: Addressed,
): Promise<readonly string[]> => {
  try {
    const oldest = (Number(ts) - conversation).toFixed(6)
    const { messages = [] } = await client.conversations.history({
      channel,
      oldest,
      latest: ts,
      limit: maxBefore,
    })
    return messages
      .flatMap((message) => addressedIn({ ...(message as MessageEvent), channel }) ?? [])
      .filter((said) => said.user === user)
      .map(({ text }) => text)
      .reverse()
  } catch (error) {
    if (slackErrorOf(error) === undefined) throw error
    return []
  }
}

/** Commands open forms, which Slack allows only where a command was typed or something was pressed. */
const typeIt = ({ command }: Requester, text: string): string =>
  `Type \`${command} ${escape(text.trim())}\` for that.`

/** A question in direct messages is answered there. */
const answerDirectly: Listener<AddressedArgs> = async ({ respond, said }, asker, services) => {
  if (isCommand(said.text)) return void (await respond(typeIt(asker, said.text)))
  const before = () => askedBefore(asker.client, said)
  await respond(contentOf(await answerQuestion(services, asker, { text: said.text, before })))
}

/** "@whosout who is out", "@whosout share next week" */
const mentioned = /^\s*<@[A-Z0-9]+(?:\|[^>]*)?>[\s,:]*(share\b)?\s*/iu

/** A mention is answered where it stood, for the asker alone, or for everybody where they say so. */
const answerMention: Listener<AddressedArgs> = async ({ respond, said }, asker, services) => {
  const [lead = '', share] = mentioned.exec(said.text) ?? []
  const question = { text: said.text.slice(lead.length) }
  if (share !== undefined) {
    const shared = await shareAnswer(services, asker, question)
    if (shared === 'shared') return
    return void (await respond(shared === 'unsure' ? shareTexts.unsure : shared.refused))
  }
  if (isCommand(question.text)) return void (await respond(typeIt(asker, question.text)))
  const refusal = await channelRefusal(asker.client, said.channel)
  if (refusal === 'connect') return void (await respond(shareTexts.connect))
  await respond(contentOf(await answerQuestion(services, asker, question)))
}

/** Sends an answer to where the message stood; in a channel only its author sees it. */
const respondTo =
  (client: WebClient, { channel, user, thread }: Addressed, isDirect: boolean): Respond =>
  async (message) => {
    const { text = '' } = typeof message === 'string' ? { text: message } : message
    const blocks = typeof message !== 'string' && 'blocks' in message ? message.blocks : undefined
    const content = { channel, text, ...(blocks && { blocks }), ...(thread && { thread_ts: thread }) }
    await (isDirect ? client.chat.postMessage(content) : client.chat.postEphemeral({ ...content, user }))
  }

/** Questions to the app that are no command: it is told only of what is addressed to it. */
export const registerAddressed: Register = (app: App, { answer }) => {
  const handle = async (
    { client, context }: Pick<AllMiddlewareArgs, 'client' | 'context'>,
    said: Addressed,
    isDirect: boolean,
  ): Promise<void> =>
    answer(isDirect ? answerDirectly : answerMention)({
      client,
      context: { ...context, userId: said.user },
      body: { user: { id: said.user }, channel: { id: said.channel, name: '' } },
      ack: async () => undefined,
      respond: respondTo(client, said, isDirect),
      said,
    })
  app.event('message', async ({ event, ...args }) => {
    const said = event.channel_type === 'im' ? addressedIn(event as MessageEvent) : null
    if (said) await handle(args, said, true)
  })
  app.event('app_mention', async ({ event, ...args }) => {
    const said = addressedIn(event as MessageEvent)
    // In direct messages Slack sends the message as such, too.
    if (said && !said.channel.startsWith('D')) await handle(args, said, false)
  })
}
