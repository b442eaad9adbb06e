import { plainName } from './namesakes.js'
import { type Day, type DayRange } from '../../calendar/day.js'
import { runAtOnce } from '../../calendar/slices.js'
import { evaluateInSlices } from '../ask/evaluate.js'
import { listQuestion } from '../ask/people-question.js'
import { daysOf } from '../../calendar/period.js'
import type { Member } from '../organization/organization.js'
import { absenceOn, nextAbsence, returnOn, type Absence } from '../presence/absence.js'
import { isWorkingDay } from '../../calendar/week.js'
import { awayOn, isMissed } from '../presence/away.js'
import { isBankHoliday } from '../presence/leave-types.js'
import { isTouching } from '../presence/touching.js'
import type { Roll, RollLeave } from '../presence/roll.js'
import { leaveViewOf, showAbsence, type LeaveView, type Material } from './absences.js'
import { hasWorkingDay, isOneDay, workingDayAfter, workingPart } from './days.js'
import { hasToday } from './presence.js'
import type { Asked } from './asked.js'
import type { PersonReply } from './reply.js'

type Absences = readonly Absence<RollLeave>[]

const todayOf = (absences: Absences, asked: Asked, { organization }: Roll): PersonReply['today'] => {
  if (!hasToday(asked)) return null
  if (absenceOn(absences, asked.today)) return 'out'
  const missed = absences.filter((absence) => isMissed(absence, organization))
  return returnOn(missed, asked.today) ? 'back' : 'in'
}

const insteadOf = (
  absences: Absences,
  { range, today, is_dated }: Asked,
  { organization: { working_days } }: Roll,
  sight: LeaveView,
): PersonReply['instead'] => {
  const isOff = !is_dated && !isWorkingDay(today, working_days)
  if (!isOff && hasWorkingDay(range, working_days)) return null
  const day = workingDayAfter(isOff ? today : range.to, working_days)
  if (day === null) return null
  const absence = absenceOn(absences, day)
  return { day, absence: absence ? showAbsence(absence, sight) : null }
}

/** Asked who is back, the running absence belongs to the days, and one that ends just before them. */
const isReturn = ({ from, back }: Absence<RollLeave>, { asks, range, today }: Asked): boolean =>
  asks === 'back' &&
  back !== null &&
  back.day <= range.to &&
  (range.from <= back.day || (from <= today && today < back.day))

const isIn = (member: Member, range: DayRange, roll: Roll): boolean => {
  const days = { ranges: [range], each: true, half: null }
  return runAtOnce(evaluateInSlices(listQuestion('in', [member], days), roll)).people.length > 0
}

/** Of a leave that only its bank holidays join to the days that were asked about, those. */
const within = (absence: Absence<RollLeave>, { range, is_dated }: Asked): Absence<RollLeave> => {
  const leaves = absence.leaves.filter((leave) => isTouching(leave, range))
  const [first, last] = [leaves[0], leaves.at(-1)]
  const isOther = !absence.leaves.every(isBankHoliday) && leaves.every(isBankHoliday)
  if (!is_dated || isOneDay(range) || !isOther || !first || !last) return absence
  const days = { from: first.start_date, to: last.end_date, starts_at_noon: false, ends_at_noon: false }
  return { ...absence, ...days, leaves }
}

/** One person in a range: out or in, back when, and the next absence. */
export const personReply = (asked: Asked, member: Member, material: Material): PersonReply => {
  const { roll, nameOf = plainName } = material
  const { working_days } = roll.organization
  const sight = leaveViewOf(member, material)
  const isOfReturn = asked.asks === 'back'
  // Nobody is waited for because of a bank holiday.
  const all = roll.absencesOf(member).filter((absence) => !isOfReturn || isMissed(absence, roll.organization))
  // Nobody is out on a day on which nobody works, nor back from one.
  const absences = all.filter((absence) => hasWorkingDay(absence, working_days))
  const running = absenceOn(absences, (workingPart(asked.range, working_days) ?? asked.range).from)
  const isOn = (absence: Absence): boolean =>
    absence === running || (absence.from > asked.range.from && absence.from <= asked.range.to)
  const shown = absences
    .filter((absence) => isOn(absence) || isReturn(absence, asked))
    .map((absence) => (isOfReturn ? absence : within(absence, asked)))
  const following = nextAbsence(all, asked.range.to)
  // Who is in today is waited for after the next leave, however far ahead.
  const awaited = isOfReturn && !asked.is_dated && shown.length === 0 ? following : undefined
  const next = awaited ? nextAbsence(all, awaited.to) : following
  const leave = nextAbsence(
    all.filter(({ leaves }) => !leaves.every(isBankHoliday)),
    asked.range.to,
  )
  const isOut = (day: Day): boolean => absenceOn(absences, day) !== undefined
  const worked =
    asked.found?.ask === 'days' ? daysOf(asked.range).filter((day) => isWorkingDay(day, working_days)) : null
  const today = todayOf(absences, asked, roll)
  const days = asked.is_dated || today === null ? asked.range : { from: asked.today, to: asked.today }
  return {
    kind: 'person',
    asked,
    id: member.id,
    name: nameOf(member),
    is_me: sight.isOwn,
    in_team: asked.team === null || member.team_id === asked.team.id,
    absences: (awaited ? [awaited] : shown).map((absence) => showAbsence(absence, sight)),
    today,
    away: awayOn(roll, member, days)?.kind ?? null,
    is_in: isIn(member, days, roll),
    has_working_day: hasWorkingDay(asked.range, working_days),
    instead: insteadOf(absences, asked, roll, sight),
    next: next ? showAbsence(next, sight) : null,
    next_leave: leave && leave !== next ? showAbsence(leave, sight) : null,
    days: worked && { in: worked.filter((day) => !isOut(day)), out: worked.filter(isOut) },
  }
}
