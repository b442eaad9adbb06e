import { compare } from '../../calendar/slices.js'
import { countedBy } from '../../calendar/grouped.js'
import { daysBetween, type Day, type DayRange } from '../../calendar/day.js'
import type { CalendarDay, HolidayCalendar } from '../holidays/calendar.js'
import { createCalendarOf, holidayFactsOf } from '../holidays/derive.js'
import type { Member, Team } from '../organization/organization.js'
import type { Roll } from '../presence/roll.js'
import { hasWorkingDay } from './days.js'
import type { Asked } from './asked.js'
import type { HolidaysReply, PlacedHoliday } from './reply.js'

/** Whose bank holidays are asked for, and by whom. */
export interface HolidayScope {
  readonly members: readonly Member[]
  /** The one person who was asked about. */
  readonly person: Member | null
  readonly asker: Member | undefined
  /** Separate days within the range; none when the range counts as a whole. */
  readonly ranges: readonly DayRange[]
  readonly isPast: boolean
}

interface CalendarUse {
  readonly calendar: HolidayCalendar
  people: number
  /** People by team; null: people without a team. */
  readonly byTeam: Map<string | null, number>
}

type UnnamedHoliday = Omit<PlacedHoliday, 'teams'>

const placesOf = (
  members: readonly Member[],
  calendarOf: (member: Member) => HolidayCalendar | null,
): readonly CalendarUse[] => {
  const places = new Map<string, CalendarUse>()
  for (const member of members) {
    const calendar = calendarOf(member)
    if (!calendar) continue
    const place = places.get(calendar.code) ?? { calendar, people: 0, byTeam: new Map() }
    places.set(calendar.code, place)
    place.people += 1
    place.byTeam.set(member.team_id, (place.byTeam.get(member.team_id) ?? 0) + 1)
  }
  return [...places.values()].sort((a, b) => compare(a.calendar.code, b.calendar.code))
}

/** More teams than that are not named. */
const maxTeams = 2

/** Adds the teams that say who has a day: when all of their people have it, and nobody else. */
const createWithTeams = (
  uses: readonly CalendarUse[],
  members: readonly Member[],
  teams: readonly Team[],
): ((day: UnnamedHoliday) => PlacedHoliday) => {
  const sizes = countedBy(members, ({ team_id }) => team_id)
  return (day) => {
    const having = new Map<string | null, number>()
    for (const { calendar, byTeam } of uses)
      if (day.places.includes(calendar.code))
        for (const [team, count] of byTeam) having.set(team, (having.get(team) ?? 0) + count)
    const isWhole = [...having].every(([team, count]) => team !== null && sizes.get(team) === count)
    const named = teams.filter(({ id }) => having.has(id)).map(({ name }) => name)
    return { ...day, teams: isWhole && having.size <= maxTeams ? named.sort(compare) : [] }
  }
}

const isIn = ({ date }: CalendarDay, ranges: readonly DayRange[]): boolean =>
  ranges.some(({ from, to }) => date >= from && date <= to)

/** A substitute lies at most that many days away from the holiday of the same year. */
const maxMoved = 7

/** Days of all places, each date once, first to last; and those at a weekend that have a substitute. */
const daysOf = (
  places: readonly CalendarUse[],
  own: HolidayCalendar | null,
  wanted: (day: CalendarDay) => boolean,
  named: Day | null = null,
): Readonly<Record<'days' | 'replaced', readonly UnnamedHoliday[]>> => {
  const byDate = new Map<string, UnnamedHoliday>()
  for (const { calendar, people } of places)
    for (const day of calendar.days) {
      if (!wanted(day)) continue
      const known = byDate.get(day.date)
      byDate.set(day.date, {
        date: day.date,
        names: [...new Set([...(known?.names ?? []), day.name])],
        places: [...(known?.places ?? []), calendar.code],
        people: (known?.people ?? 0) + people,
        is_mine: own && own.days.some(({ date }) => date === day.date),
      })
    }
  const all = [...byDate.values()].sort((a, b) => compare(a.date, b.date))
  // A day at a weekend that has a substitute is no second holiday.
  const isReplaced = ({ names, date }: UnnamedHoliday): boolean =>
    all.some(
      (other) =>
        Math.abs(daysBetween(date, other.date)) <= maxMoved &&
        names.every((name) => other.names.includes(`${name} (substitute day)`)),
    )
  const isKept = (day: UnnamedHoliday): boolean => day.date === named || !isReplaced(day)
  return { days: all.filter(isKept), replaced: all.filter((day) => !isKept(day)) }
}

