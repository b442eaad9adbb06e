import { parseSlug } from '../../domain/organization/settings.js'
import { instead } from '../../domain/organization/name.js'
import type { Organization } from '../../domain/organization/organization.js'
import { Problem } from '../../domain/problem.js'
import { collect, importDeadline, type Change, type Reader, type Store } from '../../store/port.js'
import type { OrganizationRemoval } from '../../store/schema.js'
import type { Actor, Dependencies } from '../dependencies.js'
import { tooMuchContention } from '../retry.js'
import { changeRecords } from '../records/change.js'
import { watchImport } from '../roster/lease.js'
import { changeOrganization, readOrganization } from './change.js'

/** The ids of all documents that belong to the organization, in pages, without those that lead to it. */
const carrying = (reader: Reader, org: string) => {
  const byOrg = { index: 'by_org', equal: { org } } as const
  const byTime = { index: 'by_time', equal: { org } } as const
  return {
    leaves: () => reader.find('leaves', { index: 'by_end', equal: { org } }),
    members: () => reader.find('members', byOrg),
    teams: () => reader.find('teams', byOrg),
    tombstones: () => reader.find('tombstones', byOrg),
    audit: () => reader.find('audit', byTime),
    links: () => reader.find('links', byOrg),
    slack_matches: () => reader.find('slack_matches', byOrg),
    holiday_calendars: () => reader.find('holiday_calendars', byOrg),
    sources: () => reader.find('sources', byOrg),
    statuses: () => reader.find('statuses', byOrg),
    webhooks: () => reader.find('webhooks', byOrg),
    deliveries: () => reader.find('deliveries', byOrg),
    agent_accounts: () => reader.find('agent_accounts', byOrg),
    key_events: () => reader.find('key_events', byTime),
    key_uses: () => reader.find('key_uses', byOrg),
    retired_keys: () => reader.find('retired_keys', byOrg),
  } as const
}

const countIn = async (pages: AsyncIterable<readonly unknown[]>): Promise<number> => {
  let count = 0
  for await (const page of pages) count += page.length
  return count
}

export const belongingsOf = ({ store }: Pick<Dependencies, 'store'>, org: string) =>
  store.view(org, async (reader) => {
    const [organization] = await reader.get('organizations', [org])
    const { members, leaves } = carrying(reader, org)
    return {
      members: await countIn(members()),
      leaves: await countIn(leaves()),
      keys: Object.keys(organization?.keys ?? {}).length,
      digests: await countIn(reader.find('digests', { index: 'by_org', equal: { org } })),
    }
  })

/** Documents per commit. */
const atOnce = 5_000

/** How many documents of each collection were removed. */
type RemovedCounts = Readonly<Record<string, number>>

/** Removes all documents that belong to an organization, without those that lead to it. */
const removeBelongings = async (store: Store, org: string): Promise<RemovedCounts> => {
  const removed: Record<string, number> = {}
  let changes: Change[] = []
  const commit = async (): Promise<void> => {
    await store.commit(changes, { deadline: importDeadline })
    changes = []
  }
  for await (const page of store.find('links', { index: 'by_org', equal: { org } }))
    for (const { hash } of page) changes.push({ remove: 'link_hashes', id: hash })
  // The keys of `carrying` are collections.
  for (const [collection, pages] of Object.entries(carrying(store, org)))
    for await (const page of pages() as AsyncIterable<readonly { readonly _id: string }[]>) {
      removed[collection] = (removed[collection] ?? 0) + page.length
      for (const { _id } of page) changes.push({ remove: collection, id: _id } as Change)
      if (changes.length >= atOnce) await commit()
    }
  if (changes.length > 0) await commit()
  return removed
}

/** Digests and runs are removed; workspaces keep their installation but are bound to nobody. */
const slackChanges = async (store: Store, org: string): Promise<Change[]> => {
  const digests = await collect(store.find('digests', { index: 'by_org', equal: { org } }))
  const workspaces = await collect(store.find('workspaces', { index: 'by_org', equal: { org } }))
  const changes: Change[] = []
  for (const { _id: digest } of digests) {
    const runs = await collect(store.find('digest_runs', { index: 'by_digest', equal: { digest } }))
    changes.push(...runs.map(({ _id }): Change => ({ remove: 'digest_runs', id: _id })))
    changes.push({ remove: 'digests', id: digest })
  }
  for (const workspace of workspaces) {
    const { version } = workspace
    const document = { ...workspace, org: null, binding: null, version: version + 1 }
    changes.push({ put: 'workspaces', document, when: { version } })
  }
  return changes
}

