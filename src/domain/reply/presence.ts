import { overlaps, type DayRange } from '../../calendar/day.js'
import type { Member } from '../organization/organization.js'
import { inReplyOrder, type Facts } from '../presence/presence.js'
import { compare, runAtOnce, sortInSlices, type Sliced } from '../slices.js'
import {
  absencesOf,
  approvedLeaves,
  daysOfLeave,
  isBankHoliday,
  isListed,
  isTouching,
  showAbsence,
  leaveViewOf,
  type Away,
  type Material,
} from './absences.js'
import { clip, hasWorkingDay, workingDayAfter } from './days.js'
import { groupsInSlices } from './groups.js'
import { sharedHolidays } from './shared-holidays.js'
import type { Asked, OutPerson, PresenceReply, PresentGroup } from './reply.js'

const byLeaving = (a: OutPerson, b: OutPerson): number =>
  compare(a.absences[0]!.from, b.absences[0]!.from) || inReplyOrder(a, b)

const isOut = ({ touching, sight }: Away, range: DayRange): boolean =>
  touching.some((leave) => isListed(leave, range, sight))

/** Reasons are those of the days that were asked about. */
const personOf = ({ member, leaves, sight }: Away, { range, today }: Asked): OutPerson => ({
  id: member.id,
  name: member.name,
  is_me: sight.isOwn,
  team_id: member.team_id,
  out_today: leaves.some((leave) => isListed(leave, { from: today, to: today }, sight)),
  absences: absencesOf(leaves, sight.workingDays)
    .filter((absence) => absence.leaves.some((leave) => isListed(leave, range, sight)))
    .map((absence) =>
      showAbsence({ ...absence, leaves: absence.leaves.filter((leave) => isTouching(leave, range)) }, sight),
    ),
})

/** People of one slice. */
const sliceLength = 250

/** Members with leave in the range, by name. */
function* awayIn({ range }: Asked, seen: readonly Member[], material: Material): Sliced<readonly Away[]> {
  const leavesOf = yield* approvedLeaves(material.facts)
  const away: Away[] = []
  for (const [place, member] of [...seen].sort(inReplyOrder).entries()) {
    if (place % sliceLength === sliceLength - 1) yield
    const all = leavesOf(member)
    const touching = all.filter((leave) => isTouching(leave, range))
    if (touching.length === 0) continue
    away.push({ member, leaves: all, touching, sight: leaveViewOf(member, material) })
  }
  return away
}

/** By name. */
function* outIn(asked: Asked, away: readonly Away[]): Sliced<readonly OutPerson[]> {
  const out: OutPerson[] = []
  for (const [place, one] of away.entries()) {
    if (place % sliceLength === sliceLength - 1) yield
    if (isOut(one, asked.range)) out.push(personOf(one, asked))
  }
  return out
}

/** Who is in, by team: teams by name, people without one last. */
const presentIn = (
  seen: readonly Member[],
  gone: ReadonlySet<string>,
  { teams }: Facts,
): readonly PresentGroup[] => {
  const people = new Map<string | null, string[]>()
  for (const { id, name, team_id } of [...seen].sort(inReplyOrder)) {
    if (gone.has(id)) continue
    const known = people.get(team_id)
    if (known) known.push(name)
    else people.set(team_id, [name])
  }
  const ofTeams = [...teams].sort(inReplyOrder).flatMap(({ id, name }): PresentGroup[] => {
    const names = people.get(id)
    people.delete(id)
    return names ? [{ team: name, people: names }] : []
  })
  const others = [...people.values()].flat()
  return others.length > 0 ? [...ofTeams, { team: null, people: others }] : ofTeams
}

/** With nothing but a bank holiday on the working days of the range. */
const hasOnlyHoliday = ({ touching, sight }: Away, range: DayRange): boolean =>
  touching.some(
    (leave) =>
      isBankHoliday(leave, sight) && hasWorkingDay(clip(daysOfLeave(leave), range), sight.workingDays),
  )

const ownTeam = ({ team }: Asked, { facts, viewer }: Material): PresenceReply['own_team'] => {
  const me = viewer.member === null ? undefined : facts.members.find(({ id }) => id === viewer.member)
  const own = team || !me ? undefined : facts.teams.find(({ id }) => id === me.team_id)
  return own ? { id: own.id, name: own.name } : null
}

/** The next working day in place of non-working days, unless they are over. */
function* insteadOf(asked: Asked, material: Material): Sliced<PresenceReply | null> {
  const { range, today } = asked
  if (hasWorkingDay(range, material.workingDays) || range.to < today) return null
  const day = workingDayAfter(range.to, material.workingDays)
  if (day === null) return null
  return yield* presenceReplyInSlices({ ...asked, range: { from: day, to: day } }, material)
}

/** Who is out in a range: in and out as the API counts them (`presenceIn`), in the terms people use. */
export function* presenceReplyInSlices(asked: Asked, material: Material): Sliced<PresenceReply> {
  const { facts, workingDays } = material
  const { range, team } = asked
  const seen = facts.members.filter(({ active, team_id }) => active && (!team || team_id === team.id))
  const away = yield* awayIn(asked, seen, material)
  const out = yield* outIn(asked, away)
  const gone = new Set(out.map(({ id }) => id))
  const holidayOnly = away.filter((one) => !gone.has(one.member.id) && hasOnlyHoliday(one, range))
  for (const { member } of holidayOnly) gone.add(member.id)
  yield
  const groups = yield* groupsInSlices(out, asked)
  yield
  return {
    kind: 'presence',
    asked,
    present: asked.asks === 'in' ? presentIn(seen, gone, facts) : [],
    out: yield* sortInSlices(out, byLeaving),
    groups,
    holidays: yield* sharedHolidays(away, seen, material),
    holiday_only: holidayOnly.length,
    has_working_day: hasWorkingDay(range, workingDays),
    instead: yield* insteadOf(asked, material),
    own_team: ownTeam(asked, material),
    out_count: away.length,
    in_count: seen.length - away.length,
  }
}

/** The same without slices, for small organizations and tests. */
export const presenceReply = (asked: Asked, material: Material): PresenceReply =>
  runAtOnce(presenceReplyInSlices(asked, material))

/** Whether the answered days include today. */
export const hasToday = ({ range, today }: Pick<Asked, 'range' | 'today'>): boolean =>
  overlaps(range, { from: today, to: today })
