import type { Day } from '../../calendar/day.js'
import { daysOf } from '../../calendar/period.js'
import {
  absenceOn,
  awayDays,
  isWorkingDay,
  mergeAbsences,
  nextAbsence,
  returnOn,
  type Absence,
} from '../presence/absence.js'
import { overlaps } from '../../calendar/day.js'
import type { Leave, Member } from '../organization/organization.js'
import {
  approvedLeavesOf,
  isMissed,
  showAbsence,
  leaveViewOf,
  type Material,
  type LeaveView,
} from './absences.js'
import { hasWorkingDay, workingDayAfter } from './days.js'
import { hasToday } from './presence.js'
import type { Asked, PersonReply } from './reply.js'

const todayOf = (
  absences: readonly Absence<Leave>[],
  asked: Asked,
  sight: LeaveView,
): PersonReply['today'] => {
  if (!hasToday(asked)) return null
  if (absenceOn(absences, asked.today)) return 'out'
  const ended = returnOn(absences, asked.today)
  return ended && isMissed(ended, sight) ? 'back' : 'in'
}

const insteadOf = (
  absences: readonly Absence<Leave>[],
  { range, today, is_dated }: Asked,
  { workingDays, ...sight }: LeaveView,
): PersonReply['instead'] => {
  const isOff = !is_dated && !isWorkingDay(today, workingDays)
  if (!isOff && hasWorkingDay(range, workingDays)) return null
  const day = workingDayAfter(isOff ? today : range.to, workingDays)
  if (day === null) return null
  const absence = absenceOn(absences, day)
  return { day, absence: absence ? showAbsence(absence, { ...sight, workingDays }) : null }
}

/** One person in a range: out or in, back when, and the next absence. */
export const personReply = (asked: Asked, member: Member, material: Material): PersonReply => {
  const { facts, workingDays } = material
  const sight = leaveViewOf(member, material)
  const all = mergeAbsences(approvedLeavesOf(facts, member), workingDays)
  // Nobody is out on a day on which nobody works, nor back from one.
  const absences = all.filter((absence) => hasWorkingDay(absence, workingDays))
  const next = nextAbsence(all, asked.range.to)
  const isOut = (day: Day): boolean => absenceOn(absences, day) !== undefined
  const worked =
    asked.form === 'days' ? daysOf(asked.range).filter((day) => isWorkingDay(day, workingDays)) : null
  return {
    kind: 'person',
    asked,
    name: member.name,
    is_me: sight.isOwn,
    in_team: asked.team === null || member.team_id === asked.team.id,
    absences: absences
      .filter((absence) => overlaps(awayDays(absence), asked.range))
      .map((absence) => showAbsence(absence, sight)),
    today: todayOf(absences, asked, sight),
    has_working_day: hasWorkingDay(asked.range, workingDays),
    instead: insteadOf(absences, asked, sight),
    next: next ? showAbsence(next, sight) : null,
    days: worked && { in: worked.filter((day) => !isOut(day)), out: worked.filter(isOut) },
  }
}
