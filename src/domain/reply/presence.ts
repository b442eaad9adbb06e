import { isWorkingDay } from '../presence/absence.js'
import { daysBetween, overlaps, type Day, type DayRange, type Weekday } from '../calendar/day.js'
import type { Leave, Member } from '../organization/organization.js'
import { daysOf } from '../calendar/period.js'
import { inReplyOrder, type Facts } from '../presence/presence.js'
import { runAtOnce, type Sliced } from '../slices.js'
import {
  absencesOf,
  approvedLeaves,
  isBankHoliday,
  isTouching,
  showAbsence,
  type Sight,
  type Viewer,
} from './absences.js'
import type { Asked, DayView, OutPerson, PresenceReply, PresentGroup, SharedHoliday } from './reply.js'

/** A week and the default range, as `to - from`, are shown day by day. */
const longestByDay = 7

/** What an answer is made from: the facts around the range, and the organization's week. */
export interface Material {
  readonly facts: Facts
  readonly workingDays: readonly Weekday[]
  readonly viewer: Viewer
}

/** A member who is out in the range, with every leave that is known and those that touch it. */
interface Away {
  readonly member: Member
  readonly leaves: readonly Leave[]
  readonly touching: readonly Leave[]
  readonly sight: Sight
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const byLeaving = (a: OutPerson, b: OutPerson): number =>
  compare(a.absences[0]!.from, b.absences[0]!.from) || inReplyOrder(a, b)

const covers = (leave: Leave, day: Day): boolean => isTouching(leave, { from: day, to: day })

/** Somebody with more than a bank holiday on these days. */
const isListed = ({ touching, sight }: Away, range: DayRange): boolean =>
  touching.some((leave) => isTouching(leave, range) && !isBankHoliday(leave, sight))

const personOf = ({ member, leaves, sight }: Away, { range, today }: Asked): OutPerson => {
  const absences = absencesOf(leaves, sight.workingDays).filter((absence) =>
    absence.leaves.some((leave) => isTouching(leave, range) && !isBankHoliday(leave, sight)),
  )
  return {
    id: member.id,
    name: member.name,
    is_me: sight.isOwn,
    out_today: leaves.some((leave) => covers(leave, today) && !isBankHoliday(leave, sight)),
    absences: absences.map((absence) => showAbsence(absence, sight)),
  }
}

const holidaysOf = (away: readonly Away[]): readonly SharedHoliday[] => {
  const people = new Map<string, { range: DayRange; members: Set<string> }>()
  for (const { member, touching, sight } of away)
    for (const leave of touching) {
      if (!isBankHoliday(leave, sight)) continue
      const range = { from: leave.start_date, to: leave.end_date }
      const key = `${range.from} ${range.to}`
      const known = people.get(key) ?? { range, members: new Set<string>() }
      people.set(key, known)
      known.members.add(member.id)
    }
  return [...people]
    .sort(([a], [b]) => compare(a, b))
    .map(([, { range, members }]) => ({ ...range, people: members.size }))
}

const dayView = (day: Day, away: readonly Away[]): DayView => {
  const range = { from: day, to: day }
  const out = away.filter(({ touching }) => touching.some((leave) => covers(leave, day)))
  const listed = out.filter((one) => isListed(one, range))
  return {
    day,
    out: listed.map(({ member }) => member.name),
    bank_holiday: out.length - listed.length,
  }
}

const daysShown = ({ from, to }: DayRange, workingDays: readonly Weekday[]): readonly Day[] => {
  const length = daysBetween(from, to)
  if (length === 0 || length > longestByDay) return []
  return daysOf({ from, to }).filter((day) => isWorkingDay(day, workingDays))
}

/** Whether anybody works on one of these days. */
export const hasWorkingDay = ({ from, to }: DayRange, workingDays: readonly Weekday[]): boolean =>
  daysBetween(from, to) >= 6 || daysOf({ from, to }).some((day) => isWorkingDay(day, workingDays))

/** People of one slice. */
const sliceLength = 250

/** Members with leave in the range, by name. */
function* awayIn({ range }: Asked, seen: readonly Member[], material: Material): Sliced<readonly Away[]> {
  const { facts, workingDays, viewer } = material
  const leavesOf = yield* approvedLeaves(facts)
  const away: Away[] = []
  for (const [place, member] of [...seen].sort(inReplyOrder).entries()) {
    if (place % sliceLength === sliceLength - 1) yield
    const all = leavesOf(member)
    const touching = all.filter((leave) => isTouching(leave, range))
    if (touching.length === 0) continue
    const sight = { workingDays, masked: facts.masked, isOwn: member.id === viewer.member }
    away.push({ member, leaves: all, touching, sight })
  }
  return away
}

function* outIn(asked: Asked, away: readonly Away[]): Sliced<readonly OutPerson[]> {
  const out: OutPerson[] = []
  for (const [place, one] of away.entries()) {
    if (place % sliceLength === sliceLength - 1) yield
    if (isListed(one, asked.range)) out.push(personOf(one, asked))
  }
  return out.sort(byLeaving)
}

/** Who is in, by team: teams by name, those without one last. */
const presentIn = (
  seen: readonly Member[],
  away: readonly Away[],
  { teams }: Facts,
): readonly PresentGroup[] => {
  const gone = new Set(away.map(({ member }) => member.id))
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

/** Who is out in a range: in and out as the API counts them (`presenceIn`), said as people say it. */
export function* presenceReplyInSlices(asked: Asked, material: Material): Sliced<PresenceReply> {
  const { facts, workingDays } = material
  const { range, team } = asked
  const seen = facts.members.filter(({ active, team_id }) => active && (!team || team_id === team.id))
  const away = yield* awayIn(asked, seen, material)
  return {
    kind: 'presence',
    asked,
    present: asked.asks === 'in' ? presentIn(seen, away, facts) : [],
    out: yield* outIn(asked, away),
    holidays: holidaysOf(away),
    days: daysShown(range, workingDays).map((day) => dayView(day, away)),
    has_working_day: hasWorkingDay(range, workingDays),
    out_count: away.length,
    in_count: seen.length - away.length,
  }
}

/** The same at once: for small organizations and tests. */
export const presenceReply = (asked: Asked, material: Material): PresenceReply =>
  runAtOnce(presenceReplyInSlices(asked, material))

/** Whether today is among the days that are answered. */
export const hasToday = ({ range, today }: Pick<Asked, 'range' | 'today'>): boolean =>
  overlaps(range, { from: today, to: today })
