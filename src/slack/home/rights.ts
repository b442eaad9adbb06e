import type { WebClient } from '@slack/web-api'
import type { Actor } from '../../services/dependencies.js'
import { slackErrorOf } from '../log.js'
import { askProfile, type Profile } from '../people/profiles.js'
import { accountRefusal, unseen } from '../refusals.js'

export const adminsOnly = 'Only admins and owners of this Slack workspace can do that.'

/**
 * Who presses, when Slack says now that it is an admin or an owner of the workspace; else why not. Asked anew each time:
 * what was so when the Home tab was drawn counts for nothing. Rejects with what Slack's client throws.
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

/** Who acts, for the log of events: Slack's ids, which are no addresses. */
export const actorOf = (workspace: string, user: string): Actor => ({
  who: `slack:${user}`,
  from: `slack:${workspace}`,
})
