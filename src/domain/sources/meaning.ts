import type { LeaveType } from '../presence/leave-types.js'
import type { LeaveDays } from '../presence/absence.js'
import { keyOf, padded } from './tokens.js'

/** `padded` words and the leave type that they mean (`none`: no absence); the first row counts, specific ones first. */
type TypeTable = readonly (readonly [words: string, type: LeaveType | 'none'])[]

/** Words in the form used for searching. */
export const wordList = (words: readonly string[]): readonly string[] =>
  words.map((word) => padded(keyOf(word)))

const rows = (type: LeaveType | 'none', words: readonly string[]): TypeTable =>
  wordList(words).map((word) => [word, type] as const)

/** The usual words. */
const usualTypes: TypeTable = [
  ...rows('none', [
    'working from home',
    'work from home',
    'working remotely',
    'remote work',
    'wfh',
    'home office',
    'homeoffice',
    'mobiles arbeiten',
    'business trip',
    'Dienstreise',
  ]),
  ...rows('bank_holiday', [
    'bank holiday',
    'bank holidays',
    'public holiday',
    'public holidays',
    'company holiday',
    'company holidays',
    'Feiertag',
  ]),
  ...rows('sick', [
    'sick',
    'sick leave',
    'sickness',
    'illness',
    'ill',
    'medical leave',
    'krank',
    'Krankheit',
    'krankgemeldet',
    'Arbeitsunfähig',
    'maladie',
    'baja médica',
    'malattia',
  ]),
  ...rows('personal', [
    'parental leave',
    'parental',
    'maternity leave',
    'maternity',
    'paternity leave',
    'paternity',
    'unpaid leave',
    'unpaid',
    'compassionate',
    'bereavement',
    'jury duty',
    'sabbatical',
    'personal day',
    'personal leave',
    'personal',
    'Elternzeit',
    'Mutterschutz',
    'Sonderurlaub',
    'unbezahlt',
    'unbezahlter Urlaub',
  ]),
  ...rows('holiday', [
    'vacation',
    'paid vacation',
    'annual leave',
    'holiday',
    'holidays',
    'pto',
    'paid time off',
    'Urlaub',
    'bezahlter Urlaub',
    'Ferien',
    'congé',
    'congés',
    'vacances',
    'vacaciones',
    'ferie',
    'férias',
  ]),
]

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

/** The number of words in the longest type that is searched for. */
const maxTypeWords = 5

const ownMeaning = (text: string, own: OwnTypes): LeaveType | 'none' | undefined => {
  const words =
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  for (let length = maxTypeWords; length >= 1; length -= 1)
    for (let first = 0; first + length <= words.length; first += 1) {
      const word = words.slice(first, first + length).join('')
      const type = Object.hasOwn(own, word) ? own[word] : undefined
      if (type !== undefined) return type === 'skip' ? 'none' : type
    }
  return undefined
}

/** The meaning of a text: the organization's own words take precedence over the usual ones. */
const meant = (text: string, own: OwnTypes): LeaveType | 'none' | undefined => {
  const known = Object.keys(own).length === 0 ? undefined : ownMeaning(text, own)
  if (known !== undefined) return known
  const said = padded(keyOf(text))
  return usualTypes.find(([words]) => said.includes(words))?.[1]
}

/** The leave type in a text; `fallback` when there is none. */
export const typeOf = (text: string, own: OwnTypes, fallback: LeaveType): LeaveType | 'none' =>
  meant(text, own) ?? fallback

/** In one person's calendar, words for being away at all: the other events are meetings. */
const awayWords = wordList([
  'out of office',
  'out of the office',
  'ooo',
  'oof',
  'away',
  'absent',
  'absence',
  'day off',
  'time off',
  'off',
  'leave',
  'abwesend',
  'Abwesenheit',
  'frei',
])

/** Whether the words of a text, in the form of `keyOf`, are one of the usual words for a leave or an absence. */
export const isLeaveWord = (key: string): boolean => {
  const words = padded(key)
  return awayWords.includes(words) || usualTypes.some(([usual]) => usual === words)
}

/** Whether an event in a person's own calendar means that they are away. */
export const isAway = (busy: string | null, transparent: boolean, text: string, own: OwnTypes): boolean => {
  if (busy !== null && busy !== 'BUSY') return busy === 'OOF'
  if (transparent) return false
  const type = meant(text, own)
  return type === undefined ? saysOneOf(padded(keyOf(text)), awayWords) : type !== 'none'
}

const dayCount = /(?<![\d.,])0?[.,](\d+)\s*(days?|tage?|d)\b/i
const half = /½|\b(half|half-day|halber|halbtags)\b/i
const firstDay = /first|start|erster|ersten/i
const lastDay = /last|end|letzter|letzten/i
const morning = /\b(am|a\.m\.|morning|vormittags?)\b/i
const afternoon = /\b(pm|p\.m\.|afternoon|nachmittags?)\b/i

/** Half days that only the words show: `½ first day`, `(morning)`. Without a word for the half, the afternoon. */
export const withHalves = (span: LeaveDays, summary: string): LeaveDays => {
  if (span.starts_at_noon || span.ends_at_noon) return span
  if (span.start_date !== span.end_date) {
    if (!half.test(summary)) return span
    if (firstDay.test(summary)) return { ...span, starts_at_noon: true }
    return lastDay.test(summary) ? { ...span, ends_at_noon: true } : span
  }
  if (morning.test(summary)) return { ...span, ends_at_noon: true }
  const isHalf = afternoon.test(summary) || half.test(summary) || dayCount.test(summary)
  return isHalf ? { ...span, starts_at_noon: true } : span
}
