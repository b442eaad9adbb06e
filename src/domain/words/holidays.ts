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
const onDays = (reply: HolidaysReply): string =>
  isOneDay(reply) ? `on ${rangeText(reply)}` : `between ${rangeText(reply).replace(' – ', ' and ')}`

const forWhom = ({ person, asked: { team } }: HolidaysReply): string => {
  if (person) return person.is_me ? ' for you' : ` for ${person.name}`
  return team ? ` for ${team.name}` : ''
}

const chosen = ({ days, is_past }: HolidaysReply): PlacedHoliday | undefined =>
  is_past ? days.at(-1) : days[0]

const oneLine = (reply: HolidaysReply, voice: Voice): Line => {
  const { asked, is_past } = reply
  const day = chosen(reply)
  const which = is_past ? 'latest' : 'next'
  if (!day) return [`No ${is_past ? 'earlier' : 'coming'} bank holiday is known${forWhom(reply)}.`]
  const verb = is_past ? 'was' : 'is'
  const near = day.date === asked.today && !voice.absolute ? 'today, ' : ''
  return [
    `The ${which} bank holiday${forWhom(reply)} ${verb} ${near}`,
    bold(dayWords(day.date, asked.today)),
    `: ${namesOf(day)}${whose(day, reply)}.`,
  ]
}

const whetherLine = (reply: HolidaysReply): Line => {
  const [day] = reply.days
  const isPast = reply.asked.range.to < reply.asked.today
  const was = isPast ? 'was' : 'is'
  if (!day)
    return [
      isOneDay(reply)
        ? `No: ${rangeText(reply)} ${was} not a bank holiday${forWhom(reply)}.`
        : `No: there ${was} no bank holiday${forWhom(reply)} ${onDays(reply)}.`,
    ]
  if (isOneDay(reply))
    return [
      `Yes: ${rangeText(reply)} ${was} a bank holiday${forWhom(reply)}: ${namesOf(day)}${whose(day, reply)}.`,
    ]
  const count = reply.days.length
  const are = isPast ? (count === 1 ? 'was' : 'were') : count === 1 ? 'is' : 'are'
  return [
    `Yes: there ${are} ${count} bank holiday${count === 1 ? '' : 's'}${forWhom(reply)} ${onDays(reply)}.`,
  ]
}

const workdayLine = (reply: HolidaysReply): Line => {
  const [day] = reply.days
  if (!isOneDay(reply)) return whetherLine(reply)
  const when = rangeText(reply)
  if (!reply.is_working_day) return [`No: ${when} is not a working day.`]
  if (!day) return [`Yes: ${when} is a working day${forWhom(reply)}.`]
  return day.people === reply.people
    ? [`No: ${when} is a bank holiday${forWhom(reply)}: ${namesOf(day)}.`]
    : [`For some: ${when} is a bank holiday: ${namesOf(day)}${whose(day, reply)}.`]
}

const countLine = (reply: HolidaysReply): Line => {
  const count = reply.days.length
  return [
    `${count === 0 ? 'No' : count} bank holiday${count === 1 ? '' : 's'}${forWhom(reply)} ${onDays(reply)}.`,
  ]
}

const firstLine = (reply: HolidaysReply, voice: Voice): Line => {
  switch (reply.asked.form) {
    case 'next':
      return oneLine(reply, voice)
    case 'whether':
      return whetherLine(reply)
    case 'workday':
      return workdayLine(reply)
    default:
      return countLine(reply)
  }
}

const maxDays = 40

/** The other requested days: a single day is already in the first line. */
const restOf = (reply: HolidaysReply): readonly Part[] => {
  const { days, asked } = reply
  if (asked.form === 'next' || isOneDay(reply)) return []
  return list(
    null,
    days.slice(0, maxDays).map((day) => dayLine(day, reply)),
  )
}

const nextNote = (reply: HolidaysReply): readonly Part[] => {
  const { days, next, asked } = reply
  if (days.length > 0 || !next || asked.form === 'workday') return []
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

/** Which days are bank holidays, and for whom. */
export const holidaysMessage = (reply: HolidaysReply, voice: Voice): Message => ({
  title: titleOf(reply),
  parts: [
    ...readingNotes(reply.asked, voice),
    ...(reply.placed === 0 && reply.asked.form !== 'workday'
      ? [line(...noCalendar(reply)), note('A whosout admin can assign one.')]
      : [line(...firstLine(reply, voice)), ...restOf(reply), ...nextNote(reply), ...unplacedNote(reply)]),
  ],
})