/** Bank holidays depend on the place, so the answer uses the calendars of the people who were asked about. */
export const holidaysReply = (
  asked: Asked,
  { members, person, asker, ranges, isPast }: HolidayScope,
  { teams, calendars, organization }: Roll,
): HolidaysReply => {
  const calendarOf = createCalendarOf(holidayFactsOf(organization, calendars), teams)
  const places = placesOf(members, calendarOf)
  const own = asker && !person ? calendarOf(asker) : null
  const { range } = asked
  const within = ranges.length > 0 ? ranges : [range]
  const withTeams = createWithTeams(places, members, teams)
  // "do we get july 4 off", a Sunday: its substitute answers, on another day.
  const isStandIn = (day: CalendarDay): boolean =>
    range.from === range.to &&
    Math.abs(daysBetween(day.date, range.from)) <= maxMoved &&
    places.some(({ calendar }) =>
      calendar.days.some(({ date, name }) => date === range.from && `${name} (substitute day)` === day.name),
    )
  // "when is july 4" is about both days; only one of them is a day off.
  const named = asked.form !== 'count' && range.from === range.to ? range.from : null
  const { days, replaced } = daysOf(places, own, (day) => isIn(day, within) || isStandIn(day), named)
  const [after] = daysOf(places, own, ({ date }) => date > range.to).days
  const { today, zone, clipped_from, team, form, corrections, remarks, alternative } = asked
  return {
    kind: 'holidays',
    asked: {
      organization: asked.organization,
      today,
      zone,
      range,
      clipped_from,
      team,
      form,
      corrections,
      remarks,
      alternative,
    },
    is_past: isPast,
    person: person && { name: person.name, is_me: person.id === asker?.id },
    people: members.length,
    placed: places.reduce((count, { people }) => count + people, 0),
    days: days.map(withTeams),
    replaced: replaced.map(withTeams),
    next: after ? withTeams(after) : null,
    has_working_day: hasWorkingDay(range, organization.working_days),
  }
}

/** Whether it asks if people work on the days. */
export const isOfWork = ({ asked: { form } }: Pick<HolidaysReply, 'asked'>): boolean =>
  form === 'workday' || form === 'closed'

/** Whether only some have a day, and the one who asks is not among them. */
const isOfOthers = ({ people, is_mine }: PlacedHoliday, { placed }: HolidaysReply): boolean =>
  people < placed && is_mine !== true

/** The next bank holiday, or the latest one: that of the one who asks, or of most, else of anybody. */
export const nearestHoliday = (reply: HolidaysReply): PlacedHoliday | undefined => {
  const days = reply.is_past ? reply.days.toReversed() : reply.days
  const isMain = ({ people, is_mine }: PlacedHoliday): boolean => is_mine ?? 2 * people >= reply.placed
  return days.find(isMain) ?? days[0]
}

/** Null: on some of the days, or for some people. */
const isOpen = ({ asked: { range }, days, people, has_working_day }: HolidaysReply): boolean | null => {
  if (!has_working_day) return false
  if (days[0] === undefined) return true
  return range.from === range.to && days[0].people === people ? false : null
}

/**
 * Whether there is a bank holiday, or whether the day is a working day. Null: neither was asked, the days are not known,
 * or it depends on the place.
 */
export const holidayYes = (reply: HolidaysReply): boolean | null => {
  const { form } = reply.asked
  if (!isOfWork(reply)) {
    if (form !== 'whether' || reply.placed === 0) return null
    const [day] = reply.days
    return day && reply.asked.range.from === reply.asked.range.to && isOfOthers(day, reply)
      ? null
      : day !== undefined
  }
  const yes = isOpen(reply)
  return form === 'closed' && yes !== null ? !yes : yes
}
