import { weekAround } from '../calendar/week.js'
import { textForm } from '../ask/text-form.js'
import { returnOn, type Absence } from '../presence/absence.js'
import {
  addDays,
  dayFromNumber,
  dayNumber,
  weekdayOf,
  weekdays,
  type Day,
  type DayRange,
} from '../calendar/day.js'
import type { DigestSettings } from '../digests/digest.js'
import type { Leave, Member, Organization, Team } from '../organization/organization.js'
import { inReplyOrder, type Facts } from '../presence/presence.js'
import { compare, runAtOnce, type Sliced } from '../slices.js'
import { absencesOf, approvedLeaves, isBankHoliday, isTouching, showAbsence, type Sight } from './absences.js'
import { presenceReplyInSlices } from './presence.js'
import type { Asked, DayView, PresenceReply, ShownAbsence, SharedHoliday } from './reply.js'

/** An absence that is about to begin; its first day is the day on which the leave begins. */
export interface ComingAbsence {
  readonly id: string
  readonly name: string
  readonly absence: ShownAbsence
}

/** What lies ahead: leaves that begin within seven days, or on the look-ahead day a week in its place. */
export type Ahead =
  | {
      readonly kind: 'coming'
      /** By the day they begin, then by name. */
      readonly absences: readonly ComingAbsence[]
      readonly holidays: readonly SharedHoliday[]
    }
  | { readonly kind: 'week'; readonly which: 'this' | 'next'; readonly days: readonly DayView[] }

/** What a channel reads in the morning. Nobody's own reasons: whoever is in the channel reads it. */
export interface DigestReply {
  /** Who is out on the day, as whoever asks in the channel would be answered. */
  readonly today: PresenceReply
  /** Members with a bank holiday on the day, whatever else they have. */
  readonly bank_holiday: number
  /** Names of those for whom the day is the first working day after an absence. */
  readonly back: readonly string[]
  readonly ahead: Ahead
  /** Everybody in scope has a bank holiday on the day. */
  readonly is_bank_holiday_for_all: boolean
}

/** What a digest is made from. `facts.leaves` are at least those that end within a week before the day, or later. */
export interface DigestMaterial {
  readonly organization: Pick<Organization, 'name' | 'working_days' | 'week_start'>
  readonly facts: Facts
  /** Null: everybody. */
  readonly team: Pick<Team, 'id' | 'name'> | null
  readonly look_ahead: DigestSettings['look_ahead']
  /** In the digest's own zone. */
  readonly day: Day
}

/** Days after today on which a leave that begins is "coming up" (decisions, "Digest"). */
const comingDays = 7
const lastDay = '9999-12-31'

const later = (day: Day, count: number): Day => addDays(day, count) ?? lastDay

/** The week that is shown in place of what is coming up: on a Friday the next, on a Monday the rest of this one. */
const weekShown = ({ day, look_ahead, organization }: DigestMaterial) => {
  if (look_ahead === 'none' || weekdayOf(day) !== look_ahead) return null
  const which = look_ahead === 'friday' ? ('next' as const) : ('this' as const)
  const number = dayNumber(day) + (which === 'next' ? 7 : 0)
  const week = weekAround(number, weekdays.indexOf(organization.week_start))
  const from = dayFromNumber(Math.max(week.from, dayNumber(day))) ?? lastDay
  return { which, range: { from, to: dayFromNumber(week.to) ?? lastDay } }
}

const askedAbout = ({ organization, team, day }: DigestMaterial, range: DayRange): Asked => ({
  organization: organization.name,
  today: day,
  zone: null,
  range,
  clipped_from: null,
  team,
  asks: 'out',
  form: 'list',
  is_dated: true,
  remarks: [],
  opposite: null,
  corrections: [],
  alternative: null,
  question: textForm({ asks: 'out', who: [{ team, person: null }], range, ranges: [] }),
  previous: null,
  next: null,
})

/** One member as the channel sees them. */
interface ChannelView {
  readonly member: Member
  readonly leaves: readonly Leave[]
  readonly absences: readonly Absence<Leave>[]
  readonly sight: Sight
}

const isOn = (leave: Leave, day: Day): boolean => isTouching(leave, { from: day, to: day })

/** Back in the morning, and not gone again; days off that are nothing but bank holidays make nobody come back. */
const isBackOn = ({ leaves, absences, sight }: ChannelView, day: Day): boolean =>
  !leaves.some((leave) => isOn(leave, day)) &&
  (returnOn(absences, day)?.leaves.some((leave) => !isBankHoliday(leave, sight)) ?? false)

