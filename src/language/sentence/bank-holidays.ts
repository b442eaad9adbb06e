import type { Token } from '../words/lexer.js'
import * as words from '../words/bank-holidays.js'
import type { PhraseTable } from '../words/phrases.js'
import type { AskForm } from '../words/sentences.js'
import { bareNameAt } from '../who/who.js'
import type { Draft } from './draft.js'
import { namesOfDates } from './subject.js'
import { find, findAnywhere, take, type SentenceReader } from './reader.js'

/** A question about bank holidays, with the words that make it one removed. */
export interface HolidayQuestion extends Readonly<Pick<Draft, 'form' | 'isPast' | 'isLeft'>> {
  /** The position of those words. */
  readonly from: number
  readonly to: number
}

/** Whether tokens are a date and nothing else. */
export type IsDate = (tokens: readonly Token[]) => boolean

interface NounPlace {
  readonly from: number
  readonly next: number
}

/** Where "the next" or "the next 3" before the noun begins; the noun itself when there is none. */
const beginningOf = (reader: SentenceReader, noun: NounPlace, table: PhraseTable<true>): number => {
  const end = reader.tokens[noun.from - 1]?.kind === 'number' ? noun.from - 1 : noun.from
  for (let from = Math.max(0, end - 3); from < end; from += 1)
    if (find(reader, table, from, end)?.next === end) return from
  return noun.from
}

const isAnyoneNamed = ({ source, tokens }: SentenceReader, { from, next }: NounPlace): boolean =>
  tokens.some(
    ({ kind }, at) =>
      kind === 'name' || ((at < from || at >= next) && bareNameAt(source, tokens, at) !== null),
  )

const articles = new Set(['a', 'an', 'the', 'our', 'my', 'also', 'be', 'any', 'and', 'of', 'for'])

/** The subject of "is monday a holiday" is a day or "it". */
const isOfDay = (reader: SentenceReader, start: number, noun: NounPlace, isDate: IsDate): boolean => {
  const lead = find(reader, words.holidayLeads, start, noun.from)
  if (!lead || !find(reader, words.whetherLeads, start)) return false
  const subject = reader.tokens.slice(lead.next, noun.from).filter(({ text }) => !articles.has(text))
  const after = reader.tokens.slice(noun.next)
  return subject.length > 0
    ? isDate(subject)
    : isOpening(reader, start) || (after.length > 0 && isDate(after))
}

/** "is there a holiday", "do we have a holiday": about a place without naming one. */
const isOpening = (reader: SentenceReader, start: number): boolean => {
  const said = reader.tokens
    .slice(start, start + 3)
    .map(({ text }) => text)
    .join(' ')
  return /^(?:is|was|are|were|will) there|^(?:do|did|have) we|^is it/u.test(said)
}

/** "is may free" asks about somebody. */
const isOfFreePerson = (reader: SentenceReader, start: number, noun: NounPlace): boolean =>
  reader.tokens[noun.from]!.text === 'free' &&
  (isAnyoneNamed(reader, noun) ||
    (noun.from === start + 2 && namesOfDates.has(reader.tokens[start + 1]!.text)))

const isPastVerb = ({ tokens }: SentenceReader, start: number): boolean =>
  ['was', 'were', 'did'].includes(tokens[start]?.text ?? '')

/** Removes consecutive phrases of a table from a position on. */
const takeAll = (reader: SentenceReader, table: PhraseTable<true>, from: number, to: number): void => {
  for (let at = from; at < to;) {
    const found = find(reader, table, at, to)
    if (!found) return
    take(reader, at, found.next)
    at = found.next
  }
}

const formOf = (reader: SentenceReader, start: number, isOne: boolean): AskForm => {
  if (isOne) return 'next'
  const first = reader.tokens[start]?.text ?? ''
  if (first === 'how' || first === 'number') return 'count'
  return find(reader, words.whetherLeads, start) ? 'whether' : 'list'
}

const questionAt = (reader: SentenceReader, start: number, noun: NounPlace): HolidayQuestion => {
  const next = beginningOf(reader, noun, words.nextOne)
  const last = beginningOf(reader, noun, words.lastOne)
  const first = Math.min(next, last)
  const isOne = first < noun.from && reader.tokens[noun.from - 1]?.kind !== 'number'
  const form = formOf(reader, start, isOne)
  takeAll(reader, words.holidayLeads, start, first)
  take(reader, first, noun.next)
  takeAll(reader, words.holidayEnds, noun.next, reader.tokens.length)
  const isLeft = reader.tokens.some(
    (token) => reader.gone.has(token) && /^(?:left|remaining|come)$/u.test(token.text),
  )
  for (let at = first - 1; at >= start && articles.has(reader.tokens[at]!.text); at -= 1)
    take(reader, at, at + 1)
  return { form, isPast: last < noun.from || isPastVerb(reader, start), isLeft, from: first, to: noun.next }
}

/** What is left of somebody's leave is not known: "how many holidays left". */
const noEnds = new Set(['left', 'remaining'])

