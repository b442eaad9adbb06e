import type { Asks } from '../../language/words/sentences.js'
import { isUsualDays } from '../../language/create-query.js'
import {
  addDays,
  dayNumber,
  overlaps,
  weekdays,
  type Day,
  type DayRange,
  type Weekday,
} from '../../calendar/day.js'
import { isWholeMonths } from '../../calendar/period.js'
import { weekAround, isWorkingDay } from '../../calendar/week.js'
import { maxRangeDays } from '../../calendar/period.js'
import { hasWorkingDay, isOneDay, workingPart } from '../reply/days.js'
import type { Asked, NamedSet } from '../reply/asked.js'
import { dayName, dayWords, rangeWords, shortRangeWords } from './dates.js'
import { capital, code, joined, line, note, type Part, type Voice } from './message.js'

/** Cut so that no title exceeds its limit. */
const maxNameLength = 50

export const cutName = (name: string): string => {
  const characters = [...name]
  return characters.length <= maxNameLength ? name : `${characters.slice(0, maxNameLength - 1).join('')}…`
}

/** Whether a range is one week by the organization's start of the week. */
export const isWeek = ({ range, week }: Pick<Asked, 'range' | 'week'>): boolean => {
  const whole = weekAround(dayNumber(range.from), weekdays.indexOf(week.start))
  return dayNumber(range.from) === whole.from && dayNumber(range.to) === whole.to
}

const weekName = (asked: Asked): string | null => {
  if (!isWeek(asked)) return null
  const { from } = weekAround(dayNumber(asked.today), weekdays.indexOf(asked.week.start))
  const weeks = (dayNumber(asked.range.from) - from) / 7
  return weeks === 0 ? 'this week' : weeks === 1 ? 'next week' : weeks === -1 ? 'last week' : null
}

const monthsSince = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7))

const monthName = ({ range, today }: Asked): string | null => {
  if (!isWholeMonths(range) || range.from.slice(0, 7) !== range.to.slice(0, 7)) return null
  const months = monthsSince(range.from) - monthsSince(today)
  return months === 0 ? 'this month' : months === 1 ? 'next month' : months === -1 ? 'last month' : null
}

/** What people call the days: "today", "next week". */
const nameOf = (asked: Asked): string | null => {
  const { range, today } = asked
  if (isOneDay(range)) return dayName(range.from, today)
  return weekName(asked) ?? monthName(asked)
}

/** No day was named, and these are the usual ones: "today to Mon 30 Nov" says where they end, whether or not it is counted. */
const isFromToday = ({ range, today, is_dated }: Asked, { absolute }: Pick<Voice, 'absolute'>): boolean =>
  !absolute && !is_dated && range.from === today && !isOneDay(range)

/** The days that represent a range: of a week the working days, otherwise all that were asked for. */
export const daysSaid = ({ range, week }: Pick<Asked, 'range' | 'week'>): DayRange =>
  isWeek({ range, week }) ? (workingPart(range, week.working_days) ?? range) : range

/** More separate days than that are counted. */
export const maxNamedDays = 5

/** "Mon 23 and Tue 24 Nov", "Fri 4, Fri 11 and Fri 18 Dec", "8 separate days, 4 Dec – 22 Jan 2027". */
const separateDays = (
  ranges: readonly DayRange[],
  { range, today, found }: Asked,
  last: 'and' | 'or',
): string => {
  if (ranges.length > maxNamedDays) {
    const isOfSome = last === 'or' && found?.ask === 'whether'
    const isNone = found?.yes === false && found.quantity === 'any'
    const some = isOfSome ? (isNone ? 'any of ' : 'some of ') : ''
    return `${some}${ranges.length}${isOfSome ? '' : ' separate'} days, ${shortRangeWords(range, today)}`
  }
  const words = ranges.map((one) => shortRangeWords(one, today))
  const month = (text: string): string => / [A-Z][a-z]{2}(?: \d{4})?$/.exec(text)?.[0] ?? ''
  return joined(
    words.map((text, at) =>
      at + 1 < words.length && month(text) === month(words[at + 1]!)
        ? text.slice(0, -month(text).length)
        : text,
    ),
    last,
  )
}

/** Each of the days, or some day among them. */
const lastWord = ({ found }: Asked): 'and' | 'or' =>
  !found || found.each || found.state === 'in' || found.ask === 'days' ? 'and' : 'or'

/**
 * "next week, 23–27 Nov", "today, Mon 23 Nov", "Wed 25 Nov", "today to Mon 30 Nov", "23–27 Nov 2027", "Wed 25 Nov but
 * not Tue 24 Nov".
 */
export const askedDays = (asked: Asked, voice: Pick<Voice, 'absolute'>): string => {
  const { not_on, ...rest } = asked
  const not = not_on?.map((days) => shortRangeWords(days, asked.today))
  return `${theseDays(rest, voice)}${not ? `, but not ${joined(not)}` : ''}`
}

const theseDays = (asked: Asked, { absolute }: Pick<Voice, 'absolute'>): string => {
  if (asked.ranges) return separateDays(asked.ranges, asked, lastWord(asked))
  if (isFromToday(asked, { absolute })) return `today to ${dayWords(asked.range.to, asked.today)}`
  const days = shortRangeWords(daysSaid(asked), asked.today)
  const name = absolute ? null : nameOf(asked)
  return `${name === null ? '' : `${name}, `}${days}`
}

/** The same after a verb: "today, Mon 23 Nov", "on Wed 25 Nov", "from today to Mon 30 Nov", "23–27 Nov". */
export const onDays = (asked: Asked, voice: Pick<Voice, 'absolute'>): string => {
  if (isFromToday(asked, voice)) return `from ${askedDays(asked, voice)}`
  if (asked.ranges) return `on ${askedDays(asked, voice)}`
  const isNamed = !voice.absolute && nameOf(asked) !== null
  return `${isOneDay(asked.range) && !isNamed ? 'on ' : ''}${askedDays(asked, voice)}`
}

