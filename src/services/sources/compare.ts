import type { Organization } from '../../domain/organization/organization.js'
import { createFeedComparer, type FeedChanges } from '../../domain/sources/changes.js'
import type { FeedLeaves } from '../../domain/sources/leaves.js'
import { feedWindow } from '../../domain/sources/occurrences.js'
import type { DataSource } from '../../domain/sources/source.js'
import type { Dependencies } from '../dependencies.js'
import { unknownOrganization } from '../organizations/change.js'
import { findLeaves } from '../roll/load.js'
import { runInTurns } from '../turns.js'
import type { Surroundings } from './reading.js'

/** What a feed would change in an organization as it stands now, read in one view. Throws the errors of the store. */
export const compareFeed = (
  { store }: Pick<Dependencies, 'store'>,
  { _id, org, member_id, takes_over }: Pick<DataSource, '_id' | 'org' | 'member_id' | 'takes_over'>,
  found: Pick<FeedLeaves, 'leaves' | 'unread'>,
  { today }: Pick<Surroundings, 'today'>,
): Promise<{ readonly organization: Organization; readonly changes: FeedChanges }> =>
  store.view(org, async (view) => {
    const [organization] = await view.get('organizations', [org])
    if (!organization) throw unknownOrganization()
    const comparer = createFeedComparer(
      org,
      `calendar:${_id}`,
      today,
      found,
      takes_over ? { member_id } : null,
    )
    for await (const page of findLeaves(view, org, feedWindow(today).from)) comparer.meet(page)
    return { organization, changes: await runInTurns(comparer.finish()) }
  })
