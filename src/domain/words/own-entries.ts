import type { Day, DayRange } from '../../calendar/day.js'
import type { LeaveDays, Return } from '../presence/absence.js'
import type { LeaveType } from '../presence/leave-types.js'
import type { Source } from '../organization/organization.js'
import { backWords, reasonName } from './absence.js'
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

/** Why the form proposes other days, or asks whether these are meant; null: they are working days. */
export const dayOffWords = (
  { dayOff, isNext }: { readonly dayOff: DayRange | null; readonly isNext: boolean },
  today: Day,
): string | null => {
  if (dayOff === null) return null
  const days = rangeWords(dayOff, today)
  if (isNext) return `Today, ${days}, is not a working day, so the next one is proposed.`
  const are = dayOff.from === dayOff.to ? `${days} is not a working day` : `${days} has no working day`
  return `${are}. Choose other days, or enter it anyway.`
}

const reasons: Partial<Record<LeaveType, string>> = { holiday: 'on holiday', sick: 'sick' }

/** "out", "on holiday", "sick": addressed to the person themselves. */
const stateWords = (type: LeaveType): string => reasons[type] ?? 'out'

/** "Fri 27 Nov: sick", in the words of the answers. */
export const ownEntryWords = (entry: LeaveDays & { readonly type: LeaveType }, today: Day): string =>
  `${ownDaysWords(entry, today)}: ${reasonName(entry.type)}`

/** "as a day off", "as a sick day", "as sick leave". */
const asWords = (days: LeaveDays, type: LeaveType): string => {
  const isOne = days.start_date === days.end_date
  if (type === 'sick') return isOne ? 'as a sick day' : 'as sick leave'
  if (type === 'holiday') return 'as holiday'
  return isOne ? 'as a day off' : 'as days off'
}

/** Asked of a person who wrote that they are away. Null: the days are still to be chosen. */
export const offerMessage = (
  entry: (LeaveDays & { readonly type: LeaveType }) | null,
  today: Day,
): Message => ({
  title: 'Nothing is saved yet',
  parts: [
    line(
      entry === null
        ? 'Enter these days as days off?'
        : `Enter ${ownDaysWords(entry, today)} ${asWords(entry, entry.type)}?`,
    ),
  ],
})

/** Sources whose days nobody needs to enter. */
interface CoverWords extends LeaveDays {
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
  /** Of an entry that was changed: days too old to change, and days that are no longer days off. */
  readonly kept: readonly LeaveDays[]
  readonly dropped: readonly LeaveDays[]
  readonly back: Return | null
  readonly today: Day
}

const allDaysWords = (days: readonly LeaveDays[], today: Day): string =>
  days.map((one) => ownDaysWords(one, today)).join(' and ')

const keptNotes = (kept: readonly LeaveDays[], today: Day): readonly Part[] =>
  kept.length === 0
    ? []
    : [note(`Not changed, because it is more than 7 days ago: ${allDaysWords(kept, today)}`)]

/** The morning of one day, which says when the person is back. */
const isMorning = ([first, ...others]: EnteredWords['entered'], back: Return | null): boolean =>
  first !== undefined &&
  others.length === 0 &&
  first.start_date === first.end_date &&
  first.ends_at_noon &&
  back?.day === first.end_date

/** "You are out on Fri 27 Nov, back Mon 30 Nov.", "You are out on Fri 27 Nov until noon." */
export const enteredMessage = ({ entered, covered, kept, dropped, back, today }: EnteredWords): Message => {
  const [first] = entered
  const covers = [
    ...(dropped.length > 0 ? [note(`Taken back: ${allDaysWords(dropped, today)}`)] : []),
    ...keptNotes(kept, today),
    ...covered.map((one) => coverNote(one, today)),
  ]
  if (!first)
    return {
      title: 'You are out already',
      parts: [line('There is nothing to enter for these days.'), ...covers],
    }
  if (isMorning(entered, back)) {
    const day = first.start_date === today ? 'today' : `on ${dayWords(first.start_date, today)}`
    return {
      title: 'Your days off',
      parts: [line(`You are ${stateWords(first.type)} ${day} until noon.`), ...covers],
    }
  }
  const isOneDay = entered.length === 1 && first.start_date === first.end_date
  const days = (isOneDay ? 'on ' : '') + allDaysWords(entered, today)
  const ending = back === null ? '' : `, ${backWords(back, today, { absolute: false })}`
  return {
    title: 'Your days off',
    parts: [line(`You are ${stateWords(first.type)} ${days}${ending}.`), ...covers],
  }
}

export const takenBackMessage = ({ taken, kept, today }: TakenBackWords): Message => ({
  title: 'Your days off',
  parts: [
    line(
      taken.length > 0
        ? `Taken back: ${allDaysWords(taken, today)}.`
        : kept.length > 0
          ? 'There is nothing to take back: these days are more than 7 days ago.'
          : 'There is nothing to take back: you no longer have an entry for these days.',
    ),
    ...(taken.length > 0 ? keptNotes(kept, today) : []),
  ],
})

interface TakenBackWords extends Pick<EnteredWords, 'kept' | 'today'> {
  readonly taken: readonly LeaveDays[]
}

interface BackWords {
  /** The days that were taken back; null: none. */
  readonly days: LeaveDays | null
  /** The next day off, today included; null: none. */
  readonly next: LeaveDays | null
  readonly today: Day
}

/** Nothing was taken back: today is no day off, or one that only its source can change. */
const notBackMessage = ({ next, today }: BackWords): Message => {
  if (next !== null && next.start_date <= today)
    return {
      title: 'You have no day off to end',
      parts: [line('Days that came from your HR tool can only be changed there.')],
    }
  const ahead =
    next && `Your next days off: ${ownDaysWords(next, today)}. The Home tab lists what you entered.`
  return { title: 'You are not out today', parts: [line(ahead ?? 'There is nothing to end.')] }
}

const inWords = ({ next, today }: BackWords): string => {
  if (next === null) return 'You are in from today on.'
  const when = ownDaysWords(next, today)
  return next.start_date <= today
    ? `You are still out today because of another entry: ${when}.`
    : `You are in today. Your next days off: ${when}.`
}

/** The answer to "back": the days that were taken back, or why there are none. */
export const backMessage = (back: BackWords): Message => {
  const { days, today } = back
  if (days === null) return notBackMessage(back)
  const taken = days.start_date === days.end_date ? '' : ` Taken back: ${ownDaysWords(days, today)}.`
  return { title: 'Welcome back', parts: [line(`${inWords(back)}${taken}`)] }
}
