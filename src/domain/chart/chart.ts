import { dayNumber, overlaps, type Day, type DayRange } from '../../calendar/day.js'
import { daysOf } from '../../calendar/period.js'
import { weeksOf } from './period.js'
import type { HolidayCalendar } from '../holidays/calendar.js'
import { createCalendarOf, holidayFactsOf } from '../holidays/derive.js'
import type { Member } from '../organization/organization.js'
import { isWorkingDay } from '../../calendar/week.js'
import { awayByDay, createLeavesIn } from '../presence/away.js'
import { isBankHoliday } from '../presence/leave-types.js'
import { reasonShown, type ShownReason } from '../presence/reasons.js'
import type { Roll, RollLeave } from '../presence/roll.js'
import { holdsDay } from '../presence/touching.js'
import { showAbsence, type LeaveView } from '../reply/absences.js'
import type { ShownAbsence } from '../reply/asked.js'
import { namesApart, type NameOf } from '../reply/namesakes.js'
import type { Sliced } from '../../calendar/slices.js'

export interface ChartFacts {
  /** The members in scope, in the order of their rows. */
  readonly members: readonly Member[]
  readonly roll: Roll
  readonly sight: LeaveView
}

export interface ChartQuestion {
  /** At most 31 days, or a year. */
  readonly range: DayRange
  /** Shows the weeks of a year in place of its days. */
  readonly byWeek: boolean
  readonly today: Day
  /** Hides people who are in on all of these days, or out only on bank holidays. */
  readonly onlyOut: boolean
  /** Counts from 1. */
  readonly page: number
  /** Past the end, a page number begins again (for a screen that turns pages by itself), or shows the last page. */
  readonly turns: boolean
  readonly pageSize: number
}

export interface ChartDay {
  readonly day: Day
  readonly isWorking: boolean
  readonly isToday: boolean
  /** The number of people on leave, and of those with a bank holiday. */
  readonly out: number
  readonly bankHoliday: number
  /** What the bank holiday is called in the calendars of those people. */
  readonly holidayNames: readonly string[]
}

/** A week of a year; `out`: on leave on the day on which most are. */
export interface ChartWeek extends DayRange {
  readonly out: number
}

/** A team of the chart; `id` null: people without one. */
interface ChartTeam {
  readonly id: string | null
  readonly size: number
  /** How many of them are on leave on any of the days. */
  readonly out: number
}

/** One day of a person: the reason for being away in the morning and in the afternoon; null when in. */
export interface ChartCell {
  readonly morning: ShownReason | null
  readonly afternoon: ShownReason | null
  /** Also within leave. */
  readonly isBankHoliday: boolean
}

export interface ChartRow {
  readonly id: string
  readonly name: string
  readonly team_id: string | null
  /** The absences that touch the range, in order; those that are only bank holidays are listed separately. */
  readonly absences: readonly ShownAbsence[]
  /** None where weeks are shown. */
  readonly cells: readonly ChartCell[]
  /** Days on leave, for each week that is shown. */
  readonly weeks: readonly number[]
}

/** The content of a calendar page: days across, people down. */
export interface Chart {
  readonly range: DayRange
  readonly today: Day
  readonly days: readonly ChartDay[]
  /** None unless they are shown in place of days. */
  readonly weeks: readonly ChartWeek[]
  readonly rows: readonly ChartRow[]
  /** In the order of the rows, on all pages together. */
  readonly teams: readonly ChartTeam[]
  /** On all pages together. */
  readonly people: number
  readonly outToday: number
  readonly page: number
  readonly pages: number
}

/** Members processed between two turns of the event loop. */
const sliceLength = 100
/** Rows built between two turns: a row takes as long as counting a dozen people. */
const rowsAtOnce = 10

/** The number of people on leave, and with a bank holiday, on each day; and who of them is on leave on any. */
function* countOut({ members, roll }: ChartFacts, range: DayRange) {
  const leavesIn = createLeavesIn(roll, range)
  const days = daysOf(range)
  const calendarOf = createCalendarOf(holidayFactsOf(roll.organization, roll.calendars), roll.teams)
  const counts = days.map(() => ({ out: 0, bankHoliday: 0, calendars: new Set<HolidayCalendar | null>() }))
  const isOut: boolean[] = []
  const teams = new Map<string | null, { size: number; out: number }>()
  for (const [index, member] of members.entries()) {
    if ((index + 1) % sliceLength === 0) yield
    const leaves = leavesIn(member)
    const kinds = leaves.length === 0 ? [] : awayByDay(leaves, range, roll.organization)
    const holidays = leaves.filter(isBankHoliday)
    isOut.push(kinds.includes('leave'))
    const team = teams.get(member.team_id) ?? { size: 0, out: 0 }
    teams.set(member.team_id, { size: team.size + 1, out: team.out + (kinds.includes('leave') ? 1 : 0) })
    for (const [day, kind] of kinds.entries()) {
      if (kind === 'leave') counts[day]!.out++
      if (kind === 'not_working' || !holidays.some((leave) => holdsDay(leave, days[day]!))) continue
      counts[day]!.bankHoliday++
      counts[day]!.calendars.add(calendarOf(member))
    }
  }
  return { counts, isOut, teams: [...teams].map(([id, team]) => ({ id, ...team })) }
}

const namesOn = (day: Day, calendars: Iterable<HolidayCalendar | null>): readonly string[] => [
  ...new Set(
    [...calendars].flatMap((calendar) => calendar?.days.find(({ date }) => date === day)?.name ?? []),
  ),
]

