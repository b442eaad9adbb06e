import type { WebClient } from '@slack/web-api'
import type { Organization } from '../../domain/organization/organization.js'
import type { CommandArgs } from '../modal/command.js'
import type { Asking } from './asking.js'

/** Whoever typed a command. */
export const askingOf = ({ client, command }: CommandArgs, organization: Organization): Asking => ({
  client,
  workspace: command.team_id,
  user: command.user_id,
  organization,
  channel: { id: command.channel_id, name: command.channel_name },
  command: command.command,
})

/** A press or a submission, as Bolt hands it over. */
interface ActedArgs {
  readonly client: WebClient
  readonly context: { readonly teamId?: string | undefined }
  readonly body: { readonly user: { readonly id: string } }
}

/** Whoever pressed or submitted something. `command`: as it is written for them. */
export const askingBy = (
  { client, context, body }: ActedArgs,
  organization: Organization,
  channel: Asking['channel'],
  command: string,
): Asking => ({
  client,
  workspace: context.teamId ?? '',
  user: body.user.id,
  organization,
  channel,
  command,
})
