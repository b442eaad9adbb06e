import { kindNouns } from '../../language/question.js'
import type { Asked, Found } from '../reply/asked.js'
import { backWords, whatWords } from './absence.js'
import { isOneDay } from '../reply/days.js'
import { onDays } from './asked.js'
import { dayWords, rangeWords } from './dates.js'
import { kindWords, nameOf } from './named.js'
import type { Voice } from './message.js'

/** "Ana Ruiz has been out since Fri 20 Nov · back Mon 30 Nov". */
export const edgeWords = (
  asked: Asked,
  { ask, state: sought, days: [day], absence, kind, people: [one], others, isPast: wasAsked }: Found,
  voice: Voice,
): string => {
  const who = one ?? others[0]
  const name = who ? nameOf(who, voice) : 'nobody'
  const { today } = asked
  if (sought === 'in' && wasAsked) {
    const were = who?.is_me ? 'were' : 'was'
    if (!day) return `${name} ${were} not in${asked.is_dated ? ` ${onDays(asked, voice)}` : ' before today'}`
    return day === today
      ? `${name} ${who?.is_me ? 'are' : 'is'} in today`
      : `${name} ${were} last in on ${dayWords(day, today)}`
  }
  if (sought === 'in' && day && absence)
    return `${name} ${who?.is_me ? 'are' : 'is'} last in on ${dayWords(day, today)}, before ${rangeWords(absence, today)}`
  const [state, leave] = kind === null ? ['out', 'leave'] : [kindWords[kind], kindNouns[kind]]
  if (!absence) {
    const days = asked.is_dated ? ` ${onDays(asked, voice)}` : ''
    return wasAsked
      ? `${name} ${who?.is_me ? 'were' : 'was'} not ${state}${days || ' before today'}`
      : `No ${leave} of ${who?.is_me ? 'yours' : name} is planned${days}`
  }
  const back = backWords(absence.back, today, voice)
  const isOver = absence.back !== null && absence.back.day <= today
  const [are, have, were] = who?.is_me ? ['are', 'have', 'were'] : ['is', 'has', 'was']
  // Of some days it says which they are, and not whether others lie between them and today.
  const order = (word: string): string => (asked.is_dated ? '' : `${word} `)
  if (isOver) return `${name} ${were} ${order('last')}${state} ${rangeWords(absence, today)}, ${back}`
  const reason = whatWords(absence)
  const why = reason === '' ? '' : ` (${reason})`
  if (absence.from > today)
    return `${name} ${are} ${order('next')}out ${isOneDay(absence) ? 'on ' : ''}${rangeWords(absence, today)}, ${back}${why}`
  return ask === 'ends'
    ? `${name} ${are} out until ${dayWords(absence.to, today)} · ${back}`
    : `${name} ${have} been out since ${dayWords(absence.from, today)} · ${back}`
}
