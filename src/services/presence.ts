import { dayAt, isTimeZone, type Day } from '../domain/day.js'
import type { Organization } from '../domain/organization.js'
import {
  presenceIn,
  resolveRange,
  type Presence,
  type PresenceQuestion,
  type PresenceReader,
} from '../domain/presence.js'
import { Problem } from '../domain/problem.js'
import type { Store } from '../store/port.js'
import { loadFacts } from './facts.js'
import type { GivenAnswer, Snapshots } from './snapshots.js'

/** As asked: days that exist, a team id in lower case. */
export interface PresenceQuery {
  readonly from?: Day | undefined
  readonly to?: Day | undefined
  readonly team_id?: string | undefined
}

export interface PresenceService {
  /** The reply's bytes. `organization` was read after the question arrived. Throws `invalid`, `unavailable`. */
  answer(
    organization: Organization,
    query: PresenceQuery,
    reader: PresenceReader,
    now: Date,
  ): Promise<GivenAnswer>
  /** The same answer as a value, straight from the store: for a process that asks once. */
  presence(
    organization: Organization,
    query: PresenceQuery,
    reader: PresenceReader,
    now: Date,
  ): Promise<Presence>
}

/** Told once of each zone that is none, with an organization that has it. */
export type WarnOfZone = (organization: Pick<Organization, '_id' | 'timezone'>) => void

/**
 * Today in an organization's zone. A zone that is none (a hand-edited document) is read as UTC: a question is never
 * refused for it. A day is kept for the minute: zones change on whole minutes, and asking Intl costs microseconds.
 */
const createToday = (warn: WarnOfZone) => {
  const zones = new Map<string, { readonly zone: string; minute: number; day: Day }>()
  return ({ _id, timezone }: Organization, now: Date): Day => {
    let known = zones.get(timezone)
    if (!known) {
      if (!isTimeZone(timezone)) warn({ _id, timezone })
      zones.set(timezone, (known = { zone: isTimeZone(timezone) ? timezone : 'UTC', minute: NaN, day: '' }))
    }
    const minute = Math.floor(now.getTime() / 60_000)
    if (known.minute !== minute) Object.assign(known, { minute, day: dayAt(now, known.zone) })
    return known.day
  }
}

const settle = (today: Day, query: PresenceQuery): PresenceQuestion => {
  const range = resolveRange(query, today)
  if ('issues' in range) throw new Problem('invalid', 'Invalid query parameters', { issues: range.issues })
  return { ...range, team_id: query.team_id ?? null }
}

/** The same question for the same query all day: callers hand in one object for what is asked again. */
const createSettle = () => {
  const settled = new WeakMap<PresenceQuery, { readonly today: Day; readonly question: PresenceQuestion }>()
  return (today: Day, query: PresenceQuery): PresenceQuestion => {
    const known = settled.get(query)
    if (known?.today === today) return known.question
    const question = settle(today, query)
    settled.set(query, { today, question })
    return question
  }
}

const gone = (): Problem => new Problem('unavailable', 'Service unavailable')

export const createPresenceService = (
  store: Store,
  snapshots: Snapshots,
  warn: WarnOfZone = () => undefined,
): PresenceService => {
  const todayOf = createToday(warn)
  const settleAgain = createSettle()
  return {
    async answer(organization, query, reader, now) {
      const today = todayOf(organization, now)
      const answer = await snapshots.answer(organization, settleAgain(today, query), reader, today)
      if (!answer) throw gone()
      return answer
    },

    async presence(organization, query, reader, now) {
      const question = settle(todayOf(organization, now), query)
      const org = organization._id
      const loaded = await store.view(org, (view) => loadFacts(view, org, question))
      if (!loaded) throw gone()
      return presenceIn(loaded.facts, question, reader)
    },
  }
}
