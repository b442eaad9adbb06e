import { portionIn, type Portion } from '../roster/portion.js'
import { plainTypes } from '../roster/types.js'
import type { LeaveType } from '../presence/leave-types.js'
import type { LeaveDays } from '../presence/absence.js'
import { keyOf, padded, wordsOf, type Word } from './tokens.js'

/** Words in the form used for searching. */
export const wordList = (words: readonly string[]): readonly string[] =>
  words.map((word) => padded(keyOf(word)))

/** Words that mark an event as no leave of the person it names: a replacement, a birthday. */
export const usualIgnored: readonly string[] = wordList([
  'Vertretung',
  'Replacement',
  'Birthday',
  'Birthdays',
  'Anniversary',
  'Anniversaries',
  'probation',
  'Geburtstag',
  'Probezeit',
])

/** Whether the text of an event contains one of the words: `said` is a `padded` key, `words` a `wordList`. */
export const saysOneOf = (said: string, words: readonly string[]): boolean =>
  words.some((word) => said.includes(word))

/**
 * The organization's definitions of its own words, in lower case without spaces (`unpaidleave`); `skip` is no absence.
 */
export type OwnTypes = Readonly<Record<string, LeaveType | 'skip'>>

/** Expressions for being away that say nothing of the reason, as words without blanks. */
const awayWords: ReadonlySet<string> = new Set(
  `out of office, out of the office, ooo, oof, out, away, absent, absence, on leave, day off, days off, time off, off, leave,
    abwesend, abwesenheit, frei, freier tag, absente, ausente`
    .split(',')
    .map((words) => keyOf(words).replaceAll(' ', '')),
)

/** What an expression means: `away` has no reason, `skip` is no absence. */
type LeaveMeaning = LeaveType | 'skip' | 'away'

/** An expression for a leave among words, by their places. */
export interface LeaveExpression {
  readonly meaning: LeaveMeaning
  readonly first: number
  readonly last: number
  readonly isOwn: boolean
}

/** The number of words in the longest expression that is searched for. */
const maxExpressionWords = 8

/** A title has fewer words. */
export const maxSearchedWords = 60

/** A text with its words, and the expressions for leaves among them: the longest at each place. */
export interface LeaveWords {
  readonly text: string
  readonly words: readonly Word[]
  readonly expressions: readonly LeaveExpression[]
}

const createMeanings = (text: string, own: OwnTypes) => {
  const hasOwn = Object.keys(own).length > 0
  return (some: readonly Word[]): Pick<LeaveExpression, 'meaning' | 'isOwn'> | null => {
    const written = hasOwn ? some.map(({ from, to }) => text.slice(from, to)).join('') : ''
    const key = written.normalize('NFC').toLowerCase()
    const ofOwn = Object.hasOwn(own, key) ? own[key] : undefined
    if (ofOwn !== undefined) return { meaning: ofOwn, isOwn: true }
    const word = some.map((one) => one.text).join('')
    const meaning = awayWords.has(word) ? 'away' : plainTypes.get(word)
    // "Kick-off", "off-site"
    const [from, to] = [some[0]!.from, some.at(-1)!.to]
    if (meaning === 'away' && (text[from - 1] === '-' || text[to] === '-')) return null
    return meaning === undefined ? null : { meaning, isOwn: false }
  }
}

export const leaveWordsIn = (text: string, own: OwnTypes): LeaveWords => {
  const words = wordsOf(text)
  const searched = words.slice(0, maxSearchedWords)
  const meaningOf = createMeanings(text, own)
  const expressions: LeaveExpression[] = []
  for (let first = 0; first < searched.length; first += 1)
    for (let length = Math.min(maxExpressionWords, searched.length - first); length >= 1; length -= 1) {
      const meant = meaningOf(searched.slice(first, first + length))
      if (!meant) continue
      expressions.push({ ...meant, first, last: first + length - 1 })
      first += length - 1
      break
    }
  return { text, words, expressions }
}

/** Of several, the first counts: specific ones before general ones. */
const precedence: readonly LeaveMeaning[] = ['skip', 'bank_holiday', 'sick', 'personal', 'holiday']

/** The type that expressions mean: the organization's own words take precedence over the usual ones. */
export const typeAmong = (
  expressions: readonly LeaveExpression[],
  fallback: LeaveType,
): LeaveType | 'none' => {
  const own = expressions.find(({ isOwn }) => isOwn)?.meaning
  const found = own ?? precedence.find((one) => expressions.some(({ meaning }) => meaning === one))
  return found === 'skip' ? 'none' : found === undefined || found === 'away' ? fallback : found
}

/** Whether the words of a text, in the form of `keyOf`, are one of the usual words for a leave or an absence. */
export const isLeaveWord = (key: string): boolean => {
  const word = key.replaceAll(' ', '')
  return awayWords.has(word) || plainTypes.has(word)
}

/** Less than a day, or less than the hours that make one. */
const dayCount = /(?<![\d.,])0?[.,]\d+\s*(?:days?|tage?|d|j(?:ours?)?)(?!\p{L})|[([]\s*0?[.,]\d+\s*[)\]]/iu
const hourCount =
  /(?<![\d.,:])[1-5](?:[.,]\d+)?\s*(?:h|hrs?|hours?|std|stunden?|heures?|horas?)(?![\p{L}\d])/iu
const firstDay = /first|start|erster|ersten|from noon/i
const lastDay = /last|end|letzter|letzten|until noon/i
const noon = /\b(from|until) noon\b/i

/** The halves that the words of an event show. */
export interface SaidHalves {
  readonly portion: Portion | null
  /** Where a leave of several days begins or ends at noon. */
  readonly first: boolean
  readonly last: boolean
}

export const halvesIn = (summary: string): SaidHalves => {
  const isPart = dayCount.test(summary) || hourCount.test(summary)
  const portion = portionIn(summary) ?? (isPart ? 'half' : null)
  const isSaid = portion === 'half' || noon.test(summary)
  return { portion, first: isSaid && firstDay.test(summary), last: isSaid && lastDay.test(summary) }
}

/** Half days that only the words show: `½ first day`, `(morning)`. Without a word for the half, the afternoon. */
export const withHalves = (span: LeaveDays, { portion, first, last }: SaidHalves): LeaveDays => {
  if (span.starts_at_noon || span.ends_at_noon) return span
  if (span.start_date !== span.end_date)
    return first || last ? { ...span, starts_at_noon: first, ends_at_noon: last } : span
  if (portion === 'morning') return { ...span, ends_at_noon: true }
  return portion === 'afternoon' || portion === 'half' ? { ...span, starts_at_noon: true } : span
}