/** A range, with what every row needs of it. */
interface Frame {
  readonly range: DayRange
  /** The number of its first day. */
  readonly first: number
  readonly length: number
  readonly weeks: readonly DayRange[]
  readonly leavesIn: ReturnType<typeof createLeavesIn>
  readonly nameOf: NameOf
}

type Half = ShownReason | null

/** The reason for each half day; any other counts before a bank holiday, so the order of leaves does not matter. */
const halvesOf = (leaves: readonly RollLeave[], { first, length }: Frame, sight: LeaveView): Half[] => {
  const halves = new Array<Half>(2 * length).fill(null)
  for (const leave of leaves) {
    const reason = reasonShown(leave.type, sight.masked)
    const begin = 2 * (dayNumber(leave.start_date) - first) + (leave.starts_at_noon ? 1 : 0)
    const end = 2 * (dayNumber(leave.end_date) - first) + (leave.ends_at_noon ? 1 : 2)
    for (let half = Math.max(begin, 0); half < Math.min(end, halves.length); half++) {
      const known = halves[half] ?? null
      if (known === null || known === 'bank_holiday' || (reason !== 'bank_holiday' && reason < known))
        halves[half] = reason
    }
  }
  return halves
}

/** A cell in which nothing is shown: one for all, because most cells are. */
const emptyCell: ChartCell = { morning: null, afternoon: null, isBankHoliday: false }

const daysOutByWeek = (
  leaves: readonly RollLeave[],
  roll: Roll,
  { range, first, weeks }: Frame,
): readonly number[] => {
  const kinds = leaves.length === 0 ? [] : awayByDay(leaves, range, roll.organization)
  return weeks.map(
    ({ from, to }) =>
      kinds.slice(dayNumber(from) - first, dayNumber(to) - first + 1).filter((kind) => kind === 'leave')
        .length,
  )
}

const rowOf = (member: Member, { roll, sight }: ChartFacts, frame: Frame): ChartRow => {
  const absences = roll
    .absencesOf(member)
    .filter((absence) => overlaps(absence, frame.range) && !absence.leaves.every(isBankHoliday))
    .map((absence) => showAbsence(absence, sight))
  const row = { id: member.id, name: frame.nameOf(member), team_id: member.team_id, absences }
  const leaves = frame.leavesIn(member)
  if (frame.weeks.length > 0) return { ...row, cells: [], weeks: daysOutByWeek(leaves, roll, frame) }
  const halves = halvesOf(leaves, frame, sight)
  const holidays = halvesOf(leaves.filter(isBankHoliday), frame, sight)
  const taken = absences.map(({ from, to }) => ({
    from: dayNumber(from) - frame.first,
    to: dayNumber(to) - frame.first,
  }))
  const cells = Array.from({ length: frame.length }, (_, index): ChartCell => {
    // What a leave begins or ends with besides its own days is not shown as leave.
    const isTaken = taken.some(({ from, to }) => from <= index && index <= to)
    const [morning = null, afternoon = null] = (isTaken ? halves : holidays).slice(2 * index, 2 * index + 2)
    const isHoliday = holidays[2 * index] === 'bank_holiday'
    return morning === null && afternoon === null
      ? emptyCell
      : { morning, afternoon, isBankHoliday: isHoliday }
  })
  return { ...row, cells, weeks: [] }
}

function* rowsOf(
  members: readonly Member[],
  facts: ChartFacts,
  range: DayRange,
  weeks: readonly DayRange[],
): Sliced<ChartRow[]> {
  const first = dayNumber(range.from)
  const length = dayNumber(range.to) - first + 1
  const frame = {
    range,
    first,
    length,
    weeks,
    leavesIn: createLeavesIn(facts.roll, range),
    nameOf: namesApart(members, facts.roll),
  }
  const rows: ChartRow[] = []
  for (const member of members) if (rows.push(rowOf(member, facts, frame)) % rowsAtOnce === 0) yield
  return rows
}

/** The calendar of the members in scope. Rows are built for one page; people are counted over all pages. */
export function* chartInSlices(facts: ChartFacts, question: ChartQuestion): Sliced<Chart> {
  const { range, today, onlyOut, pageSize } = question
  const { counts, isOut, teams } = yield* countOut(facts, range)
  const shown = onlyOut ? facts.members.filter((_, index) => isOut[index]) : facts.members
  const pages = Math.max(1, Math.ceil(shown.length / pageSize))
  const page = question.turns ? ((question.page - 1) % pages) + 1 : Math.min(question.page, pages)
  const weeks = question.byWeek ? weeksOf(range, facts.roll.organization.week_start) : []
  const rows = yield* rowsOf(shown.slice((page - 1) * pageSize, page * pageSize), facts, range, weeks)
  const days = daysOf(range).map((day, index): ChartDay => {
    const { calendars, ...count } = counts[index]!
    const isWorking = isWorkingDay(day, facts.roll.organization.working_days)
    return { day, isWorking, isToday: day === today, ...count, holidayNames: namesOn(day, calendars) }
  })
  const outToday = days.find(({ isToday }) => isToday)?.out ?? 0
  const most = weeks.map((week): ChartWeek => {
    const within = days.filter(({ day }) => week.from <= day && day <= week.to)
    return { ...week, out: Math.max(0, ...within.map(({ out }) => out)) }
  })
  return { range, today, days, weeks: most, rows, teams, people: shown.length, outToday, page, pages }
}
