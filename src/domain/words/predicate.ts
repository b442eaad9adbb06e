import { kindNouns } from '../../language/question.js'
import type { Asked, Found } from '../reply/asked.js'
import { kindWords } from './named.js'

/** What somebody is or does: the verb for one and for several, in the present and in the past, and what follows it. */
interface Predicate {
  readonly verbs: readonly [one: string, several: string, wasOne: string, wereSeveral: string]
  readonly rest: string
}

export const be = (rest: string): Predicate => ({ verbs: ['is', 'are', 'was', 'were'], rest })

export const predicateOf = ({ ask, quantity, state, kind, isNotOut, isOfLeave }: Found): Predicate => {
  switch (state) {
    case 'in':
      return be(isNotOut && isOfLeave ? 'not on leave' : 'in')
    case 'back':
      if (kind) return { verbs: ['comes', 'come', 'came', 'came'], rest: `back from ${kindNouns[kind]}` }
      return ask === 'when' || (ask === 'whether' && quantity === 'all')
        ? be('back')
        : { verbs: ['comes', 'come', 'came', 'came'], rest: 'back' }
    case 'leaving':
      return {
        verbs: ['has', 'have', 'had', 'had'],
        rest: `a last day before ${kind ? kindNouns[kind] : 'leave'}`,
      }
    case 'starting':
      return { verbs: ['starts', 'start', 'started', 'started'], rest: kind ? kindNouns[kind] : 'leave' }
    case 'out':
      return kind === 'bank_holiday'
        ? { verbs: ['has', 'have', 'had', 'had'], rest: kindWords[kind] }
        : be(kind === null ? 'out' : kindWords[kind])
  }
}

export const isPast = ({ range, today, found }: Asked): boolean => range.to < today || found?.isPast === true

/** "is out", "are out", "were out"; "are not in". */
export const verb = ({ verbs, rest }: Predicate, isSeveral: boolean, asked: Asked, isNot = false): string => {
  const at = (isPast(asked) ? 2 : 0) + (isSeveral ? 1 : 0)
  // "has no last day before leave"
  if (isNot && rest.startsWith('a ')) return `${verbs[at]} no ${rest.slice(2)}`
  return `${verbs[at]}${isNot ? ' not' : ''} ${rest}`
}
