import type { Unit } from '../../calendar/spans.js'
import * as words from './words.js'
import { digits, either, glued, maybe, pick, read, rule, term, unless, type Parser } from './parser.js'
import type { Moment } from '../meaning/moment.js'
import { holidayIn, monthIn, weekdayIn } from '../meaning/relative.js'
import type { Year, Yearly } from '../meaning/yearly.js'

/** Calendar periods: months, weeks, quarters, holidays and years, this one, the next or the last. */

/** "march", "march 2027", "2027 march" */
const inYear = (what: Parser<Yearly>, after: Parser<Year> = words.yearAfter): Parser<Moment> => {
  const yearFirst = read([words.writtenYear, '[~-|~/]', what], (year, what) => words.yearly(what, year))
  return either(
    read([what, maybe(after)], (what, year) => words.yearly(what, year)),
    // After a comma the year belongs to the day before it: "oct 19, 2027 may".
    (input, at) => (input.tokens[at - 1]?.text === ',' ? [] : yearFirst(input, at)),
  )
}

const monthOf = (month: number): Yearly => words.partOf(1, month)
const theMonthOf = maybe(pick('[the]', words.unitIn('month'), 'of'))
const twoDigits = digits(1, 2)

export const wholeMonth = rule(
  'month',
  either(
    inYear(read([theMonthOf, words.month], (_, month) => monthOf(month))),
    read(['[the]', words.shiftOrPast, words.month], (by, month) => monthIn(month, by)),
    // `2026-12`, `12/2026`
    read([words.writtenYear, '~-|~/', glued(twoDigits)], (year, month) => words.yearly(monthOf(month), year)),
    read([twoDigits, '~-|~/|~.', glued(words.writtenYear)], (month, year) =>
      words.yearly(monthOf(month), year),
    ),
  ),
)

export const weekOf = (week: number): Yearly => ({ kind: 'week', week })

/** In "week 24/12" and "week 12-14 dec" the number is a day of the month, not a week number. */
const numberOfWeek = unless(
  twoDigits,
  either<unknown>(pick('~/|~.', glued(twoDigits)), pick(words.separator, twoDigits, words.month)),
)
const isoWeekday = read([digits(1, 1)], (day) => (day >= 1 && day <= 7 ? day - 1 : null))

export const weekNumber = rule(
  'week number',
  either(
    inYear(read(['[the]', 'weekNumber', '[#]', numberOfWeek], weekOf)),
    // `2026-W52-1`
    read(
      [words.writtenYear, '[~-]', 'weekNumber', twoDigits, '~-', glued(isoWeekday)],
      (year, week, weekday) => weekdayIn(weekday, words.yearly(weekOf(week), year)),
    ),
  ),
)

const quarterOf = (quarter: number): Yearly => words.partOf(3, quarter)

export const partOfYear = rule(
  'quarter or half',
  inYear(
    either(
      read(['[the]', 'quarter', digits(1, 1)], quarterOf),
      read(['[the]', words.unitIn('quarter'), digits(1, 1)], (_, quarter) => quarterOf(quarter)),
      read(['[the]', 'half', digits(1, 1)], (half) => words.partOf(6, half)),
      read(['[the]', words.ordinal, words.unitIn('quarter')], (quarter) => quarterOf(quarter)),
    ),
    either(words.yearAfter, pick('~/', glued(words.shortYear))),
  ),
)

const holidayWord = read([term('holiday')], ({ holiday }) => holiday)

export const holiday = rule(
  'holiday',
  either(
    inYear(read([holidayWord], (holiday) => ({ kind: 'holiday', holiday }))),
    // "this winter", "next summer", "last christmas"
    read(['[the]', words.shift, holidayWord], (by, holiday) => holidayIn(holiday, by)),
  ),
)

export const period = (unit: Unit, by: number, coming = false): Moment => ({
  kind: 'period',
  unit,
  shift: by,
  coming,
})

/** "next week", "the week after next" */
export const shiftedUnit = (unit: Parser<Unit>): Parser<Moment> =>
  either(
    read(['[the]', words.shift, '[~-]', unit], (by, unit) =>
      unit === 'fortnight' || (unit === 'day' && by < 0) ? null : period(unit, by),
    ),
    read(['[the]', unit, words.beyond], (unit, by) => period(unit, by)),
  )

/** "week" alone is the current one. A day needs a word in front of it: "this day"; the last one is that of a leave. */
export const wholePeriod = rule(
  'period',
  either(
    shiftedUnit(words.oneUnit),
    read(['[the]', words.unitIn('week', 'weekend', 'month', 'quarter', 'year')], (unit) => period(unit, 0)),
    read(['[the]', 'past', words.unitIn('weekend')], (unit) => period(unit, -1)),
    read(['[the]', 'coming', words.oneUnit], (unit) =>
      unit === 'fortnight' ? null : unit === 'weekend' ? period(unit, 0) : period(unit, 1, true),
    ),
  ),
)
