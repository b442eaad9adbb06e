import type { AllMiddlewareArgs, App, SlackOptionsMiddlewareArgs } from '@slack/bolt'
import { listTeams } from '../../services/organizations/teams.js'
import type { ListenerContext } from '../listeners.js'
import { describeFault } from '../log.js'
import { accessOf } from '../workspace/access.js'
import type { SlackAnswers } from './asking.js'
import { teamOptions } from './team-menu.js'

type OptionsArgs = SlackOptionsMiddlewareArgs<'block_suggestion'> & AllMiddlewareArgs

/** What is offered for the words typed so far; nothing to whoever may not ask. */
const optionsFor = async (
  { store, command }: Pick<ListenerContext, 'store' | 'command'>,
  asker: Pick<SlackAnswers, 'admit'>,
  { client, context, body, payload }: OptionsArgs,
) => {
  const access = accessOf(context)
  if (!('organization' in access)) return []
  const { organization } = access
  const asking = {
    client,
    workspace: context.teamId ?? '',
    user: body.user.id,
    organization,
    channel: null,
    command,
  }
  if ('refused' in (await asker.admit(asking))) return []
  return teamOptions(await listTeams(store, organization._id), payload.value)
}

/** Answers Slack's question for the teams of a menu (`teamMenu`), in messages and in views. */
export const registerTeamOptions = (
  app: App,
  context: Pick<ListenerContext, 'store' | 'command' | 'log'>,
  asker: Pick<SlackAnswers, 'admit'>,
  action_id: string | RegExp,
): void =>
  app.options<'block_suggestion'>({ type: 'block_suggestion', action_id }, async (args) => {
    try {
      await args.ack({ options: [...(await optionsFor(context, asker, args))] })
    } catch (fault) {
      context.log.error(
        { err: describeFault(fault), workspace: args.context.teamId },
        'teams could not be offered',
      )
      await args.ack({ options: [] })
    }
  })
