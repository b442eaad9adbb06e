import type { DirectoryChanges } from '../../domain/people/directory.js'
import type { DataSource, HeldFetch, SlackSettings } from '../../domain/sources/source.js'
import { applyListing, type ListDirectory } from '../people/directory.js'
import { fencedChange } from '../claims.js'
import { peopleAudit, syncAudit } from './audit.js'
import { createClaims, type SourceClaimDependencies, type SyncOptions, type SyncOutcome } from './claims.js'

export interface DirectorySyncDependencies extends SourceClaimDependencies {
  /** Absent: this process has no Slack. */
  readonly listDirectory?: ListDirectory | undefined
}

/** Syncs the people of a Slack workspace; the source is already claimed. */
export const createDirectorySync = (dependencies: DirectorySyncDependencies) => {
  const { store, listDirectory } = dependencies
  const { fail, success, holdOn } = createClaims(dependencies)

  return async (
    source: DataSource & { readonly slack: SlackSettings },
    options: SyncOptions,
  ): Promise<SyncOutcome> => {
    const { confirmed = null } = options
    if (!listDirectory) return fail(source, noSlack)
    let isTakenOver = false
    const step = async (): Promise<void> => {
      if ((await store.commit([fencedChange('sources', source, holdOn())])).done) return
      isTakenOver = true
      throw new Error('another process has the claim')
    }
    const listed = await listDirectory({ ...source.slack, org: source.org }, step).catch((error: unknown) => {
      if (isTakenOver) return null
      throw error
    })
    if (!listed) return { kind: 'gone' }
    if ('failed' in listed) return fail(source, listed.failed)
    const finish = ({ linked: members, unmatched: unmatched_count }: DirectoryChanges) => ({
      ...success(source),
      slack: { ...source.slack, members },
      unmatched_count,
      departures: 0,
    })
    const audit = ({ added, changed, deactivated, notes }: DirectoryChanges) => [
      ...peopleAudit(dependencies, source, notes, options),
      ...syncAudit(dependencies, source, { added, changed, deactivated }, options),
    ]
    const set = { keep: holdOn, finish, audit }
    const brought = await applyListing(dependencies, source, listed, confirmed, set)
    if (brought.kind === 'gone') return brought
    if (brought.kind === 'held') return fail(source, heldPeople(brought.held), { held: brought.held })
    const { added, changed, deactivated: removed, linked } = brought.changes
    const report = {
      ok: true,
      added,
      changed,
      removed,
      kept: linked - added - changed,
      unmatched: [],
      error: null,
    }
    return { kind: 'done', report, source: { ...source, ...finish(brought.changes) } }
  }
}

const noSlack = 'This process is not connected to Slack, so the people of the workspace cannot be listed.'

const heldPeople = ({ gone, coming }: HeldFetch): string =>
  `${gone} of ${coming} members from Slack would be deactivated. Nothing was changed; confirm the source to accept this.`
