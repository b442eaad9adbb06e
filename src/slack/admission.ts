import type { Context } from '@slack/bolt'
import type { WebClient } from '@slack/web-api'
import type { Organization } from '../domain/organization/organization.js'
import type { Actor } from '../services/dependencies.js'
import { viewerClockOf, type ViewerClock } from './viewer-clock.js'
import { slackErrorOf } from './log.js'
import { askProfileAndScopes, type Profile, type SlackPeople } from './people/profiles.js'
import { accountRefusal, refusalText, unseen } from './refusals.js'
import { accessOf } from './workspace/access.js'

/** Why somebody gets no answer, in a sentence for them. */
export interface Denial {
  readonly refused: string
}

/** An admin or owner of the workspace, and the organization they manage. */
export interface Admin {
  readonly organization: Organization
  readonly workspace: string
  readonly profile: Profile
  readonly actor: Actor
  readonly clock: ViewerClock
  /** What the app may do in the workspace; null: Slack did not say. */
  readonly scopes: readonly string[] | null
}

/** Where a request comes from. */
interface Origin {
  readonly client: WebClient
  readonly workspace: string
  readonly user: string
  readonly organization: Organization
  /** Null where there is no channel, as in the Home tab. */
  readonly channel: { readonly id: string; readonly name: string } | null
  /** As the asker types it. */
  readonly command: string
  /** The workspace's token. */
  readonly token: string
}

/** The person behind a request. What Slack says of them is looked up at most once; both reject with its client's errors. */
export interface Requester extends Origin {
  /** The person, when they may ask. */
  admit(): Promise<Profile | Denial>
  /** The same for admins, from what Slack says right now: rights may have changed since something was drawn. */
  admitAdmin(): Promise<Admin | Denial>
}

const adminsOnly = 'Only admins and owners of this Slack workspace can do that.'

/** The actor for the audit log: Slack's ids, which are not e-mail addresses. */
export const actorOf = ({ workspace, user }: Pick<Requester, 'workspace' | 'user'>): Actor => ({
  who: `slack:${user}`,
  from: `slack:${workspace}`,
})

const admitted = async (asked: Promise<Profile>): Promise<Profile | Denial> => {
  try {
    const profile = await asked
    return profile.kind === 'member' ? profile : { refused: accountRefusal(profile.kind) }
  } catch (error) {
    if (slackErrorOf(error) === 'missing_scope') return { refused: unseen }
    throw error
  }
}

interface AskerDeps {
  readonly profiles: SlackPeople
  readonly now: () => Date
  /** The usual command, where none was typed. */
  readonly command: string
}

const createAsker = ({ profiles, now }: AskerDeps, origin: Origin): Requester => {
  const { client, workspace, user, organization } = origin
  let person: Promise<Profile | Denial> | undefined
  let admin: Promise<Admin | Denial> | undefined
  const admitNow = async (): Promise<Admin | Denial> => {
    const asked = askProfileAndScopes(client, workspace, user)
    person = admitted(asked.then(({ profile: one }) => one))
    const profile = await person
    if ('refused' in profile) return profile
    if (!profile.isAdmin) return { refused: adminsOnly }
    const clock = viewerClockOf(profile, organization, now())
    const { scopes } = await asked
    return { organization, workspace, profile, actor: actorOf(origin), clock, scopes }
  }
  return {
    ...origin,
    admit: () => (person ??= admitted(profiles.profile(client, workspace, user))),
    admitAdmin: () => (admin ??= admitNow()),
  }
}

/** The part of Bolt's arguments that says who acted: a typed command, or something that was pressed or submitted. */
export interface ActedArgs {
  readonly client: WebClient
  readonly context: Context
  readonly body:
    | {
        readonly user: { readonly id: string }
        readonly channel?: { readonly id: string; readonly name: string } | undefined
      }
    | {
        readonly user_id: string
        readonly channel_id: string
        readonly channel_name: string
        readonly command: string
      }
}

/** Whoever acted; or why nobody in this workspace gets an answer. */
export const askerOf = (deps: AskerDeps, { client, context, body }: ActedArgs): Requester | Denial => {
  const access = accessOf(context)
  if ('refused' in access) return { refused: refusalText(access.refused) }
  const { organization } = access
  const place = { client, workspace: context.teamId ?? '', organization, token: context.botToken ?? '' }
  if ('user_id' in body) {
    const { user_id: user, channel_id: id, channel_name: name, command } = body
    return createAsker(deps, { ...place, user, channel: { id, name }, command })
  }
  const { user, channel } = body
  const where = channel ? { id: channel.id, name: channel.name } : null
  return createAsker(deps, { ...place, user: user.id, channel: where, command: deps.command })
}
