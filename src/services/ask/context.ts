import { dayAt, isTimeZone, type Day } from '../../calendar/day.js'
import type { HolidayCalendar } from '../../domain/holidays/calendar.js'
import type { Member, Organization, Team } from '../../domain/organization/organization.js'
import { memberOf, type SlackPerson } from '../../domain/people/match.js'
import { Problem } from '../../domain/problem.js'
import type { Reader } from '../../store/port.js'
import type { FindLate } from '../sources/late.js'
import type { Names, RecentFacts } from '../presence/recent-facts.js'

/** The asker, as far as is known. */
export interface Asker extends SlackPerson {
  /** From a Slack profile; otherwise the member's, or the organization's. */
  readonly timezone: string | null
  /** BCP 47. */
  readonly locale: string | null
  /** Of the workspace; absent: no. */
  readonly isAdmin?: boolean
}

/** A person whom the text names by a Slack id. */
export interface Mentioned extends SlackPerson {
  readonly name: string
}

export interface AskRequest {
  readonly asker: Asker
  readonly text: string
  readonly now: Date
  /** `everyone`: the answer is posted where others read it, so it contains nobody's own reasons. */
  readonly audience: 'asker' | 'everyone'
  /** By Slack id. */
  readonly mentioned: ReadonlyMap<string, Mentioned>
  /** A team chosen from a list instead of by words; null: everyone. */
  readonly team?: string | null
  /** The page of a long list, from 1. */
  readonly page?: number
}

/** The data for an answer besides leaves. */
export interface AnswerContext {
  readonly organization: Organization
  readonly names: Names
  readonly teams: readonly Team[]
  readonly calendars: readonly HolidayCalendar[]
  readonly me: Member | undefined
  /** The asker is a deactivated member. */
  readonly isGone: boolean
  /** The asker's, when it is another day there than in the organization's. */
  readonly zone: string | null
  readonly today: Day
}

const zoneOf = (
  asker: Asker,
  member: Member | undefined,
  { timezone }: Organization,
  now: Date,
): Pick<AnswerContext, 'zone' | 'today'> => {
  const home = isTimeZone(timezone) ? timezone : 'UTC'
  const own = [asker.timezone, member?.timezone].find((zone) => zone && isTimeZone(zone)) ?? home
  const today = dayAt(now, own)
  return { zone: today === dayAt(now, home) ? null : own, today }
}

/** The reader: one state of the store, and the data that is already known from it. */
export interface AnswerSource {
  readonly view: Reader
  readonly recent: RecentFacts
  readonly findLate: FindLate
}

/** Reads the data for an answer, in one view. Throws `unavailable` when the organization is gone. */
export const openScene = async (
  { view, recent }: Pick<AnswerSource, 'view' | 'recent'>,
  org: string,
  { asker, now }: Pick<AskRequest, 'asker' | 'now'>,
): Promise<AnswerContext> => {
  const [organization] = await view.get('organizations', [org])
  if (!organization) throw new Problem('unavailable', 'The organization no longer exists.')
  const { teams, calendars } = await recent.people(view, organization)
  const names = await recent.names(view, organization)
  const known = memberOf(names, asker)
  const me = known?.active ? known : undefined
  return {
    organization,
    names,
    teams,
    calendars,
    me,
    isGone: known !== undefined && !known.active,
    ...zoneOf(asker, me, organization, now),
  }
}
