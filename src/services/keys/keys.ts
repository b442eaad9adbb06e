import { idBytes, randomId } from '../../domain/identity.js'
import type { ApiKey, KeyRing } from '../../domain/keys/key.js'
import { problemOf, type KeyDecision, unlessChanged } from '../../domain/keys/change.js'
import {
  editKey,
  type KeyEdit,
  createKey,
  disableKey,
  enableKey,
  revokeKey,
  rotateKey,
  undoRotation,
} from '../../domain/keys/lifecycle.js'
import { accept } from '../../domain/input.js'
import { keyOptionsAt, type KeyInput, type KeyOptions } from '../../domain/keys/options.js'
import { foldName } from '../../domain/organization/name.js'
import { mintSecret, secretBytes, type MintedSecret } from '../../domain/secrets/mint.js'
import { documentId, type Organization } from '../../domain/organization/organization.js'
import { Problem } from '../../domain/problem.js'
import type { Change } from '../../store/port.js'
import type { Actor, Dependencies } from '../dependencies.js'
import { dailyEvent, keyWrite } from './writes.js'
import { changeOrganization } from '../organizations/change.js'
import { findOutcome } from './secret-outcome.js'
import { findTeam } from '../organizations/teams.js'

/** A new secret. This is the only time it is shown. */
export interface IssuedSecret {
  readonly key: ApiKey
  readonly secret: string
  /** The key before its rotation; null: it is new. */
  readonly before: ApiKey | null
  /** Another live key of the same name, beside a new one; null: there is none. */
  readonly twin: ApiKey | null
  /** False when the store went away during the write: the secret may or may not work. */
  readonly confirmed: boolean
}

export interface ChangedKey {
  readonly key: ApiKey
  /** False when the key was already in that state. */
  readonly changed: boolean
}

const accepted = (decision: KeyDecision): Exclude<KeyDecision, { readonly refused: string }> => {
  if ('refused' in decision) throw problemOf(decision)
  return decision
}

/** The organization's keys plus the requested one if it has been retired, so that the rules can tell what it was. */
const ringWith = async (
  { store }: Dependencies,
  organization: Organization,
  id: string,
): Promise<KeyRing> => {
  if (Object.hasOwn(organization.keys, id)) return organization
  const [retired] = await store.get('retired_keys', [documentId(organization._id, id)])
  return retired
    ? { plan: organization.plan, keys: { ...organization.keys, [id]: retired.key } }
    : organization
}

const twinOf = ({ keys }: Organization, { id, name }: ApiKey): ApiKey | null =>
  Object.values(keys).find(
    (key) => key.id !== id && key.state !== 'revoked' && foldName(key.name) === foldName(name),
  ) ?? null

const directoryEntry = (org: string, key: string, { hash }: MintedSecret): Change => {
  return { put: 'key_hashes', document: { _id: hash, org, key } }
}

/** Minted before the commit; after an unknown outcome the store is checked (decisions, "Store and freshness"). */
const issue = async (
  dependencies: Dependencies,
  org: string,
  actor: Actor,
  decide: (organization: Organization, minted: MintedSecret) => Promise<KeyDecision>,
): Promise<IssuedSecret> => {
  const minted = mintSecret(dependencies.random(secretBytes))
  let tried: ({ readonly seen: number } & Pick<IssuedSecret, 'key' | 'before' | 'twin'>) | undefined
  try {
    const issued = await changeOrganization(dependencies, org, async (organization) => {
      const decision = accepted(await decide(organization, minted))
      const { key } = decision
      const before = organization.keys[key.id] ?? null
      const twin = before ? null : twinOf(organization, key)
      tried = { seen: organization.keys_revision, key, before, twin }
      const write = keyWrite(dependencies, org, decision, actor)
      const also = [directoryEntry(org, key.id, minted), ...write.also]
      return { write: { ...write, also }, result: { key, before, twin } }
    })
    return { ...issued, secret: minted.token, confirmed: true }
  } catch (error) {
    if (!tried || !(error instanceof Problem && error.code === 'outcome_unknown')) throw error
    const outcome = await findOutcome(dependencies, org, minted.hash, tried.seen)
    if (outcome === 'not written')
      throw new Problem('unavailable', 'The store rejected the change. Nothing was changed; try again.')
    const { key, before, twin } = tried
    return { key, before, twin, secret: minted.token, confirmed: outcome === 'written' }
  }
}

/** Logs a refused creation once a day. The refusal stands even if the log cannot be written. */
const noteRefusedCreation = async (dependencies: Dependencies, org: string, name: string, actor: Actor) => {
  const note = { key: '', what: 'create_refused', detail: { name } } as const
  await dependencies.store.commit([dailyEvent(org, note, actor, dependencies.now())]).catch(() => undefined)
}

const acceptOptions = (input: KeyInput, now: Date): KeyOptions =>
  accept(keyOptionsAt(now), input, 'These key options are invalid.')

