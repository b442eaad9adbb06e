import { hasToday } from '../reply/presence.js'
import type { Asked, DayView, OutPerson, PresenceReply, SharedHoliday } from '../reply/reply.js'
import { absenceWords } from './absence.js'
import { askedNotes, askedTitle, notWorking } from './asked.js'
import { dayWords, rangeWords } from './dates.js'
import { exactParts } from './exact.js'
import { andMore, bold, line, list, people, type Line, type Message, type Part } from './message.js'
import type { Voice } from './message.js'

/** How many absences of one person are shown; the others are counted. */
const mostAbsences = 3

const personLine = ({ name, is_me, absences }: OutPerson, asked: Asked, voice: Voice): Line => {
  const said = absences.slice(0, mostAbsences).map((absence) => absenceWords(absence, asked, voice))
  const more = absences.length > mostAbsences ? [andMore(absences.length - mostAbsences)] : []
  return [bold(name), `${is_me ? ' (you)' : ''}: ${[...said, ...more].join('; ')}`]
}

export const holidayLine = ({ from, to, people: count }: SharedHoliday, { today }: Asked): Line => [
  `Bank holiday ${rangeWords({ from, to }, today)}: ${people(count)}`,
]

/** How many names are shown for one day; the others are counted. */
const mostNames = 5

export const dayLine = ({ day, out, bank_holiday }: DayView, { today }: Asked): Line => {
  const names = out.slice(0, mostNames).join(', ')
  const more = out.length > mostNames ? ` ${andMore(out.length - mostNames)}` : ''
  const holiday = bank_holiday > 0 ? [`bank holiday for ${people(bank_holiday)}`] : []
  const said = [...(out.length > 0 ? [`${names}${more}`] : []), ...holiday]
  return [bold(dayWords(day, today)), `: ${said.length > 0 ? said.join('; ') : 'nobody'}`]
}

const isOneDay = ({ range }: Asked): boolean => range.from === range.to

const outParts = ({ out, asked }: PresenceReply, voice: Voice): readonly Part[] => {
  const lines = (some: readonly OutPerson[]): readonly Line[] =>
    some.map((one) => personLine(one, asked, voice))
  if (isOneDay(asked) || !hasToday(asked)) return list([bold('Out')], lines(out))
  return [
    ...list(
      [bold(voice.absolute ? `Out on ${dayWords(asked.today, asked.today)}` : 'Out today')],
      lines(out.filter(({ out_today }) => out_today)),
    ),
    ...list([bold('Also out on these days')], lines(out.filter(({ out_today }) => !out_today))),
  ]
}

const nobodyWords = ({ asked, in_count }: PresenceReply): string => {
  if (in_count === 0) return `There are no members in ${asked.team?.name ?? asked.organization} yet.`
  return asked.range.to < asked.today ? 'Nobody was out: everyone was in.' : 'Nobody is out: everyone is in.'
}

/** "3 out · 9 in". Over several days somebody is in who is never out. */
export const countWords = (reply: PresenceReply): string => {
  const { out_count, in_count, asked } = reply
  if (out_count === 0) return nobodyWords(reply)
  return `${out_count} out · ${in_count} in${isOneDay(asked) ? '' : ' on all of these days'}`
}

/** Names of those who are in; the rest are counted. */
const mostPresent = 40

/** "Design: Ada, Ben"; without the team where one was asked for. */
const presentLines = ({ present, asked }: PresenceReply): readonly Line[] => {
  let room = mostPresent
  return present.flatMap(({ team, people: names }): Line[] => {
    const shown = names.slice(0, room)
    room -= shown.length
    const more = names.length > shown.length ? [andMore(names.length - shown.length)] : []
    const said = [...(shown.length > 0 ? [shown.join(', ')] : []), ...more].join(' ')
    return [asked.team ? [said] : [bold(team ?? 'No team'), `: ${said}`]]
  })
}

const presentMessage = (reply: PresenceReply, voice: Voice): Message => {
  const { asked, in_count, out_count, has_working_day } = reply
  const all = isOneDay(asked) ? '' : ' on all of these days'
  return {
    title: `Who is in: ${askedTitle(asked, voice)}`,
    parts: [
      ...exactParts(reply),
      line(`${in_count} in${all} · ${out_count} out${isOneDay(asked) ? '' : ' on some of them'}`),
      ...list(null, presentLines(reply)),
      ...(has_working_day ? [] : [notWorking(asked)]),
      ...askedNotes(asked, voice),
    ],
  }
}

/** Who is out, until when, and back when; or who is in. */
export const presenceMessage = (reply: PresenceReply, voice: Voice): Message =>
  reply.asked.asks === 'in' ? presentMessage(reply, voice) : outMessage(reply, voice)

const outMessage = (reply: PresenceReply, voice: Voice): Message => {
  const { asked, holidays, days, has_working_day, out_count } = reply
  return {
    title: `Who is out: ${askedTitle(asked, voice)}`,
    parts: [
      ...exactParts(reply),
      line(countWords(reply)),
      ...outParts(reply, voice),
      ...list(
        null,
        holidays.map((holiday) => holidayLine(holiday, asked)),
      ),
      ...(out_count === 0
        ? []
        : list(
            [bold('Day by day')],
            days.map((day) => dayLine(day, asked)),
          )),
      ...(has_working_day ? [] : [notWorking(asked)]),
      ...askedNotes(asked, voice),
    ],
  }
}
