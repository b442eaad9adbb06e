import type { Day } from '../../calendar/day.js'
import type { Organization } from '../../domain/organization/organization.js'
import type { PresenceQuestion } from '../../domain/presence/presence.js'
import type { Store } from '../../store/port.js'
import { viewUntil } from '../builds.js'
import { runInTurns } from '../turns.js'
import { gatherSnapshot } from './facts.js'
import type { KeptRevision } from './memory.js'

/**
 * Whether a loaded entry answers a question. Its revision must be equal rather than at least as high: a database
 * restored from a backup has a lower revision, and everything loaded before is wrong.
 */
export const serves = (
  { revision, since }: KeptRevision,
  organization: Organization,
  { from }: PresenceQuestion,
): boolean => revision === organization.revision && since <= from

/** Loads an organization since a day; null when it has been deleted. */
export const loadRevision = async (
  store: Pick<Store, 'view'>,
  org: string,
  since: Day,
  signal: AbortSignal,
): Promise<KeptRevision | null> => {
  const gathered = await viewUntil(store, org, signal, (reader) => gatherSnapshot(reader, org, since))
  if (!gathered) return null
  const snapshot = await runInTurns(gathered.builder.finish(), { signal })
  const { revision } = gathered.organization
  const asked = { answers: new Map(), askedOnce: new Set<string>(), underWay: new Map() }
  return { revision, since, snapshot, ...asked, answerBytes: 0, bytes: 0 }
}