/** "how many holidays in july", "any holidays coming up", "what holidays do we have left this year": nobody's leave. */
const ofAll = (reader: SentenceReader, start: number, isDate: IsDate): NounPlace | null => {
  const lead = find(reader, words.leadsOfAll, start)?.next ?? start
  const from = reader.tokens[lead]?.text === 'any' ? lead + 1 : lead
  const noun = from > start ? find(reader, words.holidaysOfAll, from) : null
  if (!noun) return null
  const end = find(reader, words.holidayEnds, noun.next)?.next ?? noun.next
  const isAllowance =
    reader.tokens[start]!.text === 'how' &&
    end === noun.next + 1 &&
    noEnds.has(reader.tokens[noun.next]!.text)
  const days = reader.tokens.slice(end)
  // "any holidays in july" may as well be about people, and "the holidays" are days.
  const isOfDays = reader.tokens[from - 1]!.text === 'the' && days.length === 0
  const isAsked = (lead > start || end > noun.next) && !isOfDays
  return isAsked && !isAllowance && (days.length === 0 || isDate(days)) ? { from, next: noun.next } : null
}

/** "do we get labor day off", "is labor day off" */
const offOfDay = (
  reader: SentenceReader,
  start: number,
  isDate: IsDate,
  isHoliday: IsDate,
): HolidayQuestion | null => {
  const isOfHoliday = reader.tokens.at(-1)?.text === 'off' && isHoliday(reader.tokens.slice(start + 1, -1))
  const lead =
    find(reader, words.weGet, start) ?? (isOfHoliday ? find(reader, words.whetherLeads, start) : null)
  const at = reader.tokens.findLastIndex(({ text }) => text === 'off' || text === 'free')
  if (!lead || at <= lead.next) return null
  const days = reader.tokens.filter((_, place) => place >= lead.next && place !== at)
  if (!isDate(days)) return null
  take(reader, start, lead.next)
  take(reader, at, at + 1)
  return {
    form: 'whether',
    isPast: isPastVerb(reader, start),
    isLeft: false,
    from: start,
    to: lead.next,
  }
}

/** "is ana off on the may bank holiday" asks about Ana, "the week before the may bank holiday" about that week. */
const isDateOnly = (reader: SentenceReader, start: number, noun: NounPlace, isHoliday: IsDate): boolean => {
  const name = [1, 2].find(
    (back) => noun.from - back >= start && isHoliday(reader.tokens.slice(noun.from - back, noun.next)),
  )
  const before = reader.tokens.slice(start, noun.from).map(({ text }) => text)
  const isOf = (words: RegExp): boolean => before.some((text) => words.test(text))
  const isOfSomebody = isOf(/^(?:off|out|away|in|leave|working)$/u) && isAnyoneNamed(reader, noun)
  return name !== undefined && (isOfSomebody || isOf(/^(?:before|after)$/u))
}

/** Reads "next bank holiday", "is monday a holiday", "is 24 dec a working day"; null for other questions. */
export const readHolidayQuestion = (
  reader: SentenceReader,
  start: number,
  isDate: IsDate,
  isHoliday: IsDate,
): HolidayQuestion | null => {
  if (find(reader, words.peopleLeads, start)) return null
  const when = find(reader, words.whenLeads, start)
  if (when && isHoliday(reader.tokens.slice(when.next))) {
    const isPast = reader.tokens.slice(start, when.next).some(({ text }) => text === 'was')
    take(reader, start, when.next)
    return { form: 'list', isPast, isLeft: false, from: start, to: when.next }
  }
  const off = find(reader, words.daysOffOfAll, start)
  const rest = off && reader.tokens.slice(reader.tokens[off.next]?.text === 'for' ? off.next + 1 : off.next)
  if (off && (rest?.length === 0 || isDate(rest!))) {
    const isPast = reader.tokens.slice(start, off.next).some(({ text }) => text === 'did')
    take(reader, start, reader.tokens.length - rest!.length)
    return { form: 'count', isPast, isLeft: false, from: start, to: off.next }
  }
  const given = offOfDay(reader, start, isDate, isHoliday)
  if (given) return given
  const open = find(reader, words.officeHours, start)
  if (open) {
    take(reader, start, open.next)
    return { form: open.value, isPast: false, isLeft: false, from: start, to: open.next }
  }
  const named = findAnywhere(reader, words.bankHolidays, start)
  if (named && isDateOnly(reader, start, named, isHoliday)) return null
  if (named) return questionAt(reader, start, named)
  const next = findAnywhere(reader, words.comingHoliday, start)
  if (next && !isAnyoneNamed(reader, next)) return { ...questionAt(reader, start, next), form: 'next' }
  const all = ofAll(reader, start, isDate)
  if (all) return questionAt(reader, start, all)
  const work = findAnywhere(reader, words.workingDay, start)
  if (work && isOfDay(reader, start, work, isDate))
    return { ...questionAt(reader, start, work), form: 'workday' }
  const day = findAnywhere(reader, words.holidayOfDay, start)
  return day && isOfDay(reader, start, day, isDate) && !isOfFreePerson(reader, start, day)
    ? questionAt(reader, start, day)
    : null
}
