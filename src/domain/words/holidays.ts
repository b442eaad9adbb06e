import { daysBetween } from '../../calendar/day.js'
import { holidayYes, isOfWork, nearestHoliday } from '../reply/holidays.js'
import type { HolidaysReply, PlacedHoliday } from '../reply/reply.js'
import { cutName, readingNotes } from './asked.js'
import { dayWords, rangeWords } from './dates.js'
import { placeWords } from './places.js'
import { bold, line, list, note, people, type Line, type Message, type Part, type Voice } from './message.js'

/** Bank holidays are shown with their names and the people who have them, because places differ. */

const namesOf = ({ names }: PlacedHoliday): string => names.join(' / ')

/** "Customer Success", "DE-BY, Germany and FR, France". */
const placesWords = ({ teams, places }: PlacedHoliday): string =>
  teams.length > 0 ? teams.join(' and ') : places.map(placeWords).join(' and ')

/** The people who have it, when not everyone who was asked about does. */
const whose = (day: PlacedHoliday, reply: HolidaysReply): string => {
  if (reply.person || day.people === reply.people) return ''
  const own = day.is_mine === null ? '' : day.is_mine ? ', you included' : ', not you'
  return ` (${placesWords(day)}: ${day.people} of ${people(reply.people)}${own})`
}

const dayLine = (day: PlacedHoliday, reply: HolidaysReply): Line => [
  bold(dayWords(day.date, reply.asked.today)),
  `: ${namesOf(day)}${whose(day, reply)}`,
]

const isOneDay = ({ asked: { range } }: HolidaysReply): boolean => range.from === range.to

const rangeText = ({ asked: { range, today } }: HolidaysReply): string => rangeWords(range, today)

/** "on Mon 30 Nov", "in Tue 1 Dec – Thu 31 Dec" */
const onDays = (reply: HolidaysReply): string => {
  const { range, today } = reply.asked
  if (range.from === today && daysBetween(range.from, range.to) >= 365) return 'in the next 12 months'
  return isOneDay(reply) ? `on ${rangeText(reply)}` : `between ${rangeText(reply).replace(' – ', ' and ')}`
}

const forWhom = ({ person, asked: { team } }: HolidaysReply): string => {
  if (person) return person.is_me ? ' for you' : ` for ${cutName(person.name)}`
  return team ? ` for ${cutName(team.name)}` : ''
}

const oneLine = (reply: HolidaysReply, voice: Voice): Line => {
  const { asked, is_past } = reply
  const day = nearestHoliday(reply)
  const which = is_past ? 'latest' : 'next'
  if (!day) return [`No ${is_past ? 'earlier' : 'upcoming'} bank holiday is known${forWhom(reply)}.`]
  const verb = is_past ? 'was' : 'is'
  const near = day.date === asked.today && !voice.absolute ? 'today, ' : ''
  return [
    `The ${which} bank holiday${forWhom(reply)} ${verb} ${near}`,
    bold(dayWords(day.date, asked.today)),
    `: ${namesOf(day)}${whose(day, reply)}.`,
  ]
}

const countWords = (count: number): string => `${count} bank holiday${count === 1 ? '' : 's'}`

/** "Yes: Thu 26 Nov is a bank holiday", "No: Sun 29 Nov is not a working day"; null where neither was asked or is known. */
const answerTitle = (reply: HolidaysReply): string | null => {
  const { asked, days, placed, has_working_day } = reply
  if (!isOfWork(reply) && (asked.form !== 'whether' || placed === 0)) return null
  const yes = holidayYes(reply)
  const word = yes === null ? (isOneDay(reply) ? 'For some' : 'Partly') : yes ? 'Yes' : 'No'
  const isPast = asked.range.to < asked.today
  const was = isPast ? 'was' : 'is'
  if (!isOneDay(reply) && isOfWork(reply) && !has_working_day) return `${word}: nobody works ${onDays(reply)}`
  if (!isOneDay(reply)) {
    const verb = days.length < 2 ? was : isPast ? 'were' : 'are'
    return `${word}: there ${verb} ${days.length === 0 ? 'no bank holiday' : countWords(days.length)}${forWhom(reply)} ${onDays(reply)}`
  }
  const isOfWeek = isOfWork(reply) && (days.length === 0 || !has_working_day)
  const isSo = isOfWeek ? has_working_day : days.length > 0
  const whom = isOfWeek && !isSo ? '' : forWhom(reply)
  return `${word}: ${rangeText(reply)} ${was} ${isSo ? '' : 'not '}a ${isOfWeek ? 'working day' : 'bank holiday'}${whom}`
}

