import type { Day } from '../calendar/day.js'
import type { LeaveDays, Return } from '../presence/absence.js'
import type { LeaveType } from '../presence/privacy.js'
import type { Source } from '../organization/organization.js'
import { backWords } from './absence.js'
import { dayWords, rangeWords } from './dates.js'
import { bold, line, note, type Message, type Part } from './message.js'

/** "Fri 27 Nov", "Fri 27 Nov, morning", "Thu 24 Dec – Mon 28 Dec". */
export const ownDaysWords = (days: LeaveDays, today: Day): string => {
  const { start_date: from, end_date: to, starts_at_noon, ends_at_noon } = days
  if (from === to) {
    const half = starts_at_noon ? ', afternoon' : ends_at_noon ? ', morning' : ''
    return `${dayWords(from, today)}${half}`
  }
  if (!starts_at_noon && !ends_at_noon) return rangeWords({ from, to }, today)
  const [begin, end] = [starts_at_noon ? 'noon ' : '', ends_at_noon ? 'noon ' : '']
  return `${begin}${dayWords(from, today)} – ${end}${dayWords(to, today)}`
}

const reasons: Partial<Record<LeaveType, string>> = { holiday: 'on holiday', sick: 'sick' }

/** "away", "on holiday", "sick": addressed to the person themselves. */
const stateWords = (type: LeaveType): string => reasons[type] ?? 'away'

/** "Fri 27 Nov: sick". */
export const ownEntryWords = (entry: LeaveDays & { readonly type: LeaveType }, today: Day): string =>
  `${ownDaysWords(entry, today)}: ${stateWords(entry.type)}`

/** Sources whose days nobody needs to enter. */
export interface CoverWords extends LeaveDays {
  readonly source: Source
  readonly name: string | null
}

const sourceName = ({ source, name }: CoverWords): string =>
  name ?? (source === 'import' ? 'your leave system' : 'the person who manages leave here')

const coverNote = (cover: CoverWords, today: Day): Part =>
  note('From ', bold(sourceName(cover)), `: ${ownDaysWords(cover, today)}`)

export interface EnteredWords {
  readonly entered: readonly (LeaveDays & { readonly type: LeaveType })[]
  readonly covered: readonly CoverWords[]
  readonly back: Return | null
  readonly today: Day
}

/** The morning of one day, which says when the person is back. */
const isMorning = ([first, ...others]: EnteredWords['entered'], back: Return | null): boolean =>
  first !== undefined &&
  others.length === 0 &&
  first.start_date === first.end_date &&
  first.ends_at_noon &&
  back?.day === first.end_date

/** "You are away Fri 27 Nov, back Mon 30 Nov.", "You are away on Fri 27 Nov until noon." */
export const enteredMessage = ({ entered, covered, back, today }: EnteredWords): Message => {
  const [first] = entered
  const covers = covered.map((one) => coverNote(one, today))
  if (!first)
    return {
      title: 'You are away already',
      parts: [line('There is nothing to enter for these days.'), ...covers],
    }
  if (isMorning(entered, back)) {
    const day = first.start_date === today ? 'today' : `on ${dayWords(first.start_date, today)}`
    return {
      title: 'Your days off',
      parts: [line(`You are ${stateWords(first.type)} ${day} until noon.`), ...covers],
    }
  }
  const days = entered.map((one) => ownDaysWords(one, today)).join(' and ')
  const ending = back === null ? '' : `, ${backWords(back, today, { absolute: false })}`
  return {
    title: 'Your days off',
    parts: [line(`You are ${stateWords(first.type)} ${days}${ending}.`), ...covers],
  }
}

export const takenBackMessage = (days: LeaveDays, changed: number, today: Day): Message => ({
  title: 'Your days off',
  parts: [
    line(
      changed > 0
        ? `Taken back: ${ownDaysWords(days, today)}.`
        : 'There is nothing to take back: you no longer have an entry for these days.',
    ),
  ],
})

/** The answer to "back": the days that were taken back, or why there are none. */
export const backMessage = (days: LeaveDays | null, today: Day): Message => {
  if (days === null)
    return {
      title: 'You have no day off to end',
      parts: [line('Days that came from your HR tool are changed there.')],
    }
  return { title: 'Welcome back', parts: [line(endedWords(days, today))] }
}

const endedWords = (days: LeaveDays, today: Day): string =>
  days.start_date === days.end_date
    ? 'You are in from today on.'
    : `You are in from today on. Taken back: ${ownDaysWords(days, today)}.`
