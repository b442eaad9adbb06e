import { openPhrases } from './phrases.js'

const inHolidays = openPhrases('holidays')
/** Holidays without a date of their own here, because not everyone has them, or not on the same day everywhere. */

/** If most people who name one mean the same day: words for that day, as a suggestion and never as an answer. */
export const likelyDays: readonly (readonly [holidays: string, day: string])[] = [
  ['oktoberfest', 'september'],
  ['pride | pride month', 'june'],
  ['black history month', 'february'],
]

const others = inHolidays('without a date')

export const unknownHolidays = [...likelyDays.map(([names]) => names), others].join(' | ')
