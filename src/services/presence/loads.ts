import type { Day } from '../../domain/calendar/day.js'
import type { Organization } from '../../domain/organization/organization.js'
import type { PresenceQuestion } from '../../domain/presence/presence.js'
import type { Store } from '../../store/port.js'
import { gatherSnapshot, snapshotSince } from './facts.js'
import type { KeptRevision } from './memory.js'
import { runInTurns } from '../turns.js'

/** Loads what a question needs when it is not in memory; null when the organization has been deleted. */
export type LoadFor = (
  organization: Organization,
  question: PresenceQuestion,
  today: Day,
) => Promise<KeptRevision | null>

const covers = ({ since }: KeptRevision, { from }: PresenceQuestion): boolean => since <= from

/**
 * Whether a loaded entry answers a question. Its revision must be equal rather than at least as high: a database
 * restored from a backup has a lower revision, and everything loaded before is wrong.
 */
export const serves = (
  entry: KeptRevision,
  { revision }: Organization,
  question: PresenceQuestion,
): boolean => entry.revision === revision && covers(entry, question)

const load = async (store: Store, org: string, since: Day): Promise<KeptRevision | null> => {
  const gathered = await store.view(org, (reader) => gatherSnapshot(reader, org, since))
  if (!gathered) return null
  const snapshot = await runInTurns(gathered.builder.finish())
  const { revision } = gathered.organization
  const asked = { answers: new Map(), askedOnce: new Set<string>(), underWay: new Map() }
  return { revision, since, snapshot, ...asked, answerBytes: 0, bytes: 0 }
}

/**
 * Runs one load per organization at a time. A load in progress began before the caller arrived, so it counts only if
 * it found exactly the revision that the caller read; a load begun afterwards always counts.
 */
export const createLoads = (store: Store, keep: (org: string, entry: KeptRevision) => void): LoadFor => {
  const underWay = new Map<string, Promise<KeptRevision | null>>()

  const begin = (org: string, since: Day): Promise<KeptRevision | null> => {
    const loading = load(store, org, since)
      .then((entry) => {
        if (entry) keep(org, entry)
        return entry
      })
      .finally(() => underWay.delete(org))
    underWay.set(org, loading)
    return loading
  }

  return async (organization, question, today) => {
    const { _id: org } = organization
    const since = snapshotSince(question, today)
    const earlier = await underWay.get(org)
    if (earlier && serves(earlier, organization, question)) return earlier
    for (;;) {
      const entry = await (underWay.get(org) ?? begin(org, since))
      if (!entry || covers(entry, question)) return entry
    }
  }
}
