import type { App, SlackEventMiddlewareArgs } from '@slack/bolt'
import type { WebClient } from '@slack/web-api'
import { teamOfChannel } from '../../domain/digests/channel-team.js'
import { openContext } from '../../services/ask/context.js'
import { askerOf, type ActedArgs, type Requester } from '../admission.js'
import { channelName } from '../channel.js'
import type { SlackServices } from '../listeners.js'
import { describeError } from '../log.js'
import { agentScope } from '../manifest.js'
import { askProfileAndScopes } from '../people/profiles.js'

/** Slack shows no more. */
const maxPrompts = 4

/** What the person may want to ask: about the team of the channel in front of them, their own, and themselves. */
const promptsFor = async (
  { rolls, now }: SlackServices,
  { client, organization }: Requester,
  asker: Parameters<typeof openContext>[2]['asker'],
  channel: string | undefined,
): Promise<readonly string[]> => {
  const { roll, me } = await openContext(rolls, organization._id, { asker, now: now() })
  const name = channel === undefined ? null : await channelName(client, channel)
  const teams = [name === null ? null : teamOfChannel(name, roll.teams), me?.team_id ?? null]
  const asked = new Set(teams.flatMap((id) => (id === null ? [] : (roll.teamsById.get(id)?.name ?? []))))
  return [
    ...[...asked].map((team) => `Who is out in ${team} this week?`),
    'Who is out today?',
    ...(me ? ['When am I off next?'] : []),
    'Who is back tomorrow?',
  ].slice(0, maxPrompts)
}

type ContextChanged = SlackEventMiddlewareArgs<'app_context_changed'>['event']
type OpenBeside = ContextChanged['context'] | undefined

const channelIn = (context: OpenBeside): string | undefined =>
  context?.entities?.flatMap((one) => (one.type === 'slack#/types/channel_id' ? one.value : []))[0]

const setPrompts = async (
  client: WebClient,
  channel_id: string,
  prompts: readonly string[],
): Promise<void> => {
  // Without a thread: Slack does nothing for agents where one is named.
  await client.assistant.threads.setSuggestedPrompts({
    channel_id,
    prompts: prompts.map((message) => ({ title: message, message })),
  })
}

/** The agent view, where the app has it: prompts from the person's world. What they ask is a direct message. */
export const registerAgent = (app: App, services: SlackServices): void => {
  const suggest = async (
    { client, context }: Pick<ActedArgs, 'client' | 'context'>,
    user: string,
    channel: string,
    seen: OpenBeside,
  ): Promise<void> => {
    try {
      const asker = askerOf(services, { client, context, body: { user: { id: user } } })
      if ('refused' in asker) return
      const { profile, scopes } = await askProfileAndScopes(client, asker.workspace, user)
      if (profile.kind !== 'member' || !scopes?.includes(agentScope)) return
      await setPrompts(client, channel, await promptsFor(services, asker, profile, channelIn(seen)))
    } catch (error) {
      services.log.warn(
        { err: describeError(error), workspace: context.teamId },
        'no prompts could be suggested to a person',
      )
    }
  }
  app.event('app_home_opened', async ({ event, ...args }) => {
    const { tab, user, channel, context } = event
    if (tab === 'messages') await suggest(args, user, channel, context)
  })
  app.event('app_context_changed', async ({ event, ...args }) => {
    // Slack's own example has neither.
    const { user, channel, context }: Partial<ContextChanged> = event
    if (user && channel) await suggest(args, user, channel, context)
  })
}
