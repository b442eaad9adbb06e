import { countedBy, groupedBy } from '../../calendar/grouped.js'
import { evaluateInSlices } from '../ask/evaluate.js'
import { listQuestion } from '../ask/people-question.js'
import { overlaps, type DayRange, onlyDay } from '../../calendar/day.js'
import { daysOf } from '../../calendar/period.js'
import { isWorkingDay } from '../../calendar/week.js'
import type { Member } from '../organization/organization.js'
import { awayByDay, awayInSlices, clip, countAway, isMissed, type Away } from '../presence/away.js'
import { isBankHoliday } from '../presence/leave-types.js'
import { isTouching } from '../presence/touching.js'
import type { Absence } from '../presence/absence.js'
import { inReplyOrder, type Roll, type RollLeave } from '../presence/roll.js'
import { compare, sortInSlices, type Sliced } from '../../calendar/slices.js'
import { leaveViewOf, showAbsence, type Material } from './absences.js'
import { hasWorkingDay, workingDayAfter } from './days.js'
import { namesApart, plainName, type NameOf } from './namesakes.js'
import { groupsInSlices } from './groups.js'
import { sharedHolidays } from './shared-holidays.js'
import type { Asked } from './asked.js'
import type { OutPerson, PresenceReply, PresentGroup } from './reply.js'

const byLeaving = (a: OutPerson, b: OutPerson): number =>
  compare(a.absences[0]!.from, b.absences[0]!.from) || inReplyOrder(a, b)

/** Somebody on leave. Reasons are those of the days that were asked about. */
const personOf = ({ member }: Away, { range, today }: Asked, material: Material): OutPerson => {
  const { roll, nameOf = plainName } = material
  const sight = leaveViewOf(member, material)
  const isLeaveOn = (absence: Absence<RollLeave>, days: DayRange): boolean =>
    overlaps(absence, days) &&
    isMissed(absence, roll.organization) &&
    hasWorkingDay(clip(absence, days), roll.organization.working_days)
  const absences = roll.absencesOf(member)
  return {
    id: member.id,
    name: nameOf(member),
    is_me: sight.isOwn,
    team_id: member.team_id,
    out_today: absences.some((absence) => isLeaveOn(absence, onlyDay(today))),
    absences: absences
      .filter((absence) => isLeaveOn(absence, range))
      .map((absence) =>
        showAbsence(
          { ...absence, leaves: absence.leaves.filter((leave) => isTouching(leave, range)) },
          sight,
        ),
      ),
  }
}

/** People of one slice. */
const sliceLength = 250

/** Those on leave, by name. */
function* outIn(asked: Asked, away: readonly Away[], material: Material): Sliced<readonly OutPerson[]> {
  const out: OutPerson[] = []
  for (const [place, one] of away.entries()) {
    if (place % sliceLength === sliceLength - 1) yield
    if (one.kind === 'leave') out.push(personOf(one, asked, material))
  }
  return out
}

/** How many are on leave on each working day of a range of several. */
function* eachDay(
  { range, ranges }: Asked,
  away: readonly Away[],
  roll: Roll,
): Sliced<PresenceReply['each_day']> {
  if (range.from === range.to) return []
  const days = daysOf(range)
  const counts = days.map(() => 0)
  for (const [place, { kind, leaves }] of away.entries()) {
    if (place % sliceLength === sliceLength - 1) yield
    if (kind !== 'leave') continue
    for (const [at, as] of awayByDay(leaves, range, roll.organization).entries())
      if (as === 'leave') counts[at]!++
  }
  return days.flatMap((day, at) =>
    isWorkingDay(day, roll.organization.working_days) &&
    (ranges ?? [range]).some(({ from, to }) => from <= day && day <= to)
      ? [{ day, out: counts[at]! }]
      : [],
  )
}

const teamsOf = (seen: readonly Member[], { teams }: Roll): PresenceReply['teams'] => {
  const sizes = countedBy(seen, ({ team_id }) => team_id)
  const all = [...teams.map(({ id, name }) => ({ id, name })), { id: null, name: null }]
  return all.flatMap((team) => (sizes.has(team.id) ? [{ ...team, size: sizes.get(team.id)! }] : []))
}

/** Who is in: those who were found, or else who the evaluator says is. */
function* inOf(
  { range, ranges }: Asked,
  { members, only }: ListedPeople,
  roll: Roll,
): Sliced<readonly Member[]> {
  if (only) return members.filter(({ id }) => only.has(id))
  const days = { ranges: ranges ?? [range], each: true, half: null }
  return (yield* evaluateInSlices(listQuestion('in', members, days), roll)).people
}

/** People by team: teams by name, people without one last. */
const presentIn = (present: readonly Member[], { teams }: Roll, nameOf: NameOf): readonly PresentGroup[] => {
  const byTeam = groupedBy(present, ({ team_id }) => team_id)
  const groupOf = (team: string | null, members: readonly Member[] = []): readonly PresentGroup[] =>
    members.length === 0 ? [] : [{ team, people: members.map(nameOf), ids: members.map(({ id }) => id) }]
  const ofTeams = teams.flatMap(({ id, name }) => {
    const members = byTeam.get(id)
    byTeam.delete(id)
    return groupOf(name, members)
  })
  return [...ofTeams, ...groupOf(null, [...byTeam.values()].flat())]
}

