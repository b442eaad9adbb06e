import { overlaps } from '../../calendar/day.js'
import { isOneDay } from '../reply/days.js'
import type { ShownAbsence } from '../reply/asked.js'
import type { PersonReply } from '../reply/reply.js'
import { absenceDays, backWords, endsWithReturn, whatWords } from './absence.js'
import { askedNotes, cutName, dayOffParts, onDays, readingNotes } from './asked.js'
import { exactlyComing, exactPersonTitle, isBankHoliday, isNextDay } from './exact.js'
import { answeredRest, answerWord, lookedNotes } from './found.js'
import { dayWords } from './dates.js'
import {
  bold,
  capital,
  line,
  list,
  plainLine,
  note,
  type Line,
  type Message,
  type Part,
  type Voice,
} from './message.js'
import { besides } from './summed.js'

/** The absence that the title is about: today's, or the only one in the range. */
const mainAbsence = ({ absences, asked, today }: PersonReply): ShownAbsence | undefined => {
  if (today === 'out' && (!asked.is_dated || isOneDay(asked.range)))
    return absences.findLast(({ from }) => from <= asked.today)
  if (!asked.is_dated && today !== null) return undefined
  // The bank holiday before a leave is no other absence.
  const leaves = absences.filter((absence) => !isOnlyHoliday(absence))
  const [one, ...others] = leaves.length > 0 ? leaves : absences
  return others.length === 0 ? one : undefined
}

/** The days that were asked about are over, or the only absence in them is. */
const isOver = (reply: PersonReply): boolean => {
  const { asked, today } = reply
  const back = today === 'out' ? null : mainAbsence(reply)?.back
  return asked.range.to < asked.today || (back != null && back.day <= asked.today && today !== 'back')
}

/** "is", "are", "was", "were". */
const verb = (reply: PersonReply): string => {
  const { is_me } = reply
  const isPast = isOver(reply)
  return is_me ? (isPast ? 'were' : 'are') : isPast ? 'was' : 'is'
}

const coversRange = ({ from, back }: ShownAbsence, { asked: { range } }: PersonReply): boolean =>
  from <= range.from && (back === null || back.day > range.to)

/** "today" when no days were asked for; otherwise the requested days. */
const daysOf = ({ asked, today }: PersonReply, voice: Voice): string => {
  if (asked.is_dated || today === null) return onDays(asked, voice)
  return voice.absolute ? `on ${dayWords(asked.today, asked.today)}` : 'today'
}

/** "is out today · back Tue 1 Dec", "has a bank holiday on Thu 26 Nov · back Fri 27 Nov". */
const stateWords = (reply: PersonReply, voice: Voice): string => {
  const { asked, absences, is_me, away } = reply
  const main = mainAbsence(reply)
  const { yes, state } = asked.found ?? {}
  const isOwn = away === 'bank_holiday' && absences.every(isOnlyHoliday)
  const isWithin = yes === true && state === 'out' && !isOwn
  const isOne = isBankHoliday(reply) && !isWithin
  // Of a leave over these days nothing but bank holidays is left.
  const isRest = away === 'bank_holiday' && yes === false && state === 'out' && !isOne
  const isIn = !isOne && (state === undefined ? main === undefined : yes === true && state === 'in')
  const isHoliday = isOne || (isOwn && !isIn && (main !== undefined || state === 'out'))
  if (isIn && isOwn) return `${verb(reply)} in every working day ${daysOf(reply, voice)}`
  if (!isHoliday && !isRest) return `${verb(reply)} ${presenceWords(reply, voice)}`
  const have = isOver(reply) ? 'had' : is_me ? 'have' : 'has'
  const only = isRest ? 'only ' : ''
  if (main === undefined && !isOne) return `${have} ${only}bank holidays ${daysOf(reply, voice)}`
  if (!isHoliday) return `${have} only a bank holiday ${daysOf(reply, voice)}`
  const words = main === undefined ? '' : ` · ${backWords(main.back, asked.today, voice)}`
  const on = main && isOneDay(main) ? 'on ' : ''
  const days = isOne || !main ? daysOf(reply, voice) : `${on}${absenceDays(main, asked.today)}`
  return `${have} ${only}a bank holiday ${days}${words}`
}

const isOnlyHoliday = ({ reasons }: ShownAbsence): boolean =>
  reasons.length > 0 && reasons.every((reason) => reason === 'bank_holiday')

