import type { Return } from '../presence/absence.js'
import type { Day } from '../../calendar/day.js'
import type { ShownReason } from '../presence/reasons.js'
import type { Asked, ShownAbsence } from '../reply/asked.js'
import { dayName, dayWords, nearDayWords, rangeWords } from './dates.js'
import { joined, type Voice } from './message.js'

const reasonWords: Readonly<Record<ShownReason, string>> = {
  holiday: 'holiday',
  sick: 'sick',
  personal: 'personal leave',
  bank_holiday: 'bank holiday',
  away: 'out',
}

/** "bank holiday"; "out" where the reason is not shown. */
export const reasonName = (reason: ShownReason): string => reasonWords[reason]

/** "holiday", "sick and personal leave". Empty where no reasons are shown: it is all or none (decisions, "Presence"). */
export const whatWords = ({ reasons }: Pick<ShownAbsence, 'reasons'>): string => {
  const telling = reasons.filter((reason) => reason !== 'bank_holiday')
  const said = (telling.length > 0 ? telling : reasons).filter((reason) => reason !== 'away')
  return joined(said.map((reason) => reasonWords[reason]))
}

/** The same in a list of people who are out, where bank holidays have a line of their own. */
export const listedReason = ({ reasons }: Pick<ShownAbsence, 'reasons'>): string =>
  whatWords({ reasons: reasons.filter((reason) => reason !== 'bank_holiday') })

/** "back Tue 1 Dec", "back today", "back today at noon". */
export const backWords = (back: Return | null, today: Day, { absolute }: Pick<Voice, 'absolute'>): string => {
  if (!back) return 'no return date'
  const day = back.day === today && !absolute ? 'today' : dayWords(back.day, today)
  return `back ${day}${back.at_noon ? ' at noon' : ''}`
}

/** Whether the days say when the person is back: "Mon 30 Nov – noon Tue 1 Dec", "Fri 27 Nov, morning". */
export const endsWithReturn = ({ to, ends_at_noon, back }: ShownAbsence): boolean =>
  ends_at_noon && back?.day === to

/** "back tomorrow", "back Mon 30", "back 12 Jan", relative to days around `near`. */
export const nearBackWords = (
  back: Return | null,
  near: Day,
  today: Day,
  { absolute }: Pick<Voice, 'absolute'>,
): string => {
  if (!back) return 'no return date'
  const named = absolute || back.day < today ? null : dayName(back.day, today)
  return `back ${named ?? nearDayWords(back.day, near)}${back.at_noon ? ' at noon' : ''}`
}

const singleDay = ({ from, starts_at_noon, ends_at_noon }: ShownAbsence, today: Day): string => {
  const half = starts_at_noon ? ', afternoon' : ends_at_noon ? ', morning' : ''
  return `${dayWords(from, today)}${half}`
}

/** "Fri 20 Nov", "Mon 23 Nov – Fri 27 Nov", "noon Mon 23 Nov – Fri 27 Nov". */
export const absenceDays = (absence: ShownAbsence, today: Day): string => {
  const { from, to, starts_at_noon, ends_at_noon } = absence
  if (from === to) return singleDay(absence, today)
  if (!starts_at_noon && !ends_at_noon) return rangeWords({ from, to }, today)
  const last = `${ends_at_noon ? 'noon ' : ''}${dayWords(to, today)}`
  return `${starts_at_noon ? 'noon ' : ''}${dayWords(from, today)} – ${last}`
}

/** The days, or "until Fri 27 Nov" when it began before the range. */
const whenWords = (absence: ShownAbsence, { range, today }: Pick<Asked, 'range' | 'today'>): string => {
  const { from, to, ends_at_noon } = absence
  if (from !== to && from < range.from) return `until ${ends_at_noon ? 'noon ' : ''}${dayWords(to, today)}`
  return absenceDays(absence, today)
}

/** "holiday until Fri 27 Nov, back Mon 30 Nov"; without the first word when no reasons are shown. */
export const absenceWords = (
  absence: ShownAbsence,
  asked: Pick<Asked, 'range' | 'today'>,
  voice: Pick<Voice, 'absolute'>,
): string => {
  const back = endsWithReturn(absence) ? '' : `, ${backWords(absence.back, asked.today, voice)}`
  return `${whatWords(absence)} ${whenWords(absence, asked)}`.trimStart() + back
}
