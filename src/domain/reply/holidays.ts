import { isWorkingDay } from '../presence/absence.js'
import type { DayRange } from '../calendar/day.js'
import type { CalendarDay, HolidayCalendar } from '../holidays/calendar.js'
import { createCalendarOf, noHolidays } from '../holidays/derive.js'
import type { Member } from '../organization/organization.js'
import type { Facts } from '../presence/presence.js'
import type { Asked, HolidaysReply, PlacedHoliday } from './reply.js'

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
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const placesOf = (
  members: readonly Member[],
  calendarOf: (member: Member) => HolidayCalendar | null,
): readonly CalendarUse[] => {
  const places = new Map<string, CalendarUse>()
  for (const member of members) {
    const calendar = calendarOf(member)
    if (!calendar) continue
    const place = places.get(calendar.code) ?? { calendar, people: 0 }
    places.set(calendar.code, place)
    place.people += 1
  }
  return [...places.values()].sort((a, b) => compare(a.calendar.code, b.calendar.code))
}

const isIn = ({ date }: CalendarDay, ranges: readonly DayRange[]): boolean =>
  ranges.some(({ from, to }) => date >= from && date <= to)

/** Days of all places, each date once, first to last. */
const daysOf = (
  places: readonly CalendarUse[],
  own: HolidayCalendar | null,
  wanted: (day: CalendarDay) => boolean,
): readonly PlacedHoliday[] => {
  const byDate = new Map<string, PlacedHoliday>()
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
  return [...byDate.values()].sort((a, b) => compare(a.date, b.date))
}

/** Bank holidays depend on the place, so the answer uses the calendars of the people who were asked about. */
export const holidaysReply = (
  asked: Asked,
  { members, person, asker, ranges, isPast }: HolidayScope,
  { teams, holidays = noHolidays }: Pick<Facts, 'teams' | 'holidays'>,
): HolidaysReply => {
  const calendarOf = createCalendarOf(holidays, teams)
  const places = placesOf(members, calendarOf)
  const own = asker && !person ? calendarOf(asker) : null
  const { range } = asked
  const within = ranges.length > 0 ? ranges : [range]
  const days = daysOf(places, own, (day) => isIn(day, within))
  const after = daysOf(places, own, ({ date }) => date > range.to)
  const { organization, today, zone, clipped_from, team, form, corrections, remarks, alternative } = asked
  return {
    kind: 'holidays',
    asked: { organization, today, zone, range, clipped_from, team, form, corrections, remarks, alternative },
    is_past: isPast,
    person: person && { name: person.name, is_me: person.id === asker?.id },
    people: members.length,
    placed: places.reduce((count, { people }) => count + people, 0),
    days,
    next: after[0] ?? null,
    is_working_day: isWorkingDay(range.from, holidays.workingDays),
  }
}