const firstLine = (reply: HolidaysReply, voice: Voice): readonly Part[] => {
  const count = reply.days.length
  if (reply.asked.form === 'next') return [line(...oneLine(reply, voice))]
  // A substitute lies on another day than the one that was asked about.
  if (isOneDay(reply) && reply.days.some(({ date }) => date !== reply.asked.range.from)) return []
  return answerTitle(reply) === null
    ? [line(`${count === 0 ? 'No bank holidays' : countWords(count)}${forWhom(reply)} ${onDays(reply)}.`)]
    : []
}

/** Bank holidays of others that come before the next one. */
const nearerNotes = (reply: HolidaysReply): readonly Part[] => {
  const { days, is_past } = reply
  const near = nearestHoliday(reply)
  const between = days.filter(({ date }) => near && (is_past ? date > near.date : date < near.date))
  return between.map((day) =>
    note(`${dayWords(day.date, reply.asked.today)}: ${namesOf(day)}${whose(day, reply)}.`),
  )
}

/** Those that are not counted, because their substitutes are. */
const replacedNotes = ({ replaced, asked }: HolidaysReply): readonly Part[] =>
  replaced.map((day) =>
    note(`Not counted: ${dayWords(day.date, asked.today)} (${namesOf(day)}), which has a substitute day.`),
  )

const maxDays = 40

const restOf = (reply: HolidaysReply): readonly Part[] => {
  const { days, asked } = reply
  const isRest = isOfWork(reply) && isOneDay(reply) && !reply.has_working_day
  if (asked.form === 'next') return nearerNotes(reply)
  if (isRest) return []
  return [
    ...list(
      null,
      days.slice(0, maxDays).map((day) => dayLine(day, reply)),
    ),
    ...(days.length > 0 ? replacedNotes(reply) : []),
  ]
}

const nextNote = (reply: HolidaysReply): readonly Part[] => {
  const { days, next, asked } = reply
  if (days.length > 0 || !next || isOfWork(reply)) return []
  return [note(`The next one is ${dayWords(next.date, asked.today)}: ${namesOf(next)}${whose(next, reply)}.`)]
}

/** People without a calendar, whose bank holidays are not known. */
const unplacedNote = (reply: HolidaysReply): readonly Part[] => {
  const missing = reply.people - reply.placed
  return missing === 0 || reply.person
    ? []
    : [note(`${people(missing)} ${missing === 1 ? 'has' : 'have'} no bank holiday calendar.`)]
}

const noCalendar = (reply: HolidaysReply): Line => [
  reply.person
    ? `I do not know any bank holidays${forWhom(reply)}: no bank holiday calendar is assigned to them, their team or the organization.`
    : `I do not know any bank holidays${forWhom(reply)}: no bank holiday calendar is assigned.`,
]

const titleOf = (reply: HolidaysReply): string => {
  const { asked, person } = reply
  const who = person
    ? person.is_me
      ? 'you'
      : cutName(person.name)
    : asked.team
      ? cutName(asked.team.name)
      : ''
  return who === '' ? 'Bank holidays' : `Bank holidays: ${who}`
}

/** "holidays next week" may be about leave instead, other questions about other days. */
const readAs = ({ asked: { alternative } }: HolidaysReply): string | undefined =>
  alternative === null || alternative.startsWith('bank holidays') ? undefined : 'bank holidays'

/** Which days are bank holidays, and for whom. */
export const holidaysMessage = (reply: HolidaysReply, voice: Voice): Message => ({
  title: answerTitle(reply) ?? titleOf(reply),
  parts: [
    ...readingNotes(reply.asked, voice, readAs(reply)),
    ...(reply.placed === 0 && !isOfWork(reply)
      ? [line(...noCalendar(reply)), note('A whosout admin can assign one.')]
      : [...firstLine(reply, voice), ...restOf(reply), ...nextNote(reply), ...unplacedNote(reply)]),
  ],
})
