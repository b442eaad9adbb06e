import type { PhraseSource } from '../who/who.js'
import { splitWords, type Token } from '../words/lexer.js'
import { compilePhrases, phraseAt, wordsBelow } from '../words/phrases.js'
import { vocabulary } from '../words/vocabulary.js'
import type { IsDate } from './bank-holidays.js'
import { pastVerbs } from './subject.js'

/** Words for days that repeat, and the weekdays that they name; none: every day. */
export interface Repeat {
  readonly weekdays: readonly number[]
  /** Each of them, not some of them: "every friday", unlike "on fridays". */
  readonly each: boolean
  /** All of them together, even in a list: "who is out on all fridays". */
  readonly isWhole?: true
  /** "how many are out each day" is answered day by day. */
  readonly isDaily?: true
  /** "the next friday that ana is in" */
  readonly isFirst?: true
}

/** Sorted by meaning: every friday, fridays, the next friday, all fridays, weekends, every day. */
const repeats = compilePhrases<Repeat>([
  ...vocabulary.weekdays.flatMap((names, weekday): readonly (readonly [string, Repeat])[] => {
    const [[name], weekdays] = [names, [weekday]]
    return [
      [`{every,each,every single} {${names.join(',')}}`, { weekdays, each: true }],
      [`{,on ,the ,on any ,any }${name}s | {,on }any ${name}`, { weekdays, each: false }],
      [
        `{,when is ,when's }{,the }{next,first} ${name} {that,when,where,on which}`,
        { weekdays, each: false, isFirst: true },
      ],
      [`all{, the, of the} ${name}s`, { weekdays, each: true, isWhole: true }],
    ]
  }),
  ['{every,each} weekend', { weekdays: [5, 6], each: true }],
  ['{,on ,at ,the ,all }weekends', { weekdays: [5, 6], each: false }],
  ['every{, single} day | every {weekday,working day,workday} | all days', { weekdays: [], each: true }],
  ['each {day,weekday,working day}', { weekdays: [], each: true, isDaily: true }],
])

/** "mondays and fridays", "every monday and friday" */
const joiners = new Set(['and', ',', '&', 'or'])

const asksWhich = new Set(['many', 'which', 'what'])

/** The days that repeat which are named at a token, several of them joined. */
export const repeatAt = (
  { meter }: PhraseSource,
  tokens: readonly Token[],
  from: number,
): (Repeat & { readonly next: number }) | null => {
  const first = phraseAt(repeats, tokens, from, tokens.length, meter)
  if (!first) return null
  let [next, weekdays] = [first.next, first.value.weekdays]
  while (joiners.has(tokens[next]?.text ?? '')) {
    const more = phraseAt(repeats, tokens, next + 1, tokens.length, meter)
    const name = vocabulary.weekdays.findIndex((names) => names.includes(tokens[next + 1]?.text ?? ''))
    if (!more && name < 0) break
    weekdays = [...weekdays, ...(more?.value.weekdays ?? [name])]
    next = more?.next ?? next + 2
  }
  return { ...first.value, next, weekdays }
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

/** "every friday in january" without "every friday", and which days are meant where none were named. */
interface WithoutRepeat {
  readonly repeat: Repeat
  readonly tokens: readonly Token[]
  readonly note?: string | undefined
}

/** Null where nothing repeats, or nothing says until when. */
export const takeRepeat = (
  source: PhraseSource,
  tokens: readonly Token[],
  isDate: IsDate,
): WithoutRepeat | null => {
  const at = tokens.findIndex((_, place) => repeatAt(source, tokens, place))
  const repeat = repeatAt(source, tokens, at)
  if (!repeat) return null
  const before = tokens[at - 1]?.text ?? ''
  const isAsked = asksWhich.has(before) && !repeat.each
  // "how many fridays is ana out" asks how many days, of those; the next of them is the first of those days.
  const asked = wordsLike(tokens[at]!, repeat.isFirst ? 'which days' : isAsked ? 'days' : '')
  const rest = tokens.toSpliced(at, repeat.next - at, ...asked)
  const withDays = (days: string, note?: string): WithoutRepeat => ({
    repeat,
    tokens: [...rest, ...wordsLike(tokens[at]!, days)],
    note,
  })
  if (hasDate(tokens.toSpliced(at, repeat.next - at), isDate)) return withDays('')
  // "how many are out each day"
  if (repeat.isDaily && tokens.some(({ text }) => text === 'many'))
    return withDays('next seven days', 'You named no days, so these are today and the next seven.')
  const isPast = tokens.some(({ text }) => pastVerbs.has(text))
  // "which fridays is ana off" names no end.
  if (repeat.isFirst || (isAsked && before !== 'many'))
    return withDays(`${isPast ? 'last' : 'next'} twelve weeks`)
  // Neither does "is ana off every monday", which asks for a habit.
  const isHabit = !isPast && /^(?:is|are|does|do)$/u.test(tokens[0]!.text) && repeat.weekdays.length > 0
  return isHabit ? withDays('next eight weeks', 'You named no weeks, so these are the next eight.') : null
}

/** Says that one of the days is enough, which is what a question means anyway. */
const anyTime = wordsBelow('days', 'on any of the days')
/** The same behind a state: "out any day next week". */
const anyDay = wordsBelow('days', 'on any of the days, behind a state')
const stated = /^(?:out|off|away|in|around|here|working|available|sick|leave|holiday|vacation|pto)$/u

/** "out at all in november", "off any day next week" without the words that change nothing; null: there are none. */
export const takeAnyTime = ({ meter }: PhraseSource, tokens: readonly Token[]): readonly Token[] | null => {
  for (let at = 1; at < tokens.length; at += 1) {
    const tables = stated.test(tokens[at - 1]!.text) ? [anyTime, anyDay] : [anyTime]
    for (const table of tables) {
      const found = phraseAt(table, tokens, at, tokens.length, meter)
      if (found) return tokens.toSpliced(at, found.next - at)
    }
  }
  return null
}

/** Before days that are all meant: "both monday and tuesday", "all of next week". */
const wholes = wordsBelow('days', 'whole')
/** Beside other days: "the whole week next week". */
const wholePeriods = wordsBelow('days', 'whole period')
/** Anywhere, of both halves of a day: "off all day tomorrow", "off tomorrow all day". */
const wholeDays = wordsBelow('days', 'whole day')

/** Where each of the days is meant: without "both", "all day" and "all week" before other days, which no date has. */
export const takeWhole = (
  { meter }: PhraseSource,
  tokens: readonly Token[],
  isDate: IsDate,
): readonly Token[] | null => {
  for (const [at, token] of tokens.entries()) {
    const [day, period, whole] = [wholeDays, wholePeriods, wholes].map((table) =>
      phraseAt(table, tokens, at, tokens.length, meter),
    )
    const rest = tokens.toSpliced(at, ((day ?? period ?? whole)?.next ?? at) - at)
    // Where no day is named it is today.
    if (day) return hasDate(rest, isDate) ? rest : rest.toSpliced(at, 0, { ...token, text: 'today' })
    // "all week next week", unlike "the whole week before christmas"
    const isOfDate = period && (dateFrom(tokens, period.next - 1, isDate) ?? 0) > period.next
    if (period && !isOfDate && hasDate(rest, isDate)) return rest
    if (whole && dateFrom(tokens, whole.next, isDate) !== null)
      return ['both', 'each'].includes(token.text) ? tokens.toSpliced(at, whole.next - at) : tokens
  }
  return null
}
