import type { Token } from '../words/lexer.js'
import * as words from '../words/bank-holidays.js'
import type { PhraseTable } from '../words/phrases.js'
import type { AskForm } from '../words/sentences.js'
import { find, findAnywhere, isSubjectAt, set, take, takeAs, type Draft, type FoundPhrase } from './draft.js'

/** Whether tokens are a date and nothing else. */
export type IsDate = (tokens: readonly Token[]) => boolean

export interface DateClues {
  readonly isDate: IsDate
  /** Whether they name a holiday. */
  readonly isHoliday: IsDate
}

type NounPlace = Omit<FoundPhrase<true>, 'value'>

const isPastVerb = ({ text }: Token): boolean => ['was', 'were', 'did'].includes(text)

/** Asks with the words from one to before another. */
const ask = (draft: Draft, form: AskForm, from: number, to: number, isPast: boolean): true => {
  const asked = form === 'workday' || form === 'closed' ? 'workday' : 'holidays'
  takeAs(draft, 'bank holidays', from, to)
  set(draft, { asks: 'holidays', form, asked, isPast, isQuestion: true })
  return true
}

/** Where "the next" or "the next 3" before the noun begins; the noun itself when there is none. */
const beginningOf = (draft: Draft, noun: NounPlace, table: PhraseTable<true>): number => {
  const end = draft.tokens[noun.from - 1]?.kind === 'number' ? noun.from - 1 : noun.from
  for (let from = Math.max(0, end - 3); from < end; from += 1)
    if (find(draft, table, from, end)?.next === end) return from
  return noun.from
}

const isAnyoneNamed = (draft: Draft): boolean => draft.tokens.some((_, at) => isSubjectAt(draft, at))

const articles = new Set(['a', 'an', 'the', 'our', 'my', 'also', 'be', 'any', 'and', 'of', 'for'])

/** The subject of "is monday a holiday" is a day, "it" or "there". */
const isOfDay = (draft: Draft, start: number, noun: NounPlace, isDate: IsDate): boolean => {
  const lead = find(draft, words.holidayLeads, start, noun.from)
  if (!lead || !find(draft, words.whetherLeads, start)) return false
  const subject = draft.tokens.slice(lead.next, noun.from).filter(({ text }) => !articles.has(text))
  return subject.length === 0 || isDate(subject)
}

/** Removes consecutive phrases of a table from a position on. */
const takeAll = (draft: Draft, table: PhraseTable<true>, from: number, to: number): void => {
  for (let at = from, found = find(draft, table, at, to); found; found = find(draft, table, at, to)) {
    take(draft, at, found.next)
    at = found.next
  }
}

const readNoun = (draft: Draft, start: number, noun: NounPlace, form?: AskForm): true => {
  const { tokens } = draft
  const last = beginningOf(draft, noun, words.lastOne)
  const first = Math.min(last, beginningOf(draft, noun, words.nextOne))
  const isOne = first < noun.from && tokens[noun.from - 1]!.kind !== 'number'
  const isWhether = find(draft, words.whetherLeads, start) !== null
  const usual = ['how', 'number'].includes(tokens[start]!.text) ? 'count' : isWhether ? 'whether' : 'list'
  takeAll(draft, words.holidayLeads, start, first)
  takeAll(draft, words.holidayEnds, noun.next, tokens.length)
  draft.isLeft = tokens.some(({ text }) => /^(?:left|remaining|come)$/u.test(text))
  for (let at = first - 1; at >= start && articles.has(tokens[at]!.text); at -= 1) take(draft, at, at + 1)
  const isPast = last < noun.from || isPastVerb(tokens[start]!)
  return ask(draft, form ?? (isOne ? 'next' : usual), first, noun.next, isPast)
}

/** "how many holidays in july", "any holidays coming up", "what holidays do we have left this year": nobody's leave. */
const ofAll = (draft: Draft, start: number, isDate: IsDate): NounPlace | null => {
  const { tokens } = draft
  const lead = find(draft, words.leadsOfAll, start)?.next ?? start
  const from = tokens[lead]?.text === 'any' ? lead + 1 : lead
  const noun = from > start ? find(draft, words.holidaysOfAll, from) : null
  if (!noun) return null
  const end = find(draft, words.holidayEnds, noun.next)?.next ?? noun.next
  // What is left of somebody's leave is not known: "how many holidays left".
  const isAllowance = tokens[start]!.text === 'how' && end === noun.next + 1
  const days = tokens.slice(end)
  // "any holidays in july" may as well be about people, and "the holidays" are days.
  const isOfDays = tokens[from - 1]!.text === 'the' && days.length === 0
  const isAsked = (lead > start || end > noun.next) && !isOfDays
  return isAsked && !isAllowance && (days.length === 0 || isDate(days)) ? { from, next: noun.next } : null
}

/** "is ana off on the may bank holiday" asks about Ana, "the week before the may bank holiday" about that week. */
const isDateOnly = (draft: Draft, start: number, noun: NounPlace, isHoliday: IsDate): boolean => {
  const isNamed = [1, 2].some((back) => isHoliday(draft.tokens.slice(noun.from - back, noun.next)))
  const before = draft.tokens.slice(start, noun.from).map(({ text }) => text)
  const isOf = (said: RegExp): boolean => before.some((text) => said.test(text))
  const isOfSomebody = isOf(/^(?:off|out|away|in|leave|working)$/u) && isAnyoneNamed(draft)
  return isNamed && (isOfSomebody || isOf(/^(?:before|after)$/u))
}

/** Reads "next bank holiday", "is monday a holiday", "is 24 dec a working day"; false for other questions. */
export const readHolidayQuestion = (
  draft: Draft,
  start: number,
  { isDate, isHoliday }: DateClues,
): boolean => {
  const { tokens } = draft
  if (find(draft, words.peopleLeads, start)) return false
  const when = find(draft, words.whenLeads, start)
  const off = find(draft, words.daysOffOfAll, start)
  const open = find(draft, words.officeHours, start)
  const isWhen = when && isHoliday(tokens.slice(when.next))
  const days = tokens.slice(off?.next)
  const isOff = off && (days.length === 0 || isDate(days))
  const lead = isWhen ? when : isOff ? off : null
  if (lead) {
    const isPast = tokens.slice(start, lead.next).some(isPastVerb)
    return ask(draft, isOff ? 'count' : 'list', start, lead.next, isPast)
  }
  if (open) return ask(draft, open.value, start, open.next, false)
  const named = findAnywhere(draft, words.bankHolidays, start)
  if (named) return !isDateOnly(draft, start, named, isHoliday) && readNoun(draft, start, named)
  const next = findAnywhere(draft, words.comingHoliday, start)
  if (next && !isAnyoneNamed(draft)) return readNoun(draft, start, next, 'next')
  const all = ofAll(draft, start, isDate)
  if (all) return readNoun(draft, start, all)
  const work = findAnywhere(draft, words.workingDay, start)
  if (work && isOfDay(draft, start, work, isDate)) return readNoun(draft, start, work, 'workday')
  const day = findAnywhere(draft, words.holidayOfDay, start)
  // "is may free" asks about somebody.
  const isOfPerson = day !== null && tokens[day.from]!.text === 'free' && isAnyoneNamed(draft)
  return day !== null && !isOfPerson && isOfDay(draft, start, day, isDate) && readNoun(draft, start, day)
}
