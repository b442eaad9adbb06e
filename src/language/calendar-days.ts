import { dayNumber, weekdays } from '../calendar/day.js'
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
  const known = byYear.get(year)
  const own = knownDays(key)
    .map(({ from }) => dayIn(year, from))
    .find((day) => day === number || day === known?.from)
  if (!known) byYear.set(year, daySpan(number))
  else if (number === known.to + 1) byYear.set(year, { from: known.from, to: number })
  else byYear.set(year, daySpan(own ?? NaN))
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
const ruleOf = (key: string, { typed, byYear }: NamedDay): DayOfYear => {
  let rule = never as DayOfYear
  for (const { words, ...holiday } of knownDays(key)) {
    words.filter((word) => keyOf(word) === key).forEach((word) => typed.add(word))
    const isSame = [...byYear].every(
      ([year, { from, to }]) => from === to && from === dayIn(year, holiday.from),
    )
    if (isSame) rule = holiday.from
  }
  return rule
}

const createWords = (calendars: readonly AskCalendar[]): DateWords => {
  const byFirstWord = new Map(english.byFirstWord)
  for (const [key, day] of daysOf(calendars)) {
    const rule = ruleOf(key, day)
    const { byYear, remark } = day
    const holiday: Holiday = {
      from: rule,
      to: rule,
      day: null,
      isExact: true,
      byYear,
      ...(remark && { remark }),
    }
    for (const words of [...day.typed].map(splitWords)) {
      const others = (byFirstWord.get(words[0]!) ?? []).filter(
        (entry) => entry.term.kind !== 'holiday' || entry.words.join(' ') !== words.join(' '),
      )
      byFirstWord.set(words[0]!, [...others, { words, term: { kind: 'holiday', holiday } }])
    }
  }
  return byFirstWord
}

const leads = ['', 'the ', 'next ', 'the next ', 'this ']

const withSpan = (dates: DateWords, span: Span, name: string, remark: string): DateWords => {
  const byYear = new Map([[Number(dayText(span.from).slice(0, 4)), span]])
  const holiday: Holiday = { from: never, to: never, day: null, isExact: true, byYear, remark }
  const added = new Map(dates)
  for (const words of leads.map((lead) => splitWords(`${lead}${name}`)))
    added.set(words[0]!, [...(added.get(words[0]!) ?? []), { words, term: { kind: 'holiday', holiday } }])
  return added
}

/**
 * With "the long weekend" or "on the bank holiday", where it is named: the next one that has a bank holiday beside it,
 * or the next one.
 */
export const withNextHoliday = (dates: DateWords, text: string, context: AskContext): DateWords => {
  const isWeekend = /\b(?:long|bank hol(?:iday)?) weekend\b/iu.test(text)
  const weekday = /\bbank hol(?:iday)? (monday|tuesday|wednesday|thursday|friday)\b/iu
    .exec(text)?.[1]
    ?.toLowerCase()
  const isNamed =
    weekday !== undefined || /\b(?:on|over|for|after|before|week of) the bank hol(?:iday)?\b/iu.test(text)
  if (!isWeekend && !isNamed) return dates
  const ahead = (context.calendars ?? [])
    .filter(({ place }) => place === null)
    .flatMap(({ days }) => days.map(({ date }) => dayNumber(date)))
    .filter((day) => isWeekend || weekday === undefined || weekdays[weekdayOfNumber(day)] === weekday)
    .map((day): Span => {
      const at = weekdayOfNumber(day)
      const [before, behind] = isWeekend ? [at === 0 ? 2 : 0, at === 4 ? 2 : 0] : [0, 0]
      return { from: day - before, to: day + behind }
    })
    .filter(({ from, to }) => to >= dayNumber(context.today) && (!isWeekend || from < to))
    .sort((a, b) => a.from - b.from)
  const [first] = ahead
  if (!first) return dates
  const name = weekday === undefined ? 'bankholiday' : `bankholiday ${weekday}`
  if (!isWeekend) return withSpan(dates, first, name, 'The bank holiday is the next one.')
  const to = Math.max(...ahead.filter(({ from }) => from <= first.to).map((one) => one.to))
  const remark = 'The long weekend is the next one with a bank holiday beside it.'
  return withSpan(dates, { from: first.from, to }, 'long weekend', remark)
}

const indexes = new WeakMap<readonly AskCalendar[], DateWords>()

/** The words of dates, with the days that calendars name: those are meant rather than the well-known ones. */
export const dateWordsWith = (calendars: readonly AskCalendar[] = []): DateWords => {
  if (calendars.length === 0) return english.byFirstWord
  const index = indexes.get(calendars) ?? createWords(calendars)
  indexes.set(calendars, index)
  return index
}
