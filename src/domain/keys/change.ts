import { earlier, shownState, type ApiKey, type KeyRing, type KeySecret } from './key.js'
import type { MintedSecret } from '../secrets/mint.js'
import { Problem, type ProblemCode } from '../problem.js'

const keyEventKinds = [
  'created',
  'create_refused',
  'rotated',
  'rotation_undone',
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

/** What the event log says about a change, besides who, when and from where; never a secret or a hash. */
export interface KeyNote {
  /** Empty when it is about all keys of the organization. */
  readonly key: string
  readonly what: KeyEventKind
  readonly detail: Readonly<Record<string, string | number | boolean | null>>
}

/** A decision's effect on an organization's keys. When all lists are empty, nothing needs to be written. */
export interface KeyChanges {
  /** The changed keys that stay in the organization. */
  readonly changed: readonly ApiKey[]
  /** Keys that leave the organization's document for documents of their own. */
  readonly retired: readonly ApiKey[]
  readonly notes: readonly KeyNote[]
}

/** The reason for a refusal, in a sentence that says what to do instead. */
export interface KeyRefusal {
  readonly refused: ProblemCode
  readonly message: string
  readonly shell?: string | undefined
}

/** `key` is the key that the command is about, in its new state. */
export type KeyDecision = (KeyChanges & { readonly key: ApiKey }) | KeyRefusal

export const refusal = (refused: ProblemCode, message: string, shell?: string): KeyRefusal => ({
  refused,
  message,
  shell,
})

export const problemOf = ({ refused, message, shell }: KeyRefusal): Problem =>
  new Problem(refused, message, { shell })

/** Milliseconds after its end at which an expired key leaves the organization's document. */
export const retiredAfter = 30 * 86_400_000

const isLongExpired = (key: ApiKey, now: Date): boolean =>
  key.expires_at !== null && Date.parse(key.expires_at) + retiredAfter <= now.getTime()

/** The full effect of changing one key: revoked keys leave the document, and so do keys that expired long ago. */
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

/** One changed key and its log entry. */
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

/** The key is already in the wanted state, so there is nothing to write. */
export const unchanged = (key: ApiKey): KeyDecision => ({ key, changed: [], retired: [], notes: [] })

/** A key of the ring by id. Ids are typed by people, so `constructor` must not find anything. */
export const keyOf = (ring: KeyRing, id: string): ApiKey | undefined =>
  Object.hasOwn(ring.keys, id) ? ring.keys[id] : undefined

export const unknownKey = (id: string): KeyRefusal =>
  refusal('not_found', `This organization has no key ${id}.`, 'To see its keys: whosout keys list')

/** A secret valid from now on, without an end of its own. */
export const freshSecret = (secret: Omit<MintedSecret, 'token'>, now: Date): KeySecret => ({
  hash: secret.hash,
  start: secret.start,
  created_at: now.toISOString(),
  valid_until: null,
})

/** Ends a secret at an instant, unless it ends earlier. */
export const endSecret = (secret: KeySecret, end: string): KeySecret => ({
  ...secret,
  valid_until: earlier(secret.valid_until, end),
})

/** Why a key cannot be changed as asked because of its state; undefined when it can. */
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
        `${named} is locked by the plan and cannot be ${wish}. Enable it, or revoke it.`,
      )
    case 'disabled':
    case 'active':
      return undefined
  }
}

type KeyRule = (ring: KeyRing, id: string, now: Date) => KeyDecision

/** Applies the rule unless the key has changed since version `seen`, so that two people never undo each other. */
export const unlessChanged =
  (rule: KeyRule, seen: number | undefined): KeyRule =>
  (ring, id, now) => {
    const key = keyOf(ring, id)
    return seen === undefined || !key || key.version === seen
      ? rule(ring, id, now)
      : refusal('conflict', 'Someone else changed this key in the meantime, so nothing was changed.')
  }
