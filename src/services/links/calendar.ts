import { addDays, type Day } from '../../calendar/day.js'
import { chartInSlices, type Chart, type ChartQuestion } from '../../domain/chart/chart.js'
import { isInScope, reasonsIn, scopeName, leaveViewOf, type Scope } from '../../domain/chart/scope.js'
import { eventsInSlices, feedRange, type FeedEvent } from '../../domain/links/events.js'
import type { Link } from '../../domain/links/link.js'
import type { Member, Organization, Team } from '../../domain/organization/organization.js'
import type { ShownReason } from '../../domain/presence/privacy.js'
import { Problem } from '../../domain/problem.js'
import { approvedLeaves, type LeavesOf, type LeaveView } from '../../domain/reply/absences.js'
import type { Store } from '../../store/port.js'
import type { RecentFacts } from '../presence/recent-facts.js'
import type { PresenceService } from '../presence/presence.js'
import { viewUntil } from '../builds.js'
import { runInTurns } from '../turns.js'
import type { OpenedLink } from './access.js'

/** The data for a calendar, from one state of the store. */
interface CalendarMaterial {
  readonly organization: Organization
  readonly teams: readonly Team[]
  /** The members in scope, by name. */
  readonly members: readonly Member[]
  readonly leavesOf: LeavesOf
  readonly sight: LeaveView
}

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
  /** A person's own absences make them busy; colleagues' absences do not. */
  readonly isOwn: boolean
  readonly revision: number
}

/** A leave that ended up to this many days before a range may be one whose return date is in the range. */
const maxReturnDays = 14

const gather = (
  store: Pick<Store, 'view'>,
  recent: RecentFacts,
  { organization: { _id }, link }: OpenedLink,
  scope: Scope,
  from: Day,
  today: Day,
  signal: AbortSignal,
): Promise<CalendarMaterial> =>
  viewUntil(store, _id, signal, async (view) => {
    const [organization] = await view.get('organizations', [_id])
    if (!organization) throw new Problem('unavailable', 'The organization is gone.')
    const { teams, members, calendars } = await recent.people(view, organization)
    const since = addDays(from, -maxReturnDays) ?? '0001-01-01'
    const leaves = await recent.leaves(view, organization, since, today)
    const { holidays, working_days: workingDays } = organization
    const facts = { leaves, teams, holidays: { calendars, assigned: holidays ?? null, workingDays } }
    return {
      organization,
      teams,
      members: members.filter((member) => isInScope(member, scope)),
      leavesOf: await runInTurns(approvedLeaves(facts), { signal }),
      sight: leaveViewOf(organization, link),
    }
  })

/** A reader's choices on the page, within the scope of the link. */
export interface ChartChoices extends Omit<ChartQuestion, 'today'> {
  readonly team_id: string | null
}

const within = (link: Link, team_id: string | null): Scope => ({
  team_id: link.team_id ?? team_id,
  member_id: link.member_id,
})

/**
 * The content behind links. `opened` was read after the request arrived. Each verb throws the errors of the store, and
 * the reason of the signal.
 */
export const createCalendars = (
  store: Pick<Store, 'view'>,
  recent: RecentFacts,
  todayOf: PresenceService['today'],
) => ({
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
    const material = await gather(store, recent, opened, scope, wish.range.from, today, signal)
    const { organization, teams, members } = material
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
    const material = await gather(store, recent, opened, scope, range.from, today, signal)
    const { organization, teams, members } = material
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
