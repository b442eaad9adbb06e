import type { WebClient } from '@slack/web-api'
import type { UsersInfoResponse } from '@slack/web-api'
import type { SlackAccount, SlackPerson } from '../../domain/people/match.js'
import { isEmail } from '../../domain/roster/kinds.js'
import { slackErrorOf } from '../log.js'

/** `member`: may ask. The others are told why they may not (decisions, "Slack"). */
export type AccountKind = 'member' | 'guest' | 'bot' | 'stranger' | 'deactivated'

/** The known facts about a person in a workspace. */
export interface Profile extends SlackPerson {
  readonly id: string
  readonly account: SlackAccount
  readonly name: string
  readonly timezone: string | null
  readonly locale: string | null
  readonly isAdmin: boolean
  readonly kind: AccountKind
}

export type SlackUser = NonNullable<UsersInfoResponse['user']>

/** In Enterprise Grid a person's home may be another workspace of the same company. */
const isOfWorkspace = ({ team_id, enterprise_user }: SlackUser, workspace: string): boolean =>
  team_id === undefined || team_id === workspace || (enterprise_user?.teams ?? []).includes(workspace)

const kindOf = (user: SlackUser, workspace: string): AccountKind => {
  if (user.is_stranger === true || !isOfWorkspace(user, workspace)) return 'stranger'
  if (user.is_bot === true || user.id === 'USLACKBOT') return 'bot'
  if (user.deleted === true) return 'deactivated'
  return user.is_restricted === true || user.is_ultra_restricted === true ? 'guest' : 'member'
}

/** Only an address that its owner has confirmed, and that a member may have. */
const emailOf = ({ profile, is_email_confirmed }: SlackUser): string | null => {
  const email = profile?.email
  return isEmail(email) && is_email_confirmed !== false ? email : null
}

export const profileOf = (user: SlackUser, workspace: string): Profile => ({
  id: user.id ?? '',
  account: { workspace, user: user.id ?? '' },
  name: user.profile?.display_name || user.real_name || user.name || 'Somebody',
  email: emailOf(user),
  timezone: user.tz ?? null,
  locale: user.locale ?? null,
  isAdmin: user.is_admin === true || user.is_owner === true,
  kind: kindOf(user, workspace),
})

const unknown = (workspace: string, id: string): Profile => ({
  id,
  account: { workspace, user: id },
  name: 'Somebody',
  email: null,
  timezone: null,
  locale: null,
  isAdmin: false,
  kind: 'stranger',
})

const strange = ['user_not_found', 'user_not_visible', 'users_not_found']

/** Asks Slack now, for decisions that must not rely on a profile some minutes old; with the app's scopes, if it says. */
export const askProfileAndScopes = async (
  client: WebClient,
  workspace: string,
  id: string,
): Promise<{ readonly profile: Profile; readonly scopes: readonly string[] | null }> => {
  try {
    const { user, response_metadata } = await client.users.info({ user: id, include_locale: true })
    const profile = user ? profileOf(user, workspace) : unknown(workspace, id)
    return { profile, scopes: response_metadata?.scopes ?? null }
  } catch (error) {
    if (strange.includes(slackErrorOf(error) ?? '')) return { profile: unknown(workspace, id), scopes: null }
    throw error
  }
}

/** The same without the scopes. */
export const askProfile = async (client: WebClient, workspace: string, id: string): Promise<Profile> =>
  (await askProfileAndScopes(client, workspace, id)).profile

/** How long a profile is cached (milliseconds), and how many are. */
const believedFor = 300_000
const maxProfiles = 10_000

interface KeptProfile {
  readonly until: number
  readonly profile: Promise<Profile>
}

export const createProfiles = (now: () => Date) => {
  const kept = new Map<string, KeptProfile>()
  return {
    /** Asks Slack, or uses the cache. Rejects with the errors of Slack's client. */
    profile(client: WebClient, workspace: string, id: string): Promise<Profile> {
      const key = `${workspace}:${id}`
      const known = kept.get(key)
      const time = now().getTime()
      if (known && known.until > time) return known.profile
      const profile = askProfile(client, workspace, id)
      kept.delete(key)
      kept.set(key, { until: time + believedFor, profile })
      profile.catch(() => kept.delete(key))
      const [oldest] = kept.keys()
      if (kept.size > maxProfiles && oldest !== undefined) kept.delete(oldest)
      return profile
    },
  }
}
export type SlackPeople = ReturnType<typeof createProfiles>
