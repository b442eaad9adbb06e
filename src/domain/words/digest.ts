import type { Day } from '../calendar/day.js'
import type { Ahead, ComingAbsence, DigestReply } from '../reply/digest.js'
import type { Asked, OutPerson, ShownAbsence } from '../reply/reply.js'
import { compare } from '../slices.js'
import { absenceWords, backWords, whatWords } from './absence.js'
import { cutName, notWorking } from './asked.js'
import { dayWords } from './dates.js'
import { andMore, bold, line, list, note, people, type Line, type Message, type Part } from './message.js'
import { countWords, dayLine, holidayLine } from './presence.js'

/** How a digest comes. */
export interface Posting {
  /** More than ten minutes after its time. */
  readonly late: boolean
  /** `HH:mm`, in the digest's zone. */
  readonly planned: string
}

/** Read on its day: "today" is that day. */
const voice = { absolute: false }

/** How many names fit in one line; the others are counted. */
const mostNames = 15

const halfDay = ({ from, to, starts_at_noon, ends_at_noon }: ShownAbsence): string => {
  if (from === to && starts_at_noon) return ' this afternoon'
  return ends_at_noon ? ' this morning' : ''
}

/** "away, back Mon 23 Nov" on the last day, "holiday until Fri 27 Nov, back Mon 30 Nov" before it. */
const todayWords = (absence: ShownAbsence, asked: Asked): string =>
  absence.to === asked.today
    ? `${whatWords(absence)}${halfDay(absence)}, ${backWords(absence.back, asked.today, voice)}`
    : absenceWords(absence, asked, voice)

const outLine = ({ name, absences }: OutPerson, asked: Asked): Line => [
  bold(name),
  `: ${absences.map((absence) => todayWords(absence, asked)).join('; ')}`,
]

const holidayToday = ({ bank_holiday, is_bank_holiday_for_all }: DigestReply): readonly Part[] => {
  if (bank_holiday === 0) return []
  return [line('Bank holiday today: ', is_bank_holiday_for_all ? 'everybody' : people(bank_holiday))]
}

const backToday = (names: readonly string[]): readonly Part[] => {
  if (names.length === 0) return []
  const more = names.length > mostNames ? ` ${andMore(names.length - mostNames)}` : ''
  return [line(bold('Back today'), `: ${names.slice(0, mostNames).join(', ')}${more}`)]
}

const comingLine = ({ name, absence }: ComingAbsence, day: Day): Line => {
  const asked = { range: { from: absence.from, to: absence.to }, today: day }
  return [bold(name), `: ${absenceWords(absence, asked, voice)}`]
}

/** Bank holidays come before leave that starts on the same day. */
const comingParts = ({ absences, holidays }: Extract<Ahead, { kind: 'coming' }>, asked: Asked) => {
  const said = [
    ...holidays.map((holiday) => ({ from: holiday.from, line: holidayLine(holiday, asked) })),
    ...absences.map((one) => ({ from: one.absence.from, line: comingLine(one, asked.today) })),
  ]
  const byDay = said.sort((a, b) => compare(a.from, b.from))
  return list(
    [bold('Coming up')],
    byDay.map(({ line }) => line),
  )
}

const weekParts = ({ which, days }: Extract<Ahead, { kind: 'week' }>, asked: Asked): readonly Part[] => {
  const heading = bold(which === 'next' ? 'Next week' : 'This week')
  if (days.length === 0) return []
  if (days.every(({ out, bank_holiday }) => out.length + bank_holiday === 0))
    return [line(heading, ': nobody is out')]
  return list(
    [heading],
    days.map((day) => dayLine(day, asked)),
  )
}

const firstWords = ({ today }: DigestReply): string => {
  if (today.out_count > 0 || today.in_count === 0) return countWords(today)
  return today.has_working_day ? 'Everyone is in.' : 'Nobody is on leave.'
}

/** What a channel reads in the morning. */
export const digestMessage = (reply: DigestReply, { late, planned }: Posting): Message => {
  const { today, back, ahead } = reply
  const { asked } = today
  return {
    title: `Who is out: ${cutName(asked.team?.name ?? asked.organization)} · ${dayWords(asked.today, asked.today)}`,
    parts: [
      line(firstWords(reply)),
      ...list(
        [bold('Out today')],
        today.out.map((one) => outLine(one, asked)),
      ),
      ...holidayToday(reply),
      ...backToday(back),
      ...(ahead.kind === 'week' ? weekParts(ahead, asked) : comingParts(ahead, asked)),
      ...(today.has_working_day ? [] : [notWorking(asked)]),
      ...(late ? [note(`Posted late: planned for ${planned}.`)] : []),
    ],
  }
}