const presenceWords = (reply: PersonReply, voice: Voice): string => {
  const { today, absences, asked } = reply
  const main = mainAbsence(reply)
  const days = daysOf(reply, voice)
  if (main) {
    const isNow = today === 'out' && (!asked.is_dated || isOneDay(asked.range))
    const isWhole = isNow || isOneDay(asked.range) || coversRange(main, reply)
    const on = isOneDay(main) ? ' on' : main.starts_at_noon ? ' from' : ''
    const when = isWhole ? ` ${days}` : `${on} ${absenceDays(main, asked.today)}`
    const said = isNow && !voice.absolute ? '' : when
    const isSaid = !isWhole && endsWithReturn(main)
    const back = isSaid ? '' : ` · ${backWords(main.back, asked.today, voice)}`
    return `${halfWords(main, reply) ?? 'out'}${said}${back}`
  }
  if (today === 'back' && (!asked.is_dated || isOneDay(asked.range))) return `back ${days}`
  if (!asked.is_dated && today !== null) return `in ${days}`
  const isOut = absences.some((absence) => !isOnlyHoliday(absence))
  return isOut ? `out on some days ${days}` : `in ${days}`
}

/** "holiday, Fri 20 Nov – Fri 27 Nov", and the return date when the title does not have it. */
const absenceText = (absence: ShownAbsence, reply: PersonReply, voice: Voice, withBack: boolean): string => {
  const { asked, absences, next, next_leave } = reply
  const { today } = asked
  // Nobody is back between a bank holiday and the leave right after it.
  const isFollowed = [...absences, next, next_leave].some(
    (other) => other && other.from > absence.from && other.back?.day === absence.back?.day,
  )
  const back =
    withBack && !isFollowed && !endsWithReturn(absence) ? backWords(absence.back, today, voice) : ''
  return [whatWords(absence), absenceDays(absence, today), back].filter(Boolean).join(', ')
}

/** The absence that the answer is about: the title's, or the one on the next working day. */
const saidAbsence = (reply: PersonReply): ShownAbsence | null => {
  const isShown = isNextDay(reply) && exactlyComing(reply) === null
  return mainAbsence(reply) ?? (isShown ? (reply.instead?.absence ?? null) : null)
}

const isSame = (a: ShownAbsence, b: ShownAbsence | null): boolean => b !== null && overlaps(a, b)

/** The next absence; when it is a bank holiday, the next leave as well. */
const comingAbsences = (reply: PersonReply): readonly ShownAbsence[] => {
  const { absences, next, next_leave, asked } = reply
  const told = [saidAbsence(reply), exactlyComing(reply)]
  const later = asked.is_dated ? [] : absences.filter(({ to }) => to >= asked.today)
  const coming = [...later, ...(next ? [next] : []), ...(next_leave ? [next_leave] : [])].filter(
    (absence) => !told.some((one) => isSame(absence, one)),
  )
  const [first] = coming
  const leave = coming.find((absence) => !isOnlyHoliday(absence))
  return [first, leave === first ? undefined : leave].filter((absence) => absence !== undefined)
}

/** "Next: holiday, Mon 21 Dec – Fri 1 Jan 2027, back Mon 4 Jan 2027"; "Then: …" behind one that is already named. */
const nextParts = (reply: PersonReply, voice: Voice, isAlone = true): readonly Part[] => {
  const { asked, absences } = reply
  // A channel reads only what was asked for.
  if (voice.absolute || asked.range.to < asked.today) return []
  const [first, ...others] = comingAbsences(reply)
  const told = exactlyComing(reply)
  const lead = told === null ? 'Next' : first && first.from < told.from ? 'Before that' : 'Then'
  if (first)
    return list(null, [
      [`${lead}: ${absenceText(first, reply, voice, true)}`],
      ...others.map((other): Line => [capital(absenceText(other, reply, voice, true))]),
    ])
  if (!isAlone) return []
  const isNone = absences.length === 0 && saidAbsence(reply) === null && exactlyComing(reply) === null
  // Who is asked about tomorrow may be out today.
  const isLater = asked.is_dated && asked.range.from > asked.today
  return [
    line(
      !isNone
        ? 'No other leave is planned.'
        : isLater
          ? 'No leave is planned after that.'
          : 'No leave is planned.',
    ),
  ]
}

const teamNote = ({ in_team, asked, name, is_me }: PersonReply): readonly Part[] =>
  in_team || !asked.team ? [] : [note(`${is_me ? 'You are' : `${name} is`} not in ${asked.team.name}.`)]

/** Of an answer about one day, half of which somebody is out: "in only until noon". */
const halfWords = (
  { from, to, starts_at_noon, ends_at_noon }: ShownAbsence,
  { asked }: PersonReply,
): string | null => {
  const { range, found } = asked
  const day = asked.is_dated ? range.from : asked.today
  if (found?.half !== null || (asked.is_dated && !isOneDay(range))) return null
  // What somebody is off for instead says nothing of the kind that was asked for.
  if (asked.asks === 'back' || (found.kind !== null && !found.yes)) return null
  const isAfternoon = from === day && starts_at_noon
  if (!isAfternoon && !(to === day && ends_at_noon)) return null
  const isIn = found.state === 'in'
  return `${isIn ? 'in' : 'out'} ${found.yes ? '' : 'only '}${isAfternoon === isIn ? 'until' : 'from'} noon`
}