/** The part of an absence that begins in the next days, unless the absence is shown as today's. */
const comingPart = (absence: Absence<Leave>, sight: Sight, day: Day): ShownAbsence | null => {
  const listed = absence.leaves.filter((leave) => !isBankHoliday(leave, sight))
  if (listed.some((leave) => isOn(leave, day))) return null
  const ahead = listed.filter(({ start_date }) => start_date > day)
  const [first] = ahead
  if (!first || first.start_date > later(day, comingDays)) return null
  const { start_date: from, starts_at_noon } = first
  return showAbsence({ ...absence, leaves: ahead, from, starts_at_noon }, sight)
}

const byBeginning = (a: ComingAbsence, b: ComingAbsence): number =>
  compare(a.absence.from, b.absence.from) || inReplyOrder(a, b)

/** Members of one slice. */
const sliceLength = 100

/** Days before today on which a leave may have ended that somebody is back from today: a working day comes every week. */
export const longestReturn = 7

interface Around {
  readonly back: readonly string[]
  readonly coming: readonly ComingAbsence[]
  /** Members in scope with a bank holiday, and as many as are shown to have one. */
  readonly holidays: { readonly all: number; readonly shown: number }
}

/** What happens around a day to the members in scope: what an answer about the day itself does not say. */
function* aroundDay({ facts, organization, day }: DigestMaterial, scope: readonly Member[]): Sliced<Around> {
  const leavesOf = yield* approvedLeaves(facts)
  const sight = { workingDays: organization.working_days, masked: facts.masked, isOwn: false }
  const around = { from: addDays(day, -longestReturn) ?? day, to: later(day, comingDays) }
  const back: Member[] = []
  const coming: ComingAbsence[] = []
  const holidays = { all: 0, shown: 0 }
  for (const [place, member] of scope.entries()) {
    if (place % sliceLength === sliceLength - 1) yield
    const leaves = leavesOf(member)
    if (!leaves.some((leave) => isTouching(leave, around))) continue
    const absences = absencesOf(leaves, sight.workingDays)
    if (isBackOn({ member, leaves, absences, sight }, day)) back.push(member)
    for (const absence of absences) {
      const part = comingPart(absence, sight, day)
      if (part) coming.push({ id: member.id, name: member.name, absence: part })
    }
    const ofDay = leaves.filter((leave) => leave.type === 'bank_holiday' && isOn(leave, day))
    if (ofDay.length > 0) holidays.all++
    if (ofDay.some((leave) => isBankHoliday(leave, sight))) holidays.shown++
  }
  const names = back.sort(inReplyOrder).map(({ name }) => name)
  return { back: names, coming: coming.sort(byBeginning), holidays }
}

/** The digest of one day. */
export function* digestReplyInSlices(material: DigestMaterial): Sliced<DigestReply> {
  const { facts, organization, team, day } = material
  const shown = { facts, workingDays: organization.working_days, viewer: { member: null } }
  const scope = facts.members.filter(({ active, team_id }) => active && (!team || team_id === team.id))
  const today = yield* presenceReplyInSlices(askedAbout(material, { from: day, to: day }), shown)
  const { back, coming, holidays } = yield* aroundDay(material, scope)
  const week = weekShown(material)
  const range = week?.range ?? { from: later(day, 1), to: later(day, comingDays) }
  const ahead = yield* presenceReplyInSlices(askedAbout(material, range), shown)
  return {
    today,
    bank_holiday: holidays.shown,
    back,
    ahead: week
      ? { kind: 'week', which: week.which, days: ahead.days }
      : { kind: 'coming', absences: coming, holidays: ahead.holidays.filter(({ from }) => from > day) },
    is_bank_holiday_for_all: scope.length > 0 && holidays.all === scope.length,
  }
}

/** The same at once: for small organizations and tests. */
export const digestReply = (material: DigestMaterial): DigestReply => runAtOnce(digestReplyInSlices(material))

/** Whether anybody is out in the week that is shown. */
const isWeekEmpty = (ahead: Ahead): boolean =>
  ahead.kind === 'coming' || ahead.days.every(({ out, bank_holiday }) => out.length + bank_holiday === 0)

/**
 * Why nothing is posted; null: it is posted. A week that is shown has something to say even when
 * nobody is out today.
 */
export const silenceOf = (
  { today, ahead, is_bank_holiday_for_all }: DigestReply,
  { on_bank_holidays, when_empty }: Pick<DigestSettings, 'on_bank_holidays' | 'when_empty'>,
): 'bank_holiday' | 'nobody_out' | null => {
  if (is_bank_holiday_for_all && on_bank_holidays === 'silent') return 'bank_holiday'
  const isEmpty = today.out_count === 0 && isWeekEmpty(ahead)
  return isEmpty && when_empty === 'silent' ? 'nobody_out' : null
}
