import {
  isLargeDeparture,
  needsListing,
  compareDirectory,
  type DirectoryListing,
  type DirectoryChanges,
} from '../../domain/people/directory.js'
import { tombstonesById } from '../../domain/records/tombstone.js'
import {
  contentionTimeout,
  type DataSource,
  type HeldFetch,
  type SlackSettings,
} from '../../domain/sources/source.js'
import { importDeadline, type Change, type Reader } from '../../store/port.js'
import { fencedChange } from '../claims.js'
import { changeOrganization, unknownOrganization } from '../organizations/change.js'
import type { Dependencies } from '../dependencies.js'
import { membersOf, teamsOf, tombstonesOf } from '../records/change.js'
import { watchImport } from '../roster/lease.js'
import { tooMuchContention } from '../retry.js'
import { peopleAudit, syncAudit } from '../sources/audit.js'
import { listSources } from '../sources/stored.js'
import { matchesOf } from './people.js'

/**
 * With the caller's token; `step` is called between two pages. Refused with the reason: an incomplete list, a workspace
 * of another organization. Never rejects, except with the errors of `step`.
 */
export type ListDirectory = (
  settings: SlackSettings & { readonly org: string },
  step: () => Promise<void>,
) => Promise<DirectoryListing | { readonly failed: string }>

const compareNow = async (
  { now }: Pick<Dependencies, 'now'>,
  reader: Reader,
  org: string,
  settings: SlackSettings,
  listing: DirectoryListing,
): Promise<DirectoryChanges> => {
  const members = await membersOf(reader, org)
  const matches = await matchesOf(reader, org)
  const teams = await teamsOf(reader, org)
  const tombstones = tombstonesById(await tombstonesOf(reader, org))
  const at = now().toISOString()
  return compareDirectory({ org, members, teams, tombstones, matches, at }, settings, listing)
}

const writesOf = ({ teams, members, accounts }: DirectoryChanges): readonly Change[] => [
  ...teams.map((document): Change => ({ put: 'teams', document })),
  ...members.map((document): Change => ({ put: 'members', document })),
  ...accounts.puts.map((document): Change => ({ put: 'slack_matches', document })),
  ...accounts.removes.map((id): Change => ({ remove: 'slack_matches', id })),
]

/** Documents per commit. */
const atOnce = 5_000

/** `held`: more than a tenth would be deactivated, without confirmation. `gone`: another process has taken over. */
export type DirectoryOutcome =
  | { readonly kind: 'done'; readonly changes: DirectoryChanges }
  | { readonly kind: 'held'; readonly held: HeldFetch }
  | { readonly kind: 'gone' }

/** Fenced by the source's claim; all commits but the last set `keep`, that one `finish` and `audit`. Safe to repeat. */
export const applyListing = async (
  dependencies: Dependencies,
  source: DataSource & { readonly slack: SlackSettings },
  listing: DirectoryListing,
  confirmed: HeldFetch | null,
  set: {
    readonly keep: () => object
    readonly finish: (changes: DirectoryChanges) => object
    readonly audit: (changes: DirectoryChanges) => readonly Change[]
  },
): Promise<DirectoryOutcome> => {
  const { store, now } = dependencies
  const { org, slack } = source
  const until = now().getTime() + contentionTimeout
  let first: DirectoryChanges | null = null
  while (now().getTime() < until) {
    await watchImport(dependencies, org)
    const { changes, organization } = await store.view(org, async (view) => {
      const [current] = await view.get('organizations', [org])
      if (!current) throw unknownOrganization()
      return { organization: current, changes: await compareNow(dependencies, view, org, slack, listing) }
    })
    const isConfirmed = first !== null || (confirmed !== null && changes.deactivated <= confirmed.gone)
    if (isLargeDeparture(changes) && !isConfirmed)
      return {
        kind: 'held',
        held: { at: now().toISOString(), gone: changes.deactivated, coming: changes.own },
      }
    first ??= changes
    const writes = writesOf(changes)
    let { revision } = organization
    let moved = false
    for (let at = 0; at === 0 || at < writes.length; at += atOnce) {
      const group = writes.slice(at, at + atOnce)
      const isLast = at + atOnce >= writes.length
      const moving: Change[] =
        group.length === 0
          ? []
          : [
              {
                patch: 'organizations',
                id: org,
                set: { revision: revision + 1 },
                when: { revision, 'import.id': organization.import?.id },
              },
            ]
      const update = isLast ? set.finish(first) : set.keep()
      const claimed = fencedChange('sources', source, update)
      const all = [...moving, claimed, ...group, ...(isLast ? set.audit(first) : [])]
      const result = await store.commit(all, { deadline: importDeadline })
      revision += 1
      if (result.done) continue
      if (group.length === 0 || result.conflict > 0) return { kind: 'gone' }
      moved = true
      break
    }
    if (!moved) return { kind: 'done', changes: first }
    await dependencies.wait(20)
  }
  throw tooMuchContention('organization', 'Sync the source again.')
}

/**
 * Where Slack is a source. Events that would deactivate more than a listing may without a confirmation deactivate
 * nobody: the listing is due at once and holds them. False when nothing had to be written.
 */
export const applyPeopleEvent = async (
  dependencies: Dependencies,
  org: string,
  workspace: string,
  people: DirectoryListing['people'],
): Promise<boolean> => {
  const { store, now } = dependencies
  const { written, overdue } = await changeOrganization(dependencies, org, async (organization) => {
    const sources = await listSources(store, org)
    const source = sources.find(({ slack, paused }) => slack?.workspace === workspace && !paused)
    if (!source?.slack) return { result: { written: false, overdue: null } }
    const { slack, departures, _id: id } = source
    const by = { who: 'slack', from: `slack:${workspace}` }
    if (organization.import !== null) await watchImport(dependencies, org)
    const compareWith = (some: DirectoryListing['people']) =>
      compareNow(dependencies, store, org, slack, { people: some, groups: [], isComplete: false })
    const whole = await compareWith(people)
    const isLeft = needsListing(whole, departures ?? 0)
    const changes = isLeft ? await compareWith(people.filter(({ active }) => active)) : whole
    const overdue = isLeft && !source.held ? source : null
    const also = [...writesOf(changes)]
    if (also.length === 0) return { result: { written: false, overdue } }
    if (changes.deactivated > 0) {
      const set = { departures: (departures ?? 0) + changes.deactivated }
      also.push({ patch: 'sources', id, set, when: { departures } })
    }
    const { added, changed, deactivated, notes } = changes
    also.push(...peopleAudit(dependencies, source, notes, { confirmedBy: by }))
    also.push(...syncAudit(dependencies, source, { added, changed, deactivated }, { confirmedBy: by }))
    return { write: { moves: ['revision'], set: {}, also }, result: { written: true, overdue } }
  })
  if (overdue) await store.commit([fencedChange('sources', overdue, { next_at: now().toISOString() })])
  return written
}
