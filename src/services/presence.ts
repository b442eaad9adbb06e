import type { Answer } from '../domain/answer.js'
import { dayAt, isTimeZone, type Day } from '../domain/day.js'
import type { Organization } from '../domain/organization.js'
import { presenceIn, resolveRange, type Presence, type PresenceReader } from '../domain/presence.js'
import { Problem } from '../domain/problem.js'
import type { Store } from '../store/port.js'
import { loadFacts } from './facts.js'
import type { Snapshots } from './snapshots.js'

/** As asked: days that exist, a team id in lower case. */
export interface PresenceQuery {
  readonly from?: Day | undefined
  readonly to?: Day | undefined
  readonly team_id?: string | undefined
}

export interface PresenceService {
  /** The reply's bytes. `organization` was read after the question arrived. Throws `invalid`, `unavailable`. */
  answer(organization: Organization, query: PresenceQuery, reader: PresenceReader, now: Date): Promise<Answer>
  /** The same answer as a value, straight from the store: for a process that asks once. */
  presence(
    organization: Organization,
    query: PresenceQuery,
    reader: PresenceReader,
    now: Date,
  ): Promise<Presence>
}

/** A zone that is not one (a hand-edited document) is read as UTC: a question is never refused for it. */
export const todayOf = ({ timezone }: Pick<Organization, 'timezone'>, now: Date): Day =>
  dayAt(now, isTimeZoneKnown(timezone) ? timezone : 'UTC')

const knownZones = new Map<string, boolean>()
const isTimeZoneKnown = (zone: string): boolean => {
  let known = knownZones.get(zone)
  if (known === undefined) knownZones.set(zone, (known = isTimeZone(zone)))
  return known
}

const settle = (organization: Organization, query: PresenceQuery, now: Date) => {
  const today = todayOf(organization, now)
  const range = resolveRange(query, today)
  if ('issues' in range) throw new Problem('invalid', 'Invalid query parameters', { issues: range.issues })
  return { today, question: { ...range, team_id: query.team_id ?? null } }
}

const gone = (): Problem => new Problem('unavailable', 'Service unavailable')

export const createPresenceService = (store: Store, snapshots: Snapshots): PresenceService => ({
  async answer(organization, query, reader, now) {
    const { today, question } = settle(organization, query, now)
    const answer = await snapshots.answer(organization, question, reader, today)
    if (!answer) throw gone()
    return answer
  },

  async presence(organization, query, reader, now) {
    const { question } = settle(organization, query, now)
    const org = organization._id
    const loaded = await store.view(org, (view) => loadFacts(view, org, question))
    if (!loaded) throw gone()
    return presenceIn(loaded.facts, question, reader)
  },
})
