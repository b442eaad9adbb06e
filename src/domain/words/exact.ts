import { isWorkingDay } from '../../calendar/week.js'
import { isOneDay } from '../reply/days.js'
import { daysBetween } from '../../calendar/day.js'
import { backAhead, type ShownAbsence } from '../reply/asked.js'
import type { PersonReply } from '../reply/reply.js'
import { backWords } from './absence.js'
import { cutName } from './asked.js'
import { dayWords, rangeWords } from './dates.js'
import { foundTitle } from './found.js'
import { line, type Part, type Voice } from './message.js'
import { foundDays } from './summed.js'

/** The titles of answers about one person, to a question other than whether they are in or out. */

const subject = ({ is_me, name }: PersonReply): string => (is_me ? 'You' : cutName(name))
const be = ({ is_me }: PersonReply): string => (is_me ? 'are' : 'is')

/** The absence that covers today, or else the first that begins. */
const current = ({ absences, asked, today }: PersonReply): ShownAbsence | undefined =>
  today === 'out' ? absences.findLast(({ from }) => from <= asked.today) : undefined

/** The absence that ends on one of the days that were asked about, lasts longer than they do, or ends before. */
const returning = ({ absences, asked: { range } }: PersonReply): ShownAbsence | undefined =>
  absences.find(({ from, back }) => from <= range.to && (back === null || back.day >= range.from)) ??
  absences.find(({ from }) => from <= range.to)

/** The absence whose end answers when somebody is back. */
const away = (reply: PersonReply): ShownAbsence | undefined =>
  current(reply) ?? (reply.asked.is_dated ? returning(reply) : undefined)

const coming = ({ absences, asked, next, next_leave }: PersonReply): ShownAbsence | null =>
  absences.find(({ from }) => from > asked.today) ?? next_leave ?? next

/** Whether the answer is about the next working day, because nobody works today. */
export const isNextDay = ({ asked, today, instead, has_working_day, absences }: PersonReply): boolean =>
  instead !== null &&
  asked.range.to >= asked.today &&
  (has_working_day || absences.length > 0 ? today === 'in' && !asked.is_dated : true)

/** "next out on Mon 23 Nov, back Tue 24 Nov", "next out Thu 26 Nov – Wed 2 Dec, back Thu 3 Dec". */
const nextWords = (later: ShownAbsence, { asked }: PersonReply, voice: Voice): string => {
  const on = isOneDay(later) ? 'on ' : ''
  return `next out ${on}${rangeWords(later, asked.today)}, ${backWords(later.back, asked.today, voice)}`
}

/** "Ana Ruiz is back Mon 30 Nov"; for a person who is in, that they are, and when they are next out. */
const whenBack = (reply: PersonReply, voice: Voice): ExactAnswer => {
  const { asked } = reply
  const now = away(reply)
  const who = `${subject(reply)} ${be(reply)}`
  const ahead = backAhead(asked)
  const count = ahead === null ? 0 : daysBetween(asked.today, ahead)
  const inDays = count === 0 ? '' : `, in ${count} day${count === 1 ? '' : 's'}`
  if (now) return { title: `${who} ${backWords(now.back, asked.today, voice)}${inDays}`, parts: [] }
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

/** The absence to come that an exact answer itself names. */
export const exactlyComing = (reply: PersonReply): ShownAbsence | null => {
  const { asked, today } = reply
  if (asked.asks === 'back' && isNextDay(reply)) return null
  const isWhenBack = asked.asks === 'back' && !(asked.found?.ask === 'whether' && asked.is_dated)
  if (isWhenBack) return away(reply) || today === 'back' ? null : coming(reply)
  const named = asked.found?.ask === 'starts' ? asked.found.absence : null
  return named && named.from > asked.today ? named : null
}

/** Whether the one day that the answer is about is a bank holiday for the person, and no leave. */
export const isBankHoliday = ({ asked, today, away }: PersonReply): boolean =>
  away === 'bank_holiday' && (isOneDay(asked.range) || (!asked.is_dated && today !== null))

/** Answers "is ana back by friday" from the absence that is still on, or from the return that comes first. */
const backThen = (reply: PersonReply, voice: Voice): string | null => {
  const { asked, absences } = reply
  const { range, today } = asked
  const isOn = ({ from, back }: ShownAbsence): boolean =>
    from <= range.to && (back === null || back.day > range.to)
  const on = asked.found?.yes === false ? absences.find(isOn) : undefined
  const one = on ?? absences.findLast(({ back }) => back && back.day <= range.to)
  const leaving = on ? undefined : absences.find((next) => next.from === range.to && next.starts_at_noon)
  if (!one && !leaving && isBankHoliday(reply)) return null
  const state = leaving ? `in until noon on ${dayWords(range.to, today)}` : 'in'
  return `${subject(reply)} ${be(reply)} ${one ? backWords(one.back, today, voice) : state}`
}

/** An answer whose title is not simply "in" or "out". */
interface ExactAnswer {
  readonly title: string
  readonly parts: readonly Part[]
}

const exactTitle = (reply: PersonReply, voice: Voice): string | null => {
  const { found } = reply.asked
  if (!found || (found.ask === 'ends' && !found.isPast && found.state !== 'in')) return null
  const isOfKind = found.kind !== null && found.yes === false
  const isList = found.ask === 'people' || found.ask === 'count'
  if (found.ask === 'whether' && found.isPast && !reply.asked.is_dated && reply.today !== 'out')
    return found.state === 'back' ? null : foundTitle(reply.asked, found, voice)
  const isDays = found.each && !isOneDay(found.looked)
  const isLeaving = found.ask === 'whether' && found.state === 'leaving'
  const isPlain =
    !isLeaving && found.half === null && (isList || (found.ask === 'whether' && !isOfKind && !isDays))
  return isPlain ? null : foundTitle(reply.asked, found, voice)
}

/** Below the next leave: "That is in 12 days.", which may have been asked for. */
const startParts = ({ asked: { found, today } }: PersonReply): readonly Part[] => {
  const from = found?.ask === 'starts' && found.state === 'out' ? found.absence?.from : undefined
  if (from === undefined || from <= today) return []
  const count = daysBetween(today, from)
  return [line(`That is in ${count} day${count === 1 ? '' : 's'}.`)]
}

export const exactPersonTitle = (reply: PersonReply, voice: Voice): ExactAnswer | null => {
  const { asked } = reply
  const title = exactTitle(reply, voice)
  if (title !== null) return { title, parts: [...foundDays(asked), ...startParts(reply)] }
  // Somebody who is not away is back on the next working day.
  if (asked.asks !== 'back' || isNextDay(reply)) return null
  if (asked.found?.ask !== 'whether' || !asked.is_dated) return whenBack(reply, voice)
  const said = backThen(reply, voice)
  return said === null ? null : { title: said, parts: [] }
}
