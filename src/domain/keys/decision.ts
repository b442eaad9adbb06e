import { earlier, shownState } from './key.js'
import type { ApiKey, KeyRing, KeySecret } from './key.js'
import type { MintedSecret } from './secret.js'
import type { ProblemCode } from '../problem.js'

const keyEventKinds = [
  'created',
  'create_refused',
  'rotated',
  'secret_closed',
  'edited',
  'disabled',
  'enabled',
  'unlocked',
  'revoked',
  'retired',
  'kept_by_plan',
  'locked_by_plan',
  'used_from_new_address',
  'used_after_revoke',
  'expired_seen',
  'used_while_disabled',
  'used_while_locked',
  'used_from_refused_address',
  'plan_changed',
  'suspended',
  'resumed',
] as const
export type KeyEventKind = (typeof keyEventKinds)[number]

/** What the event log says of a change; who, when and from where are added where it is written. Never a secret or a hash. */
export interface KeyNote {
  /** Empty when it is about all keys of the organization. */
  readonly key: string
  readonly what: KeyEventKind
  readonly detail: Readonly<Record<string, string | number | boolean | null>>
}

/** What a decision does to the keys of an organization. All lists empty: there is nothing to write. */
export interface KeyChanges {
  /** The keys afterwards, in the organization. */
  readonly changed: readonly ApiKey[]
  /** Keys as they leave it, for documents of their own. */
  readonly retired: readonly ApiKey[]
  readonly notes: readonly KeyNote[]
}

/** Why not, in a sentence that names the way out. */
export interface KeyRefusal {
  readonly refused: ProblemCode
  readonly message: string
}

/** `key` is the key of the command, afterwards. */
export type KeyDecision = (KeyChanges & { readonly key: ApiKey }) | KeyRefusal

export const refusal = (refused: ProblemCode, message: string): KeyRefusal => ({ refused, message })

/** So long after its end an expired key leaves the organization's document (milliseconds). */
export const retiredAfter = 30 * 86_400_000

const isLongExpired = (key: ApiKey, now: Date): boolean =>
  key.expires_at !== null && Date.parse(key.expires_at) + retiredAfter <= now.getTime()

/** What a change of one key amounts to: revoked keys leave, and with any change those that expired long ago. */
export const changesOf = (
  ring: KeyRing,
  changed: readonly ApiKey[],
  notes: readonly KeyNote[],
  now: Date,
): KeyChanges => {
  const touched = new Set(changed.map((key) => key.id))
  const swept = Object.values(ring.keys).filter((key) => !touched.has(key.id) && isLongExpired(key, now))
  return {
    changed: changed.filter((key) => key.state !== 'revoked'),
    retired: [...changed.filter((key) => key.state === 'revoked'), ...swept],
    notes: [...notes, ...swept.map((key): KeyNote => ({ key: key.id, what: 'retired', detail: {} }))],
  }
}

/** One key changed, and one line of its log. */
export const decided = (
  ring: KeyRing,
  key: ApiKey,
  what: KeyEventKind,
  detail: KeyNote['detail'],
  now: Date,
): KeyDecision => ({
  key,
  ...changesOf(ring, [key], [{ key: key.id, what, detail }], now),
})

/** The key is already in the wanted state: there is nothing to write. */
export const unchanged = (key: ApiKey): KeyDecision => ({ key, changed: [], retired: [], notes: [] })

/** A key of the ring by its id. Ids come from people: `constructor` names no key. */
export const keyOf = (ring: KeyRing, id: string): ApiKey | undefined =>
  Object.hasOwn(ring.keys, id) ? ring.keys[id] : undefined

export const unknownKey = (id: string): KeyRefusal =>
  refusal('not_found', `This organization has no key ${id}. To see its keys: whosout keys list`)

/** A secret from now on, without an end of its own. */
export const freshSecret = (secret: Omit<MintedSecret, 'token'>, now: Date): KeySecret => ({
  hash: secret.hash,
  start: secret.start,
  created_at: now.toISOString(),
  valid_until: null,
})

/** Ends a secret at the instant, unless it ends earlier by itself. */
export const endSecret = (secret: KeySecret, end: string): KeySecret => ({
  ...secret,
  valid_until: earlier(secret.valid_until, end),
})

/** Why a key that does not simply work cannot be changed as asked; undefined when it can. */
export const refusalFor = (key: ApiKey, wish: string, now: Date): KeyRefusal | undefined => {
  const named = `"${key.name}" (${key.id})`
  switch (shownState(key, now)) {
    case 'revoked':
      return refusal('conflict', `${named} has been revoked permanently. Create a new key instead.`)
    case 'expired':
      return refusal('conflict', `${named} has expired and cannot be ${wish}. Create a new key instead.`)
    case 'locked':
      return refusal(
        'conflict',
        `${named} is locked by the plan and cannot be ${wish}. Unlock it with "whosout keys enable", or revoke it.`,
      )
    case 'disabled':
    case 'active':
      return undefined
  }
}
