import { weekdayBefore, yearly, yearOfNumbers } from './words.js'
import { either, digits, glued, map, mark, maybe, rule, seq, type Parser } from './parser.js'
import type { Moment } from '../meaning/moment.js'
import type { Year } from '../meaning/yearly.js'

const twoDigits = glued(digits(1, 2))
const colonNumber = seq(glued(mark(':')), glued(digits(2, 2)))
const fraction = maybe(seq(glued(mark('.')), glued(digits(1, 9))))
const zone = maybe(
  either<unknown>(glued(mark('z')), seq(glued(mark('+', '-')), glued(digits(2, 4)), maybe(colonNumber))),
)

/** `T09:00:00Z` after a day. The written day counts; it is not shifted by the zone. */
const timeOfInstant = seq(
  glued(mark('t')),
  glued(digits(2, 2)),
  colonNumber,
  maybe(colonNumber),
  fraction,
  zone,
)

/** A date with its year first, which the lexer has joined into one number. */
export const isoDay = rule(
  'ISO day',
  map(seq(digits(8, 8), maybe(timeOfInstant)), ([text]) =>
    yearly(
      { kind: 'date', month: Number(text.slice(4, 6)), day: Number(text.slice(6)) },
      Number(text.slice(0, 4)),
    ),
  ),
)

/** Two numbers and an optional year. With hyphens the year is required, because `12-14` is a range of days. */
const numbersWith = (separator: string, yearNeeded: boolean): Parser<Moment> => {
  const year = map(seq(glued(mark(separator)), glued(yearOfNumbers)), ([, found]) => found)
  return map(
    seq(
      weekdayBefore,
      digits(1, 2),
      glued(mark(separator)),
      twoDigits,
      yearNeeded ? (year as Parser<Year | null>) : maybe(year),
      separator === '.' ? maybe(glued(mark('.'))) : maybe(mark()),
    ),
    ([weekday, first, , second, found]): Moment => ({
      kind: 'numeric',
      parts: [Number(first), Number(second)],
      isDotted: separator === '.',
      year: found,
      weekday,
    }),
  )
}

export const numericDate = rule(
  'date in numbers',
  either(numbersWith('/', false), numbersWith('.', false), numbersWith('-', true)),
)

const whole = (year: string, month: string): Moment =>
  yearly({ kind: 'month', month: Number(month) }, Number(year))

export const yearMonth = rule(
  'year and month in numbers',
  either<Moment>(
    map(seq(digits(4, 4), glued(mark('-', '/')), twoDigits), ([year, , month]) => whole(year, month)),
    map(seq(digits(1, 2), glued(mark('-', '/', '.')), glued(digits(4, 4))), ([month, , year]) =>
      whole(year, month),
    ),
  ),
)
