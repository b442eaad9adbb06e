import { idBytes, randomId } from '../../domain/identity.js'
import { parseInput } from '../../domain/input.js'
import type { ApiKey } from '../../domain/keys/key.js'
import { problemOf, type KeyNote } from '../../domain/keys/change.js'
import { changePlan, type LastUses, type PlanDecision } from '../../domain/keys/plan.js'
import { plans } from '../../domain/organization/plan.js'
import {
  type Organization,
  type Settings,
  type StoredSettings,
} from '../../domain/organization/organization.js'
import { reasonPolicy } from '../../domain/presence/reasons.js'
import { Problem } from '../../domain/problem.js'
import type { AuditNote } from '../../domain/records/audit.js'
import {
  defaultSettings,
  parseSettings,
  standingInput,
  type SettingsInput,
} from '../../domain/organization/settings.js'
import { collect, type Json, type Reader } from '../../store/port.js'
import type { Actor, Dependencies } from '../dependencies.js'
import { lastUsesOf } from '../keys/lists.js'
import { keyWrite } from '../keys/writes.js'
import { auditLines } from '../records/change.js'
import { changeOrganization, type OrganizationWrite } from './change.js'
import { belongingsOf, removeOrganization, renameOrganization } from './remove.js'

interface OrganizationChange extends SettingsInput {
  readonly plan?: string | undefined
  /** The id of the key that keeps working when the plan changes from paid to free. */
  readonly keep_key?: string | undefined
  /** While true, every key of the organization is refused. */
  readonly suspended?: boolean | undefined
  /** Whether new keys show reasons by default: `shown` or `hidden`. */
  readonly key_reasons?: string | undefined
  /** Whether members may enter their own days: `on` or `off`. */
  readonly own_entries?: string | undefined
  /** False: a plan change that would lock keys is refused, with a list of them. */
  readonly may_lock?: boolean | undefined
  /** The settings shown to the person deciding: if any has changed since, nothing is changed. */
  readonly seen?: Partial<Settings>
}

export interface ChangedOrganization {
  readonly organization: Organization
  /** False when everything was already set this way. */
  readonly changed: boolean
  /** After a downgrade, the key that stays usable and the number of locked keys. */
  readonly keeps: ApiKey | null
  readonly locked: number
}

/** Throws `not_found` when no organization has that slug. */
const organizationBySlug = async (reader: Reader, slug: string): Promise<Organization> => {
  const organization = await organizationNamed(reader, slug)
  if (organization) return organization
  const message = `There is no organization with the slug "${slug}". To see them: whosout org list`
  throw new Problem('not_found', message)
}

/** By slug or, without one, the only organization; null when there is not exactly one. */
export const organizationNamed = async (
  reader: Reader,
  slug: string | undefined,
): Promise<Organization | null> => {
  if (slug === undefined) {
    const [only, another] = await collect(reader.find('organizations', { index: 'by_slug', limit: 2 }))
    return only && !another ? only : null
  }
  const [entry] = await reader.get('slugs', [slug])
  const [organization] = entry ? await reader.get('organizations', [entry.org]) : []
  return organization ?? null
}

/** Checks the settings and reports all issues at once. */
const accept = (
  input: SettingsInput & {
    readonly plan?: string | undefined
    readonly slug?: string
    readonly key_reasons?: string | undefined
    readonly own_entries?: string | undefined
  },
) => {
  const [own, parsed] = [parseInput(standingInput, input), parseSettings(input)]
  if (!('issues' in own || 'issues' in parsed)) return { ...own.value, settings: parsed.settings }
  const issues = [own, parsed].flatMap((one) => ('issues' in one ? one.issues : []))
  throw new Problem('invalid', 'These settings are invalid.', { issues })
}

const create = async (
  { store, now, random }: Dependencies,
  input: SettingsInput & { readonly name: string; readonly slug: string; readonly plan?: string | undefined },
): Promise<Organization> => {
  const { settings, plan = 'free' } = accept(input)
  const organization: Organization = {
    ...defaultSettings,
    name: input.name,
    ...settings,
    _id: randomId(random(idBytes)),
    slug: input.slug,
    plan,
    suspended: false,
    created_at: now().toISOString(),
    revision: 1,
    keys_revision: 1,
    keys: {},
    import: null,
  }
  const result = await store.commit([
    { put: 'organizations', document: organization, when: 'absent' },
    { put: 'slugs', document: { _id: organization.slug, org: organization._id }, when: 'absent' },
  ])
  if (result.done) return organization
  const message = `The slug "${organization.slug}" is taken. Choose another one. To see those in use: whosout org list`
  throw new Problem('conflict', message)
}

const differing = (organization: Organization, settings: Partial<StoredSettings>): Record<string, Json> => {
  const isNew = ([name, value]: readonly [string, Json]): boolean =>
    JSON.stringify(organization[name as keyof StoredSettings]) !== JSON.stringify(value)
  return Object.fromEntries(Object.entries(settings).filter(isNew))
}

