import { dayNumber } from '../calendar/day.js'
import { maxRangeDays } from '../calendar/period.js'
import type { Span } from '../calendar/spans.js'
import { askedOf } from './asked-for.js'
import { defaultLength } from './meaning/meaning.js'
import { reading, type DateReading } from './misread/refusal.js'
import { createSays, type Phrase } from './read.js'
import { type Who, isOfAnyone } from './query.js'

/** "ana here?", "is ana already on holiday" */
const saysNow = createSays('now')
const saysPlanned = createSays('planned')

/** "who has leave coming up": what begins after today. */
export const isOfPlans = (who: readonly Who[], phrase: Phrase): boolean => {
  const { isStated, isPast, state, asked_for } = phrase.sentence
  const isOfPlan = ['people', 'count', 'whether', 'starts'].includes(asked_for)
  const isOut = isStated && !isPast && state === 'out'
  return isOut && isOfPlan && who.every(({ person }) => person === null) && saysPlanned(phrase)
}

/** Days shown for a person when no date was given. */
const personLength = 30

/** Days that are counted for a person, or in which bank holidays are looked for, when no date was given. */
export const countedLength = 366

const [firstDay, lastDay] = [dayNumber('0001-01-01'), dayNumber('9999-12-31')]

/** This many days from a day on, or back from it when negative, cut where the calendar ends. */
export const daysFrom = (day: number, length: number): Span => {
  const far = Math.min(Math.max(day + length, firstDay), lastDay)
  return length < 0 ? { from: far, to: day } : { from: day, to: far }
}

const lengthFor = (who: readonly Who[], phrase: Phrase): number => {
  const { asked_for, asks, form, isPast, isStated, isLeave, kind, quantity, state, denied } = phrase.sentence
  const hasPerson = who.some(({ person }) => person !== null)
  const isBack = state === 'back' || denied === 'back'
  const isOfDay = asked_for === 'people' || (form === 'whether' && kind !== null)
  // "which days is nobody from support in" is as rare as when everyone is off.
  const isRare = asked_for === 'days' && !hasPerson && quantity === (state === 'in' ? 'none' : 'all')
  const isCounted =
    isLeave ||
    (kind !== null && asked_for === 'people') ||
    asked_for === 'how_long' ||
    (asked_for === 'ends' && state === 'in') ||
    (asked_for === 'days' && state === 'out')
  const isAboutNow = asks === 'in' || ['whether', 'everyone', 'count', 'still'].includes(form)
  if (asks === 'holidays') return countedLength
  if (isStated && !isPast && !isBack && isOfDay && saysNow(phrase)) return 0
  if (isRare || askedOf(who, phrase) === 'when') return isPast ? countedLength : maxRangeDays
  if (hasPerson) return isCounted ? countedLength : personLength
  return isAboutNow && !isPast && asked_for !== 'days' && asks !== 'back' ? 0 : defaultLength
}

const usualLead = 'You named no day, so this is '

/** Whether a remark only says which days are assumed when none were named. */
export const isUsualDays = (remark: string): boolean => remark.startsWith(usualLead)

/** The days that are meant where none were named. */
export const usualDays = (who: readonly Who[], phrase: Phrase): DateReading => {
  const { today } = phrase.parsing.calendar
  const { isPast, isSoFar, asks } = phrase.sentence
  if (isOfPlans(who, phrase)) {
    const span = { from: today + 1, to: today + personLength }
    return { ...reading(span), remark: `${usualLead}tomorrow and the next ${personLength} days.` }
  }
  const length = lengthFor(who, phrase)
  const found = reading(daysFrom(today, isPast || isSoFar ? -length : length))
  if (phrase.clean === '' || asks === 'holidays' || !isOfAnyone(who)) return found
  const next = `${isPast ? 'the last' : 'today and the next'} ${length === defaultLength ? 'seven' : length} days`
  return { ...found, remark: `${usualLead}${length === 0 ? 'today' : next}.` }
}
