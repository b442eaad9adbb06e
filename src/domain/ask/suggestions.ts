import type { Chunk } from './chunks.js'
import { yearly } from './grammar-words.js'
import { readWhen } from './meaning.js'
import type { Moment, When } from './phrase.js'
import type { Scene } from './read.js'
import { isRefusal } from './refusal.js'
import { spanWords } from './show.js'
import { editDistance } from './spelling.js'

/** What somebody who was not understood may have meant. */

/** The team that an unknown word is within two edits of. */
export const nearestTeams = ({ source }: Scene, words: string): readonly string[] => {
  const typed = words.toLowerCase()
  if (typed.length < 3) return []
  const limit = typed.length < 5 ? 1 : 2
  return [...source.book.teams]
    .filter(([key]) => editDistance(typed, key, limit) <= limit)
    .slice(0, 3)
    .map(([, team]) => team.name)
}

const mostTeams = 5

/** A sentence with the first teams, for whoever named another. */
export const teamList = ({ source }: Scene): string => {
  const names = [...source.book.teams.values()].map(({ name }) => name)
  if (names.length === 0) return 'No team or person has that name.'
  const shown = names.slice(0, mostTeams).join(', ')
  return `No team or person has that name (teams: ${shown}${names.length > mostTeams ? ', …' : ''}).`
}

const monthly = (day: number): Moment => ({ kind: 'monthly', day, shift: null, weekday: null })

/** 24 may be the 24th or 24 days, 12-14 two days of a month, 2027 a year. */
export const numberSuggestions = (
  { input, calendar }: Scene,
  numbers: readonly Chunk[],
): readonly string[] => {
  const [first = 0, second] = numbers.map(({ from }) => Number(input.tokens[from]!.text))
  const year: Moment = yearly({ kind: 'year' }, first)
  const guesses: readonly When[] =
    first >= 1000
      ? [{ kind: 'moment', moment: year }]
      : second !== undefined
        ? [{ kind: 'range', from: monthly(first), to: monthly(second) }]
        : [
            { kind: 'rolling', count: first, unit: 'day', lastUnit: false },
            { kind: 'moment', moment: monthly(first) },
          ]
  return guesses.flatMap((guess) => {
    const outcome = readWhen(guess, calendar)
    return isRefusal(outcome) ? [] : [spanWords(outcome.span)]
  })
}
