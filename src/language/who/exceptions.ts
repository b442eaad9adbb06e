import { phraseAt, wordsBelow } from '../words/phrases.js'
import type { Token } from '../words/lexer.js'
import { dateFrom, hasDate, repeatAt } from '../sentence/repeats.js'
import type { IsDate } from '../sentence/bank-holidays.js'
import { kindOfDate } from '../words/english.js'
import { namesFrom } from './lists.js'
import type { Mark } from './names.js'
import { markOf, wordsBetween, type PhraseSource } from './who.js'

const exceptions = wordsBelow('people', 'except')
/** Exceptions behind a word for everybody or a state: "everyone not in design". */
const exceptionsOfAll = wordsBelow('people', 'except of all')
const everyones = wordsBelow('people', 'everyone, before who is left out')
/** Before a team that is left out: "except those in design". */
const thoseIn = wordsBelow('people', 'those in')

/** "except design and ana", "but not friday", taken out of a phrase. */
export interface TakenException {
  readonly marks: readonly Mark[]
  /** The tokens of days that were taken out. */
  readonly days: readonly Token[]
  /** Weekdays that were taken out, wherever they are among the days. */
  readonly weekdays: readonly number[]
  /** Each of them as typed: "design and ana". */
  readonly words: readonly string[]
  /** What the phrase asks without it. */
  readonly tokens: readonly Token[]
}

const statesOut = new Set('out off away gone leave holiday vacation sick'.split(' '))
const statesIn = new Set('in back here around working available'.split(' '))
const isState = ({ text }: Token): boolean => statesOut.has(text) || statesIn.has(text)

/** They take as many days out of "out yesterday", and out of "in today", as "but not". */
const [butIn, butOut] = [wordsBelow('people', 'but in'), wordsBelow('people', 'but out')]

/** Before "not", these make a state of it: "is not in". */
const verbs = new Set("is are was were am be will does do did if has have or who's whos".split(' '))

const leadsToDay = new Set(['on', 'in', 'for', 'the', 'at', 'over'])

const parts = /^(?:all|whole|entire|full|rest)$/u

const nothing = { marks: [], days: [], weekdays: [] }

/** Names, or days, from a token on. */
const exceptedFrom = (
  source: PhraseSource,
  tokens: readonly Token[],
  at: number,
  isDate: IsDate,
): (Pick<TakenException, 'marks' | 'days' | 'weekdays'> & { readonly next: number }) | null => {
  const people = phraseAt(thoseIn, tokens, at, tokens.length, source.meter)?.next ?? at
  const first = leadsToDay.has(tokens[at]?.text ?? '') ? at + 1 : at
  const isPlace =
    /^(?:in|from|of)$/u.test(tokens[at - 1]?.text ?? '') &&
    !/^a(?:part|side)$/u.test(tokens[at - 2]?.text ?? '')
  const repeat = repeatAt(source, tokens, at)
  if (repeat && !isPlace) return { ...nothing, weekdays: repeat.weekdays, next: repeat.next }
  const isDay = !isPlace && kindOfDate(tokens[first]?.text ?? '') === 'weekday'
  const names = isDay ? null : namesFrom(source, tokens, people)
  // "design minus ana plus sue" adds somebody again.
  const isAdding = tokens.slice(people, names?.next).some(({ text }) => text === 'plus' || text === '+')
  if (names) return isAdding ? null : { ...nothing, marks: names.marks, next: names.next }
  // "in december but not in january"
  const isOfPlace = isPlace && !(tokens[at - 1]!.text === 'in' && tokens[at - 3]?.text === 'but')
  const whole = isOfPlace ? null : dateFrom(tokens, first, isDate)
  // "tom except friday next week": the week is what he is asked about.
  const isAll = isDay && !hasDate([...tokens.slice(0, at), ...tokens.slice(whole ?? at)], isDate)
  const end = isAll && whole !== null && isDate(tokens.slice(first + 1, whole)) ? first + 1 : whole
  return end === null ? null : { ...nothing, days: tokens.slice(first, end), next: end }
}

/** Null where nothing is taken out, or what is taken out is neither a name nor a day. */
export const takeException = (
  source: PhraseSource,
  tokens: readonly Token[],
  isDate: IsDate,
): TakenException | null => {
  for (let at = 0; at < tokens.length; at += 1) {
    const isOfAll = at > 0 && phraseAt(everyones, tokens, at - 1, at, source.meter) !== null
    const said = tokens.slice(0, at).findLast(isState)
    const isNot =
      at > 0 &&
      tokens[at]!.text === 'not' &&
      !verbs.has(tokens[at - 1]!.text) &&
      (tokens[at - 1]!.text === ',' || !/^(?:in|from|for|on)$/u.test(tokens[at + 1]?.text ?? ''))
    // "who is out with me" is about the others.
    const named = tokens[at]!.text === 'with' && said ? markOf(tokens[at + 1])?.named : null
    const isWithMe = named?.kind === 'person' && named.person === 'me'
    const leads = [
      ...(said ? [statesOut.has(said.text) ? butIn : butOut] : []),
      exceptions,
      ...(isOfAll || said ? [exceptionsOfAll] : []),
    ]
    const [lead] = leads.flatMap((table) => phraseAt(table, tokens, at, tokens.length, source.meter) ?? [])
    const from = lead?.next ?? (isWithMe || isNot ? at + 1 : null)
    if (from === null) continue
    // "but not the whole week" takes no days out.
    const [first, second] = tokens.slice(from).map(({ text }) => text)
    if (tokens[from - 1]!.text === 'not' && parts.test((first === 'the' ? second : first) ?? '')) return null
    const taken = exceptedFrom(source, tokens, from, isDate)
    if (!taken) continue
    // "in this morning but not this afternoon" is about both halves of a day.
    const isOfHalf = taken.days.some(({ text }) => text === 'morning' || text === 'afternoon')
    // "ana not tomorrow" is about that day.
    const isOfDay = isNot && !lead && tokens[at - 1]!.text !== ',' && taken.marks.length === 0
    if (isOfHalf || isOfDay) continue
    const isTeam = isOfAll && tokens[at - 1]!.text === 'people'
    const isMarked = [',', '-', '('].includes(tokens[at - 1]?.text ?? '')
    const before = tokens.slice(0, isMarked || isTeam ? at - 1 : at)
    const isLead = at === 0 && tokens[taken.next]?.text === ','
    const rest = [...before, ...tokens.slice(isLead ? taken.next + 1 : taken.next)]
    const more = takeException(source, rest, isDate) ?? { ...nothing, words: [], tokens: rest }
    return {
      marks: [...taken.marks, ...more.marks],
      days: taken.days.length > 0 ? taken.days : more.days,
      weekdays: [...taken.weekdays, ...more.weekdays],
      words: [wordsBetween(source, tokens[from]!, tokens[taken.next - 1]!), ...more.words],
      tokens: more.tokens,
    }
  }
  return null
}
