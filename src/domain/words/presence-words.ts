import { hasToday } from '../reply/presence-reply.js'
import type { Asked, DayView, OutPerson, PresenceReply, SharedHoliday } from '../reply/reply.js'
import { absenceWords } from './absence-words.js'
import { askedNotes, askedTitle } from './asked-words.js'
import { dayWords, rangeWords } from './dates.js'
import { andMore, bold, line, list, note, people, type Line, type Message, type Part } from './message.js'
import type { WriteCommand } from './message.js'

const personLine = (person: OutPerson, asked: Asked): Line => [
  bold(person.name),
  `${person.is_me ? ' (you)' : ''}: ${person.absences.map((absence) => absenceWords(absence, asked)).join('; ')}`,
]

const holidayLine = ({ from, to, people: count }: SharedHoliday, { today }: Asked): Line => [
  `Bank holiday ${rangeWords({ from, to }, today)}: ${people(count)}`,
]

/** Names of one day; the rest are counted. */
const mostNames = 5

const dayLine = ({ day, out, bank_holiday }: DayView, { today }: Asked): Line => {
  const names = out.slice(0, mostNames).join(', ')
  const more = out.length > mostNames ? ` ${andMore(out.length - mostNames)}` : ''
  const holiday = bank_holiday > 0 ? [`bank holiday for ${people(bank_holiday)}`] : []
  const said = [...(out.length > 0 ? [`${names}${more}`] : []), ...holiday]
  return [bold(dayWords(day, today)), `: ${said.length > 0 ? said.join('; ') : 'nobody'}`]
}

const isOneDay = ({ range }: Asked): boolean => range.from === range.to

const outParts = ({ out, asked }: PresenceReply): readonly Part[] => {
  const lines = (some: readonly OutPerson[]): readonly Line[] => some.map((one) => personLine(one, asked))
  if (isOneDay(asked) || !hasToday(asked)) return list([bold('Out')], lines(out))
  return [
    ...list([bold('Out today')], lines(out.filter(({ out_today }) => out_today))),
    ...list([bold('Also out in these days')], lines(out.filter(({ out_today }) => !out_today))),
  ]
}

const nobodyWords = ({ asked, in_count }: PresenceReply): string => {
  if (in_count === 0) return asked.team ? 'This team has no members.' : 'There are no members yet.'
  return asked.range.to < asked.today ? 'Nobody was out: everyone was in.' : 'Nobody is out: everyone is in.'
}

/** "3 out · 9 in". Over several days somebody is in who is never out. */
export const countWords = (reply: PresenceReply): string => {
  const { out_count, in_count, asked } = reply
  if (out_count === 0) return nobodyWords(reply)
  return `${out_count} out · ${in_count} in${isOneDay(asked) ? '' : ' on all of these days'}`
}

/** Who is out, until when, and back when. */
export const presenceMessage = (reply: PresenceReply, write: WriteCommand): Message => {
  const { asked, holidays, days, has_working_day, out_count } = reply
  return {
    title: `Who is out: ${askedTitle(asked)}`,
    parts: [
      line(countWords(reply)),
      ...outParts(reply),
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
      ...(has_working_day ? [] : [note(isOneDay(asked) ? 'Not a working day.' : 'No working days.')]),
      ...askedNotes(asked, write),
    ],
  }
}
