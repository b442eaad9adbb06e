import {
  dayFromNumber,
  dayNumber,
  overlaps,
  weekdays,
  type Day,
  type DayRange,
  type Weekday,
  lastDay,
  onlyDay,
} from '../../calendar/day.js'

/** The part of a leave that matters here: its days, both included, and its half days. */
export interface LeaveDays {
  readonly start_date: Day
  readonly end_date: Day
  readonly starts_at_noon: boolean
  readonly ends_at_noon: boolean
}

/** The first moment back at work after an absence. */
export interface Return {
  readonly day: Day
  /** Back at noon; otherwise in the morning. */
  readonly at_noon: boolean
}

/** Leaves with nothing but non-working days between them: one absence, as colleagues see it. */
export interface Absence<L extends LeaveDays = LeaveDays> {
  readonly from: Day
  /** The last day of leave; non-working days after it are not included. */
  readonly to: Day
  readonly starts_at_noon: boolean
  readonly ends_at_noon: boolean
  /** Null when it lasts until the end of the calendar. */
  readonly back: Return | null
  /** Sorted by their first half day. */
  readonly leaves: readonly L[]
}

/** Half days since 1970-01-01, where even ones are mornings. `end` is the first half day after the leave. */
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

const lastHalf = 2 * dayNumber(lastDay) + 1
/** A Monday: day 0 is a Thursday. */
const someMonday = -3

/** For each weekday, starting with Monday, the number of days to the next working day; 0 if it is one. */
const daysToWork = (workingDays: readonly Weekday[]): readonly number[] =>
  weekdays.map((_, first) => {
    const ahead = weekdays.findIndex((_, later) => workingDays.includes(weekdays[(first + later) % 7]!))
    return Math.max(ahead, 0)
  })

/** The first working half day at or after this one; null when the calendar ends first. */
const nextWork = (half: number, toWork: readonly number[]): number | null => {
  const day = Math.floor(half / 2)
  const days = toWork[(((day - someMonday) % 7) + 7) % 7]!
  const next = days === 0 ? half : 2 * (day + days)
  return next > lastHalf ? null : next
}

interface AbsenceRun<L> extends Stretch {
  end: number
  readonly leaves: L[]
}

const absenceOf = <L extends LeaveDays>(
  { start, end, leaves }: Readonly<AbsenceRun<L>>,
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

/** Leaves that overlap, follow each other, or have only non-working days between them, as one stretch; in order. */
const runsOf = <L extends LeaveDays>(leaves: readonly L[], toWork: readonly number[]): AbsenceRun<L>[] => {
  const sorted = leaves
    .map((leave) => ({ ...stretchOf(leave), leaves: [leave] }))
    .sort((a, b) => a.start - b.start || a.end - b.end)
  const runs: AbsenceRun<L>[] = []
  for (const next of sorted) {
    const last = runs.at(-1)
    const work = last && nextWork(last.end, toWork)
    // When no working day follows, every later leave belongs to the same absence.
    if (last && (work === null || next.start <= work!)) {
      last.end = Math.max(last.end, next.end)
      last.leaves.push(...next.leaves)
    } else runs.push(next)
  }
  return runs
}

/**
 * The absences of one person in order. `leaves` are all leaves of that person with a status that counts, in any order.
 */
export const mergeAbsences = <L extends LeaveDays>(
  leaves: readonly L[],
  workingDays: readonly Weekday[],
): readonly Absence<L>[] => {
  const toWork = daysToWork(workingDays)
  return runsOf(leaves, toWork).map((run) => absenceOf(run, toWork))
}

/** The stretches that the absences of one person take, in order. */
export const absentStretches = (
  leaves: readonly LeaveDays[],
  workingDays: readonly Weekday[],
): readonly Stretch[] => runsOf(leaves, daysToWork(workingDays))

/** The days until a person is back, both included, with the non-working days after the last leave. */
export const awayDays = ({ from, back }: Pick<Absence, 'from' | 'back'>): DayRange => {
  if (!back) return { from, to: dayFromNumber(lastHalf >> 1)! }
  return { from, to: dayFromNumber(dayNumber(back.day) - (back.at_noon ? 0 : 1))! }
}

/**
 * The absence that contains a day, including the non-working days between and after its leaves. A leave comes before the
 * bank holiday that it follows, from which nobody returns in between.
 */
export const absenceOn = <A extends Absence>(absences: readonly A[], day: Day): A | undefined =>
  absences.findLast((absence) => overlaps(awayDays(absence), onlyDay(day)))

/** The absence that a person returns from on that day. */
export const returnOn = <A extends Absence>(absences: readonly A[], day: Day): A | undefined =>
  absences.find(({ back }) => back?.day === day)

/** The first absence that begins after a day. */
export const nextAbsence = <A extends Absence>(absences: readonly A[], day: Day): A | undefined =>
  absences.find(({ from }) => from > day)
