import { dayNumber, lastDay } from '../../calendar/day.js'
import type { Sliced } from '../../calendar/slices.js'
import { weekdayBy, weekdayOfNumber } from '../../calendar/week.js'

/**
 * A recurrence rule, at the level of days. Rules that repeat within a day are not leaves. Implemented here and not by
 * the calendar library, whose iterator never returns for rules such as FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30 (measured
 * with ical.js 2.2.1): a feed must not be able to stop the process.
 */
export interface Rule {
  readonly freq: 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY'
  readonly interval: number
  readonly count: number | null
  /** The last day number on which it may start. */
  readonly until: number | null
  /** 0 is Monday. */
  readonly weekStart: number
  readonly months: ReadonlySet<number>
  readonly monthDays: ReadonlySet<number>
  readonly yearDays: ReadonlySet<number>
  readonly weeks: ReadonlySet<number>
  /** Keys by `weekdayKey`. */
  readonly weekdays: ReadonlySet<number>
  readonly positions: ReadonlySet<number>
}

/** The number of days that all rules of a feed together may examine: a feed cannot demand more work than this. */
export interface Budget {
  left: number
}

const weekdayNames = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']

const numbers = (text: string | undefined, highest: number): ReadonlySet<number> | null => {
  if (text === undefined) return new Set()
  const values = text.split(',').map(Number)
  const isFine = (value: number) => Number.isInteger(value) && value !== 0 && Math.abs(value) <= highest
  return values.every(isFine) ? new Set(values) : null
}

/** Ordinal 0: every such weekday. */
const weekdayKey = (ordinal: number, weekday: number): number => ordinal * 7 + weekday

const weekdaysOf = (text: string | undefined): Rule['weekdays'] | null => {
  if (text === undefined) return new Set()
  const found = text.split(',').map((part) => {
    const match = /^([+-]?\d{1,2})?(MO|TU|WE|TH|FR|SA|SU)$/.exec(part.trim())
    return match && weekdayKey(Number(match[1] ?? 0), weekdayNames.indexOf(match[2]!))
  })
  return found.every((one) => one !== null) ? new Set(found) : null
}

