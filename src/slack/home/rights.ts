import type { WebClient } from '@slack/web-api'
import type { Actor } from '../../services/dependencies.js'
import { slackErrorOf } from '../log.js'
import { askProfile, type Profile } from '../people/profiles.js'
import { accountRefusal, unseen } from '../refusals.js'

const adminsOnly = 'Only admins and owners of this Slack workspace can do that.'

/**
 * The person, if Slack says right now that they are an admin or an owner of the workspace; otherwise why not. Checked
 * anew on each press, because rights may have changed since the Home tab was drawn. Rejects with the errors of Slack's
 * client.
 */
export const admitAdmin = async (
  client: WebClient,
  workspace: string,
  user: string,
): Promise<Profile | { readonly refused: string }> => {
  try {
    const profile = await askProfile(client, workspace, user)
    if (profile.kind !== 'member') return { refused: accountRefusal(profile.kind) }
    return profile.isAdmin ? profile : { refused: adminsOnly }
  } catch (fault) {
    if (slackErrorOf(fault) === 'missing_scope') return { refused: unseen }
    throw fault
  }
}

/** The actor for the audit log: Slack's ids, which are not e-mail addresses. */
export const actorOf = (workspace: string, user: string): Actor => ({
  who: `slack:${user}`,
  from: `slack:${workspace}`,
})
