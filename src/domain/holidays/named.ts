import type { AskCalendar } from '../../language/context.js'
import type { Member } from '../organization/organization.js'
import type { Roll } from '../presence/roll.js'
import { placeWords } from '../words/places.js'
import type { HolidayCalendar } from './calendar.js'
import { createCalendarOf, holidayFactsOf } from './derive.js'

type OfOwn = Map<HolidayCalendar | null, readonly AskCalendar[]>

const nobodys = { holidays: null, team_id: null }

/** The same arrays for a roll, because an index is kept for each. */
const ordered = new WeakMap<Pick<Roll, 'calendars'>, OfOwn>()

/** Whose bank holidays "labour day" may mean: one's own place first, then the organization's, then others. */
export const namedCalendars = (
  roll: Pick<Roll, 'calendars' | 'teams' | 'organization'>,
  member: Member | undefined,
): readonly AskCalendar[] => {
  const calendarOf = createCalendarOf(holidayFactsOf(roll.organization, roll.calendars), roll.teams)
  const ofAll = calendarOf(nobodys)
  const own = member ? calendarOf(member) : ofAll
  const known: OfOwn = ordered.get(roll) ?? new Map()
  ordered.set(roll, known)
  const nearest = [own, ofAll, ...roll.calendars].filter((calendar) => calendar !== null)
  const calendars =
    known.get(own) ??
    [...new Set(nearest)].map((calendar) => {
      const isNear = calendar === own || calendar === ofAll
      return { days: calendar.days, place: isNear ? null : placeWords(calendar.code) }
    })
  known.set(own, calendars)
  return calendars
}
