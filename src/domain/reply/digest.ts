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
import { runAtOnce, type Sliced } from '../slices.js'
import {
  absencesOf,
  approvedLeaves,
  isListed,
  isMissed,
  isTouching,
  showAbsence,
  sightOf,
  type Material,
  type Sight,
} from './absences.js'
import { groupsInSlices } from './groups.js'
import { presenceReplyInSlices } from './presence.js'
import type { Asked, OutGroup, OutPerson, PresenceReply, ShownAbsence, SharedHoliday } from './reply.js'

/** What lies ahead: leaves that begin within seven days, or on the look-ahead day a week in its place. */
export type Ahead =
  | {
      readonly kind: 'coming'
      readonly asked: Asked
      readonly groups: readonly OutGroup[]
      readonly holidays: readonly SharedHoliday[]
    }
  | { readonly kind: 'week'; readonly which: 'this' | 'next'; readonly reply: PresenceReply }

/** What a channel reads in the morning. Nobody's own reasons: whoever is in the channel reads it. */
export interface DigestReply {
  /** Who is out on the day, as whoever asks in the channel would be answered. */
  readonly today: PresenceReply
  /** Names of those for whom the day is the first working day after an absence in which they missed one. */
  readonly back: readonly string[]
  readonly ahead: Ahead
  /** Everybody in scope has a bank holiday on the day. */
  readonly is_bank_holiday_for_all: boolean
}

/** What a digest is made from. `facts.leaves` are at least those that end within a week before the day, or later. */
export interface DigestMaterial {
  readonly organization: Pick<Organization, 'name' | 'working_days' | 'week_start' | 'channel_reasons'>
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
  week: { start: organization.week_start, working_days: organization.working_days },
  page: null,
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

/** Back in the morning, and not gone again. */
const isBackOn = ({ leaves, absences, sight }: ChannelView, day: Day): boolean => {
  const absence = leaves.some((leave) => isOn(leave, day)) ? undefined : returnOn(absences, day)
  return absence !== undefined && isMissed(absence, sight)
}

/** The part of an absence that begins in the next days, unless the absence is shown as today's. */
const comingPart = (absence: Absence<Leave>, sight: Sight, day: Day): ShownAbsence | null => {
  const always = { from: absence.from, to: absence.to }
  const listed = absence.leaves.filter((leave) => isListed(leave, always, sight))
  if (listed.some((leave) => isOn(leave, day))) return null
  const ahead = listed.filter(({ start_date }) => start_date > day)
  const [first] = ahead
  if (!first || first.start_date > later(day, comingDays)) return null
  const { start_date: from, starts_at_noon } = first
  return showAbsence({ ...absence, leaves: ahead, from, starts_at_noon }, sight)
}

/** Members of one slice. */
const sliceLength = 100

/** Days before today on which a leave may have ended that somebody is back from today: a working day comes every week. */
export const longestReturn = 7

interface Around {
  readonly back: readonly string[]
  /** With the absences that are about to begin: their first day is the day on which the leave begins. By name. */
  readonly coming: readonly OutPerson[]
  /** Members in scope with a bank holiday. */
  readonly holidays: number
}

/** What happens around a day to the members in scope: what an answer about the day itself does not say. */
function* aroundDay(
  { facts, day }: DigestMaterial,
  scope: readonly Member[],
  material: Material,
): Sliced<Around> {
  const leavesOf = yield* approvedLeaves(facts)
  const around = { from: addDays(day, -longestReturn) ?? day, to: later(day, comingDays) }
  const back: Member[] = []
  const coming: OutPerson[] = []
  let holidays = 0
  for (const [place, member] of scope.entries()) {
    if (place % sliceLength === sliceLength - 1) yield
    const leaves = leavesOf(member)
    if (!leaves.some((leave) => isTouching(leave, around))) continue
    const sight = sightOf(member, material)
    const absences = absencesOf(leaves, sight.workingDays)
    if (isBackOn({ member, leaves, absences, sight }, day)) back.push(member)
    const parts = absences.flatMap((absence) => comingPart(absence, sight, day) ?? [])
    const { id, name, team_id } = member
    if (parts.length > 0) coming.push({ id, name, team_id, is_me: false, out_today: false, absences: parts })
    if (leaves.some((leave) => leave.type === 'bank_holiday' && isOn(leave, day))) holidays++
  }
  return { back: back.map(({ name }) => name), coming, holidays }
}

/** The digest of one day. */
export function* digestReplyInSlices(material: DigestMaterial): Sliced<DigestReply> {
  const { facts, organization, team, day } = material
  const reasons = organization.channel_reasons ?? 'masked'
  const shown: Material = {
    facts,
    workingDays: organization.working_days,
    viewer: { member: null, reasons },
  }
  const scope = facts.members
    .filter(({ active, team_id }) => active && (!team || team_id === team.id))
    .sort(inReplyOrder)
  const today = yield* presenceReplyInSlices(askedAbout(material, { from: day, to: day }), shown)
  const { back, coming, holidays } = yield* aroundDay(material, scope, shown)
  const week = weekShown(material)
  const range = week?.range ?? { from: later(day, 1), to: later(day, comingDays) }
  const asked = askedAbout(material, range)
  const reply = yield* presenceReplyInSlices(asked, shown)
  const groups = yield* groupsInSlices(coming, asked)
  return {
    today,
    back,
    ahead: week
      ? { kind: 'week', which: week.which, reply }
      : {
          kind: 'coming',
          asked,
          // Nobody is out on all of the days that are coming: they are out from one of them on.
          groups: groups.map((group) => ({ ...group, is_all: false })),
          holidays: reply.holidays.filter(({ from }) => from > day),
        },
    is_bank_holiday_for_all: scope.length > 0 && holidays === scope.length,
  }
}

/** The same at once: for small organizations and tests. */
export const digestReply = (material: DigestMaterial): DigestReply => runAtOnce(digestReplyInSlices(material))

/** Whether anybody is out in the week that is shown. */
const isWeekEmpty = (ahead: Ahead): boolean =>
  ahead.kind === 'coming' || ahead.reply.out.length + ahead.reply.holidays.length === 0

/**
 * Why nothing is posted; null: it is posted. A week that is shown has something to say even when
 * nobody is out today.
 */
export const silenceOf = (
  { today, ahead, is_bank_holiday_for_all }: DigestReply,
  { on_bank_holidays, when_empty }: Pick<DigestSettings, 'on_bank_holidays' | 'when_empty'>,
): 'bank_holiday' | 'nobody_out' | null => {
  if (is_bank_holiday_for_all && on_bank_holidays === 'silent') return 'bank_holiday'
  const isEmpty = today.out.length + today.holiday_only === 0 && isWeekEmpty(ahead)
  return isEmpty && when_empty === 'silent' ? 'nobody_out' : null
}