const decidePlan = (
  organization: Organization,
  { plan, keep_key }: OrganizationChange,
  uses: LastUses,
  now: Date,
): Exclude<PlanDecision, { readonly refused: string }> => {
  const to = plans.find((one) => one === plan) ?? organization.plan
  const decision = changePlan(organization, { to, keepKey: keep_key }, uses, now)
  if ('refused' in decision) throw problemOf(decision)
  return decision
}

/** Entries for the key log about a change that affects all keys. */
const organizationNotes = (before: Organization, after: Organization): KeyNote[] => {
  const notes: KeyNote[] = []
  if (after.plan !== before.plan)
    notes.push({ key: '', what: 'plan_changed', detail: { from: before.plan, to: after.plan } })
  if (after.suspended !== before.suspended)
    notes.push({ key: '', what: after.suspended ? 'suspended' : 'resumed', detail: {} })
  return notes
}

const named = ({ name, id }: ApiKey): string => `"${name}" (${id})`

const wouldLock = (locked: readonly ApiKey[], keeps: ApiKey | null): Problem => {
  const kept = keeps ? ` ${named(keeps)} keeps working; --keep-key chooses another.` : ''
  return new Problem(
    'conflict',
    `The free plan would lock ${locked.map(named).join(', ')}.${kept} Nothing was changed. If this is intended, run it again with --yes.`,
  )
}

const changedSince = (): Problem =>
  new Problem(
    'conflict',
    'Nothing was changed: someone else changed these settings in the meantime. Check them and try again.',
  )

/** Settings that were changed, as the audit log shows them. */
const settingsNote = (before: Organization, changed: Readonly<Record<string, Json>>): AuditNote[] => {
  const shown = (value: unknown): string =>
    Array.isArray(value) ? value.join(' ') : String(value === undefined ? 'default' : value)
  const detail = Object.entries(changed).map(([name, value]): [string, string] => {
    return [name, `${shown(before[name as keyof Organization])} → ${shown(value)}`]
  })
  if (detail.length === 0) return []
  return [{ what: 'settings_changed', subject: '', member: null, detail: Object.fromEntries(detail) }]
}

/** Settings move `revision` when replies depend on them; the plan, its keys and suspension move `keys_revision`. */
const set = async (
  dependencies: Dependencies,
  org: string,
  input: OrganizationChange,
  actor: Actor,
): Promise<ChangedOrganization> => {
  const { settings, key_reasons, own_entries } = accept(input)
  return changeOrganization(dependencies, org, async (organization) => {
    const shown = { ...organization, reasons: reasonPolicy(organization) }
    if (Object.keys(differing(shown, input.seen ?? {})).length > 0) throw changedSince()
    const uses = input.plan === 'free' ? await lastUsesOf(dependencies.store, org) : new Map<string, string>()
    const decision = decidePlan(organization, input, uses, dependencies.now())
    const fields = differing(organization, settings)
    const { privacy, channel_reasons, ...others } = fields
    const told = { ...others, ...(privacy && settings.reasons && { reasons: settings.reasons }) }
    const suspended = input.suspended ?? organization.suspended
    const movesData = Object.keys(fields).length > 0
    const quiet = {
      ...(key_reasons !== undefined &&
        key_reasons !== (organization.key_reasons ?? 'shown') && { key_reasons }),
      ...(own_entries !== undefined && own_entries !== (organization.own_entries ?? 'on') && { own_entries }),
    }
    const movesKeys = decision.plan !== organization.plan || suspended !== organization.suspended
    const after = { ...organization, ...settings, ...quiet, plan: decision.plan, suspended }
    const newlyLocked = decision.changed.filter((key) => key.locked && !organization.keys[key.id]?.locked)
    if (newlyLocked.length > 0 && input.may_lock === false) throw wouldLock(newlyLocked, decision.keeps)
    const locked = newlyLocked.length
    const changed = movesData || movesKeys || Object.keys(quiet).length > 0
    const result = { organization: after, changed, keeps: decision.keeps, locked }
    if (!result.changed) return { result }
    const notes = [...decision.notes, ...organizationNotes(organization, after)]
    const keys = keyWrite(dependencies, org, { ...decision, notes }, actor)
    const write: OrganizationWrite = {
      moves: [...(movesData ? ['revision' as const] : []), ...(movesKeys ? ['keys_revision' as const] : [])],
      set: { ...fields, ...quiet, ...(movesKeys ? { plan: decision.plan, suspended, ...keys.set } : {}) },
      also: [
        ...keys.also,
        ...auditLines(dependencies, org, settingsNote(shown, { ...told, ...quiet }), actor),
      ],
    }
    return { write, result }
  })
}

/** Operations on organizations. Those that change something throw a Problem when refused. */
export const createOrganizations = (dependencies: Dependencies) => ({
  create: create.bind(null, dependencies),
  bySlug: (slug: string) => organizationBySlug(dependencies.store, slug),
  /** Sorted by slug. */
  list: () => collect(dependencies.store.find('organizations', { index: 'by_slug', order: 'ascending' })),
  set: set.bind(null, dependencies),
  rename: renameOrganization.bind(null, dependencies),
  belongings: belongingsOf.bind(null, dependencies),
  remove: removeOrganization.bind(null, dependencies),
})
