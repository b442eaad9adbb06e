import { hasCome, shownState, type ApiKey, type KeyState } from './key.js'
import { planLimits } from './plan-limits.js'
import type { KeyUses } from './uses.js'
import type { Plan } from '../organization/plan.js'

const idleDays = 90

/** Conditions that a careful owner should look at. */
export const keyHints = {
  never_used: 'never used',
  idle: `not used for ${idleDays} days`,
  never_expires: 'never expires',
  new_secret_unused: 'new secret not used yet',
} as const
type KeyHint = keyof typeof keyHints

/** A key as lists show it: everything but its secrets. */
export interface KeyView extends Omit<ApiKey, 'state' | 'locked' | 'secrets' | 'version'> {
  readonly state: KeyState
  /** The first characters of the newest secret. */
  readonly start: string
  readonly last_used_at: string | null
  readonly last_used_from: string | null
  /** Until when the previous secret works; null when it does not. */
  readonly previous_valid_until: string | null
  /** Null also when the team has been deleted. */
  readonly team_name: string | null
  readonly hints: readonly KeyHint[]
}

/** Only working keys have hints. "never expires" is only given on a plan that allows expiry. */
const hintsFor = (key: ApiKey, uses: KeyUses | undefined, plan: Plan, now: Date): KeyHint[] => {
  if (shownState(key, now) !== 'active') return []
  const hints: KeyHint[] = []
  if (!uses) hints.push('never_used')
  else if (now.getTime() - Date.parse(uses.at) >= idleDays * 86_400_000) hints.push('idle')
  const newest = key.secrets[0]
  if (uses && key.rotated_at !== null && newest && !Object.hasOwn(uses.first_used, newest.hash))
    hints.push('new_secret_unused')
  if (planLimits[plan].expiry && key.expires_at === null) hints.push('never_expires')
  return hints
}

/** `teams`: team names by id. */
export const keyView = (
  key: ApiKey,
  uses: KeyUses | undefined,
  plan: Plan,
  now: Date,
  teams: ReadonlyMap<string, string> = new Map(),
): KeyView => {
  const state = shownState(key, now)
  const previous = key.secrets[1]?.valid_until ?? null
  return {
    id: key.id,
    name: key.name,
    state,
    start: key.secrets[0]?.start ?? '',
    created_at: key.created_at,
    rotated_at: key.rotated_at,
    revoked_at: key.revoked_at,
    expires_at: key.expires_at,
    last_used_at: uses?.at ?? null,
    last_used_from: uses?.from ?? null,
    previous_valid_until: state === 'active' && !hasCome(previous, now) ? previous : null,
    team_id: key.team_id,
    team_name: key.team_id === null ? null : (teams.get(key.team_id) ?? null),
    allow: key.allow,
    reasons: key.reasons,
    hints: hintsFor(key, uses, plan, now),
  }
}
