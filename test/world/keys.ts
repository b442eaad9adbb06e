import type { ApiKey, KeySecret } from '../../src/domain/keys/key.js'
import { mintSecret } from '../../src/domain/secrets/mint.js'
import { documentId } from '../../src/domain/organization/organization.js'
import type { Change } from '../../src/store/port.js'
import { acmeId, teams } from './acme.js'
import { uuidFrom, type Random } from './randomness.js'
import { apiKey } from '../stores/samples.js'

const plainNames = [
  'active',
  'disabled',
  'expired',
  'locked',
  'far',
  'near',
  'team',
  'orphan',
  'hidden',
] as const

/**
 * What a secret is good for, or why it is not. `far` is allowed from 10.0.0.0/8 and 2001:db8::/32 only, `near` from
 * this machine; `orphan` is limited to a deleted team. `fresh` and `grace` are the new and the old secret of one
 * key, whose grace ends at 22:00 UTC; the grace of `stale` is over, and `replaced` is forgotten by its key.
 * `suspended` and `deleted` say what became of the organization. `stranger` is well-formed and nobody's; `mistyped`
 * is the active one with another last character.
 */
export type SecretName =
  | (typeof plainNames)[number]
  | 'revoked'
  | 'fresh'
  | 'grace'
  | 'stale'
  | 'replaced'
  | 'suspended'
  | 'deleted'
  | 'stranger'
  | 'mistyped'

export const suspendedOrg = '5a5a5a5a-0000-4000-8000-000000000001'
const deletedOrg = 'de1e7ed0-0000-4000-8000-000000000001'

const longAgo = '2026-01-05T09:00:00.000Z'
const yesterday = '2026-11-19T10:00:00.000Z'
const tonight = '2026-11-20T22:00:00.000Z'

const plainKeys: Record<(typeof plainNames)[number], Partial<ApiKey>> = {
  active: {},
  disabled: { state: 'disabled' },
  expired: { expires_at: yesterday },
  locked: { locked: true },
  far: { allow: ['10.0.0.0/8', '2001:db8::/32'] },
  near: { allow: ['127.0.0.0/8', '::1'] },
  team: { team_id: teams.platform },
  orphan: { team_id: '0dd0dd00-0000-4000-8000-000000000000' },
  hidden: { reasons: 'hidden' },
}

export const keyDocument = (id: string, key: Partial<ApiKey>): ApiKey =>
  apiKey(id, { secrets: [], created_at: longAgo, ...key })

export interface Minted {
  readonly token: string
  readonly secret: KeySecret
}

/** A new secret, as it is shown and as it is stored. */
export const mint = (random: Random, valid_until: string | null = null): Minted => {
  const { token, hash, start } = mintSecret(random(32))
  return { token, secret: { hash, start, created_at: longAgo, valid_until } }
}

export interface SeededKeys {
  /** Acme's own, for its document. */
  readonly acme: Readonly<Record<string, ApiKey>>
  /** The one of the suspended organization. */
  readonly suspended: Readonly<Record<string, ApiKey>>
  readonly changes: readonly Change[]
  readonly secrets: Record<SecretName, string>
  readonly keyIds: Record<SecretName, string>
}

/** One secret for everything that a secret can be. */
export const seedKeys = (random: Random): SeededKeys => {
  const keys: Record<string, Record<string, ApiKey>> = { [acmeId]: {}, [suspendedOrg]: {}, [deletedOrg]: {} }
  const changes: Change[] = []
  const named: [SecretName, id: string, token: string][] = []

  /** A key with these secrets, newest first; the hashes of `forgotten` ones lead to it too. */
  const add = (
    org: string,
    key: Partial<ApiKey>,
    secrets: readonly Minted[],
    forgotten: readonly Minted[] = [],
  ) => {
    const id = uuidFrom(random)
    keys[org]![id] = keyDocument(id, { ...key, secrets: secrets.map(({ secret }) => secret) })
    for (const { secret } of [...secrets, ...forgotten])
      changes.push({ put: 'key_hashes', document: { _id: secret.hash, org, key: id } })
    return id
  }
  const addNamed = (name: SecretName, org: string, key: Partial<ApiKey> = {}): string => {
    const minted = mint(random)
    const id = add(org, key, [minted])
    named.push([name, id, minted.token])
    return id
  }

  for (const name of plainNames) addNamed(name, acmeId, plainKeys[name])
  addNamed('suspended', suspendedOrg)
  addNamed('deleted', deletedOrg)

  const revoked = addNamed('revoked', acmeId, { state: 'revoked', revoked_at: yesterday })
  const { [revoked]: key, ...live } = keys[acmeId]!
  keys[acmeId] = live
  changes.push({
    put: 'retired_keys',
    document: { _id: documentId(acmeId, revoked), org: acmeId, key: key! },
  })

  const [fresh, grace, stale, replaced] = [
    mint(random),
    mint(random, tonight),
    mint(random, yesterday),
    mint(random),
  ]
  const rotating = add(acmeId, {}, [fresh, grace])
  named.push(['fresh', rotating, fresh.token], ['grace', rotating, grace.token])
  named.push(['stale', add(acmeId, {}, [mint(random), stale]), stale.token])
  named.push(['replaced', add(acmeId, {}, [mint(random)], [replaced]), replaced.token])

  const active = named[0]![2]
  named.push(['stranger', '-', mint(random).token])
  named.push(['mistyped', '-', active.slice(0, -1) + (active.endsWith('A') ? 'B' : 'A')])
  return {
    acme: keys[acmeId],
    suspended: keys[suspendedOrg]!,
    changes,
    secrets: Object.fromEntries(named.map(([name, , token]) => [name, token])) as Record<SecretName, string>,
    keyIds: Object.fromEntries(named.map(([name, id]) => [name, id])) as Record<SecretName, string>,
  }
}