const ownTeam = ({ team }: Asked, { roll, viewer }: Material): PresenceReply['own_team'] => {
  const me = viewer.member === null ? undefined : roll.active.find(({ id }) => id === viewer.member)
  const own = team || !me?.team_id ? undefined : roll.teamsById.get(me.team_id)
  return own ? { id: own.id, name: own.name } : null
}

/** The next working day in place of non-working days, unless they are over. */
function* insteadOf(
  { found: _found, ranges: _ranges, ...asked }: Asked,
  material: Material,
  members: readonly Member[],
): Sliced<PresenceReply | null> {
  const { range, today } = asked
  const { working_days } = material.roll.organization
  if (hasWorkingDay(range, working_days) || range.to < today) return null
  const day = workingDayAfter(range.to, working_days)
  if (day === null) return null
  return yield* presenceReplyInSlices({ ...asked, range: onlyDay(day) }, material, { members, only: null })
}

/** A list without a day begins with today, or with the working day that stands for it. */
function* firstOf(
  asked: Asked,
  out: readonly OutPerson[],
  material: Material,
  listed: ListedPeople,
): Sliced<PresenceReply['first']> {
  const { range, today, is_dated, asks, found } = asked
  if (found || is_dated || asks !== 'out' || range.from !== today || range.to === today) return null
  const reply = yield* presenceReplyInSlices({ ...asked, range: onlyDay(today) }, material, listed)
  const shown = (reply.instead ?? reply).asked.range.to
  const later = out.flatMap((person): OutPerson[] => {
    const absences = person.absences.filter(({ from }) => from > shown)
    return absences.length === 0 ? [] : [{ ...person, absences }]
  })
  const groups = yield* groupsInSlices(later, asked)
  return { today: reply, coming: groups.map((group) => ({ ...group, is_all: false })) }
}

/** Whom a list is about. */
export interface ListedPeople {
  readonly members: readonly Member[]
  /** Those of them who may be listed; null: all. */
  readonly only: ReadonlySet<string> | null
}

export const membersOf = ({ team }: Asked, { active }: Roll): readonly Member[] =>
  team ? active.filter(({ team_id }) => team_id === team.id) : active

/** Without the bank holidays between separate days; who is on leave between them only may have one on those. */
const onRanges = (away: readonly Away[], ranges: readonly DayRange[], only: ListedPeople['only']): Away[] =>
  away.flatMap((one): Away[] => {
    const leaves = one.leaves.filter(
      (leave) =>
        !isBankHoliday(leave) ||
        ranges.some((range) => overlaps({ from: leave.start_date, to: leave.end_date }, range)),
    )
    if (one.kind !== 'leave' || !only || only.has(one.member.id))
      return leaves.length === 0 ? [] : [{ ...one, leaves }]
    const days = leaves.filter(isBankHoliday)
    return days.length === 0 ? [] : [{ ...one, kind: 'bank_holiday', leaves: days }]
  })

/** Who is out in a range: those on leave, and how many are away as something else. */
export function* presenceReplyInSlices(
  asked: Asked,
  shown: Material,
  listed: ListedPeople = { members: membersOf(asked, shown.roll), only: null },
): Sliced<PresenceReply> {
  const { roll } = shown
  const { range, ranges } = asked
  const { members: seen, only } = listed
  const whole = yield* awayInSlices(roll, seen, range)
  const all = ranges ? onRanges(whole, ranges, asked.asks === 'in' ? null : only) : whole
  // Who is on leave at the weekend alone is no more sick than who is not away, unless that leave is of the kind.
  const ofKind = asked.found?.kind ?? null
  const isListed = ({ member, kind, leaves }: Away): boolean =>
    kind === 'leave'
      ? !only || only.has(member.id)
      : kind === 'bank_holiday' || ofKind === null || leaves.some(({ type }) => type === ofKind)
  const away = asked.asks === 'in' ? all : all.filter(isListed)
  const present = asked.asks === 'in' ? yield* inOf(asked, listed, roll) : []
  const onLeave = away.flatMap(({ member, kind }) => (kind === 'leave' ? [member] : []))
  const nameOf = shown.nameOf ?? namesApart(asked.asks === 'in' ? present : onLeave, roll)
  const material = { ...shown, nameOf }
  const out = yield* outIn(asked, away, material)
  const isIn = new Set(present)
  const groups = yield* groupsInSlices(out, asked)
  yield
  return {
    kind: 'presence',
    asked,
    present: presentIn(present, roll, nameOf),
    out: yield* sortInSlices(out, byLeaving),
    groups,
    ...(yield* sharedHolidays(away, seen, roll)),
    each_day: yield* eachDay(asked, away, roll),
    teams: teamsOf(seen, roll),
    size: seen.length,
    // On a bank holiday of all somebody is in all the same.
    away: countAway(away.filter(({ member }) => !isIn.has(member))),
    has_working_day: hasWorkingDay(range, roll.organization.working_days),
    instead: yield* insteadOf(asked, shown, listed.members),
    first: yield* firstOf(asked, out, material, listed),
    own_team: ownTeam(asked, material),
  }
}

/** The people who work on all of the days. */
export const presentCount = ({ present }: Pick<PresenceReply, 'present'>): number =>
  present.reduce((count, { people }) => count + people.length, 0)

/** Whether the answered days include today. */
export const hasToday = ({ range, today }: Pick<Asked, 'range' | 'today'>): boolean =>
  overlaps(range, onlyDay(today))