/** `team` is an id or a name. Throws `invalid`, `not_found` and `plan_limit`, and whatever the store throws. */
const create = async (
  dependencies: Dependencies,
  org: string,
  input: KeyInput & { readonly team?: string | undefined },
  actor: Actor,
): Promise<IssuedSecret> => {
  const { store, now, random } = dependencies
  const chosen = acceptOptions(input, now())
  const team_id = input.team === undefined ? null : (await findTeam(store, org, input.team)).id
  const id = randomId(random(idBytes))
  const decide = async (organization: Organization, secret: MintedSecret) => {
    const reasons = input.reasons === undefined ? organization.key_reasons : undefined
    const options = { ...chosen, ...(reasons && { reasons }) }
    return createKey(organization, { ...options, id, team_id, secret: stored(secret) }, now())
  }
  try {
    return await issue(dependencies, org, actor, decide)
  } catch (error) {
    if (error instanceof Problem && error.code === 'plan_limit')
      await noteRefusedCreation(dependencies, org, chosen.name, actor)
    throw error
  }
}

/** The parts of a secret that may be stored: everything but the token. */
const stored = ({ hash, start }: MintedSecret) => ({ hash, start })

/** Compares the key, not the organization, with the version seen, or with the state at the time of the call. */
const rotate = async (
  dependencies: Dependencies,
  org: string,
  id: string,
  options: { readonly grace: number; readonly again: boolean; readonly seen?: number },
  actor: Actor,
): Promise<IssuedSecret> => {
  let seen = options.seen
  return issue(dependencies, org, actor, async (organization, secret) => {
    const ring = await ringWith(dependencies, organization, id)
    seen ??= ring.keys[id]?.version ?? 0
    return rotateKey(ring, { id, ...options, seen, secret: stored(secret) }, dependencies.now())
  })
}

/** Disables, enables or revokes a key. Safe to repeat, so after an unknown outcome the caller may simply try again. */
const change = (
  dependencies: Dependencies,
  org: string,
  id: string,
  rule: (ring: KeyRing, id: string, now: Date) => KeyDecision,
  actor: Actor,
): Promise<ChangedKey> =>
  changeOrganization<ChangedKey>(dependencies, org, async (organization) => {
    const ring = await ringWith(dependencies, organization, id)
    const decision = accepted(rule(ring, id, dependencies.now()))
    if (decision.notes.length === 0) return { result: { key: decision.key, changed: false } }
    const write = keyWrite(dependencies, org, decision, actor)
    return { write, result: { key: decision.key, changed: true } }
  })

/** Takes back a secret that nobody has seen: a new key is revoked, and a rotation undone unless the key changed since. */
const takeBack = (
  dependencies: Dependencies,
  org: string,
  { key, before }: Pick<IssuedSecret, 'key' | 'before'>,
  actor: Actor,
): Promise<ChangedKey> => {
  const undo = unlessChanged((ring, _id, now) => undoRotation(ring, before ?? key, now), key.version)
  return change(dependencies, org, key.id, before ? undo : revokeKey, actor)
}

/** An edit as typed. Absent fields stay as they are; null lifts a limit. */
interface KeyEditInput {
  readonly name?: string | undefined
  readonly reasons?: string | undefined
  readonly expires?: string | null | undefined
  readonly allow?: readonly string[] | null | undefined
  /** An id or a name. */
  readonly team?: string | null | undefined
}

/** The typed edit, checked like the options of a new key. Throws `invalid` and `not_found`. */
const editOf = async (
  { store, now }: Dependencies,
  org: string,
  { name, expires, allow, reasons, team }: KeyEditInput,
): Promise<KeyEdit> => {
  const typed = { name: name ?? 'key', expires: expires ?? undefined, allow: allow ?? undefined, reasons }
  const options = acceptOptions(typed, now())
  return {
    ...(name !== undefined && { name: options.name }),
    ...(expires !== undefined && { expires_at: options.expires_at }),
    ...(allow !== undefined && { allow: options.allow }),
    ...(reasons !== undefined && { reasons: options.reasons }),
    ...(team !== undefined && { team_id: team === null ? null : (await findTeam(store, org, team)).id }),
  }
}

/** Changes the name or the limits; the secrets stay. */
const edit = async (
  dependencies: Dependencies,
  org: string,
  id: string,
  input: KeyEditInput,
  actor: Actor,
): Promise<ChangedKey> => {
  const wish = await editOf(dependencies, org, input)
  return change(dependencies, org, id, (ring, key, now) => editKey(ring, key, wish, now), actor)
}

/** `org` is an organization's id, `seen` the version of the key that was shown. Refusals throw a Problem. */
export const createKeys = (dependencies: Dependencies) => ({
  create: create.bind(null, dependencies),
  rotate: rotate.bind(null, dependencies),
  takeBack: takeBack.bind(null, dependencies),
  edit: edit.bind(null, dependencies),
  disable: (org: string, id: string, actor: Actor, seen?: number) =>
    change(dependencies, org, id, unlessChanged(disableKey, seen), actor),
  enable: (org: string, id: string, actor: Actor, seen?: number) =>
    change(dependencies, org, id, unlessChanged(enableKey, seen), actor),
  revoke: (org: string, id: string, actor: Actor, seen?: number) =>
    change(dependencies, org, id, unlessChanged(revokeKey, seen), actor),
})
export type Keys = ReturnType<typeof createKeys>