/** "everyone except Design", "Design and Support", "Design, but not Ana Ruiz". */
const setWords = ({ of, except }: NamedSet): string => {
  const [meant, taken] = [joined(of.map(cutName)), joined(except.map(cutName))]
  if (except.length === 0) return meant
  return of.length === 0 ? `everyone except ${taken}` : `${meant}, but not ${taken}`
}

/** Before a title: "Design · ", "Everyone except Design · "; empty when everyone was asked about. */
export const teamPrefix = ({ team, set }: Pick<Asked, 'team' | 'set'>): string =>
  set ? `${capital(setWords(set))} · ` : team ? `${cutName(team.name)} · ` : ''

/** Behind a sentence: " · everyone except Design". */
export const setSuffix = ({ set }: Pick<Asked, 'set'>): string => (set ? ` · ${setWords(set)}` : '')

/** "Today, Sun 22 Nov, is not a working day", "Nobody works on 28–29 Nov". */
export const notWorking = (asked: Asked, { absolute }: Pick<Voice, 'absolute'>): string => {
  const { range, today } = asked
  if (!isOneDay(range))
    return `Nobody ${range.to < today ? 'worked' : 'works'} on ${askedDays(asked, { absolute })}`
  const name = absolute ? null : dayName(range.from, today)
  const day = dayWords(range.from, today)
  const verb = range.from < today ? 'was' : 'is'
  return name === null
    ? `${day} ${verb} not a working day`
    : `${capital(name)}, ${day}, ${verb} not a working day`
}

/** For programs: that nobody works on these days. */
export const restRemarks = (
  range: DayRange,
  today: Day,
  workingDays: readonly Weekday[],
): readonly string[] => {
  if (hasWorkingDay(range, workingDays)) return []
  const verb = range.to < today ? 'was' : 'is'
  return isOneDay(range)
    ? [`${dayWords(range.from, today)} ${verb} not a working day.`]
    : [`No day of ${rangeWords(range, today)} ${verb} a working day.`]
}

/** "Who is out", "Who was in" before days that are over. */
export const whoIs = ({ range, today }: Asked, state: Asks): string =>
  `Who ${range.to < today ? 'was' : 'is'} ${state}`

/** Shown before an answer about today, or about days from today on, when today is a day off. */
export const dayOffParts = (asked: Asked, { absolute }: Pick<Voice, 'absolute'>): readonly Part[] => {
  const { range, today, week } = asked
  const isOff = range.from === today && !isWorkingDay(today, week.working_days)
  if (!isOff || absolute) return []
  return [line(`Today, ${dayWords(today, today)}, is not a working day.`)]
}

const clippedNote = ({ clipped_from: whole, today }: Asked): readonly Part[] =>
  whole ? [note(`${maxRangeDays} days at a time; you asked for ${rangeWords(whole, today)}.`)] : []

/** The days before and after those that are shown, as commands. */
const restNotes = ({ clipped_from: whole, range, team }: Asked, { write }: Voice): readonly Part[] => {
  if (!whole) return []
  const who = team ? ` team:"${team.name.replaceAll('"', '""')}"` : ''
  const before = whole.from < range.from ? [`${whole.from}..${addDays(range.from, -1)!}${who}`] : []
  const after = range.to < whole.to ? [`${addDays(range.to, 1)!}..${whole.to}${who}`] : []
  const commands = [...before, ...after].flatMap((words) => [', ', code(write(words))]).slice(1)
  return [note('The rest: ', ...commands)]
}

/** Of days beside a title that has them all, nothing is left to say. */
export const unsaidDays = (asked: Asked): string | undefined =>
  isWeek(asked) || isOneDay(asked.range) || asked.clipped_from ? undefined : ''

/** How the question was read, where another reading is possible. `read`: what as; empty where the title says so. */
export const readingNotes = (
  asked: Pick<Asked, 'corrections' | 'remarks' | 'alternative' | 'range' | 'clipped_from' | 'today'>,
  voice: Voice,
  read = rangeWords(asked.clipped_from ?? asked.range, asked.today),
): readonly Part[] => {
  if (voice.absolute) return []
  const { corrections, remarks, alternative, range, today } = asked
  // The title of an answer about a day that is over has its date.
  const isSaid = isOneDay(range) && range.to < today && read === dayWords(range.from, today)
  const other: readonly Part[] =
    alternative === null
      ? []
      : [
          ...(isSaid || read === '' ? [] : [note(`Read as ${read}.`)]),
          { kind: 'suggestions', lines: [[code(voice.write(alternative))]] },
        ]
  return [
    ...corrections.map(({ typed, read: as }) => note(`I read "${typed}" as "${as}".`)),
    ...remarks.filter((remark) => !isUsualDays(remark)).map((remark) => note(remark)),
    ...other,
  ]
}

/** Further notes about the days, below the answer. */
export const askedNotes = (asked: Asked, voice: Voice): readonly Part[] => {
  const late = (asked.late ?? []).map((sentence) => note(sentence))
  if (voice.absolute) return late
  const { zone, today, range } = asked
  const around = { from: addDays(today, -1) ?? today, to: addDays(today, 1) ?? today }
  const where =
    zone === null || !overlaps(range, around)
      ? []
      : [note(`Today is ${dayWords(today, today)} where you are (${zone.replaceAll('_', ' ')}).`)]
  return [...clippedNote(asked), ...restNotes(asked, voice), ...where, ...late]
}
