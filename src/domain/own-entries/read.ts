import { parseAsk } from '../../language/ask.js'
import type { AskContext } from '../../language/context.js'
import type { Day, DayRange } from '../../calendar/day.js'
import { hasWorkingDay, workingDayAfter } from '../reply/days.js'
import type { Settings } from '../organization/organization.js'
import { partOf, type DayPart, type OwnEntry, type OwnReason } from './entry.js'

/** What the days depend on besides the words. Names of people do not matter here. */
export type EntryContext = Omit<AskContext, 'teams' | 'people' | 'asker' | 'mentioned'>

/** `locale`: BCP 47, of the person who typed the words. */
export const entryContextOf = (
  { week_start, date_order, working_days }: Pick<Settings, 'week_start' | 'date_order' | 'working_days'>,
  today: Day,
  locale: string | null,
  calendars: EntryContext['calendars'] = [],
): EntryContext => ({
  today,
  weekStart: week_start,
  dateOrder: date_order,
  locale: locale ?? 'en-GB',
  workingDays: working_days,
  calendars,
})

const reasons: Readonly<Record<string, OwnReason>> = {
  away: 'away',
  holiday: 'holiday',
  vacation: 'holiday',
  pto: 'holiday',
  sick: 'sick',
  ill: 'sick',
  personal: 'personal',
}

const parts: Readonly<Record<string, DayPart>> = {
  morning: 'morning',
  am: 'morning',
  afternoon: 'afternoon',
  pm: 'afternoon',
}

/** Words around a part of a day: "in the morning", "this afternoon", "all day". */
const partWords = /(?:^|[\s,;])(?:(?:in the|on the|this)\s+)?(morning|afternoon|am|pm)(?=[\s,;]|$)/iu
/** Between the first and the last day: of "7-9 dec" and "2026-12-07" it is no word of its own. */
const rangeWords = /\s[-–—]\s|[–—]|(?:^|\s)(?:to|till|until|through|thru)\s/iu
/** "half day monday": which half is chosen in the form. */
const halfDay = /(?:^|[\s,;])(?:for\s+)?(?:a\s+)?half(?:\s+of)?(?:\s+a|\s+the)?[\s-]+day(?=[\s,;]|$)/iu
const wholeDay = /(?:^|[\s,;])(?:all day|whole day|the whole day)(?=[\s,;]|$)/iu
const reasonWords =
  /(?:^|[\s,;])(?:(?:on|for)\s+)?(away|holiday|vacation|pto|sick|ill|personal)(?:\s+(?:leave|day))?(?=[\s,;]|$)/iu

/** The words without those that are not about days. */
const daysIn = (text: string): string =>
  // A part may stand beside each end of a range.
  [partWords, partWords, wholeDay, halfDay, reasonWords]
    .reduce((left, words) => left.replace(words, ' '), text)
    .replace(/^[\s,;]+|(?<![\s,;])[\s,;]+$/gu, '')

/** The part that a text names; null: none. */
const partIn = (text: string): DayPart | null => parts[partWords.exec(text)?.[1]?.toLowerCase() ?? ''] ?? null

/** "7 dec afternoon – 9 dec morning": each end has its own. Null: it is not said whose part it is. */
const partOfRange = (text: string): DayPart | null => {
  const range = rangeWords.exec(text)
  if (!range) return partIn(text) === null && !halfDay.test(text) ? 'whole' : null
  if (halfDay.test(text)) return null
  const [first, last] = [text.slice(0, range.index), text.slice(range.index + range[0].length)].map(partIn)
  return partOf({ starts_at_noon: first === 'afternoon', ends_at_noon: last === 'morning' })
}

/** Of a half that is not named, the form proposes the first. */
const partOfDay = (text: string): DayPart => partIn(text) ?? (halfDay.test(text) ? 'morning' : 'whole')

/** `off`, `off 24-28 dec`, `off sick until wednesday`. Null when the words are a question. */
export const readOff = (text: string, context: EntryContext): OwnEntry | null => {
  const said = /^off(?:\s+(?<rest>.+))?$/isu.exec(text.trim().replace(/(?<![.!])[.!]+$/u, ''))
  return said ? readDays(said.groups?.['rest'] ?? '', context) : null
}

/** The same without the leading word `off`. */
export const readDays = (text: string, context: EntryContext): OwnEntry | null => {
  const reason = reasons[reasonWords.exec(text)?.[1]?.toLowerCase() ?? ''] ?? 'away'
  const days = daysIn(text)
  if (days === '') return { from: context.today, to: context.today, part: partOfDay(text), reason }
  const ask = parseAsk(days, { ...context, teams: [], people: [] })
  if (ask.kind !== 'query') return null
  const { isDated, ranges, range, team, person, asks, form } = ask.query
  if (!isDated || ranges.length > 0 || team || person || asks !== 'out' || form !== 'list') return null
  const part = range.from === range.to ? partOfDay(text) : partOfRange(text)
  return part && { ...range, part, reason }
}

/** Whether somebody says that they are off, and means that they work elsewhere. */
export const saysElsewhere = (text: string): boolean =>
  /^off[\s,]+(?:wfh|home[ -]?office|work(?:ing)? (?:from home|remotely)|remote(?:ly)?)\b(?! team)/iu.test(
    text.trim(),
  ) ||
  /^off\b.*\b(?:wfh|home[ -]?office|work(?:ing)? (?:from home|remotely)|remotely)[.!]*$/isu.test(text.trim())

/** Days as they are proposed in the form; `dayOff`: none of the days that were meant is a working day. */
export interface ProposedEntry extends OwnEntry {
  readonly dayOff: DayRange | null
  /** No day was named: the next working day is proposed in place of today. */
  readonly isNext: boolean
}

/** Where nobody works on the days, those that were named stay, and today makes way for the next working day. */
export const proposeEntry = (
  entry: OwnEntry,
  { today, workingDays = [] }: Pick<EntryContext, 'today' | 'workingDays'>,
  isNamed: boolean,
): ProposedEntry => {
  const { from, to } = entry
  if (to < from || workingDays.length === 0 || hasWorkingDay({ from, to }, workingDays))
    return { ...entry, dayOff: null, isNext: false }
  const next = isNamed ? null : workingDayAfter(today, workingDays)
  return { ...entry, ...(next && { from: next, to: next }), dayOff: { from, to }, isNext: next !== null }
}

/** Whether days are named in the words of `off`. */
export const namesDays = (text: string): boolean => daysIn(text.replace(/^\s*off/iu, '')) !== ''

/** Whether these are the words of a person who is back. */
export const saysBack = (text: string): boolean =>
  /^(?:i am |i'm |i’m )?back(?: now| early)?[.!]*$/iu.test(text.trim())
