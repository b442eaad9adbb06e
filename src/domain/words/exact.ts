import { isWorkingDay } from '../../calendar/week.js'
import { isOneDay } from '../reply/days.js'
import { presentCount } from '../reply/presence.js'
import type { PersonReply, PresenceReply, ShownAbsence } from '../reply/reply.js'
import { backWords, whatWords } from './absence.js'
import { cutName, onDays, teamPrefix } from './asked.js'
import { dayWords, rangeWords } from './dates.js'
import { capital, line, people, type Part, type Voice } from './message.js'

/** The title of an answer to a question other than plain "who". */

const areIn = (count: number, word: string, isPast: boolean): string => {
  const verb = isPast ? (count === 1 ? 'was' : 'were') : count === 1 ? 'is' : 'are'
  return `${people(count)} ${verb} ${word}`
}

/** People with a bank holiday do not count as out: they are mentioned separately. */
const countsOf = (reply: PresenceReply) => {
  const { asked, away } = reply
  const present = presentCount(reply)
  return asked.asks === 'in'
    ? { count: present, other: away.leave + away.bank_holiday }
    : { count: away.leave, other: present }
}

const exactPresence = (reply: PresenceReply, voice: Voice): string | null => {
  const { asked } = reply
  const holidays = reply.away.bank_holiday
  const { asks, form, team } = asked
  const { count, other } = countsOf(reply)
  const isPast = asked.range.to < asked.today
  const isIn = asks === 'in'
  const [word, opposite] = isIn ? ['in', 'out'] : ['out', 'in']
  const days = onDays(asked, voice)
  const was = isPast ? 'was' : 'is'
  const nobody = !isIn && holidays > 0 ? 'nobody else' : 'nobody'
  if (form === 'count')
    return count === 0 ? `${capital(nobody)} ${was} ${word} ${days}` : `${areIn(count, word, isPast)} ${days}`
  if (form === 'everyone' || (form === 'whether' && team && isIn)) {
    const size = count + other
    if (isIn && size > 1 && holidays === size) return `No: all ${size} have a bank holiday ${days}`
    return other === 0 && count > 0
      ? `Yes: everyone ${was} ${word} ${days}`
      : other === 0
        ? null
        : `No: ${areIn(other, opposite, isPast)} ${days}`
  }
  if (form !== 'whether') return null
  return count === 0 ? `No: ${nobody} ${was} ${word} ${days}` : `Yes: ${areIn(count, word, isPast)} ${days}`
}

/** "Yes: 3 people are out on Thu 26 Nov"; null where the question was who. */
export const exactTitle = (reply: PresenceReply, voice: Voice): string | null => {
  const said = exactPresence(reply, voice)
  return said === null ? null : `${teamPrefix(reply.asked)}${said}`
}

const subject = ({ is_me, name }: PersonReply): string => (is_me ? 'You' : cutName(name))
const be = ({ is_me }: PersonReply): string => (is_me ? 'are' : 'is')

/** The absence that covers today, or else the first that begins. */
const current = ({ absences, asked, today }: PersonReply): ShownAbsence | undefined =>
  today === 'out' ? absences.findLast(({ from }) => from <= asked.today) : undefined

const coming = ({ absences, asked, next }: PersonReply): ShownAbsence | null =>
  absences.find(({ from }) => from > asked.today) ?? next

/** Whether the answer is about the next working day, because nobody works today. */
export const isNextDay = ({ asked, today, instead, has_working_day, absences }: PersonReply): boolean =>
  instead !== null &&
  asked.range.to >= asked.today &&
  (has_working_day || absences.length > 0 ? today === 'in' && !asked.is_dated : true)

const isWholeRange = ({ absences, asked }: PersonReply): boolean =>
  absences.some(({ from, back }) => from <= asked.range.from && (back === null || back.day > asked.range.to))

/** "next out on Mon 23 Nov, back Tue 24 Nov", "next out Thu 26 Nov – Wed 2 Dec, back Thu 3 Dec". */
const nextWords = (later: ShownAbsence, { asked }: PersonReply, voice: Voice): string => {
  const on = isOneDay(later) ? 'on ' : ''
  return `next out ${on}${rangeWords(later, asked.today)}, ${backWords(later.back, asked.today, voice)}`
}

