import type { PersonReply, ShownAbsence } from '../reply/reply.js'
import { absenceWords, backWords, whatWords } from './absence.js'
import { askedNotes, askedTitle, cutName, notWorking } from './asked.js'
import { dayWords, rangeWords } from './dates.js'
import { exactPersonParts, exactPrefix } from './exact.js'
import { bold, line, list, note, type Line, type Message, type Part, type Voice } from './message.js'

const isOneDay = ({ asked: { range } }: PersonReply): boolean => range.from === range.to

/** The absence that the first line is about: today's, or that of the only day asked for. */
const mainAbsence = (reply: PersonReply): ShownAbsence | undefined => {
  const { absences, asked, today } = reply
  if (today === 'out') return absences.findLast(({ from }) => from <= asked.today)
  return isOneDay(reply) && today === null ? absences[0] : undefined
}

/** "is", "are", "was", "were". */
const verb = ({ is_me, asked }: PersonReply): string => {
  const isPast = asked.range.to < asked.today
  return is_me ? (isPast ? 'were' : 'are') : isPast ? 'was' : 'is'
}

const stateWords = (reply: PersonReply, voice: Voice): string => {
  const { today, absences, asked } = reply
  const main = mainAbsence(reply)
  if (main) return `out: ${absenceWords(main, asked, voice)}`
  const day = voice.absolute ? `on ${dayWords(asked.today, asked.today)}` : 'today'
  if (today === 'back') return `back ${day}`
  if (today === 'in') return `in ${day}`
  if (absences.length > 0) return 'out on some of these days'
  const { from } = asked.range
  return isOneDay(reply) ? `in on ${dayWords(from, asked.today)}` : 'in on all of these days'
}

/** "Next leave: holiday, Mon 21 Dec – Fri 1 Jan 2027, back Mon 4 Jan 2027". */
const nextParts = ({ next, asked, absences }: PersonReply, voice: Voice): readonly Part[] => {
  if (asked.range.to < asked.today) return []
  if (!next) return [line(absences.length > 0 ? 'No leave is planned after that.' : 'No leave is planned.')]
  const dates = rangeWords(next, asked.today)
  return [line(`Next leave: ${whatWords(next)}, ${dates}, ${backWords(next.back, asked.today, voice)}`)]
}

const teamNote = ({ in_team, asked, name, is_me }: PersonReply): readonly Part[] =>
  in_team || !asked.team ? [] : [note(`${is_me ? 'You are' : `${name} is`} not in ${asked.team.name}.`)]

const workNote = ({ has_working_day, absences, asked }: PersonReply): readonly Part[] =>
  has_working_day || absences.length > 0 ? [] : [notWorking(asked)]

/** One person: out or in, back when, what comes next. */
export const personMessage = (reply: PersonReply, voice: Voice): Message => {
  const { asked, absences, name, is_me } = reply
  const main = mainAbsence(reply)
  const others = absences.filter((absence) => absence !== main)
  const prefix = exactPrefix(reply)
  const first: Line = [
    ...(prefix === '' ? [] : [prefix]),
    bold(is_me ? 'You' : name),
    ` ${verb(reply)} ${stateWords(reply, voice)}`,
  ]
  return {
    title: `${is_me ? 'You' : cutName(name)}: ${askedTitle({ ...asked, team: null }, voice)}`,
    parts: [
      ...exactPersonParts(reply, voice),
      line(...first),
      ...list(
        [bold(main ? 'Then' : 'Out')],
        others.map((absence) => [absenceWords(absence, asked, voice)]),
      ),
      ...nextParts(reply, voice),
      ...teamNote(reply),
      ...workNote(reply),
      ...askedNotes(asked, voice),
    ],
  }
}
