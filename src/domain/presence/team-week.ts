import { dayFromNumber, dayNumber, weekdays, type Day } from '../../calendar/day.js'
import { isWorkingDay, weekAround } from '../../calendar/week.js'
import type { Member } from '../organization/organization.js'
import { awayByDay, createLeavesIn, type AwayKind } from './away.js'
import type { Roll } from './roll.js'

export interface TeamWeek {
  readonly team: string
  /** Working days of the week that `today` is in or, once they are over, of the next one. */
  readonly days: readonly Day[]
  readonly isNext: boolean
  /** The reader first, then who is away on any of the days, then the others; what each is away as on each day. */
  readonly rows: readonly {
    readonly name: string
    readonly isMe: boolean
    readonly cells: readonly (AwayKind | null)[]
  }[]
  /** People without a row, and whether all of them are in on every day. */
  readonly more: { readonly count: number; readonly areIn: boolean }
  /** Days on which fewer than half are in. */
  readonly thin: readonly Day[]
}

/** Rows of one team: more do not fit in a glance. */
const maxRows = 15

/** The working days of this week; of the next one where none of them is left. */
const daysOfWeek = ({ organization }: Roll, today: Day): Pick<TeamWeek, 'days' | 'isNext'> => {
  const week = weekAround(dayNumber(today), weekdays.indexOf(organization.week_start))
  const workingDays = (from: number): readonly Day[] =>
    Array.from({ length: 7 }, (_, index) => dayFromNumber(from + index)).filter(
      (day): day is Day => day !== null && isWorkingDay(day, organization.working_days),
    )
  const days = workingDays(week.from)
  const isNext = !days.some((day) => day >= today)
  return { days: isNext ? workingDays(week.from + 7) : days, isNext }
}

/** The week of somebody's team, themselves included; null for people without a team, or a week without working days. */
export const teamWeek = (roll: Roll, me: Member, today: Day): TeamWeek | null => {
  const team = me.team_id === null ? undefined : roll.teamsById.get(me.team_id)
  const { days, isNext } = daysOfWeek(roll, today)
  if (!team || days.length === 0) return null
  const range = { from: days[0]!, to: days.at(-1)! }
  const leavesIn = createLeavesIn(roll, range)
  const first = dayNumber(range.from)
  const members = roll.active.filter(({ team_id }) => team_id === team.id)
  const all = members.map((member) => {
    const kinds = awayByDay(leavesIn(member), range, roll.organization)
    const cells = days.map((day) => kinds[dayNumber(day) - first] ?? null)
    return { name: member.name, isMe: member.id === me.id, cells }
  })
  const isAway = ({ cells }: (typeof all)[number]): boolean => cells.some((cell) => cell !== null)
  const placeOf = (row: (typeof all)[number]): number => (row.isMe ? 0 : isAway(row) ? 1 : 2)
  const rows = all.toSorted((a, b) => placeOf(a) - placeOf(b))
  const thin = days.filter((_, at) => 2 * all.filter(({ cells }) => cells[at] === null).length < all.length)
  const others = rows.slice(maxRows)
  const more = { count: others.length, areIn: !others.some(isAway) }
  return { team: team.name, days, isNext, rows: rows.slice(0, maxRows), more, thin }
}
