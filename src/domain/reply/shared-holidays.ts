import { addTo, countedBy, groupedBy } from '../../calendar/grouped.js'
import type { Day, DayRange } from '../../calendar/day.js'
import type { Member } from '../organization/organization.js'
import { compare, type Sliced } from '../../calendar/slices.js'
import { type Away } from '../presence/away.js'
import { isBankHoliday } from '../presence/leave-types.js'
import type { Roll } from '../presence/roll.js'
import { hasWorkingDay } from './days.js'
import type { SharedHoliday, SharedPlace } from './reply.js'

interface Holders {
  readonly range: DayRange
  readonly members: Map<string, Member>
}

/** People of one slice. */
const sliceLength = 250

const countTeams = (members: Iterable<Member>) => countedBy(members, ({ team_id }) => team_id)

/** The bank holidays of some days, by their days and by who has them. */
export function* sharedHolidays(
  away: readonly Away[],
  seen: readonly Member[],
  { teamsById, calendars, organization }: Roll,
): Sliced<{ readonly holidays: readonly SharedHoliday[]; readonly places: readonly SharedPlace[] }> {
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
  const shared = (days: readonly DayRange[], members: readonly Member[]): SharedPlace => ({
    days,
    people: members.length,
    is_for_all: members.length === seen.length,
    teams: [...countTeams(members)]
      .map(([id, people]) => ({
        name: (id !== null && teamsById.get(id)?.name) || 'people without a team',
        people,
        size: sizes.get(id) ?? people,
      }))
      .sort((a, b) => b.people - a.people || compare(a.name, b.name)),
    calendars: calendars
      .filter((calendar) => days.every(({ from }) => calendar.days.some(({ date }) => date === from)))
      .map(({ code }) => code)
      .sort(compare),
  })
  const holidays = [...found]
    .filter(([, { range }]) => hasWorkingDay(range, organization.working_days))
    .sort(([a], [b]) => compare(a, b))
  const daysOf = new Map<Member, DayRange[]>()
  for (const [, { range, members }] of holidays)
    for (const member of members.values()) addTo(daysOf, member, range)
  const places = groupedBy(daysOf, ([, days]) => days.map(({ from, to }) => `${from} ${to}`).join())
  return {
    holidays: holidays.map(([, { range, members }]) => {
      const { days: _, ...holders } = shared([range], [...members.values()])
      return { ...range, ...holders }
    }),
    places: [...places]
      .sort(([a], [b]) => compare(a, b))
      .map(([, some]) =>
        shared(
          some[0]![1],
          some.map(([member]) => member),
        ),
      ),
  }
}

/** The places that have a bank holiday after a day, with those alone. */
export const placesAfter = (places: readonly SharedPlace[], after: Day): readonly SharedPlace[] =>
  places.flatMap((place) => {
    const days = place.days.filter(({ from }) => from > after)
    return days.length === 0 ? [] : [{ ...place, days }]
  })
