import { onlyDay, type Day } from '../../calendar/day.js'
import { daysOf } from '../../calendar/period.js'
import { isWorkingDay } from '../../calendar/week.js'
import type { State } from '../../language/question.js'
import type { Member } from '../organization/organization.js'
import type { Absence } from '../presence/absence.js'
import { awayAs, isMissed, type Week } from '../presence/away.js'
import type { LeaveType } from '../presence/leave-types.js'
import type { Roll, RollLeave } from '../presence/roll.js'
import { workingDayAfter, workingDayBefore } from '../reply/days.js'

/** What happens on one day of a leave, unlike being out or in. */
export const isEvent = (state: State): boolean => state !== 'out' && state !== 'in'

/** The first day of leave on which somebody would work. */
const firstMissed = ({ leaves, to, ...absence }: Absence<RollLeave>, week: Week): Day =>
  daysOf({ from: absence.from, to }).find((day) => awayAs(leaves, onlyDay(day), week) === 'leave') ??
  absence.from

/** The day on which an absence is what was asked: its return, its first day of leave, or the last day before it. */
export const eventOf = (
  absence: Absence<RollLeave>,
  state: State,
  organization: Roll['organization'],
): Day | null => {
  const { from, back } = absence
  const { working_days } = organization
  if (state === 'back') return back?.day ?? null
  if (state === 'starting') return firstMissed(absence, organization)
  const first = isWorkingDay(from, working_days) ? from : workingDayAfter(from, working_days)
  return first && workingDayBefore(first, working_days)
}

/** The absences in which a working day is missed, of the kind that was asked about. */
export const absencesOf = (
  member: Member,
  { kind }: { readonly kind: LeaveType | null },
  roll: Roll,
): readonly Absence<RollLeave>[] =>
  roll
    .absencesOf(member)
    .filter(
      (absence) =>
        isMissed(absence, roll.organization) &&
        (kind === null || absence.leaves.some(({ type }) => type === kind)),
    )
