import { dayNumber, weekdays, type Day } from '../calendar/day.js'
import { dayText, daySpan, type Span } from '../calendar/spans.js'
import { weekdayOfNumber } from '../calendar/week.js'
import type { AskCalendar, AskContext } from './context.js'
import { dayIn } from './meaning/yearly.js'
import * as bankHolidays from './words/bank-holidays.js'
import { english, type DateWords } from './words/english.js'
import type { DayOfYear, Holiday, HolidayRow } from './words/holidays.js'
import { splitWords } from './words/lexer.js'
import { reservedWords } from './words/reserved.js'
import { states } from './sentence/state.js'
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

const spellingsOf = (name: string): readonly string[] =>
  [name, name.replace(/['’]/gu, '')].flatMap((one) => [
    one,
    one.replace(/labour/iu, 'labor'),
    one.replace(/labor\b/iu, 'labour'),
  ])

const notNames = new Set(
  [
    bankHolidays.bankHolidays,
    bankHolidays.holidayOfDay,
    bankHolidays.comingHoliday,
    bankHolidays.workingDay,
    states,
  ].flatMap((table) => [...table.values()].flat().map(({ words }) => words.join(' '))),
)

const isDay = ({ from, to, day }: Holiday): boolean => from === to && day === null

/** "Holiday" or "Day off" in a calendar would change what other questions ask. */
const isName = ([first, ...rest]: readonly string[]): boolean => {
  if (first === undefined || notNames.has([first, ...rest].join(' '))) return false
  const isKnown = (english.byFirstWord.get(first) ?? []).some(
    ({ words, term }) => words.length === 1 && term.kind === 'holiday' && isDay(term.holiday),
  )
  return rest.length > 0 || isKnown || !reservedWords.has(first)
}

/** The day that follows a holiday at a weekend has its name with this at the end. */
const substitute = / \(substitute day\)$/u

const knownDays = (key: string): readonly HolidayRow[] =>
  vocabulary.holidays.filter((one) => isDay(one) && one.words.some((word) => keyOf(word) === key))

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
        if (substitute.test(name) || byKey.has(key) || !isName(splitWords(plain))) continue
        const remark = place === null ? undefined : `${plain} is taken as that of ${place}.`
        const day = own.get(key) ?? { typed: new Set(spellingsOf(plain)), byYear: new Map(), remark }
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

interface NamedHoliday {
  readonly phrases: Iterable<string>
  readonly holiday: Holiday
}

const namedHolidays = function* (calendars: readonly AskCalendar[]): Generator<NamedHoliday> {
  for (const [key, day] of daysOf(calendars)) {
    const { typed, byYear, remark } = day
    const known = knownDays(key).flatMap(({ words }) => words.filter((word) => keyOf(word) === key))
    const rule = ruleOf(key, day)
    yield {
      phrases: new Set([...typed, ...known]),
      holiday: { from: rule, to: rule, day: null, isExact: true, byYear, ...(remark && { remark }) },
    }
  }
}

const leads = ['', 'the ', 'next ', 'the next ', 'this ']

const comingHoliday = (name: string, span: Span, remark: string): NamedHoliday => {
  const byYear = new Map([[Number(dayText(span.from).slice(0, 4)), span]])
  return {
    phrases: leads.map((lead) => `${lead}${name}`),
    holiday: { from: never, to: never, day: null, isExact: true, byYear, remark },
  }
}

/** A Monday or Friday with the weekend beside it. */
const longWeekend = (day: number): Span => {
  const at = weekdayOfNumber(day)
  return { from: at === 0 ? day - 2 : day, to: at === 4 ? day + 2 : day }
}

/** The next bank holiday, the next one of each weekday, and the next weekend that is longer for one. */
const comingHolidays = function* (calendars: readonly AskCalendar[], today: number): Generator<NamedHoliday> {
  const days = calendars
    .filter(({ place }) => place === null)
    .flatMap((calendar) => calendar.days.map(({ date }) => dayNumber(date)))
    .sort((a, b) => a - b)
  const ahead = days.filter((day) => day >= today)
  const one = 'The bank holiday is the next one.'
  for (const [at, weekday] of weekdays.entries()) {
    const next = ahead.find((day) => weekdayOfNumber(day) === at)
    if (next !== undefined) yield comingHoliday(`bankholiday ${weekday}`, daySpan(next), one)
  }
  if (ahead[0] !== undefined) yield comingHoliday('bankholiday', daySpan(ahead[0]), one)
  const [first, ...others] = days.map(longWeekend).filter(({ from, to }) => from < to && to >= today)
  if (!first) return
  const to = Math.max(first.to, ...others.filter(({ from }) => from <= first.to).map((span) => span.to))
  const remark = 'The long weekend is the next one with a bank holiday beside it.'
  yield comingHoliday('long weekend', { from: first.from, to }, remark)
}

const createWords = (calendars: readonly AskCalendar[], today: Day): DateWords => {
  const byFirstWord = new Map(english.byFirstWord)
  for (const { phrases, holiday } of [
    ...namedHolidays(calendars),
    ...comingHolidays(calendars, dayNumber(today)),
  ])
    for (const words of [...phrases].map(splitWords)) {
      const others = (byFirstWord.get(words[0]!) ?? []).filter(
        (entry) => entry.term.kind !== 'holiday' || entry.words.join(' ') !== words.join(' '),
      )
      byFirstWord.set(words[0]!, [...others, { words, term: { kind: 'holiday', holiday } }])
    }
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
