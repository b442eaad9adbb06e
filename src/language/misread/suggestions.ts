import type { NameBook } from '../who/book.js'
import { reservedWords } from '../words/reserved.js'
import type { Chunk } from './chunks.js'
import { dateIn, yearly } from '../grammar/words.js'
import { on, readWhen, rolling } from '../meaning/meaning.js'
import type { Moment, When } from '../meaning/moment.js'
import { range } from '../meaning/range.js'
import type { ParseContext } from '../read.js'
import { isRefusal } from './refusal.js'
import { spanWords } from '../show.js'

/** Suggestions for someone who was not understood. */

const maxTeams = 20

export const teamNames = ({ teams }: NameBook): string => {
  const names = [...teams.values()].map(({ name }) => name)
  const more = names.length > maxTeams ? `, and ${names.length - maxTeams} more` : ''
  return names.slice(0, maxTeams).join(', ') + more
}

/** A sentence that lists all teams, for someone who named an unknown one. */
export const everyTeam = ({ source }: ParseContext): string => {
  const names = teamNames(source.book)
  return `No team or person has that name${names === '' ? '' : ` (teams: ${names})`}.`
}

/** Words that are never names, however they are spelled. */
const noNames = new Set(
  'soon later asap someday sometime while now then some many much few more less most time times dept department office company place home work working day days date dates hour hours ish about around every each other another maybe perhaps not no yes yeah the that these those with without when what which why how where if and but so than as like want need know get go see asking drop table select from into can could should would may might must stop cancel start quit exit you your me my they them it its who guys folks manager boss lead weather lunch next last please test hello world help ok data file whats feeling well'.split(
    ' ',
  ),
)

/** Whether unknown words could be a name: one to three words of letters, none of them a common word. */
export const looksLikeName = (words: string): boolean => {
  const each = words.toLowerCase().split(/\s+/u)
  return (
    each.length <= 3 &&
    each.every(
      (word) => /^[\p{L}][\p{L}\p{M}.'’-]+$/u.test(word) && !noNames.has(word) && !reservedWords.has(word),
    )
  )
}

const monthly = (day: number): Moment => ({ kind: 'monthly', day, shift: null, weekday: null })

/** 17-12 may be 17 December. */
const dayOfMonth = (day: number, month: number): readonly When[] =>
  month >= 1 && month <= 12 && day >= 1 && day <= 31 ? [on(dateIn(month, day))] : []

/** 24 may be the 24th or 24 days, 12-14 two days of a month, 2027 a year. */
export const numberSuggestions = (
  { input, calendar }: ParseContext,
  numbers: readonly Chunk[],
): readonly string[] => {
  const [first = 0, second] = numbers.map(({ from }) => Number(input.tokens[from]!.text))
  const guesses: readonly When[] =
    first >= 1000
      ? [on(yearly({ kind: 'year' }, first))]
      : second !== undefined
        ? [...dayOfMonth(first, second), range(monthly(first), monthly(second))]
        : [rolling(first, 'day'), on(monthly(first))]
  return guesses.flatMap((guess) => {
    const outcome = readWhen(guess, calendar)
    return isRefusal(outcome) ? [] : [spanWords(outcome.span)]
  })
}
