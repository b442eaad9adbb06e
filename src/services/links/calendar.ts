import { chartInSlices, type Chart, type ChartFacts, type ChartQuestion } from '../../domain/chart/chart.js'
import { isInScope, reasonsIn, scopeName, leaveViewOf, type Scope } from '../../domain/chart/scope.js'
import { eventsInSlices, feedRange, type FeedEvent } from '../../domain/links/events.js'
import type { Link } from '../../domain/links/link.js'
import type { Member, Team } from '../../domain/organization/organization.js'
import type { ShownReason } from '../../domain/presence/reasons.js'
import type { PresenceService } from '../presence/presence.js'
import type { RollNeed, Rolls } from '../roll/rolls.js'
import { runInTurns } from '../turns.js'
import type { OpenedLink } from './access.js'

export interface ShownChart {
  /** The scope of the calendar: the organization, a team or a person. */
  readonly name: string
  /** The teams to choose from; none where the link shows one team or person. */
  readonly teams: readonly Pick<Team, 'id' | 'name'>[]
  /** The reasons that can appear. */
  readonly reasons: readonly ShownReason[]
  readonly chart: Chart
  /** The organization's revision that it shows. */
  readonly revision: number
}

export interface ShownFeed {
  readonly name: string
  readonly events: readonly FeedEvent[]
  /** Calendar apps show a person's own absences as busy, and colleagues' as free. */
  readonly isOwn: boolean
  readonly revision: number
}

/** Team by team in the order of their names, people without a team last; by name within a team. */
const byTeam = (members: readonly Member[], teams: readonly Team[]): readonly Member[] => {
  const place = new Map(teams.map(({ id }, index) => [id, index]))
  const placeOf = ({ team_id }: Member): number => place.get(team_id ?? '') ?? teams.length
  return members.toSorted((a, b) => placeOf(a) - placeOf(b))
}

const gather = async (
  rolls: Rolls,
  { organization, link }: OpenedLink,
  scope: Scope,
  need: RollNeed,
): Promise<ChartFacts> => {
  const roll = await rolls.of(organization, need)
  return {
    roll,
    members: byTeam(
      roll.active.filter((member) => isInScope(member, scope)),
      roll.teams,
    ),
    sight: leaveViewOf(roll.organization, link),
  }
}

/** A reader's choices on the page, within the scope of the link. */
export interface ChartChoices extends Omit<ChartQuestion, 'today'> {
  readonly team_id: string | null
}

const within = (link: Link, team_id: string | null): Scope => ({
  team_id: link.team_id ?? team_id,
  member_id: link.member_id,
})

/** The content behind links; throws the errors of the store, and the reason of the signal. */
export const createCalendars = (rolls: Rolls, todayOf: PresenceService['today']) => ({
  today: todayOf,

  async chart(
    opened: OpenedLink,
    { team_id, ...wish }: ChartChoices,
    now: Date,
    signal: AbortSignal,
  ): Promise<ShownChart> {
    const today = todayOf(opened.organization, now)
    const { link } = opened
    const scope = within(link, team_id)
    const material = await gather(rolls, opened, scope, { days: wish.range, today, signal })
    const { roll, members } = material
    const { organization, teams } = roll
    const isWhole = link.team_id === null && link.member_id === null
    return {
      name: scopeName(scope, organization, teams, members),
      teams: isWhole ? teams : [],
      reasons: reasonsIn(material.sight),
      chart: await runInTurns(chartInSlices(material, { ...wish, today }), { signal }),
      revision: organization.revision,
    }
  },

  async feed(opened: OpenedLink, now: Date, signal: AbortSignal): Promise<ShownFeed> {
    const today = todayOf(opened.organization, now)
    const { link } = opened
    const scope = within(link, null)
    const range = feedRange(today)
    const material = await gather(rolls, opened, scope, { days: range, today, signal })
    const { roll, members } = material
    const { organization, teams } = roll
    const facts = { ...material, eventKey: link.event_key, oldest: organization.created_at }
    return {
      name: `Who is out: ${scopeName(scope, organization, teams, members)}`,
      events: await runInTurns(eventsInSlices(facts, range), { signal }),
      isOwn: link.member_id !== null,
      revision: organization.revision,
    }
  },
})
export type Calendars = ReturnType<typeof createCalendars>
