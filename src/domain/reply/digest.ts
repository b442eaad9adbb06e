import { weekAround } from '../../calendar/week.js'
import { textForm } from '../../language/text-form.js'
import { returnOn, type Absence } from '../presence/absence.js'
import {
  addDays,
  dayFromNumber,
  dayNumber,
  weekdayOf,
  weekdays,
  type Day,
  type DayRange,
  lastDay,
  onlyDay,
} from '../../calendar/day.js'
import type { DigestSettings } from '../digests/digest.js'
import type { Member, Team } from '../organization/organization.js'
import { createLeavesIn, type Week, isMissed } from '../presence/away.js'
import { isBankHoliday } from '../presence/leave-types.js'
import { holdsDay } from '../presence/touching.js'
import type { Roll, RollLeave } from '../presence/roll.js'
import type { Sliced } from '../../calendar/slices.js'
import { isWorkMissed, leaveViewOf, showAbsence, type LeaveView, type Material } from './absences.js'
import { groupsInSlices } from './groups.js'
import { namesApart, type NameOf } from './namesakes.js'
import { presenceReplyInSlices } from './presence.js'
import { placesAfter } from './shared-holidays.js'
import { weekOf, type Asked, type ShownAbsence } from './asked.js'
import type { OutGroup, OutPerson, PresenceReply, SharedPlace } from './reply.js'

/** The look-ahead: leaves that begin within seven days or, on the day of the weekly look-ahead, a whole week. */
export type Ahead =
  | {
      readonly kind: 'coming'
      readonly asked: Asked
      /** Without what the digest before named. */
      readonly groups: readonly OutGroup[]
      readonly places: readonly SharedPlace[]
      /** The day of the digest before, and how many people it named whose leave is still to come. */
      readonly before: { readonly day: Day; readonly people: number } | null
    }
  | { readonly kind: 'week'; readonly which: 'this' | 'next'; readonly reply: PresenceReply }

/** A channel's morning digest. It never uses anyone's own view of reasons, because everyone in the channel reads it. */
export interface DigestReply {
  /** Who is out on the day, with the visibility of anyone asking in the channel. */
  readonly today: PresenceReply
  /** Names of the members for whom the day is the first working day after an absence in which they missed one. */
  readonly back: readonly string[]
  readonly ahead: Ahead
  /** Everyone in scope has a bank holiday on the day. */
  readonly is_bank_holiday_for_all: boolean
}

/** A digest that was posted: its day, and the instant from which it was not edited any more. */
export interface PostedDigest {
  readonly day: Day
  readonly until: string
}

/** The data for a digest. */
export interface DigestMaterial {
  readonly roll: Roll
  /** Null: everyone. */
  readonly team: Pick<Team, 'id' | 'name'> | null
  readonly look_ahead: DigestSettings['look_ahead']
  /** In the digest's own time zone. */
  readonly day: Day
  /** The digests before, newest first, back to the first day without one. */
  readonly before?: readonly PostedDigest[]
}

/** A leave that begins within this many days after today is "coming up" (decisions, "Digest"). */
const comingDays = 7

const later = (day: Day, count: number): Day => addDays(day, count) ?? lastDay

/** The week that is shown in place of what is coming up: on a Friday next week, on a Monday the rest of this week. */
const weekShown = ({ day, look_ahead, roll }: Pick<DigestMaterial, 'day' | 'look_ahead' | 'roll'>) => {
  if (look_ahead === 'none' || weekdayOf(day) !== look_ahead) return null
  const which = look_ahead === 'friday' ? ('next' as const) : ('this' as const)
  const number = dayNumber(day) + (which === 'next' ? 7 : 0)
  const week = weekAround(number, weekdays.indexOf(roll.organization.week_start))
  const from = dayFromNumber(Math.max(week.from, dayNumber(day))) ?? lastDay
  return { which, range: { from, to: dayFromNumber(week.to) ?? lastDay } }
}

