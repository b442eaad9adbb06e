import { hasToday } from '../reply/presence-reply.js'
import type { Asked, DayView, OutPerson, PresenceReply, SharedHoliday } from '../reply/reply.js'
import { absenceWords } from './absence-words.js'
import { askedNotes, askedTitle, notWorking } from './asked-words.js'
import { dayWords, rangeWords } from './dates.js'
import { andMore, bold, line, list, people, type Line, type Message, type Part } from './message.js'
import type { Voice } from './message.js'

/** Absences of one person; the rest are counted. */
const mostAbsences = 3

const personLine = ({ name, is_me, absences }: OutPerson, asked: Asked, voice: Voice): Line => {
  const said = absences.slice(0, mostAbsences).map((absence) => absenceWords(absence, asked, voice))
  const more = absences.length > mostAbsences ? [andMore(absences.length - mostAbsences)] : []
  return [bold(name), `${is_me ? ' (you)' : ''}: ${[...said, ...more].join('; ')}`]
}

export const holidayLine = ({ from, to, people: count }: SharedHoliday, { today }: Asked): Line => [
  `Bank holiday ${rangeWords({ from, to }, today)}: ${people(count)}`,
]

/** Names of one day; the rest are counted. */
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
    ...list([bold('Also out in these days')], lines(out.filter(({ out_today }) => !out_today))),
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

/** Who is out, until when, and back when. */
export const presenceMessage = (reply: PresenceReply, voice: Voice): Message => {
  const { asked, holidays, days, has_working_day, out_count } = reply
  return {
    title: `Who is out: ${askedTitle(asked, voice)}`,
    parts: [
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
