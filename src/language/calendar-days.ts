import { dayNumber, weekdays, type Day } from '../calendar/day.js'
import { dayText, daySpan, type Span } from '../calendar/spans.js'
import { weekdayOfNumber } from '../calendar/week.js'
import type { AskCalendar, AskContext } from './context.js'
import { dayIn } from './meaning/yearly.js'
import * as bankHolidays from './words/bank-holidays.js'
import { english, type DateWords } from './words/english.js'
import type { DayOfYear, HolidayRow } from './words/holidays.js'
import { splitWords } from './words/lexer.js'
import { reservedWords } from './words/reserved.js'
import { states } from './words/sentences.js'
import { vocabulary } from './words/vocabulary.js'

/** A day that calendars name, with every way in which it may be typed. */
interface NamedDay {
  readonly typed: Set<string>
  readonly byYear: Map<number, Span>
  readonly remark: string | undefined
}

/** "Labour Day", "labor day": the same in all spellings. */
const keyOf = (name: string): string =>
  splitWords(name)
    .join(' ')
    .replaceAll("'", '')
    .replace(/\blabour\b/u, 'labor')
    .replace(/(?<=.) day$/u, '')
    .replace(/^(?:st|saint)\.? /u, '')

const notNames = new Set(
  [
    bankHolidays.bankHolidays,
    bankHolidays.holidayOfDay,
    bankHolidays.comingHoliday,
    bankHolidays.workingDay,
    states,
  ].flatMap((table) => [...table.values()].flat().map(({ words }) => words.join(' '))),
)

const knownDays = (key: string): readonly HolidayRow[] =>
  vocabulary.holidays.filter(
    ({ from, to, day, words }) => from === to && day === null && words.some((word) => keyOf(word) === key),
  )

/** "Holiday" or "Day off" in a calendar would change what other questions ask. */
const isName = (name: string): boolean => {
  const words = splitWords(name)
  if (words.length === 0 || notNames.has(words.join(' '))) return false
  return words.length > 1 || !reservedWords.has(words[0]!) || knownDays(keyOf(name)).length > 0
}

/** The day that follows a holiday at a weekend has its name with this at the end. */
const substitute = / \(substitute day\)$/u

/**
 * Days in a row with one name are one holiday. Of others with the same name in a year it is the day that the name is
 * known for ("Boxing Day", not "Boxing Day (observed)"), and none otherwise.
 */
const addDay = (key: string, { byYear }: NamedDay, number: number, year: number): void => {
  const before = byYear.get(year)
  const own = knownDays(key)
    .map(({ from }) => dayIn(year, from))
    .find((day) => day === number || day === before?.from)
  if (!before) byYear.set(year, daySpan(number))
  else byYear.set(year, number === before.to + 1 ? { from: before.from, to: number } : daySpan(own ?? NaN))
}

/** "the august bank holiday" is that of the calendar, where it has one in that month. */
const ofMonth = (date: string): string =>
  `${vocabulary.months[Number(date.slice(5, 7)) - 1]![0]} bank holiday`

