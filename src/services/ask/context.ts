import { dayAt, isTimeZone, zoneOrUtc, type Day } from '../../calendar/day.js'
import { timeAt } from '../../calendar/wall-clock.js'
import type { Member, Organization } from '../../domain/organization/organization.js'
import { memberOf, type SlackPerson } from '../../domain/people/match.js'
import type { Roll } from '../../domain/presence/roll.js'
import type { HalfDay } from '../../language/question.js'
import { Problem } from '../../domain/problem.js'
import type { Names } from '../roll/names.js'
import type { Rolls } from '../roll/rolls.js'

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
  /** Finds the questions of the same conversation, oldest first, for what goes on with them: "and design?" */
  readonly before?: () => Promise<readonly string[]>
  /** The only people whom an answer about a team or everyone may name; absent: all of them. */
  readonly among?: readonly SlackPerson[]
  /** A team chosen from a list instead of by words; null: everyone. */
  readonly team?: string | null
}

/** Who asks, when, and what they ask about. */
export interface AnswerContext {
  /** As read after the question arrived. */
  readonly organization: Organization
  /** Of the days around today. */
  readonly roll: Roll
  readonly names: Names
  readonly me: Member | undefined
  /** The asker is a deactivated member. */
  readonly isGone: boolean
  /** The asker's, when it is another day there than in the organization's. */
  readonly zone: string | null
  readonly today: Day
  /** Of today, where the asker is. */
  readonly half: HalfDay
}

const zoneOf = (
  asker: Asker,
  member: Member | undefined,
  { timezone }: Organization,
  now: Date,
): Pick<AnswerContext, 'zone' | 'today' | 'half'> => {
  const home = zoneOrUtc(timezone)
  const own = [asker.timezone, member?.timezone].find((zone) => zone && isTimeZone(zone)) ?? home
  const today = dayAt(now, own)
  const half = timeAt(now, own) < '12:00' ? 'morning' : 'afternoon'
  return { zone: today === dayAt(now, home) ? null : own, today, half }
}

/** What an answer begins with, the asker found. Throws `unavailable` when the organization is gone. */
export const openContext = async (
  rolls: Rolls,
  org: string,
  { asker, now }: Pick<AskRequest, 'asker' | 'now'>,
): Promise<AnswerContext> => {
  const organization = await rolls.readFresh(org)
  if (!organization) throw new Problem('unavailable', 'The organization no longer exists.')
  const { today: home } = zoneOf(asker, undefined, organization, now)
  const roll = await rolls.of(organization, { today: home })
  const names = await rolls.names(roll)
  const known = memberOf(names, asker)
  const me = known?.active ? known : undefined
  return {
    organization,
    roll,
    names,
    me,
    isGone: known !== undefined && !known.active,
    ...zoneOf(asker, me, organization, now),
  }
}
