import type { DayRange } from '../../calendar/day.js'
import type { Member } from '../organization/organization.js'
import { compare, type Sliced } from '../../calendar/slices.js'
import { isBankHoliday, type Away } from '../presence/away.js'
import type { Roll } from '../presence/roll.js'
import { hasWorkingDay } from './days.js'
import type { SharedHoliday } from './reply.js'

interface Holders {
  readonly range: DayRange
  readonly members: Map<string, Member>
}

/** People of one slice. */
const sliceLength = 250

const countTeams = (members: Iterable<Member>): ReadonlyMap<string | null, number> => {
  const counts = new Map<string | null, number>()
  for (const { team_id } of members) counts.set(team_id, (counts.get(team_id) ?? 0) + 1)
  return counts
}

/** The bank holidays of some days, by their days: who has them, and how many people. */
export function* sharedHolidays(
  away: readonly Away[],
  seen: readonly Member[],
  { teamsById, calendars, organization }: Roll,
): Sliced<readonly SharedHoliday[]> {
  const found = new Map<string, Holders>()
  for (const [place, { member, leaves }] of away.entries()) {
    if (place % sliceLength === sliceLength - 1) yield
    for (const leave of leaves) {
      if (!isBankHoliday(leave)) continue
      const range = { from: leave.start_date, to: leave.end_date }
      const key = `${range.from} ${range.to}`
      const known = found.get(key) ?? { range, members: new Map<string, Member>() }
      found.set(key, known)
      known.members.set(member.id, member)
    }
  }
  const sizes = countTeams(seen)
  const holidays = [...found].filter(([, { range }]) => hasWorkingDay(range, organization.working_days))
  return holidays
    .sort(([a], [b]) => compare(a, b))
    .map(([, { range, members }]) => ({
      ...range,
      people: members.size,
      is_for_all: members.size === seen.length,
      teams: [...countTeams(members.values())]
        .map(([id, people]) => ({
          name: (id !== null && teamsById.get(id)?.name) || 'people without a team',
          people,
          size: sizes.get(id) ?? people,
        }))
        .sort((a, b) => b.people - a.people || compare(a.name, b.name)),
      calendars: calendars
        .filter(({ days }) => days.some(({ date }) => date === range.from))
        .map(({ code }) => code)
        .sort(compare),
    }))
}
