import type { DayRange } from '../calendar/day.js'
import { dayText, type Span } from '../calendar/spans.js'
import type { AskPerson } from './context.js'
import { isOfPeople, type AskQuery, type Who } from './query.js'
import { kindNouns, type AskedKind } from './question.js'
import type { AskTopic } from './words/sentences.js'
import { cleanText, escapeAmpersands } from './words/normalize.js'

const quote = (name: string): string => `"${escapeAmpersands(cleanText(name)).replaceAll('"', '""')}"`

const personWords = (person: AskPerson | 'me'): string => {
  if (person === 'me') return 'me'
  return person.slackId === undefined ? `@${quote(person.name)}` : `<@${person.slackId}>`
}

export const spaced = (...parts: readonly string[]): string => parts.filter(Boolean).join(' ')

/** `team:"Customer Success" <@U012AB3CD>`; empty for everybody. Several are joined with "and". */
const whoWords = (who: readonly Who[]): string =>
  who
    .map(({ team, person }) =>
      spaced(team ? `team:${quote(team.name)}` : '', person ? personWords(person) : ''),
    )
    .join(' and ')

export const withWho = (words: string, ...who: readonly Who[]): string => spaced(words, whoWords(who))

const askWords: Readonly<Record<AskTopic, string>> = {
  out: '',
  in: 'who is in',
  back: 'who is back',
  holidays: 'bank holidays',
}

/** Adds to the words whether they ask who is in, who returns or about bank holidays; "who is out" needs nothing. */
export const withAsks = (asks: AskTopic, words: string): string => spaced(askWords[asks], words)

const rangeWords = ({ from, to }: DayRange): string => (from === to ? from : `${from}..${to}`)

export const rangeOf = ({ from, to }: Span): DayRange => ({ from: dayText(from), to: dayText(to) })

/** Words for exactly these days, whatever today and the settings are: a day, or `FROM..TO`. */
export const spanWords = (span: Span): string => rangeWords(rangeOf(span))

/** What is asked, without how the answer begins. What is absent is asked as a plain list asks it. */
export type AskQuestion = Pick<AskQuery, 'asks' | 'who' | 'range' | 'ranges'> & Partial<AskQuery>

const kindWords: Readonly<Record<AskedKind, string>> = {
  holiday: 'on holiday',
  sick: 'sick',
  personal: 'on personal leave',
  bank_holiday: 'on a bank holiday',
}

const quantityNames: Readonly<Record<string, string>> = { any: 'anyone', all: 'everyone', none: 'nobody' }

/** "in", "back from sick leave" */
const stateWords = ({ state = 'out', kind = null }: AskQuestion): string => {
  const leave = kind === null ? 'leave' : kindNouns[kind]
  if (state === 'starting') return `starting ${leave}`
  if (kind === null) return state
  return state === 'back' ? `back from ${leave}` : kindWords[kind]
}

/** The words for what is asked about some people on some days, around these or before them. */
const askedWords = (question: AskQuestion, days: string, names: string): string => {
  const { who, asks, asked_for = 'people', quantity, form, isPast, isOfLeave, isNotOut, each } = question
  const is = stateWords(question)
  const isLeave = isOfLeave && is === 'out' && ['count', 'whether', 'days'].includes(asked_for)
  const are = isNotOut && isOfLeave && is === 'in' ? 'not on leave' : isLeave ? 'on leave' : is
  // "anyone", "at least 6 people"
  const some = quantityNames[quantity ?? 'all'] ?? `${quantity} people`
  // Where a plain list in fewer words would ask something else.
  const isPlain = is in askWords && !each && !question.notDays?.length
  switch (asked_for) {
    case 'people':
      if (isNotOut) return `who is not ${isOfLeave ? 'on leave' : 'out'} ${days} ${names}`
      return `${isPlain ? askWords[asks] : `who is ${is}`} ${days} ${names}`
    case 'count':
      return `how many are ${are} ${days} ${names}`
    case 'whether':
      return quantity === 'all' && isOfPeople(question)
        ? `${who.length > 1 ? 'are' : 'is'} ${names} ${are} ${days}`
        : `is ${some} ${are} ${days} ${names}`
    case 'when':
      return `when is ${some} ${is} ${days} ${names}`
    case 'days':
      return form === 'whether' || form === 'everyone'
        ? `is there a day when ${some} is ${are} ${days} ${names}`
        : `which days is ${some} ${are} ${days} ${names}`
    case 'how_long':
      return quantity == null && names !== '' && !isOfPeople(question)
        ? `how many days is ${names} ${is} ${days}`
        : `how many days is ${some} ${is} ${days} ${names}`
    case 'starts':
      if (isPast) return `when did ${names} leave ${days}`
      return form === 'next'
        ? `when is ${names} next ${is} ${days}`
        : `when does ${names} leave start ${days}`
    case 'ends':
      return isPast ? `last day ${names} was ${is} ${days}` : `how long is ${names} ${is} ${days}`
    case 'holidays':
      return `${askWords.holidays} ${days} ${names}`
    case 'workday':
      return form === 'closed' ? `is the office closed ${days} ${names}` : `is ${days} a working day ${names}`
  }
}

/** "each of 2026-12-24 and 2026-12-28", "2026-12-01..2026-12-31 at some point" */
const daysWords = (question: AskQuestion): string => {
  const { range, ranges, each = false, half, byDay, asked_for, state, quantity } = question
  // What is about people without days is not about the days that are assumed.
  if (question.isDated === false && (asked_for === 'when' || isOfPeople(question))) return ''
  const isPlain = ranges.length === 0 && !half
  const wholes = (ranges.length > 0 ? ranges : [range]).map((days) =>
    isPlain ? `${days.from}..${days.to}` : spaced(rangeWords(days), half ?? ''),
  )
  const every = asked_for === 'count' ? 'each day' : 'every day'
  // "out on monday and tuesday" asks for both.
  const isSome = asked_for === 'whether' && (state === 'out' ? !each && byDay !== 'each' : byDay === 'some')
  // "off at some point" counts bank holidays; whoever is in is in on some of the days.
  const isOfMany = quantity != null && quantity !== 'any' && quantity !== 'none'
  return spaced(
    each ? 'each of' : byDay === 'each' ? every : '',
    wholes.join(isSome ? ' or ' : ' and '),
    byDay === 'some' && (state === 'out' || isOfMany) ? 'at some point' : '',
  )
}

/**
 * Words that ask the same again on any day: `FROM..TO team:"…" <@ID>`, or `@"full name"`, or `me`. Several subjects and
 * separate days are joined with "and". `range` is the range that was asked for, both days included.
 */
export const textForm = (question: AskQuestion): string => {
  const { who, except = [], notDays = [] } = question
  const taken = whoWords(except)
  return spaced(
    ...askedWords(question, daysWords(question), whoWords(who)).split(' '),
    notDays.length > 0 ? `but not ${notDays.map(rangeWords).join(' and ')}` : '',
    taken && `except ${taken}`,
  )
}
