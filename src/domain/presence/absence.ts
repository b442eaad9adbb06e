import {
  dayFromNumber,
  dayNumber,
  overlaps,
  weekdays,
  weekdayOf,
  type Day,
  type DayRange,
  type Weekday,
} from '../calendar/day.js'

/** What counts of a leave: its days, both included, and its half days. */
export interface LeaveDays {
  readonly start_date: Day
  readonly end_date: Day
  readonly starts_at_noon: boolean
  readonly ends_at_noon: boolean
}

/** The first moment of work after an absence. */
export interface Return {
  readonly day: Day
  /** In at noon; else from the morning on. */
  readonly at_noon: boolean
}

/** Leaves with nothing but days off between them: one absence, as colleagues see it. */
export interface Absence<L extends LeaveDays = LeaveDays> {
  readonly from: Day
  /** The last day of leave; days off behind it are not counted. */
  readonly to: Day
  readonly starts_at_noon: boolean
  readonly ends_at_noon: boolean
  /** Null when it lasts as long as the calendar does. */
  readonly back: Return | null
  /** By their first half day. */
  readonly leaves: readonly L[]
}

/** Half days since 1970-01-01: an even one is a morning. The end is the first half day after the leave. */
export interface Stretch {
  readonly start: number
  readonly end: number
}

export const stretchOf = (leave: LeaveDays): Stretch => {
  const start = 2 * dayNumber(leave.start_date) + (leave.starts_at_noon ? 1 : 0)
  const end = 2 * dayNumber(leave.end_date) + (leave.ends_at_noon ? 1 : 2)
  return { start, end: Math.max(end, start + 1) }
}

const dayOfHalf = (half: number): Day | null => dayFromNumber(Math.floor(half / 2))

/** The days and half days of a stretch that is not empty. */
export const daysOfStretch = ({ start, end }: Stretch): LeaveDays => ({
  start_date: dayOfHalf(start)!,
  end_date: dayOfHalf(end - 1)!,
  starts_at_noon: start % 2 !== 0,
  ends_at_noon: end % 2 !== 0,
})

/** Without a working day every day is one: there would be no day to be back on. */
export const isWorkingDay = (day: Day, workingDays: readonly Weekday[]): boolean =>
  workingDays.length === 0 || workingDays.includes(weekdayOf(day))

const lastHalf = 2 * dayNumber('9999-12-31') + 1
/** A Monday, day 0 being a Thursday. */
const someMonday = -3

/** For each weekday how many days later the next one of work is, itself included; Monday first. */
const daysToWork = (workingDays: readonly Weekday[]): readonly number[] =>
  weekdays.map((_, first) => {
    const ahead = weekdays.findIndex((_, later) => workingDays.includes(weekdays[(first + later) % 7]!))
    return Math.max(ahead, 0)
  })

/** The first half day of work at or after this one; null when the calendar ends before it. */
const nextWork = (half: number, toWork: readonly number[]): number | null => {
  const day = Math.floor(half / 2)
  const days = toWork[(((day - someMonday) % 7) + 7) % 7]!
  const next = days === 0 ? half : 2 * (day + days)
  return next > lastHalf ? null : next
}

interface AbsenceRun<L> extends Stretch {
  readonly leaves: readonly L[]
}

const absenceOf = <L extends LeaveDays>(
  { start, end, leaves }: AbsenceRun<L>,
  toWork: readonly number[],
): Absence<L> => {
  const work = nextWork(end, toWork)
  const day = work === null ? null : dayOfHalf(work)
  const { start_date: from, end_date: to, starts_at_noon, ends_at_noon } = daysOfStretch({ start, end })
  return {
    from,
    to,
    starts_at_noon,
    ends_at_noon,
    back: work === null || day === null ? null : { day, at_noon: work % 2 !== 0 },
    leaves,
  }
}

/**
 * The absences of one person, first to last: leaves that overlap, follow each other, or have only days off between
 * them are one. `leaves` are all of one person, in any order, of the statuses that count.
 */
export const mergeAbsences = <L extends LeaveDays>(
  leaves: readonly L[],
  workingDays: readonly Weekday[],
): readonly Absence<L>[] => {
  const toWork = daysToWork(workingDays)
  const sorted = leaves
    .map((leave) => ({ ...stretchOf(leave), leaves: [leave] }))
    .sort((a, b) => a.start - b.start || a.end - b.end)
  const runs: AbsenceRun<L>[] = []
  for (const next of sorted) {
    const last = runs.at(-1)
    const work = last && nextWork(last.end, toWork)
    // No day of work after the last one: whatever comes is the same absence.
    if (last && (work === null || next.start <= work!))
      runs[runs.length - 1] = {
        start: last.start,
        end: Math.max(last.end, next.end),
        leaves: [...last.leaves, ...next.leaves],
      }
    else runs.push(next)
  }
  return runs.map((run) => absenceOf(run, toWork))
}

/** The days until somebody is back, both included: days off behind the last leave as well. */
export const awayDays = ({ from, back }: Pick<Absence, 'from' | 'back'>): DayRange => {
  if (!back) return { from, to: dayFromNumber(lastHalf >> 1)! }
  return { from, to: dayFromNumber(dayNumber(back.day) - (back.at_noon ? 0 : 1))! }
}

/** The absence that a day falls into, days off between its leaves and behind them included. */
export const absenceOn = <A extends Absence>(absences: readonly A[], day: Day): A | undefined =>
  absences.find((absence) => overlaps(awayDays(absence), { from: day, to: day }))

/** The absence that a person is back from on that day. */
export const returnOn = <A extends Absence>(absences: readonly A[], day: Day): A | undefined =>
  absences.find(({ back }) => back?.day === day)

/** The first absence that begins after a day. */
export const nextAbsence = <A extends Absence>(absences: readonly A[], day: Day): A | undefined =>
  absences.find(({ from }) => from > day)
