import type { Return } from '../presence/absence.js'
import type { Day } from '../calendar/day.js'
import type { ShownReason } from '../presence/privacy.js'
import type { Asked, ShownAbsence } from '../reply/reply.js'
import { dayWords } from './dates.js'
import type { Voice } from './message.js'

const reasonWords: Readonly<Record<ShownReason, string>> = {
  holiday: 'holiday',
  sick: 'sick',
  personal: 'personal leave',
  bank_holiday: 'bank holiday',
  away: 'away',
}

/** "bank holiday". */
export const reasonName = (reason: ShownReason): string => reasonWords[reason]

/** A bank holiday in the middle of something else needs no word of its own. */
export const whatWords = ({ reasons }: ShownAbsence): string => {
  const telling = reasons.filter((reason) => reason !== 'bank_holiday')
  return (telling.length > 0 ? telling : reasons).map((reason) => reasonWords[reason]).join(', ')
}

/** "back Tue 1 Dec", "back today", "back today at noon". */
export const backWords = (back: Return | null, today: Day, { absolute }: Pick<Voice, 'absolute'>): string => {
  if (!back) return 'no return date'
  const day = back.day === today && !absolute ? 'today' : dayWords(back.day, today)
  return `back ${day}${back.at_noon ? ' at noon' : ''}`
}

const singleDay = ({ from, starts_at_noon, ends_at_noon }: ShownAbsence, today: Day): string => {
  const half = starts_at_noon ? ', afternoon' : ends_at_noon ? ', morning' : ''
  return `${dayWords(from, today)}${half}`
}

/** "Fri 20 Nov", "until Fri 27 Nov" when it began before the days that are asked for, or "Mon 23 Nov – Fri 27 Nov". */
const whenWords = (absence: ShownAbsence, { range, today }: Pick<Asked, 'range' | 'today'>): string => {
  const { from, to, starts_at_noon, ends_at_noon } = absence
  if (from === to) return singleDay(absence, today)
  const last = `${ends_at_noon ? 'noon ' : ''}${dayWords(to, today)}`
  if (from < range.from || from === today) return `until ${last}`
  return `${starts_at_noon ? 'noon ' : ''}${dayWords(from, today)} – ${last}`
}

/** "holiday until Fri 27 Nov, back Mon 30 Nov". */
export const absenceWords = (
  absence: ShownAbsence,
  asked: Pick<Asked, 'range' | 'today'>,
  voice: Pick<Voice, 'absolute'>,
): string =>
  `${whatWords(absence)} ${whenWords(absence, asked)}, ${backWords(absence.back, asked.today, voice)}`
