import { addDays, type Day } from '../domain/day.js'
import type { Leave, Member, Organization, Team } from '../domain/organization.js'
import { inReplyOrder } from '../domain/presence.js'
import { sortInSlices } from '../domain/slices.js'
import { collect, type Reader } from '../store/port.js'
import { findLeaves } from './facts.js'
import { runPolitely } from './turns.js'

/** By name, as replies list them. */
export interface People {
  readonly teams: readonly Team[]
  /** The deactivated ones too. */
  readonly members: readonly Member[]
}

type State = Pick<Organization, '_id' | 'revision'>

/** What is known of one revision of an organization. */
interface Recent {
  readonly revision: number
  people?: Promise<People>
  leaves?: { readonly since: Day; readonly list: Promise<readonly Leave[]> }
  documents: number
}

/** Documents that are kept of all organizations together, some 300 bytes each; the least recently used goes first. */
const defaultLimit = 200_000

/** How far back leaves are read at least, in days, so that last month's question finds them too. */
const usualPast = 45

const loadPeople = async (view: Reader, org: string): Promise<People> => {
  const teams = await collect(view.find('teams', { index: 'by_org', equal: { org } }))
  const members = await collect(view.find('members', { index: 'by_org', equal: { org } }))
  const sorted = await runPolitely(sortInSlices(members, inReplyOrder))
  return { teams: teams.sort(inReplyOrder), members: sorted }
}

/**
 * The facts behind the latest answers, so that the next question about the same revision reads one document. Nothing
 * here is ever stale: whoever asks has read the organization's revision in the view that would load them otherwise.
 */
export const createRecentFacts = (limit = defaultLimit) => {
  const kept = new Map<string, Recent>()

  const recentOf = ({ _id, revision }: State): Recent => {
    const known = kept.get(_id)
    const recent = known?.revision === revision ? known : { revision, documents: 0 }
    kept.delete(_id)
    kept.set(_id, recent)
    return recent
  }

  const trim = (): void => {
    let total = [...kept.values()].reduce((sum, { documents }) => sum + documents, 0)
    for (const [org, { documents }] of kept) {
      if (total <= limit || kept.size === 1) return
      kept.delete(org)
      total -= documents
    }
  }

  /** Loads once for all who ask meanwhile; what failed is asked for anew by the next one. */
  const share = <T>(recent: Recent, load: Promise<T>, count: (loaded: T) => number, undo: () => void) => {
    load.then((loaded) => {
      recent.documents += count(loaded)
      trim()
    }, undo)
    return load
  }

  return {
    /** Teams and members of the revision that `view` shows. */
    people: (view: Reader, state: State): Promise<People> => {
      const recent = recentOf(state)
      return (recent.people ??= share(
        recent,
        loadPeople(view, state._id),
        ({ teams, members }) => teams.length + members.length,
        () => delete recent.people,
      ))
    },

    /** At least the leaves that end on or after `from`, of the revision that `view` shows. */
    leaves: (view: Reader, state: State, from: Day, today: Day): Promise<readonly Leave[]> => {
      const recent = recentOf(state)
      if (recent.leaves && recent.leaves.since <= from) return recent.leaves.list
      const usual = addDays(today, -usualPast) ?? from
      const since = from < usual ? from : usual
      const list = share(
        recent,
        collect(findLeaves(view, state._id, { from: since })),
        ({ length }) => length,
        () => delete recent.leaves,
      )
      recent.leaves = { since, list }
      return list
    },
  }
}
export type RecentFacts = ReturnType<typeof createRecentFacts>
