import { isOneDay } from '../reply/days.js'
import type { PresenceReply } from '../reply/reply.js'
import { holidayWords } from './groups.js'
import { line, list, people, type Part, type Voice } from './message.js'

/** The number of places in the first line; more than this get lines of their own. */
const maxHolidays = 2

/** Everyone has a bank holiday, and nobody is on leave. */
const isHolidayOfAll = ({ away, size }: PresenceReply): boolean =>
  away.bank_holiday > 0 && away.bank_holiday === size

/** The same on one day, also where some are on leave around it. */
export const isBankHolidayOfAll = (reply: PresenceReply): boolean =>
  isHolidayOfAll(reply) ||
  (isOneDay(reply.asked.range) && reply.holidays.some(({ is_for_all }) => is_for_all))

/** "1 more on non-working days only": people whose leave covers no day on which they would work. */
const restCount = ({ away }: PresenceReply): string => {
  const count = away.not_working
  const who = away.leave + away.bank_holiday > 0 ? `${count} more` : `${people(count)} out`
  return `${who} on non-working days only`
}

/** The lines before the list: the count, when the title does not have it, and who is away as something else. */
export const leadParts = (reply: PresenceReply, count: string | null): readonly Part[] => {
  const { asked, places, away } = reply
  const words = places.map((place) => holidayWords(place, asked))
  if (isHolidayOfAll(reply)) return words.map((one) => line(one))
  // Who is on parental leave has nothing to do with who has a bank holiday.
  const isOfKind = (asked.found?.kind ?? 'bank_holiday') !== 'bank_holiday'
  const isLong = words.length > maxHolidays && !isOfKind
  const said = [
    ...(count === null ? [] : [count]),
    ...(isOfKind || isLong ? [] : words),
    ...(away.not_working > 0 ? [restCount(reply)] : []),
  ]
  return [
    ...(said.length === 0 ? [] : [line(said.join(' · '))]),
    ...(isLong
      ? list(
          null,
          words.map((one) => [one]),
        )
      : []),
  ]
}

/** As few lines of bank holidays as there is room for beside the people. */
export const cutLead = (lead: readonly Part[], { lines }: Voice): readonly Part[] =>
  lead.map((part) =>
    part.kind === 'list' && lines !== undefined && part.lines.length > maxPlaces
      ? {
          ...part,
          lines: [
            ...part.lines.slice(0, maxPlaces - 1),
            [`Bank holidays in ${part.lines.length - maxPlaces + 1} more places`],
          ],
        }
      : part,
  )

const maxPlaces = 3
