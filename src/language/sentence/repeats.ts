import { phraseAt } from '../words/phrases.js'
import * as words from '../words/repeats.js'
import { anyDay, anyTime } from '../words/sentences.js'
import type { Repeat } from '../words/repeats.js'
import type { Token } from '../words/lexer.js'
import { splitWords } from '../words/lexer.js'
import { pastVerbs } from './subject.js'
import { vocabulary } from '../words/vocabulary.js'
import type { PhraseSource } from '../who/who.js'
import type { IsDate } from './bank-holidays.js'

/** "mondays and fridays", "every monday and friday" */
const joiners = new Set(['and', ',', '&', 'or'])

const asksWhich = new Set(['many', 'which', 'what'])

export interface TakenRepeat extends Repeat {
  readonly from: number
  readonly next: number
}

/** The days that repeat which are named at a token, several of them joined. */
export const repeatAt = (
  { meter }: PhraseSource,
  tokens: readonly Token[],
  from: number,
): TakenRepeat | null => {
  const first = phraseAt(words.repeats, tokens, from, tokens.length, meter)
  if (!first) return null
  let [next, weekdays] = [first.next, first.value.weekdays]
  while (weekdays.length > 0 && joiners.has(tokens[next]?.text ?? '')) {
    const more = phraseAt(words.repeats, tokens, next + 1, tokens.length, meter)
    const name = vocabulary.weekdays.findIndex((names) => names.includes(tokens[next + 1]?.text ?? ''))
    if (!more && (name < 0 || !first.value.each)) break
    weekdays = [...weekdays, ...(more?.value.weekdays ?? [name])]
    next = more?.next ?? next + 2
  }
  return { ...first.value, from, next, weekdays }
}

/** In tokens. */
const maxDateLength = 8

/** The end of the longest date that begins at a token. */
export const dateFrom = (tokens: readonly Token[], from: number, isDate: IsDate): number | null => {
  for (let to = Math.min(tokens.length, from + maxDateLength); to > from; to -= 1)
    if (isDate(tokens.slice(from, to))) return to
  return null
}

export const hasDate = (tokens: readonly Token[], isDate: IsDate): boolean =>
  tokens.some((_, at) => dateFrom(tokens, at, isDate) !== null)

const wordsLike = (token: Token, words: string): readonly Token[] =>
  splitWords(words).map((text) => ({ ...token, kind: 'word', text }))

/** "every friday in january" without "every friday"; null where nothing repeats, or nothing says until when. */
export const takeRepeat = (
  source: PhraseSource,
  tokens: readonly Token[],
  isDate: IsDate,
): {
  readonly repeat: Repeat
  readonly tokens: readonly Token[]
  /** Which days are meant where none were named. */
  readonly note?: string | undefined
} | null => {
  for (let at = 0; at < tokens.length; at += 1) {
    const found = repeatAt(source, tokens, at)
    if (!found) continue
    const next = tokens[found.next]?.text === 'of' ? found.next + 1 : found.next
    const before = tokens[at - 1]?.text ?? ''
    const isAsked = asksWhich.has(before) && !found.each
    // "how many fridays is ana out" asks how many days, of those; the next of them is the first of those days.
    const asked = wordsLike(tokens[at]!, found.isFirst ? 'which days' : isAsked ? 'days' : '')
    const rest = tokens.toSpliced(at, next - at, ...asked)
    const withDays = (days: string, note?: string) => ({
      repeat: found,
      tokens: [...rest, ...wordsLike(tokens[at]!, days)],
      note,
    })
    if (hasDate(tokens.toSpliced(at, next - at), isDate)) return withDays('')
    // "how many are out each day"
    if (found.isDaily && tokens.some(({ text }) => text === 'many'))
      return withDays('next seven days', 'You named no days, so these are today and the next seven.')
    const isPast = tokens.some(({ text }) => pastVerbs.has(text))
    // "which fridays is ana off" names no end.
    if (found.isFirst || (isAsked && before !== 'many'))
      return withDays(`${isPast ? 'last' : 'next'} twelve weeks`)
    // Neither does "is ana off every monday", which asks for a habit.
    const isHabit = !isPast && /^(?:is|are|does|do)$/u.test(tokens[0]!.text) && found.weekdays.length > 0
    return isHabit ? withDays('next eight weeks', 'You named no weeks, so these are the next eight.') : null
  }
  return null
}

const stated = /^(?:out|off|away|in|around|here|working|available|sick|leave|holiday|vacation|pto)$/u

/** "out at all in november", "off any day next week" without the words that change nothing. */
export const takeAnyTime = (
  { meter }: PhraseSource,
  tokens: readonly Token[],
): { readonly tokens: readonly Token[]; readonly isAny: boolean } => {
  for (let at = 1; at < tokens.length; at += 1) {
    const found =
      phraseAt(anyTime, tokens, at, tokens.length, meter) ??
      (stated.test(tokens[at - 1]!.text) ? phraseAt(anyDay, tokens, at, tokens.length, meter) : null)
    if (found) return { tokens: [...tokens.slice(0, at), ...tokens.slice(found.next)], isAny: true }
  }
  return { tokens, isAny: false }
}

/**
 * "both monday and tuesday", "all of next week", "all week next week": each of the days. `tokens`: without "both", "all
 * day" and "all week" before other days, which no date has.
 */
export const takeWhole = (
  { meter }: PhraseSource,
  tokens: readonly Token[],
  isDate: IsDate,
): { readonly tokens: readonly Token[] } | null => {
  for (let at = 0; at < tokens.length; at += 1) {
    const [day, period, whole] = [words.wholeDays, words.wholePeriods, words.wholes].map((table) =>
      phraseAt(table, tokens, at, tokens.length, meter),
    )
    const { next } = day ?? period ?? whole ?? { next: at }
    const rest = [...tokens.slice(0, at), ...tokens.slice(next)]
    // Where no day is named it is today.
    if (day)
      return {
        tokens: hasDate(rest, isDate) ? rest : rest.toSpliced(at, 0, { ...tokens[at]!, text: 'today' }),
      }
    // "all week next week", unlike "the whole week before christmas"
    const isOfDate = period && (dateFrom(tokens, period.next - 1, isDate) ?? 0) > period.next
    if (period && !isOfDate && hasDate(rest, isDate)) return { tokens: rest }
    if (!whole || dateFrom(tokens, whole.next, isDate) === null) continue
    const isBoth = ['both', 'each'].includes(tokens[at]!.text)
    return { tokens: isBoth ? [...tokens.slice(0, at), ...tokens.slice(whole.next)] : tokens }
  }
  return null
}
