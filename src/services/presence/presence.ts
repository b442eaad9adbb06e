import { dayAt, isTimeZone, type Day } from '../../calendar/day.js'
import type { Organization } from '../../domain/organization/organization.js'
import { presenceIn, type Presence, type PresenceQuestion } from '../../domain/presence/presence.js'
import type { PresenceReader } from '../../domain/presence/visible-team.js'
import { resolveRange } from '../../domain/presence/range.js'
import type { TeamSize } from '../../domain/presence/fast/snapshot.js'
import { Problem } from '../../domain/problem.js'
import type { Store } from '../../store/port.js'
import { loadFacts } from './facts.js'
import type { GivenAnswer, Snapshots } from './snapshots.js'

/** The query as asked, with existing days and a lower-case team id. */
export interface PresenceQuery {
  readonly from?: Day | undefined
  readonly to?: Day | undefined
  readonly team_id?: string | undefined
}

export interface PresenceService {
  /** Today in the organization's own time zone. */
  today(organization: Organization, now: Date): Day
  /** The reply's bytes. `organization` was read after the question arrived. Throws `invalid`, `unavailable`, `busy`. */
  answer(
    organization: Organization,
    query: PresenceQuery,
    reader: PresenceReader,
    now: Date,
    waiting?: () => AbortSignal,
  ): Promise<GivenAnswer>
  compressorOf: Snapshots['compressorOf']
  /** The teams that a reader can see, by name. Throws `unavailable`. */
  teams(
    organization: Organization,
    reader: PresenceReader,
    now: Date,
    waiting?: () => AbortSignal,
  ): Promise<readonly TeamSize[]>
}

/** Called once for each invalid zone, with an organization that uses it. */
export type WarnAboutZone = (organization: Pick<Organization, '_id' | 'timezone'>) => void

/**
 * Today in an organization's zone. An invalid zone (from a hand-edited document) is read as UTC, so that no question
 * is refused because of it. The day is cached for the minute, because zones change on whole minutes: asking Intl every
 * time costs the default question 4 % of its CPU time (bench, 500 members).
 */
const createToday = (warn: WarnAboutZone) => {
  const zones = new Map<string, { readonly minute: number; readonly day: Day }>()
  return ({ _id, timezone }: Organization, now: Date): Day => {
    const minute = Math.floor(now.getTime() / 60_000)
    const known = zones.get(timezone)
    if (known?.minute === minute) return known.day
    const isKnown = isTimeZone(timezone)
    if (!isKnown && !known) warn({ _id, timezone })
    const day = dayAt(now, isKnown ? timezone : 'UTC')
    zones.set(timezone, { minute, day })
    return day
  }
}

const settle = (today: Day, query: PresenceQuery): PresenceQuestion => {
  const range = resolveRange(query, today)
  if ('issues' in range) throw new Problem('invalid', 'Invalid query parameters', { issues: range.issues })
  return { ...range, team_id: query.team_id ?? null }
}

const gone = (): Problem => new Problem('unavailable', 'Service unavailable')

export const createPresenceService = (
  snapshots: Snapshots,
  warn: WarnAboutZone = () => undefined,
): PresenceService => {
  const todayOf = createToday(warn)
  return {
    today: todayOf,

    async answer(organization, query, reader, now, waiting) {
      const today = todayOf(organization, now)
      const answer = await snapshots.answer(organization, settle(today, query), reader, today, waiting)
      if (!answer) throw gone()
      return answer
    },

    compressorOf: snapshots.compressorOf,

    async teams(organization, reader, now, waiting) {
      const teams = await snapshots.teams(organization, reader, todayOf(organization, now), waiting)
      if (!teams) throw gone()
      return teams
    },
  }
}

/** The same answer as a value, read straight from the store, for a process that asks once. */
export const readPresence = async (
  store: Pick<Store, 'view'>,
  organization: Organization,
  query: PresenceQuery,
  { reader, now }: { readonly reader: PresenceReader; readonly now: Date },
): Promise<Presence> => {
  const question = settle(createToday(() => undefined)(organization, now), query)
  const org = organization._id
  const loaded = await store.view(org, (view) => loadFacts(view, org, question))
  if (!loaded) throw gone()
  return presenceIn(loaded.facts, question, reader)
}
