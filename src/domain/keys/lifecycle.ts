import { countingKeys, shownState, type ApiKey, type KeyRing } from './key.js'
import {
  decided,
  endSecret,
  freshSecret,
  keyOf,
  refusal,
  refusalFor,
  unchanged,
  unknownKey,
  type KeyDecision,
  type KeyRefusal,
} from './change.js'
import { endAfterGrace, maxGrace } from './grace.js'
import type { KeyOptions } from './options.js'
import { noExpiry, noRoom, noRotation } from './plan-limits.js'
import type { MintedSecret } from '../secrets/mint.js'
import { differences } from '../records/audit.js'

export interface NewKey extends KeyOptions {
  readonly id: string
  readonly team_id: string | null
  readonly secret: Omit<MintedSecret, 'token'>
}

/** Creates a key within what the plan includes. */
export const createKey = (ring: KeyRing, command: NewKey, now: Date): KeyDecision => {
  const wayOut = 'Leave out the expiry, or change the plan.'
  const beyond = noExpiry(ring, command.expires_at, wayOut) ?? noRoom(ring, countingKeys(ring, now))
  if (beyond) return beyond
  const { secret, ...chosen } = command
  const key: ApiKey = {
    ...chosen,
    state: 'active',
    locked: false,
    secrets: [freshSecret(secret, now)],
    created_at: now.toISOString(),
    rotated_at: null,
    revoked_at: null,
    version: 1,
  }
  return decided(
    ring,
    key,
    'created',
    { name: key.name, start: secret.start, expires_at: key.expires_at },
    now,
  )
}

/** Stops a key until it is enabled again. A disabled key stays disabled. */
export const disableKey = (ring: KeyRing, id: string, now: Date): KeyDecision => {
  const key = keyOf(ring, id)
  if (!key) return unknownKey(id)
  const inTheWay = refusalFor(key, 'disabled', now)
  if (inTheWay) return inTheWay
  if (key.state === 'disabled') return unchanged(key)
  return decided(ring, { ...key, state: 'disabled', version: key.version + 1 }, 'disabled', {}, now)
}

/** Enables a disabled key, or a locked one when the plan has room for it. */
export const enableKey = (ring: KeyRing, id: string, now: Date): KeyDecision => {
  const key = keyOf(ring, id)
  if (!key) return unknownKey(id)
  const state = shownState(key, now)
  if (state === 'active') return unchanged(key)
  const inTheWay =
    state === 'locked' ? noRoom(ring, countingKeys(ring, now)) : refusalFor(key, 'enabled', now)
  if (inTheWay) return inTheWay
  const enabled: ApiKey = { ...key, state: 'active', locked: false, version: key.version + 1 }
  return decided(ring, enabled, state === 'locked' ? 'unlocked' : 'enabled', {}, now)
}

/** Ends a key and all its secrets, now and for ever. A revoked key stays revoked. */
export const revokeKey = (ring: KeyRing, id: string, now: Date): KeyDecision => {
  const key = keyOf(ring, id)
  if (!key) return unknownKey(id)
  if (key.state === 'revoked') return unchanged(key)
  const end = now.toISOString()
  const revoked: ApiKey = {
    ...key,
    state: 'revoked',
    secrets: key.secrets.map((secret) => endSecret(secret, end)),
    revoked_at: end,
    version: key.version + 1,
  }
  return decided(ring, revoked, 'revoked', {}, now)
}

/** Milliseconds after a rotation during which another one needs an explicit request. */
export const rotationPause = 60_000

export interface Rotation {
  readonly id: string
  readonly secret: Omit<MintedSecret, 'token'>
  /** Milliseconds for which the old secret keeps working, 0 to seven days. */
  readonly grace: number
  /** Rotate even though the last rotation was a moment ago. */
  readonly again: boolean
  /** The version of the key that the caller saw. */
  readonly seen: number
}

const rotationRefusal = (
  ring: KeyRing,
  key: ApiKey,
  command: Rotation,
  now: Date,
): KeyRefusal | undefined => {
  const inTheWay = noRotation(ring) ?? refusalFor(key, 'rotated', now)
  if (inTheWay) return inTheWay
  if (key.state === 'disabled')
    return refusal(
      'conflict',
      `"${key.name}" (${key.id}) is disabled. Enable it first, or revoke it and create a new one.`,
    )
  if (!(command.grace >= 0 && command.grace <= maxGrace))
    return refusal('invalid', 'The grace period must be 0 to 7 days.')
  const rotatedAgo = key.rotated_at === null ? Infinity : now.getTime() - Date.parse(key.rotated_at)
  if (rotatedAgo < rotationPause && !command.again)
    return refusal(
      'conflict',
      `"${key.name}" (${key.id}) was rotated less than a minute ago, and its new secret may already be in use.`,
      'To replace it too, add --again; the secret before it then stops working at once.',
    )
  if (key.version !== command.seen)
    return refusal(
      'conflict',
      `"${key.name}" (${key.id}) was just changed by someone else. Check it, then try again.`,
      'To see it: whosout keys list',
    )
  return undefined
}

/** The old secret works until `min(its own end, now + grace)`, any older one ends now (decisions, "API keys"). */
export const rotateKey = (ring: KeyRing, command: Rotation, now: Date): KeyDecision => {
  const key = keyOf(ring, command.id)
  if (!key) return unknownKey(command.id)
  const refused = rotationRefusal(ring, key, command, now)
  if (refused) return refused
  const end = endAfterGrace(command.grace, key, now)
  const previous = key.secrets.slice(0, 1).map((secret) => endSecret(secret, end))
  const rotated: ApiKey = {
    ...key,
    secrets: [freshSecret(command.secret, now), ...previous],
    rotated_at: now.toISOString(),
    version: key.version + 1,
  }
  const detail = { start: command.secret.start, previous_valid_until: previous[0]?.valid_until ?? null }
  return decided(ring, rotated, 'rotated', detail, now)
}

/** Takes back a rotation whose new secret nobody has seen: the key is again as it was `before`, its old secret without an end. */
export const undoRotation = (ring: KeyRing, before: ApiKey, now: Date): KeyDecision => {
  const key = keyOf(ring, before.id)
  if (!key) return unknownKey(before.id)
  const detail = { start: key.secrets[0]?.start ?? null }
  return decided(ring, { ...before, version: key.version + 1 }, 'rotation_undone', detail, now)
}

/** The parts of a key that may change without a new secret. */
export type KeyEdit = Partial<Pick<ApiKey, 'name' | 'expires_at' | 'allow' | 'team_id' | 'reasons'>>

const editable = ['name', 'expires_at', 'allow', 'team_id', 'reasons'] as const

/** With the address list as one text, so that keys can be compared. */
const flat = ({ allow, ...key }: ApiKey) => ({ ...key, allow: allow?.join(' ') ?? null })

/** Changes name or limits; revoked and expired keys may not be edited, and an expiry needs the paid plan. */
export const editKey = (ring: KeyRing, id: string, edit: KeyEdit, now: Date): KeyDecision => {
  const key = keyOf(ring, id)
  if (!key) return unknownKey(id)
  const isOver = ['revoked', 'expired'].includes(shownState(key, now))
  const inTheWay =
    (isOver ? refusalFor(key, 'edited', now) : undefined) ??
    noExpiry(ring, edit.expires_at, 'Change the plan first.')
  if (inTheWay) return inTheWay
  const after: ApiKey = { ...key, ...edit }
  const detail = differences(flat(key), flat(after), editable)
  if (Object.keys(detail).length === 0) return unchanged(key)
  return decided(ring, { ...after, version: key.version + 1 }, 'edited', detail, now)
}
