import { dayNumber, weekdays, type Day } from '../calendar/day.js'
import { groupedBy } from '../calendar/grouped.js'
import { dayText, daySpan, type Span } from '../calendar/spans.js'
import { weekdayOfNumber } from '../calendar/week.js'
import type { AskCalendar, AskContext } from './context.js'
import { dayIn } from './meaning/yearly.js'
import * as bankHolidays from './words/bank-holidays.js'
import { english, type DateWords, type Entry } from './words/english.js'
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
    ({ from, to, other, words }) =>
      from === to && other === null && words.some((word) => keyOf(word) === key),
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

const leads = ['', 'the ', 'next ', 'the next ', 'this ']

const comingDay = (name: string, span: Span, remark: string): NamedDay => ({
  typed: new Set(leads.map((lead) => `${lead}${name}`)),
  byYear: new Map([[Number(dayText(span.from).slice(0, 4)), span]]),
  remark,
})

/** The next bank holiday, the next one on each weekday, and the next weekend that is longer for one. */
const comingDays = (calendars: readonly AskCalendar[], today: number): readonly NamedDay[] => {
  const days = calendars
    .filter(({ place }) => place === null)
    .flatMap((calendar) => calendar.days.map(({ date }) => dayNumber(date)))
    .sort((a, b) => a - b)
  const next = ['', ...weekdays].flatMap((weekday): readonly NamedDay[] => {
    const isMeant = (day: number) => weekday === '' || weekdays[weekdayOfNumber(day)] === weekday
    const day = days.find((one) => one >= today && isMeant(one))
    if (day === undefined) return []
    return [comingDay(`bankholiday ${weekday}`, daySpan(day), 'The bank holiday is the next one.')]
  })
  const [first, ...others] = days.map(longWeekend).filter(({ from, to }) => from < to && to >= today)
  if (!first) return next
  const to = Math.max(first.to, ...others.filter(({ from }) => from <= first.to).map((span) => span.to))
  const remark = 'The long weekend is the next one with a bank holiday beside it.'
  return [...next, comingDay('long weekend', { from: first.from, to }, remark)]
}

const createWords = (calendars: readonly AskCalendar[], today: Day): DateWords => {
  const named = new Map<string, Entry>()
  const add = ({ typed, byYear, remark }: NamedDay, known: readonly string[], rule: DayOfYear): void => {
    const holiday = { from: rule, to: rule, other: null, isExact: true, byYear, ...(remark && { remark }) }
    for (const words of [...typed, ...known].map(splitWords))
      named.set(words.join(' '), { words, term: { kind: 'holiday', holiday } })
  }
  for (const [key, day] of daysOf(calendars)) {
    const known = knownDays(key).flatMap(({ words }) => words.filter((word) => keyOf(word) === key))
    add(day, known, ruleOf(key, day))
  }
  for (const day of comingDays(calendars, dayNumber(today))) add(day, [], never)
  const others = [...english.byFirstWord.values()]
    .flat()
    .filter(({ words, term }) => term.kind !== 'holiday' || !named.has(words.join(' ')))
  return groupedBy([...others, ...named.values()], ({ words }) => words[0]!)
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