/** "Ana Ruiz is back Mon 30 Nov"; for a person who is in, that they are, and when they are next out. */
const whenBack = (reply: PersonReply, voice: Voice): ExactAnswer => {
  const now = current(reply)
  const { asked } = reply
  const who = `${subject(reply)} ${be(reply)}`
  if (now) return { title: `${who} ${backWords(now.back, asked.today, voice)}`, parts: [] }
  if (reply.today === 'back') return { title: `${who} back today`, parts: [] }
  const later = coming(reply)
  const isNow = asked.range.from <= asked.today && asked.today <= asked.range.to
  const isWorked = isWorkingDay(asked.today, asked.week.working_days)
  const state = !isNow ? 'not out before that' : isWorked ? 'in today' : 'not out today'
  return {
    title: `${who} ${state}`,
    parts: later ? [line(`${who} ${nextWords(later, reply, voice)}.`)] : [],
  }
}

const nextOut = (reply: PersonReply, voice: Voice): string => {
  const later = coming(reply)
  if (!later) return `No leave of ${reply.is_me ? 'yours' : cutName(reply.name)} is planned`
  const what = whatWords(later)
  return `${subject(reply)} ${be(reply)} ${nextWords(later, reply, voice)}${what === '' ? '' : ` (${what})`}`
}

/** The absence to come that an exact answer itself names. */
export const exactlyComing = (reply: PersonReply): ShownAbsence | null => {
  const { asked, today } = reply
  if (asked.asks === 'back' && isNextDay(reply)) return null
  const isWhenBack = asked.asks === 'back' && !(asked.form === 'whether' && asked.is_dated)
  if (isWhenBack) return current(reply) || today === 'back' ? null : coming(reply)
  return asked.form === 'next' ? coming(reply) : null
}

const dayList = (reply: PersonReply, voice: Voice): ExactAnswer => {
  const { asked, days } = reply
  const word = asked.asks === 'in' ? 'in' : 'out'
  const found = (asked.asks === 'in' ? days?.in : days?.out) ?? []
  const who = `${subject(reply)} ${be(reply)} ${word}`
  if (found.length === 0) return { title: `${who} on none of these days`, parts: [] }
  return {
    title: `${who} on ${found.length === 1 ? '1 day' : `${found.length} days`}, ${onDays(asked, voice)}`,
    parts: [line(found.map((day) => dayWords(day, asked.today)).join(', '))],
  }
}

/** Whether the one day that the answer is about is a bank holiday for the person, and no leave. */
export const isBankHoliday = ({ asked, today, away }: PersonReply): boolean =>
  away === 'bank_holiday' && (isOneDay(asked.range) || (!asked.is_dated && today !== null))

/** Whether the answer to "is ana in", "is ana out", "is ana still out" is yes; null when it is both. */
const isSo = (reply: PersonReply): boolean | null => {
  const { asked, absences, today } = reply
  // Neither on leave nor at work.
  if (isBankHoliday(reply)) return false
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

/** The start of the line about a person: "Yes: " or "No: ". */
export const exactPrefix = (reply: PersonReply): string => {
  const { form, asks } = reply.asked
  if ((form !== 'whether' && form !== 'still') || asks === 'back') return ''
  const answer = isSo(reply)
  return answer === null ? '' : answer ? 'Yes: ' : 'No: '
}

/** Answers "is ana back by friday" from the absence that is still on, or from the return that comes first. */
const isBackThen = (reply: PersonReply, voice: Voice): string => {
  const { asked, absences } = reply
  const away = absences.find(
    ({ from, back }) => from <= asked.range.from && (back === null || back.day > asked.range.to),
  )
  const who = `${subject(reply)} ${be(reply)}`
  if (away) return `No: ${who} ${backWords(away.back, asked.today, voice)}`
  const returned = absences.find(
    ({ back }) => back && back.day >= asked.range.from && back.day <= asked.range.to,
  )
  return returned ? `Yes: ${who} ${backWords(returned.back, asked.today, voice)}` : `Yes: ${who} in`
}

/** An answer whose title is not simply "in" or "out". */
interface ExactAnswer {
  readonly title: string
  readonly parts: readonly Part[]
}

export const exactPersonTitle = (reply: PersonReply, voice: Voice): ExactAnswer | null => {
  const { asked } = reply
  // Somebody who is not away is back on the next working day.
  if (asked.asks === 'back' && isNextDay(reply)) return null
  if (asked.asks === 'back' && asked.form === 'whether' && asked.is_dated)
    return { title: isBackThen(reply, voice), parts: [] }
  if (asked.asks === 'back') return whenBack(reply, voice)
  if (asked.form === 'next') return { title: nextOut(reply, voice), parts: [] }
  return asked.form === 'days' && reply.days ? dayList(reply, voice) : null
}
