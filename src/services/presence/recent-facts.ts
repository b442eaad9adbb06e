import type { AskPerson, AskTeam } from '../../domain/ask/context.js'
import { prepareNameBook } from '../../domain/ask/who/book.js'
import { addDays, type Day } from '../../calendar/day.js'
import type { HolidayCalendar } from '../../domain/holidays/calendar.js'
import { foldEmail } from '../../domain/organization/email.js'
import type { Leave, Member, Organization, Team } from '../../domain/organization/organization.js'
import {
  addByEmail,
  matchedMembers,
  type MembersInSlack,
  type SlackMatch,
} from '../../domain/people/match.js'
import { inReplyOrder } from '../../domain/presence/presence.js'
import { sortInSlices, type Sliced } from '../../domain/slices.js'
import { collect, type Reader } from '../../store/port.js'
import { matchesOf } from '../people/people.js'
import { findLeaves } from './facts.js'
import { runInTurns } from '../turns.js'

/** Sorted by name, as replies list them. */
export interface People {
  readonly teams: readonly Team[]
  /** Including deactivated members. */
  readonly members: readonly Member[]
  readonly calendars: readonly HolidayCalendar[]
  readonly matches: readonly SlackMatch[]
}

/** The people and teams that can be asked about, indexed once per revision. */
export interface Names extends MembersInSlack {
  readonly teams: readonly AskTeam[]
  /** The active members, sorted by name. */
  readonly active: readonly Member[]
  /** The same members as phrases name them; a name book is kept for this array together with `teams`. */
  readonly people: readonly AskPerson[]
}

type State = Pick<Organization, '_id' | 'revision'>

/** Cached data about one revision of an organization. */
interface Recent {
  readonly revision: number
  people?: Promise<People>
  names?: Promise<Names>
  leaves?: { readonly since: Day; readonly list: Promise<readonly Leave[]> }
  documents: number
}

/**
 * Documents kept for all organizations together, about 300 bytes each and as much again for each member's name in the
 * index; the least recently used are dropped first.
 */
const defaultLimit = 150_000

/** How far back leaves are read at least, in days, so that questions about last month are covered. */
const usualPast = 45

const loadPeople = async (view: Reader, org: string): Promise<People> => {
  const teams = await collect(view.find('teams', { index: 'by_org', equal: { org } }))
  const members = await collect(view.find('members', { index: 'by_org', equal: { org } }))
  const calendars = await collect(view.find('holiday_calendars', { index: 'by_org', equal: { org } }))
  const matches = await matchesOf(view, org)
  const sorted = await runInTurns(sortInSlices(members, inReplyOrder))
  return { teams: teams.sort(inReplyOrder), members: sorted, calendars, matches }
}

export const namesOfTeams = (teams: readonly Team[]): ReadonlyMap<string, string> =>
  new Map(teams.map(({ id, name }) => [id, name]))

/** A member in the form that phrases are matched against. */
export const askPersonOf = (
  { id, name, email, team_id }: Member,
  teamNames: ReadonlyMap<string, string>,
): AskPerson => {
  const team = team_id === null ? undefined : teamNames.get(team_id)
  return { id, name, email: foldEmail(email), ...(team === undefined ? {} : { team }) }
}

/** Members indexed between two turns of the event loop. */
const indexedAtOnce = 1_000

function* indexNames({ teams, members, matches }: People): Sliced<Names> {
  const active: Member[] = []
  const people: AskPerson[] = []
  const byEmail = new Map<string, Member>()
  const teamNames = namesOfTeams(teams)
  for (const [index, member] of members.entries()) {
    if (index % indexedAtOnce === 0) yield
    addByEmail(byEmail, member)
    if (!member.active) continue
    active.push(member)
    people.push(askPersonOf(member, teamNames))
  }
  const asked = teams.map(({ id, name }) => ({ id, name }))
  yield* prepareNameBook(asked, people)
  return { teams: asked, active, people, byEmail, ...matchedMembers(members, matches) }
}

/**
 * The data behind recent answers, so that the next question at the same revision reads one document. Never stale: the
 * caller has read the organization's revision in the same view that would otherwise load the data.
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

  /** Loads once for all concurrent callers; after a failure the next caller tries again. */
  const share = <T>(recent: Recent, load: Promise<T>, count: (loaded: T) => number, undo: () => void) => {
    load.then((loaded) => {
      recent.documents += count(loaded)
      trim()
    }, undo)
    return load
  }

  const peopleOf = (recent: Recent, view: Reader, { _id }: State): Promise<People> =>
    (recent.people ??= share(
      recent,
      loadPeople(view, _id),
      ({ teams, members, calendars, matches }) =>
        teams.length + members.length + calendars.length + matches.length,
      () => delete recent.people,
    ))

  return {
    /** Teams and members at the revision that `view` shows. */
    people: (view: Reader, state: State): Promise<People> => peopleOf(recentOf(state), view, state),

    /** The names of the same people, indexed once per revision, in slices. */
    names: (view: Reader, state: State, signal?: AbortSignal): Promise<Names> => {
      const recent = recentOf(state)
      return (recent.names ??= share(
        recent,
        peopleOf(recent, view, state).then((people) => runInTurns(indexNames(people), { signal })),
        () => 0,
        () => delete recent.names,
      ))
    },

    /** At least the leaves that end on or after `from`, at the revision that `view` shows. */
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
