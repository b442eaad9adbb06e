import type { PersonReply, ShownAbsence } from '../reply/reply.js'
import { absenceWords, backWords, whatWords } from './absence-words.js'
import { askedNotes, askedTitle } from './asked-words.js'
import { dayWords, rangeWords } from './dates.js'
import { bold, line, list, note, type Line, type Message, type Part, type WriteCommand } from './message.js'

const isOneDay = ({ asked: { range } }: PersonReply): boolean => range.from === range.to

/** The absence that the first line is about: today's, or that of the only day asked for. */
const mainAbsence = (reply: PersonReply): ShownAbsence | undefined => {
  const { absences, asked, today } = reply
  if (today === 'out') return absences.find(({ from, to }) => from <= asked.today && asked.today <= to)
  return isOneDay(reply) && today === null ? absences[0] : undefined
}

/** "is", "are", "was", "were". */
const verb = ({ is_me, asked }: PersonReply): string => {
  const isPast = asked.range.to < asked.today
  return is_me ? (isPast ? 'were' : 'are') : isPast ? 'was' : 'is'
}

const standingWords = (reply: PersonReply): string => {
  const { today, absences, asked } = reply
  const main = mainAbsence(reply)
  if (main) return `out: ${absenceWords(main, asked)}`
  if (today === 'back') return 'back today'
  if (today === 'in') return 'in today'
  if (absences.length > 0) return 'out on some of these days'
  const { from } = asked.range
  return isOneDay(reply) ? `in on ${dayWords(from, asked.today)}` : 'in on all of these days'
}

/** "Next leave: holiday, Mon 21 Dec – Fri 1 Jan 2027, back Mon 4 Jan 2027". */
const nextParts = ({ next, asked, absences }: PersonReply): readonly Part[] => {
  if (asked.range.to < asked.today) return []
  if (!next) return [line(absences.length > 0 ? 'No leave is planned after that.' : 'No leave is planned.')]
  const dates = rangeWords(next, asked.today)
  return [line(`Next leave: ${whatWords(next)}, ${dates}, ${backWords(next.back, asked.today)}`)]
}

const teamNote = ({ in_team, asked, name, is_me }: PersonReply): readonly Part[] =>
  in_team || !asked.team ? [] : [note(`${is_me ? 'You are' : `${name} is`} not in ${asked.team.name}.`)]

/** One person: out or in, back when, what comes next. */
export const personMessage = (reply: PersonReply, write: WriteCommand): Message => {
  const { asked, absences, name, is_me } = reply
  const main = mainAbsence(reply)
  const others = absences.filter((absence) => absence !== main)
  const first: Line = [bold(is_me ? 'You' : name), ` ${verb(reply)} ${standingWords(reply)}`]
  return {
    title: `${is_me ? 'You' : name}: ${askedTitle({ ...asked, team: null })}`,
    parts: [
      line(...first),
      ...list(
        [bold(main ? 'Then' : 'Out')],
        others.map((absence) => [absenceWords(absence, asked)]),
      ),
      ...nextParts(reply),
      ...teamNote(reply),
      ...askedNotes(asked, write),
    ],
  }
}
