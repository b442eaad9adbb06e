import { dayAt, zoneOrUtc, type Day } from '../../calendar/day.js'
import type { LateCalendar } from '../sources/late.js'
import { dayWords } from './dates.js'
import { cutName } from './asked.js'

/** More would say nothing new: one is enough to be careful. */
const maxNamed = 3

/** "Calendar BambooHR was last read on Tue 17 Nov." for each, on days in the organization's time zone. */
export const lateSentences = (
  late: readonly LateCalendar[],
  { timezone, today }: { readonly timezone: string; readonly today: Day },
): readonly string[] => {
  const zone = zoneOrUtc(timezone)
  const others = late.length - maxNamed
  return [
    ...late
      .slice(0, maxNamed)
      .map(
        ({ name, read_at }) =>
          `Calendar ${cutName(name)} was last read on ${dayWords(dayAt(read_at, zone), today)}.`,
      ),
    ...(others > 0 ? [`${others} more ${others === 1 ? 'calendar is' : 'calendars are'} as late.`] : []),
  ]
}