const daysOf = (calendars: readonly AskCalendar[]): ReadonlyMap<string, NamedDay> => {
  const byKey = new Map<string, NamedDay>()
  for (const { days, place } of calendars) {
    const own = new Map<string, NamedDay>()
    for (const { date, name } of days) {
      for (const plain of [name.replace(/\s*\([^)]*\)/gu, ''), ofMonth(date)]) {
        const key = keyOf(plain)
        if (substitute.test(name) || byKey.has(key) || !isName(plain)) continue
        const remark = place === null ? undefined : `${plain} is taken as that of ${place}.`
        const day = own.get(key) ?? {
          typed: new Set([plain, plain.replace(/['’]/gu, '')]),
          byYear: new Map(),
          remark,
        }
        addDay(key, day, dayNumber(date), Number(date.slice(0, 4)))
        own.set(key, day)
      }
    }
    for (const [key, day] of own) byKey.set(key, day)
  }
  return byKey
}

/** A day that exists in no year. */
const never: DayOfYear = { month: 0, day: 0 }

/** The known day of that name, if it is the same in every year of the calendar: for the years that it does not have. */
const ruleOf = (key: string, { byYear }: NamedDay): DayOfYear =>
  knownDays(key).findLast(({ from: known }) =>
    [...byYear].every(([year, { from, to }]) => from === to && from === dayIn(year, known)),
  )?.from ?? never

/** A Monday or Friday with the weekend beside it. */
const longWeekend = (day: number): Span => {
  const at = weekdayOfNumber(day)
  return { from: at === 0 ? day - 2 : day, to: at === 4 ? day + 2 : day }
}

type Coming = readonly [name: string, span: Span, remark: string]

/** The next bank holiday, the next one on each weekday, and the next weekend that is longer for one. */
const comingDays = (calendars: readonly AskCalendar[], today: number): readonly Coming[] => {
  const days = calendars
    .filter(({ place }) => place === null)
    .flatMap((calendar) => calendar.days.map(({ date }) => dayNumber(date)))
    .sort((a, b) => a - b)
  const next = ['', ...weekdays].flatMap((weekday): readonly Coming[] => {
    const isMeant = (day: number) => weekday === '' || weekdays[weekdayOfNumber(day)] === weekday
    const day = days.find((one) => one >= today && isMeant(one))
    if (day === undefined) return []
    return [[`bankholiday ${weekday}`, daySpan(day), 'The bank holiday is the next one.']]
  })
  const [first, ...others] = days.map(longWeekend).filter(({ from, to }) => from < to && to >= today)
  if (!first) return next
  const to = Math.max(first.to, ...others.filter(({ from }) => from <= first.to).map((span) => span.to))
  const remark = 'The long weekend is the next one with a bank holiday beside it.'
  return [...next, ['long weekend', { from: first.from, to }, remark]]
}

const leads = ['', 'the ', 'next ', 'the next ', 'this ']

const createWords = (calendars: readonly AskCalendar[], today: Day): DateWords => {
  const byFirstWord = new Map(english.byFirstWord)
  const add = (
    phrases: Iterable<string>,
    { byYear, remark }: Omit<NamedDay, 'typed'>,
    rule: DayOfYear = never,
  ): void => {
    const named = { from: rule, to: rule, day: null, isExact: true, byYear, ...(remark && { remark }) }
    for (const words of [...phrases].map(splitWords)) {
      const others = (byFirstWord.get(words[0]!) ?? []).filter(
        (entry) => entry.term.kind !== 'holiday' || entry.words.join(' ') !== words.join(' '),
      )
      byFirstWord.set(words[0]!, [...others, { words, term: { kind: 'holiday', holiday: named } }])
    }
  }
  for (const [key, day] of daysOf(calendars)) {
    const known = knownDays(key).flatMap(({ words }) => words.filter((word) => keyOf(word) === key))
    add([...day.typed, ...known], day, ruleOf(key, day))
  }
  for (const [name, span, remark] of comingDays(calendars, dayNumber(today)))
    add(
      leads.map((lead) => `${lead}${name}`),
      { byYear: new Map([[Number(dayText(span.from).slice(0, 4)), span]]), remark },
    )
  return byFirstWord
}

const indexes = new WeakMap<readonly AskCalendar[], { readonly today: Day; readonly words: DateWords }>()

/** The words of dates, with the days that calendars name: those are meant rather than the well-known ones. */
export const dateWordsWith = ({ calendars = [], today }: AskContext): DateWords => {
  if (calendars.length === 0) return english.byFirstWord
  const known = indexes.get(calendars)
  if (known?.today === today) return known.words
  const words = createWords(calendars, today)
  indexes.set(calendars, { today, words })
  return words
}