const askedAbout = ({ roll: { organization }, team, day }: DigestMaterial, range: DayRange): Asked => ({
  organization: organization.name,
  today: day,
  zone: null,
  range,
  clipped_from: null,
  team,
  week: weekOf(organization),
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

/** Back in the morning, and not away again. */
const isBackOn = (absences: readonly Absence<RollLeave>[], day: Day, week: Week): boolean => {
  const isAway = absences.some(({ leaves }) => leaves.some((leave) => holdsDay(leave, day)))
  const missed = absences.filter((absence) => isMissed(absence, week))
  return !isAway && returnOn(missed, day) !== undefined
}

/** The part of an absence that begins after `shown` and at most at `last`, unless it is listed already. */
const comingPart = (
  absence: Absence<RollLeave>,
  sight: LeaveView,
  { shown, last, before }: ComingDays,
  week: Week,
): ComingPart | null => {
  const listed = absence.leaves.filter((leave) => isWorkMissed(leave, absence, week))
  if (listed.some((leave) => holdsDay(leave, shown))) return null
  const ahead = listed.filter(({ start_date }) => start_date > shown)
  const [first] = ahead
  // A leave does not begin on a weekend (decisions, "Presence").
  const begins = first && first.start_date > absence.from ? first : { ...absence, start_date: absence.from }
  const { start_date: from, starts_at_noon } = begins
  if (!first || from > last) return null
  const changed = ahead.flatMap(({ changed_at }) => changed_at ?? [])
  const gap = before.findIndex((one) => from > one.last || changed.some((at) => at >= one.until))
  const digests = gap === -1 ? before.length : gap
  // Each digest only counts what the one before it named, so every second one names it.
  const isListed = digests % 2 === 1
  return { isListed, shown: showAbsence({ ...absence, leaves: ahead, from, starts_at_noon }, sight) }
}

interface ComingPart {
  readonly shown: ShownAbsence
  /** The digest before named it. */
  readonly isListed: boolean
}

interface ComingDays {
  /** The day whose absences the digest lists. */
  readonly shown: Day
  readonly last: Day
  /** The last day on which a leave could begin that a digest before had, and the instant until which it did. */
  readonly before: readonly { readonly last: Day; readonly until: string }[]
}

/** Members of one slice. */
const sliceLength = 100

interface Around {
  readonly back: readonly string[]
  /** Those with absences that are about to begin, dated by the first day of the leave. By name. */
  readonly coming: readonly OutPerson[]
  /** Others, whom the digest before named. */
  readonly listed: number
  /** Members in scope with a bank holiday. */
  readonly holidays: number
}

/** The earliest end of a leave from which a member can be back today, in days before it: every week has a working day. */
const maxReturnDays = 7

/** The events around a day for the members in scope, which an answer about the day itself leaves out. */
function* aroundDay(
  { roll, day }: DigestMaterial,
  scope: readonly Member[],
  material: Material & { readonly nameOf: NameOf },
  days: ComingDays,
): Sliced<Around> {
  const leavesIn = createLeavesIn(roll, {
    from: addDays(day, -maxReturnDays) ?? day,
    to: later(day, comingDays),
  })
  const back: string[] = []
  const coming: OutPerson[] = []
  let listed = 0
  let holidays = 0
  for (const [place, member] of scope.entries()) {
    if (place % sliceLength === sliceLength - 1) yield
    const leaves = leavesIn(member)
    if (leaves.length === 0) continue
    const sight = leaveViewOf(member, material)
    const absences = roll.absencesOf(member)
    const { id, team_id } = member
    const name = material.nameOf(member)
    if (isBackOn(absences, day, roll.organization)) back.push(name)
    const parts = absences.flatMap((absence) => comingPart(absence, sight, days, roll.organization) ?? [])
    if (parts.some(({ isListed }) => !isListed))
      coming.push({
        id,
        name,
        team_id,
        is_me: false,
        out_today: false,
        absences: parts.map((part) => part.shown),
      })
    else if (parts.length > 0) listed++
    if (leaves.some((leave) => isBankHoliday(leave) && holdsDay(leave, day))) holidays++
  }
  return { back, coming, listed, holidays }
}

/** The days that the digests before had, back to the last one with a whole week, which names everybody. */
const daysBefore = ({ before = [], look_ahead, roll }: DigestMaterial): ComingDays['before'] => {
  const weeks = before.map(({ day }) => weekShown({ day, look_ahead, roll }))
  const whole = weeks.findIndex((week) => week !== null)
  return before
    .slice(0, whole === -1 ? before.length : whole + 1)
    .map(({ day, until }, at) => ({ last: weeks[at]?.range.to ?? later(day, comingDays), until }))
}

/** The digest of one day. */
export function* digestReplyInSlices(material: DigestMaterial): Sliced<DigestReply> {
  const { roll, team, day } = material
  const scope = team ? roll.active.filter(({ team_id }) => team_id === team.id) : roll.active
  const week = weekShown(material)
  const around = { from: addDays(day, -maxReturnDays) ?? day, to: week?.range.to ?? later(day, comingDays) }
  const leaves = roll.leavesTouching(around)
  const nameOf = namesApart(
    scope.filter(({ id }) => leaves.has(id)),
    roll,
  )
  const shown = { roll, viewer: { member: null, reasons: 'none' }, nameOf } as const
  const today = yield* presenceReplyInSlices(askedAbout(material, onlyDay(day)), shown)
  const days = {
    shown: today.instead?.asked.range.from ?? day,
    last: later(day, comingDays),
    before: week ? [] : daysBefore(material),
  }
  const { back, coming, listed, holidays } = yield* aroundDay(material, scope, shown, days)
  const range = week?.range ?? { from: later(days.shown, 1), to: days.last }
  const asked = askedAbout(material, range)
  const reply = yield* presenceReplyInSlices(asked, shown)
  const groups = yield* groupsInSlices(coming, asked)
  const [before] = material.before ?? []
  return {
    today,
    back,
    ahead: week
      ? { kind: 'week', which: week.which, reply }
      : {
          kind: 'coming',
          asked,
          // Not everyone listed is out on all of the coming days: each is out from one of them on.
          groups: groups.map((group) => ({ ...group, is_all: false })),
          places: placesAfter(reply.places, days.shown),
          before: before && listed > 0 ? { day: before.day, people: listed } : null,
        },
    is_bank_holiday_for_all: scope.length > 0 && holidays === scope.length,
  }
}

/** Whether anyone is out in the week that is shown. */
const isWeekEmpty = (ahead: Ahead): boolean =>
  ahead.kind === 'coming' || ahead.reply.out.length + ahead.reply.holidays.length === 0

/** Why nothing is posted; null: it is posted. A weekly look-ahead is content even when nobody is out. */
export const silenceOf = (
  { today, ahead, is_bank_holiday_for_all }: DigestReply,
  { on_bank_holidays, when_empty }: Pick<DigestSettings, 'on_bank_holidays' | 'when_empty'>,
): 'bank_holiday' | 'nobody_out' | null => {
  if (is_bank_holiday_for_all && on_bank_holidays === 'silent') return 'bank_holiday'
  const isEmpty = today.out.length + today.away.bank_holiday === 0 && isWeekEmpty(ahead)
  return isEmpty && when_empty === 'silent' ? 'nobody_out' : null
}
