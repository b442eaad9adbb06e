import { addDays, daysBetween, weekdayIndex, type Day } from '../../calendar/day.js'
import { readPortion, type Portion } from './portion.js'

/** The columns beside the two dates that say which days a leave has. */
const spanColumns = [
  'date',
  'return_date',
  'days',
  'unit',
  'start_portion',
  'end_portion',
  'portion',
] as const

/** Why a value of one of these columns is refused, or is doubtful. */
export interface SpanProblem {
  readonly column: string
  readonly message: string
  readonly value: string
  readonly isWarning?: true
}

const saturday = 5
/** More is not an amount of days. */
const most = 731
const hoursOfDay = 8

const amount = /^-?(\d{1,5}(?:[.,]\d{1,3})?)\s*(\p{L}*)\.?$/u
const isHours = (unit: string): boolean => /^(?:h|hrs?|hours?|std|stunden?)$/i.test(unit.trim())

/** `3`, `0,5`, `2 Tage` or `4 h`: a number of days; null for anything else. */
export const readAmount = (text: string, unit: string): number | null => {
  const [, number, word = ''] = amount.exec(text.trim()) ?? []
  if (number === undefined) return null
  const days = Number(number.replace(',', '.')) / (isHours(word || unit) ? hoursOfDay : 1)
  return days > 0 && days <= most ? days : null
}

/**
 * Whether so many days may be these but for half a day at one end, and not half of each of them. Bank holidays and
 * weekends that are worked are not known here, so the number of days of work is anything up to all days.
 */
const fitsOneHalf = (start: Day, end: Day, days: number): boolean => {
  let [all, weekdays] = [0, 0]
  for (let day: Day | null = start; day !== null && day <= end && all <= most; day = addDays(day, 1)) {
    all += 1
    if (weekdayIndex(day) < saturday) weekdays += 1
  }
  return days % 1 === 0.5 && days < all && days * 2 > weekdays
}

const notOneHalf =
  'do not fit a half day at one end of the leave: {}; write half days in rows of their own, or leave one of the two empty'
const notTheseDays =
  'does not say which of these days are half, or is more than there are: {}; all were read as whole days. A half day can have a row of its own'
const noLastDay =
  'is missing, and a number of days or hours does not say which day is the last: {}; add a column with the last day, called "End date"'
const notAnAmount = 'must be a number of days, but is {}'
const notAPortion = 'is not a known part of a day: {}; use morning, afternoon, half day or all day'

const isDay = (value: unknown): value is Day => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)

/**
 * Makes the two dates and the two marks for half days of what else a row says, and takes that away. Its dates must
 * have been read. A blank end is one day; beside an amount of more than one it is refused, because 8 may be hours and
 * a week of work may have any weekend. Of half a day without a half it is the first.
 */
export const settleDays = (
  values: Record<string, unknown>,
  inType: Portion | null,
): readonly SpanProblem[] => {
  const problems: SpanProblem[] = []
  const said = Object.fromEntries(spanColumns.map((column) => [column, values[column]]))
  const text = (column: string): string => (typeof said[column] === 'string' ? said[column].trim() : '')
  const isTold = spanColumns.some((column) => values[column] !== undefined)
  for (const column of spanColumns) delete values[column]
  if (text('date') !== '') values['start_date'] ??= said['date']
  const start = values['start_date']
  const days = text('days') === '' ? null : readAmount(text('days'), text('unit'))
  const isOpen = values['end_date'] === null || (values['end_date'] === undefined && isTold)
  if (isOpen && isDay(start)) {
    if (text('return_date') !== '')
      values['end_date'] = isDay(said['return_date']) ? addDays(said['return_date'], -1) : said['return_date']
    else {
      if (text('days') !== '' && days === null)
        problems.push({ column: 'days', message: notAnAmount, value: text('days') })
      const isOneDayAtMost = days === null || days <= 1
      values['end_date'] = isOneDayAtMost ? start : null
      if (!isOneDayAtMost) problems.push({ column: 'end_date', message: noLastDay, value: text('days') })
    }
  }
  const portionOf = (column: string): Portion | null => {
    const portion = text(column) === '' ? null : readPortion(text(column))
    if (text(column) !== '' && portion === null)
      problems.push({ column, message: notAPortion, value: text(column) })
    return portion
  }
  const isOneDay = isDay(start) && start === values['end_date']
  const isFraction = days !== null && days % 1 !== 0 && (isOneDay || isOpen)
  const [first, last] = [portionOf('start_portion'), portionOf('end_portion')]
  const whole = portionOf('portion') ?? inType ?? (isFraction ? 'half' : null)
  const end = values['end_date']
  const isAtOneEnd = first === null && last === null && whole !== null && whole !== 'whole'
  if (isAtOneEnd && isDay(start) && isDay(end) && start < end && days !== null && days % 0.5 === 0)
    if (!fitsOneHalf(start, end, days))
      problems.push({ column: 'days', message: notOneHalf, value: text('days') })
  const marks = marksOf(isOneDay, first, last, whole)
  Object.assign(values, marks)
  // Fewer whole days leave out bank holidays, or are those of somebody who works less.
  const isWhole = !marks.starts_at_noon && !marks.ends_at_noon
  if (isWhole && !isOpen && days !== null && isDay(start) && isDay(end) && start <= end)
    if (days % 1 === 0.5 || days > daysBetween(start, end) + 1)
      problems.push({ column: 'days', message: notTheseDays, value: text('days'), isWarning: true })
  return problems
}

const marksOf = (
  isOneDay: boolean,
  first: Portion | null,
  last: Portion | null,
  both: Portion | null,
): { readonly starts_at_noon?: boolean; readonly ends_at_noon?: boolean } => {
  if (first === null && last === null && both === null) return {}
  if (!isOneDay)
    return {
      starts_at_noon: first === 'afternoon' || first === 'half' || (first === null && both === 'afternoon'),
      ends_at_noon:
        last === 'morning' || last === 'half' || (last === null && (both === 'morning' || both === 'half')),
    }
  // Half of the first day is away from noon on, half of the last until noon.
  const halves = [first === 'half' ? 'afternoon' : first, last === 'half' ? 'morning' : last, both]
  const parts = new Set(halves.filter((part) => part !== null && part !== 'whole'))
  const isBoth = parts.has('morning') && parts.has('afternoon')
  return {
    starts_at_noon: parts.has('afternoon') && !isBoth,
    ends_at_noon: !isBoth && !parts.has('afternoon') && parts.size > 0,
  }
}
