import { Problem } from '../../domain/problem.js'
import type { DataSource } from '../../domain/sources/source.js'
import type { Change, Reader } from '../../store/port.js'
import type { Actor, Dependencies } from '../dependencies.js'
import { changeOrganization } from '../organizations/change.js'
import { sourceAudit } from './audit.js'
import { changeSource, findSource } from './stored.js'

/** Removing more than 5 leaves and more than 20 % of all leaves needs confirmation (decisions, "Sources"). */
const isLarge = (removed: number, all: number): boolean => removed > 5 && removed > all / 5

/** Leaves removed per commit. */
const removeStep = 5_000

/** Ids of the leaves of a source, and the number of the organization's leaves. */
const leavesOf = async (
  reader: Reader,
  { _id, org }: DataSource,
): Promise<{ readonly own: readonly string[]; readonly all: number }> => {
  const own: string[] = []
  let all = 0
  const found = reader.find('leaves', { index: 'by_end', equal: { org }, fields: ['_id', 'source'] })
  for await (const page of found) {
    all += page.length
    for (const leave of page) if (leave.source === `calendar:${_id}`) own.push(leave._id)
  }
  return { own, all }
}

/** With all that came from it. Throws `not_found`, and `conflict` for a large removal without confirmation. */
export const removeSource = async (
  dependencies: Dependencies,
  org: string,
  idOrName: string,
  { confirmed }: { readonly confirmed: boolean },
  actor: Actor,
): Promise<{ readonly source: DataSource; readonly leaves: number }> => {
  const { store } = dependencies
  const seen = await findSource(store, org, idOrName)
  const { own: wanted, all } = await leavesOf(store, seen)
  if (!confirmed && isLarge(wanted.length, all))
    throw new Problem(
      'conflict',
      `This would remove ${wanted.length} of ${all} leaves. Nothing was changed.`,
      { shell: 'Add --yes to confirm.' },
    )
  // No process syncs it any more; a running sync writes nothing.
  const source = await changeSource(dependencies, org, seen._id, () => ({ paused: true, next_at: null }))
  const { own } = await leavesOf(store, source)
  for (let at = 0; at < own.length; at += removeStep) {
    const also = own.slice(at, at + removeStep).map((id): Change => ({ remove: 'leaves', id }))
    await changeOrganization(dependencies, org, async () => ({
      write: { moves: ['revision'], set: {}, also },
      result: undefined,
    }))
  }
  // Last, so that the source can still be found after an interruption.
  await store.commit([
    { remove: 'sources', id: source._id },
    ...sourceAudit(dependencies, 'source_removed', source, actor),
  ])
  return { source, leaves: own.length }
}