/** What leads to an organization. Its slug may be another's by now, if an earlier look was cut off. */
const leadingTo = async (store: Store, org: string, slug: string): Promise<Change[]> => {
  const [entry] = await store.get('slugs', [slug])
  const hashes = await collect(store.find('key_hashes', { index: 'by_org', equal: { org } }))
  const checks = await store.get('status_checks', [org])
  return [
    ...(entry?.org === org ? [{ remove: 'slugs', id: slug } as const] : []),
    ...hashes.map(({ _id }): Change => ({ remove: 'key_hashes', id: _id })),
    ...checks.map(({ _id }): Change => ({ remove: 'status_checks', id: _id })),
    ...(await slackChanges(store, org)),
  ]
}

const tries = 5
/** Milliseconds: what was being written while an organization was removed, such as the last use of a key, is there then. */
const lookAgain = 10 * 60_000

type RemovalDependencies = Pick<Dependencies, 'store' | 'now'>
export interface RemovalLog {
  info(fields: object, message: string): void
}

/**
 * One look at an organization whose removal is recorded: everything goes, and the organization itself last. The record
 * stays until a later look finds nothing more. Throws `unavailable` and `conflict`.
 */
const removeRecorded = async (
  { store, now }: RemovalDependencies,
  { _id: org, slug }: OrganizationRemoval,
): Promise<RemovedCounts> => {
  for (let tried = 0; tried < tries; tried += 1) {
    const [seen] = await store.get('organizations', [org])
    const belongings = await removeBelongings(store, org)
    const doors = await leadingTo(store, org, seen?.slug ?? slug)
    const isOver = !seen && doors.length === 0 && Object.keys(belongings).length === 0
    const next_at = new Date(now().getTime() + lookAgain).toISOString()
    const { done } = await store.commit(
      [
        // When someone else wrote meanwhile, the search for documents is repeated.
        ...(seen ? [unchanged(seen)] : []),
        ...doors,
        isOver ? { remove: 'removals', id: org } : { patch: 'removals', id: org, set: { slug: '', next_at } },
      ],
      { deadline: importDeadline },
    )
    if (done) return seen ? { ...belongings, organizations: 1 } : belongings
  }
  throw tooMuchContention(
    'organization',
    'It is suspended and partly removed; the service goes on by itself.',
  )
}

const unchanged = ({ _id: id, revision, keys_revision, import: running }: Organization): Change => ({
  remove: 'organizations',
  id,
  when: { revision, keys_revision, 'import.id': running?.id },
})

/**
 * Recorded first, with its keys refused from then on: what an interruption leaves is removed by `createRemovals`. Throws
 * `not_found`, `unavailable` and `conflict`.
 */
export const removeOrganization = async (dependencies: Dependencies, org: string): Promise<void> => {
  const { store, now } = dependencies
  // Throws while damage is known.
  await store.ping()
  if ((await readOrganization(dependencies, org)).import !== null) await watchImport(dependencies, org)
  const removal = await changeOrganization(dependencies, org, async ({ slug }) => {
    const at = now().toISOString()
    const document: OrganizationRemoval = { _id: org, slug, started_at: at, next_at: at }
    const also = [{ put: 'removals', document } as const]
    return { write: { moves: ['keys_revision'], set: { suspended: true }, also }, result: document }
  })
  await removeRecorded(dependencies, removal)
}

/** Goes on with the removals that are due, wherever they began. Reports ids and numbers, nothing of a person. */
export const createRemovals =
  ({ log, ...dependencies }: RemovalDependencies & { readonly log: RemovalLog }) =>
  async (): Promise<void> => {
    const { store, now } = dependencies
    const range = { next_at: { lte: now().toISOString() } }
    const due = await collect(store.find('removals', { index: 'by_due', range, fields: ['_id'] }))
    for (const { _id } of due) {
      const [removal] = await store.get('removals', [_id])
      const removed = removal ? await removeRecorded(dependencies, removal) : {}
      if (Object.keys(removed).length > 0) log.info({ organization: _id, removed }, 'removed an organization')
    }
  }

/** Changes the slug of an organization. Throws `invalid`, and `conflict` when it is taken. */
export const renameOrganization = async (
  dependencies: Dependencies,
  org: string,
  slug: string,
  actor: Actor,
): Promise<void> => {
  if (parseSlug(slug) === null) {
    const wanted =
      'Use lower-case letters, digits and hyphens, such as acme-berlin (org set --name changes the name).'
    throw new Problem('invalid', 'This slug is invalid.', {
      issues: [{ path: ['slug'], message: instead(slug, wanted) }],
    })
  }
  await changeRecords(dependencies, org, actor, async ({ slug: before }, reader) => {
    if (before === slug) return { changes: [], notes: [], result: undefined }
    const [taken] = await reader.get('slugs', [slug])
    if (taken) throw new Problem('conflict', `The slug "${slug}" is taken. Nothing was changed.`)
    return {
      changes: [
        { put: 'slugs', document: { _id: slug, org }, when: 'absent' },
        { remove: 'slugs', id: before },
      ],
      set: { slug },
      notes: [{ what: 'slug_changed', subject: '', member: null, detail: { slug: `${before} → ${slug}` } }],
      result: undefined,
    }
  })
}
