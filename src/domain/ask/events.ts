import { addDays, type Day } from '../../calendar/day.js'
import type { State } from '../../language/question.js'
import type { Member } from '../organization/organization.js'
import type { Absence } from '../presence/absence.js'
import { isMissed } from '../presence/away.js'
import type { LeaveType } from '../presence/leave-types.js'
import type { Roll, RollLeave } from '../presence/roll.js'
import { workingDayBefore } from '../reply/days.js'

/** What happens on one day of a leave, unlike being out or in. */
export const isEvent = (state: State): boolean => state !== 'out' && state !== 'in'

/**
 * The day on which an absence is what was asked: its return, its first day of leave, or the last day at work before it,
 * which is the first one of leave where that begins at noon.
 */
export const eventOf = (
  member: Member,
  absence: Absence<RollLeave>,
  state: State,
  { absencesOf, organization: { working_days } }: Roll,
): Day | null => {
  const { from, back, starts_at_noon } = absence
  if (state === 'back') return back?.day ?? null
  if (state === 'starting') return from
  const day = workingDayBefore(starts_at_noon ? (addDays(from, 1) ?? from) : from, working_days)
  // Bank holidays before it, on which nobody is at work.
  const before = absencesOf(member).find(
    (one) => day !== null && one.from <= day && day <= one.to && one.to < from,
  )
  return before ? workingDayBefore(before.from, working_days) : day
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