/** "Felix Braun is in on Mon 23 Nov": in or out on the next working day. */
const insteadWords = (reply: PersonReply, voice: Voice): string | null => {
  const { asked, instead, is_me, name } = reply
  if (!instead || asked.range.to < asked.today) return null
  const { day, absence } = instead
  const [who, is, has] = is_me ? ['You', 'are', 'have'] : [cutName(name), 'is', 'has']
  const on = `on ${dayWords(day, asked.today)}`
  if (!absence) return `${who} ${is} in ${on}`
  const state = isOnlyHoliday(absence) ? `${has} a bank holiday` : `${is} out`
  return `${who} ${state} ${on} · ${backWords(absence.back, asked.today, voice)}`
}

/** The absence of the title or of the line above, with its return date if that line does not have it. */
const saidParts = (reply: PersonReply, voice: Voice, withBack: boolean): readonly Part[] => {
  const said = saidAbsence(reply)
  if (said === null) return []
  const text = absenceText(said, reply, voice, withBack)
  // Days alone are no sentence.
  return [line(whatWords(said) === '' ? `Out ${isOneDay(said) ? 'on ' : ''}${text}` : capital(text))]
}

/** For non-working days: says so first, then whether the person is in on the next working day. */
const restMessage = (reply: PersonReply, voice: Voice, isAlone: boolean): Message => {
  const { asked } = reply
  const said = insteadWords(reply, voice)
  return {
    title: answeredRest(asked, voice),
    parts: [
      ...readingNotes(asked, voice),
      ...(said === null ? [] : [line(bold(said))]),
      ...saidParts(reply, voice, false),
      ...nextParts(reply, voice, isAlone),
      ...teamNote(reply),
      ...askedNotes(asked, voice),
    ],
  }
}

/** Whether the title says that no leave is to come. */
const isNoLeaveAhead = ({ asked: { found, is_dated } }: PersonReply): boolean =>
  (found?.ask === 'starts' || found?.ask === 'ends') &&
  found.state !== 'in' &&
  found.kind === null &&
  !found.isPast &&
  !found.absence &&
  !is_dated

/** Asked whether somebody is in over several days, who is out on only some of them. */
const isPartlyIn = (reply: PersonReply): boolean => {
  const { asked } = reply
  const main = mainAbsence(reply)
  const isNotIn = asked.found?.yes === false && asked.found.state === 'in' && asked.found.ask === 'whether'
  return isNotIn && asked.is_dated && !isOneDay(asked.range) && !(main && coversRange(main, reply))
}

/** One person: out or in, then the leave, and the next. Only of a person alone it is said that there is none. */
export const personMessage = (reply: PersonReply, voice: Voice, isAlone = true): Message => {
  const { asked, absences, name, is_me, has_working_day } = reply
  const isNotOut = asked.asks === 'out' && asked.found?.ask === 'whether' && asked.found.yes !== true
  const isRest = isNotOut || absences.every(isOnlyHoliday) || (asked.found?.free.length ?? 0) > 0
  if (!has_working_day && isRest) return restMessage(reply, voice, isAlone)
  const main = mainAbsence(reply)
  const exact = exactPersonTitle(reply, voice)
  const isLast = asked.found?.ask === 'starts' && asked.found.isPast
  // The bank holidays beside days off are named above.
  const isTold = (absence?: ShownAbsence): boolean =>
    asked.found !== undefined &&
    besides(asked.found).length > 0 &&
    absence !== undefined &&
    isOnlyHoliday(absence)
  const others =
    asked.is_dated && !isLast ? absences.filter((absence) => absence !== main && !isTold(absence)) : []
  const rested = isNextDay(reply) ? insteadWords(reply, voice) : null
  const said = exact?.title ?? rested ?? `${is_me ? 'You' : cutName(name)} ${stateWords(reply, voice)}`
  const plain = answerWord(asked.found)
  const word = exact === null && isPartlyIn(reply) ? 'No: not every day · ' : plain
  const read = asked.is_dated ? undefined : cutName(name)
  const isNoLeave = isNoLeaveAhead(reply)
  const other = isNoLeave && reply.today === 'out' ? said.replace(/^No /, 'No other ') : said
  const title = `${word}${other.startsWith(plain) ? other.slice(plain.length) : other}`
  const own = isTold(main) ? [] : saidParts(reply, voice, exact !== null && asked.asks !== 'back')
  return {
    title,
    parts: [
      ...readingNotes(asked, voice, read),
      ...dayOffParts(asked, voice),
      ...(exact?.parts ?? []),
      // Where no reason is shown, the title has said the days.
      ...own.filter(
        (part) => part.kind !== 'line' || !title.includes(plainLine(part.line).replace(/^Out (?:on )?/, '')),
      ),
      ...list(
        null,
        others.map((absence) => [capital(absenceText(absence, reply, voice, true))]),
      ),
      ...nextParts(reply, voice, isAlone && !isNoLeave),
      ...teamNote(reply),
      ...lookedNotes(asked),
      ...askedNotes(asked, voice),
    ],
  }
}