/** `FREQ=WEEKLY;BYDAY=MO,FR;COUNT=3`; null for no rule, or one that repeats within a day. `until` reads UNTIL. */
export const parseRule = (text: string, until: (value: string) => number | null): Rule | null => {
  const parts = new Map(
    text
      .toUpperCase()
      .split(';')
      .filter((part) => part.includes('='))
      .map((part): [string, string] => [
        part.slice(0, part.indexOf('=')).trim(),
        part.slice(part.indexOf('=') + 1).trim(),
      ]),
  )
  const freq = (['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const).find((name) => name === parts.get('FREQ'))
  const interval = Number(parts.get('INTERVAL') ?? 1)
  const count = parts.has('COUNT') ? Number(parts.get('COUNT')) : null
  const last = parts.has('UNTIL') ? until(parts.get('UNTIL')!) : null
  const lists = {
    months: numbers(parts.get('BYMONTH'), 12),
    monthDays: numbers(parts.get('BYMONTHDAY'), 31),
    yearDays: numbers(parts.get('BYYEARDAY'), 366),
    weeks: numbers(parts.get('BYWEEKNO'), 53),
    positions: numbers(parts.get('BYSETPOS'), 366),
    weekdays: weekdaysOf(parts.get('BYDAY')),
  }
  const { months, monthDays, yearDays, weeks, positions, weekdays } = lists
  if (!freq || !Number.isInteger(interval) || interval < 1 || (parts.has('UNTIL') && last === null))
    return null
  if (count !== null && !(Number.isInteger(count) && count >= 1)) return null
  if (!months || !monthDays || !yearDays || !weeks || !positions || !weekdays) return null
  const weekStart = Math.max(0, weekdayNames.indexOf(parts.get('WKST') ?? 'MO'))
  return {
    freq,
    interval,
    count,
    until: last,
    weekStart,
    months,
    monthDays,
    yearDays,
    weeks,
    positions,
    weekdays,
  }
}

interface DateParts {
  readonly year: number
  readonly month: number
  readonly date: number
}

const partsOf = (number: number): DateParts => {
  const date = new Date(number * 86_400_000)
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, date: date.getUTCDate() }
}

/** As `dayNumber`; month 13 is January of the next year. */
const numberOf = (year: number, month: number, date: number): number =>
  Date.UTC(year + 400, month - 1, date) / 86_400_000 - 146_097

const isListed = (list: ReadonlySet<number>, value: number, length: number): boolean =>
  list.size === 0 || list.has(value) || list.has(value - length - 1)

/** The ISO week number of a day within its year, and the number of weeks of that year. */
const weekOf = (number: number, year: number, weekStart: number): { week: number; weeks: number } => {
  const firstWeek = (of: number): number => {
    return weekdayBy(weekStart, numberOf(of, 1, 4))
  }
  const [before, own, after] = [firstWeek(year - 1), firstWeek(year), firstWeek(year + 1)]
  const [start, end] =
    number < own ? [before, own] : number >= after ? [after, firstWeek(year + 2)] : [own, after]
  return { week: Math.floor((number - start) / 7) + 1, weeks: (end - start) / 7 }
}

/** Whether a rule selects a day from its period; `start` is the first day of the event. */
const createPick = (rule: Rule, start: number): ((number: number) => boolean) => {
  const { freq, months, monthDays, yearDays, weeks, weekdays } = rule
  const first = partsOf(start)
  const isPlain = monthDays.size + yearDays.size + weeks.size + weekdays.size === 0
  const byMonth = freq === 'MONTHLY' || months.size > 0

  const isWeekday = (number: number, { year, month }: DateParts): boolean => {
    const weekday = weekdayOfNumber(number)
    const [from, to] = byMonth
      ? [numberOf(year, month, 1), numberOf(year, month + 1, 1) - 1]
      : [numberOf(year, 1, 1), numberOf(year, 12, 31)]
    const nth = Math.floor((number - from) / 7) + 1
    const fromEnd = -(Math.floor((to - number) / 7) + 1)
    return [0, nth, fromEnd].some((ordinal) => weekdays.has(weekdayKey(ordinal, weekday)))
  }

  return (number) => {
    const parts = partsOf(number)
    const { year, month, date } = parts
    if (!isListed(months, month, 12)) return false
    if (
      monthDays.size > 0 &&
      !isListed(monthDays, date, numberOf(year, month + 1, 1) - numberOf(year, month, 1))
    )
      return false
    const firstOfYear = numberOf(year, 1, 1)
    const yearLength = numberOf(year + 1, 1, 1) - firstOfYear
    if (yearDays.size > 0 && !isListed(yearDays, number - firstOfYear + 1, yearLength)) return false
    if (weeks.size > 0) {
      const { week, weeks: all } = weekOf(number, year, rule.weekStart)
      if (!isListed(weeks, week, all)) return false
    }
    if (weekdays.size > 0) return isWeekday(number, parts)
    if (freq === 'WEEKLY' || weeks.size > 0) return weekdayOfNumber(number) === weekdayOfNumber(start)
    if (freq === 'MONTHLY' && isPlain) return date === first.date
    if (freq === 'YEARLY' && isPlain) return date === first.date && (months.size > 0 || month === first.month)
    return true
  }
}

/** The first and last day of a period, numbered from the period in which the event starts. */
const periodAt = (
  { freq, interval, weekStart }: Rule,
  start: number,
  index: number,
): readonly [number, number] => {
  const { year, month } = partsOf(start)
  const step = index * interval
  if (freq === 'DAILY') return [start + step, start + step]
  if (freq === 'WEEKLY') {
    const first = weekdayBy(weekStart, start) + 7 * step
    return [first, first + 6]
  }
  if (freq === 'YEARLY') return [numberOf(year + step, 1, 1), numberOf(year + step, 12, 31)]
  const months = year * 12 + month - 1 + step
  const [inYear, ofYear] = [Math.floor(months / 12), (months % 12) + 1]
  return [numberOf(inYear, ofYear, 1), numberOf(inYear, ofYear + 1, 1) - 1]
}

/** Average over the 400 years after which the calendar repeats. */
const lengthOf: Readonly<Record<Rule['freq'], number>> = {
  DAILY: 1,
  WEEKLY: 7,
  MONTHLY: 146_097 / 4_800,
  YEARLY: 146_097 / 400,
}

/** Days that all rules together examine in one slice. */
const sliceLength = 5_000

const lastNumber = dayNumber(lastDay)

/**
 * The days (as numbers) on which an event with this rule starts, from `from` to `to`, in order; the event's own first
 * day is always one (RFC 5545, 3.8.5.3). Null when the budget is used up: the event then counts as invalid.
 */
export function* occurrencesOf(
  rule: Rule,
  start: number,
  { from, to }: { readonly from: number; readonly to: number },
  budget: Budget,
): Sliced<readonly number[] | null> {
  const picks = createPick(rule, start)
  const until = Math.min(rule.until ?? lastNumber, to, lastNumber)
  const found: number[] = start >= from && start <= to ? [start] : []
  let seen = 1
  // Without a count, nothing before the window matters. Starts two periods early, because periods differ in length.
  const skipped =
    rule.count === null ? Math.floor((from - start) / lengthOf[rule.freq] / rule.interval) - 2 : 0
  for (let index = Math.max(0, skipped); ; index += 1) {
    const [first, last] = periodAt(rule, start, index)
    // Also when an absurd interval overflows the numbers.
    if (!(first <= until)) return found
    const before = Math.floor(budget.left / sliceLength)
    budget.left -= last - first + 1
    if (budget.left < 0) return null
    if (Math.floor(budget.left / sliceLength) < before) yield
    for (const day of daysPicked(rule, first, last, picks)) {
      if (day > until) return found
      if (day <= start) continue
      seen += 1
      if (rule.count !== null && seen > rule.count) return found
      if (day >= from) found.push(day)
    }
  }
}

const daysPicked = (
  { positions }: Rule,
  first: number,
  last: number,
  picks: (number: number) => boolean,
): readonly number[] => {
  const days: number[] = []
  for (let day = first; day <= last; day += 1) if (picks(day)) days.push(day)
  if (positions.size === 0) return days
  return days.filter((_, index) => positions.has(index + 1) || positions.has(index - days.length))
}
