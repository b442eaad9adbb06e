import { idBytes, randomId } from '../domain/identity.js'
import type { ApiKey } from '../domain/keys.js'
import type { KeyNote } from '../domain/keys-change.js'
import { changePlan } from '../domain/keys-plan.js'
import type { LastUses, PlanDecision } from '../domain/keys-plan.js'
import { plans } from '../domain/organization.js'
import type { Organization, Plan, Settings } from '../domain/organization.js'
import { Problem } from '../domain/problem.js'
import type { Issue } from '../domain/problem.js'
import { defaultSettings, parseSettings, parseSlug } from '../domain/settings.js'
import type { SettingsInput } from '../domain/settings.js'
import { collect } from '../store/port.js'
import type { Json, Reader } from '../store/port.js'
import type { Actor, Dependencies } from './dependencies.js'
import { lastUsesOf } from './key-lists.js'
import { keyWrite } from './key-writes.js'
import { changeOrganization } from './organization-write.js'
import type { OrganizationWrite } from './organization-write.js'

export interface NewOrganization extends SettingsInput {
  readonly name: string
  readonly slug: string
  readonly plan?: string | undefined
}

export interface OrganizationChange extends SettingsInput {
  readonly plan?: string | undefined
  /** The id of the key that goes on when the plan changes from paid to free. */
  readonly keep_key?: string | undefined
  /** While it is, every key of the organization is refused. */
  readonly suspended?: boolean | undefined
}

export interface ChangedOrganization {
  readonly organization: Organization
  /** False when everything stood so already. */
  readonly changed: boolean
  /** The key that a downgrade left, and how many it locked. */
  readonly keeps: ApiKey | null
  readonly locked: number
}

/** Throws `not_found` when no organization has that slug. */
export const organizationBySlug = async (reader: Reader, slug: string): Promise<Organization> => {
  const organization = await organizationNamed(reader, slug)
  if (organization) return organization
  const message = `There is no organization with the slug «${slug}». «whosout org list» shows those there are.`
  throw new Problem('not_found', message)
}

/** The organization of that slug or, without one, the only one there is. Null: none has the slug, or there is not exactly one. */
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

const parsePlan = (text: string): Plan | undefined => plans.find((plan) => plan === text)

/** Everything that is wrong at once. */
const accept = (input: SettingsInput & { readonly plan?: string | undefined; readonly slug?: string }) => {
  const issues: Issue[] = []
  const plan = input.plan === undefined ? undefined : parsePlan(input.plan)
  if (input.slug !== undefined && parseSlug(input.slug) === null)
    issues.push({
      path: ['slug'],
      message: 'Give lower-case letters, digits and hyphens, such as acme-berlin.',
    })
  if (input.plan !== undefined && plan === undefined)
    issues.push({ path: ['plan'], message: 'Give free or paid.' })
  const parsed = parseSettings(input)
  if ('issues' in parsed) issues.push(...parsed.issues)
  if ('issues' in parsed || issues.length > 0)
    throw new Problem('invalid', 'These settings cannot be.', { issues })
  return { settings: parsed.settings, plan }
}

const create = async (
  { store, now, random }: Dependencies,
  input: NewOrganization,
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
  const message = `The slug «${organization.slug}» is taken. Choose another one, or see «whosout org list».`
  throw new Problem('conflict', message)
}

const differing = (organization: Organization, settings: Partial<Settings>): Record<string, Json> => {
  const isNew = ([name, value]: readonly [string, Json]): boolean =>
    JSON.stringify(organization[name as keyof Settings]) !== JSON.stringify(value)
  return Object.fromEntries(Object.entries(settings).filter(isNew))
}

const decidePlan = (
  organization: Organization,
  { plan, keep_key }: OrganizationChange,
  uses: LastUses,
  now: Date,
): Exclude<PlanDecision, { readonly refused: string }> => {
  const to = plan === undefined ? organization.plan : (parsePlan(plan) ?? organization.plan)
  const decision = changePlan(organization, { to, keepKey: keep_key }, uses, now)
  if ('refused' in decision) throw new Problem(decision.refused, decision.message)
  return decision
}

/** What the log of the keys says of a change that is about all of them. */
const organizationNotes = (before: Organization, after: Organization): KeyNote[] => {
  const notes: KeyNote[] = []
  if (after.plan !== before.plan)
    notes.push({ key: '', what: 'plan_changed', detail: { from: before.plan, to: after.plan } })
  if (after.suspended !== before.suspended)
    notes.push({ key: '', what: after.suspended ? 'suspended' : 'resumed', detail: {} })
  return notes
}

/**
 * Settings move `revision`, because replies depend on them; the plan, its keys and the suspension move `keys_revision`.
 */
const set = async (
  dependencies: Dependencies,
  org: string,
  input: OrganizationChange,
  actor: Actor,
): Promise<ChangedOrganization> => {
  const { settings } = accept(input)
  return changeOrganization(dependencies, org, async (organization) => {
    const uses = input.plan === 'free' ? await lastUsesOf(dependencies.store, org) : new Map<string, string>()
    const decision = decidePlan(organization, input, uses, dependencies.now())
    const fields = differing(organization, settings)
    const suspended = input.suspended ?? organization.suspended
    const movesData = Object.keys(fields).length > 0
    const movesKeys = decision.plan !== organization.plan || suspended !== organization.suspended
    const after = { ...organization, ...settings, plan: decision.plan, suspended }
    const locked = decision.changed.filter((key) => key.locked && !organization.keys[key.id]?.locked).length
    const result = { organization: after, changed: movesData || movesKeys, keeps: decision.keeps, locked }
    if (!result.changed) return { result }
    const notes = [...decision.notes, ...organizationNotes(organization, after)]
    const keys = keyWrite(dependencies, org, { ...decision, notes }, actor)
    const write: OrganizationWrite = {
      moves: [...(movesData ? ['revision' as const] : []), ...(movesKeys ? ['keys_revision' as const] : [])],
      set: { ...fields, ...(movesKeys ? { plan: decision.plan, suspended, ...keys.set } : {}) },
      also: keys.also,
    }
    return { write, result }
  })
}

/** The verbs about organizations; those that change something throw a Problem when they are refused. */
export const createOrganizations = (dependencies: Dependencies) => ({
  create: create.bind(null, dependencies),
  bySlug: (slug: string) => organizationBySlug(dependencies.store, slug),
  /** By slug. */
  list: () => collect(dependencies.store.find('organizations', { index: 'by_slug', order: 'ascending' })),
  set: set.bind(null, dependencies),
})
