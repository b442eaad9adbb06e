import type { DayRange } from '../calendar/day.js'
import type { AskPerson } from './context.js'
import type { AskQuery, Who } from './query.js'
import { kindNouns, type AskedKind, type Quantity } from './question.js'
import type { AskTopic } from './words/sentences.js'
import { cleanText, escapeAmpersands } from './words/normalize.js'

const quote = (name: string): string => `"${escapeAmpersands(cleanText(name)).replaceAll('"', '""')}"`

const personWords = (person: AskPerson | 'me'): string => {
  if (person === 'me') return 'me'
  return person.slackId === undefined ? `@${quote(person.name)}` : `<@${person.slackId}>`
}

/** `team:"Customer Success" <@U012AB3CD>`; empty for everybody. */
const whoWords = ({ team, person }: Who): string =>
  [...(team ? [`team:${quote(team.name)}`] : []), ...(person ? [personWords(person)] : [])].join(' ')

export const withWho = (words: string, who: Who): string => [words, whoWords(who)].filter(Boolean).join(' ')

const askWords: Readonly<Record<AskTopic, string>> = {
  out: '',
  in: 'who is in',
  back: 'who is back',
  holidays: 'bank holidays',
}

/** Adds to the words whether they ask who is in, who returns or about bank holidays; "who is out" needs nothing. */
export const withAsks = (asks: AskTopic, words: string): string =>
  [askWords[asks], words].filter(Boolean).join(' ')

const rangeWords = ({ from, to }: DayRange): string => (from === to ? from : `${from}..${to}`)

/** What is asked, without how the answer begins. What is absent is asked as a plain list asks it. */
export type AskQuestion = Pick<AskQuery, 'asks' | 'who' | 'range' | 'ranges'> & Partial<AskQuery>

const kindWords: Readonly<Record<AskedKind, string>> = {
  holiday: 'on holiday',
  sick: 'sick',
  personal: 'on personal leave',
  bank_holiday: 'on a bank holiday',
}

const quantityNames: Readonly<Record<string, string>> = { any: 'anyone', all: 'everyone', none: 'nobody' }

/** "anyone", "at least 6 people" */
const quantityWords = (quantity: Quantity): string => quantityNames[quantity] ?? `${quantity} people`

const isOfPeople = ({ who }: AskQuestion): boolean => who.every(({ team, person }) => !team && person)

/** The words for what is asked about some people on some days, around these or before them. */
const askedWords = (question: AskQuestion, days: string, names: string): string => {
  const { asks, who, asked_for = 'people', quantity, state = 'out', kind = null, form, isPast } = question
  const leave = kind === null ? 'leave' : kindNouns[kind]
  const is =
    state === 'starting'
      ? `starting ${leave}`
      : kind === null
        ? state
        : state === 'back'
          ? `back from ${leave}`
          : kindWords[kind]
  const isLeave = question.isOfLeave && is === 'out' && ['count', 'whether', 'days'].includes(asked_for)
  const isNoLeave = question.isNotOut === true && question.isOfLeave === true && is === 'in'
  const are = isNoLeave ? 'not on leave' : isLeave ? 'on leave' : is
  const some = quantityWords(quantity ?? 'all')
  const before = (lead: string): string => [lead, days, names].filter(Boolean).join(' ')
  switch (asked_for) {
    case 'people':
      if (question.isNotOut) return before(`who is not ${question.isOfLeave ? 'on leave' : 'out'}`)
      if (
        kind === null &&
        !question.each &&
        !question.notDays?.length &&
        state !== 'leaving' &&
        state !== 'starting'
      )
        return before(askWords[asks])
      return before(`who is ${is}`)
    case 'count':
      return before(`how many are ${are}`)
    case 'whether':
      if (quantity === 'all' && isOfPeople(question))
        return [who.length > 1 ? 'are' : 'is', names, are, days].filter(Boolean).join(' ')
      return before(`is ${some} ${are}`)
    case 'when':
      return before(`when is ${some} ${is}`)
    case 'days':
      if (form === 'whether' || form === 'everyone') return before(`is there a day when ${some} is ${are}`)
      return before(`which days is ${some} ${are}`)
    case 'how_long':
      return quantity == null && names !== '' && !isOfPeople(question)
        ? ['how many days is', names, is, days].filter(Boolean).join(' ')
        : before(`how many days is ${some} ${is}`)
    case 'starts':
      if (isPast) return `when did ${names} leave ${days}`
      return form === 'next'
        ? `when is ${names} next ${is} ${days}`
        : `when does ${names} leave start ${days}`
    case 'ends':
      return isPast ? `last day ${names} was ${is} ${days}` : `how long is ${names} ${is} ${days}`
    case 'holidays':
      return before(askWords.holidays)
    case 'workday':
      return form === 'closed' ? before('is the office closed') : `is ${days} a working day ${names}`
  }
}

/** What is about people without days is not about the days that are assumed. */
const isOfAnyDay = (question: AskQuestion): boolean =>
  question.isDated === false && (question.asked_for === 'when' || question.who.every(({ person }) => person))

/** Where words that say so are needed: "off at some point" counts bank holidays; whoever is in is in on some of the days. */
const isAtSome = ({ byDay, quantity, state }: AskQuestion): boolean =>
  byDay === 'some' && (state === 'out' || (quantity != null && quantity !== 'any' && quantity !== 'none'))

/**
 * Words that ask the same again on any day: `FROM..TO team:"…" <@ID>`, or `@"full name"`, or `me`. Several subjects and
 * separate days are joined with "and". `range` is the range that was asked for, both days included.
 */
export const textForm = (question: AskQuestion): string => {
  const { who, range, ranges, except = [], notDays = [], each = false, half = null } = question
  const wholes = (ranges.length > 0 ? ranges : [range]).map((days) =>
    half === null
      ? ranges.length > 0
        ? rangeWords(days)
        : `${days.from}..${days.to}`
      : `${rangeWords(days)} ${half}`,
  )
  const { byDay = null } = question
  const every = each
    ? 'each of '
    : byDay === 'each'
      ? question.asked_for === 'count'
        ? 'each day '
        : 'every day '
      : ''
  // "out on monday and tuesday" asks for both.
  const isSome =
    question.asked_for === 'whether' &&
    (question.state === 'out' ? !each && byDay !== 'each' : byDay === 'some')
  const [names, taken] = [who, except].map((some) => some.map(whoWords).filter(Boolean).join(' and '))
  const words = askedWords(
    question,
    isOfAnyDay(question)
      ? ''
      : `${every}${wholes.join(isSome ? ' or ' : ' and ')}${isAtSome(question) ? ' at some point' : ''}`,
    names!,
  ).trim()
  const not = notDays.length === 0 ? '' : ` but not ${notDays.map(rangeWords).join(' and ')}`
  return `${words}${not}${taken === '' ? '' : ` except ${taken}`}`
}
