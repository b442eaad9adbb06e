import type { PersonReply, PresenceReply, ShownAbsence } from '../reply/reply.js'
import { whatWords } from './absence.js'
import { backWords } from './absence.js'
import { dayWords, rangeWords } from './dates.js'
import { line, people, type Part, type Voice } from './message.js'

/** The first line of an answer, where the question was not simply who. */

const onDays = ({ range, today }: PresenceReply['asked']): string =>
  range.from === range.to ? `on ${dayWords(range.from, today)}` : rangeWords(range, today)

const areIn = (count: number, word: string, isPast: boolean): string => {
  const verb = isPast ? (count === 1 ? 'was' : 'were') : count === 1 ? 'is' : 'are'
  return `${people(count)} ${verb} ${word}`
}

const exactPresence = ({ asked, out_count, in_count }: PresenceReply): string | null => {
  const { asks, form, team } = asked
  const isPast = asked.range.to < asked.today
  const isIn = asks === 'in'
  const [count, other] = isIn ? [in_count, out_count] : [out_count, in_count]
  const [word, opposite] = isIn ? ['in', 'out'] : ['out', 'in']
  const days = onDays(asked)
  const was = isPast ? 'was' : 'is'
  if (form === 'count')
    return count === 0 ? `Nobody ${was} ${word} ${days}.` : `${capital(areIn(count, word, isPast))} ${days}.`
  if (form === 'everyone' || (form === 'whether' && team && isIn))
    return other === 0 && count > 0
      ? `Yes: everyone ${was} ${word} ${days}.`
      : other === 0
        ? null
        : `No: ${areIn(other, opposite, isPast)} ${days}.`
  if (form !== 'whether') return null
  return count === 0 ? `No: nobody ${was} ${word} ${days}.` : `Yes: ${areIn(count, word, isPast)} ${days}.`
}

const capital = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`

/** "Yes: 3 people are out on Thu 26 Nov." */
export const exactParts = (reply: PresenceReply): readonly Part[] => {
  const said = exactPresence(reply)
  return said === null ? [] : [line(said)]
}

const subject = ({ is_me, name }: PersonReply): string => (is_me ? 'You' : name)
const be = ({ is_me }: PersonReply): string => (is_me ? 'are' : 'is')

/** The absence in force today, or else the first that begins. */
const current = ({ absences, asked, today }: PersonReply): ShownAbsence | undefined =>
  today === 'out' ? absences.findLast(({ from }) => from <= asked.today) : undefined

const coming = ({ absences, asked, next }: PersonReply): ShownAbsence | null =>
  absences.find(({ from }) => from > asked.today) ?? next

const isWholeRange = ({ absences, asked }: PersonReply): boolean =>
  absences.some(({ from, back }) => from <= asked.range.from && (back === null || back.day > asked.range.to))

const whenBack = (reply: PersonReply, voice: Voice): string => {
  const now = current(reply)
  const { asked } = reply
  if (now) return `${subject(reply)} ${be(reply)} ${backWords(now.back, asked.today, voice)}.`
  if (reply.today === 'back') return `${subject(reply)} ${be(reply)} back today.`
  const later = coming(reply)
  const isNow = asked.range.from <= asked.today && asked.today <= asked.range.to
  const standing = isNow
    ? `${subject(reply)} ${be(reply)} in today`
    : `${subject(reply)} ${be(reply)} not out before that`
  return later
    ? `${standing}; out next ${rangeWords(later, asked.today)}, ${backWords(later.back, asked.today, voice)}.`
    : `${standing}, and no leave is planned.`
}

const nextOut = (reply: PersonReply, voice: Voice): string => {
  const later = coming(reply)
  if (!later) return `No leave of ${reply.is_me ? 'yours' : reply.name} is planned.`
  const { today } = reply.asked
  return `${subject(reply)} ${be(reply)} out next ${rangeWords(later, today)}: ${whatWords(later)}, ${backWords(later.back, today, voice)}.`
}

const dayList = (reply: PersonReply): string => {
  const { asked, days } = reply
  const found = asked.asks === 'in' ? (days?.in ?? []) : (days?.out ?? [])
  const word = asked.asks === 'in' ? 'in' : 'out'
  if (found.length === 0) return `${subject(reply)} ${be(reply)} ${word} on none of these days.`
  return `${subject(reply)} ${be(reply)} ${word} on ${found.map((day) => dayWords(day, asked.today)).join(', ')}.`
}

/** Whether the answer to "is ana in", "is ana out", "is ana still out" is yes; null where it is both. */
const isSo = (reply: PersonReply): boolean | null => {
  const { asked, absences, today } = reply
  const isOut =
    !asked.is_dated && today !== null
      ? today === 'out'
      : isWholeRange(reply)
        ? true
        : absences.length > 0
          ? null
          : false
  if (isOut === null) return null
  return asked.asks === 'in' ? !isOut : isOut
}

/** What stands before the line that says how somebody stands: "Yes: " or "No: ". */
export const exactPrefix = (reply: PersonReply): string => {
  const { form, asks } = reply.asked
  if ((form !== 'whether' && form !== 'still') || asks === 'back') return ''
  const answer = isSo(reply)
  return answer === null ? '' : answer ? 'Yes: ' : 'No: '
}

/** The first line where it is another than how somebody stands. */
export const exactPersonParts = (reply: PersonReply, voice: Voice): readonly Part[] => {
  const { asked } = reply
  if (asked.asks === 'back' && asked.form === 'whether' && asked.is_dated) {
    const { absences } = reply
    const away = absences.find(
      ({ from, back }) => from <= asked.range.from && (back === null || back.day > asked.range.to),
    )
    const back = absences.find(
      (absence) => absence.back && absence.back.day >= asked.range.from && absence.back.day <= asked.range.to,
    )
    if (away) return [line(`No: ${subject(reply)} ${be(reply)} ${backWords(away.back, asked.today, voice)}.`)]
    return [
      line(
        back
          ? `Yes: ${subject(reply)} ${be(reply)} ${backWords(back.back, asked.today, voice)}.`
          : `Yes: ${subject(reply)} ${be(reply)} in.`,
      ),
    ]
  }
  if (asked.asks === 'back') return [line(whenBack(reply, voice))]
  if (asked.form === 'next') return [line(nextOut(reply, voice))]
  if (asked.form === 'days' && reply.days) return [line(dayList(reply))]
  return []
}
