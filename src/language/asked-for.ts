import type { Span } from '../calendar/spans.js'
import { createSays, type DatedPhrase, type Phrase } from './read.js'
import type { Who } from './query.js'
import type { AskedFor, HalfDay, Quantity } from './question.js'

// What a question asks for, of how many, and of which half, where that depends on whom it is about and on its days.

const isOfPerson = ({ person }: Who): boolean => person !== null

/** "when are tom and sue in" asks for the first such day; of one person, for the days. */
export const askedOf = (
  who: readonly Who[],
  { sentence: { asked_for, isWhen, isPast, uses }, repeat }: Phrase,
): AskedFor => {
  const isOfOne = who.length === 1 && who.every(isOfPerson)
  // "when was everyone last in" asks for such a day of all of them.
  if (isPast && !isOfOne && uses.some(({ words }) => /^last \w/iu.test(words))) return 'when'
  if (asked_for === 'count' && repeat && !repeat.each) return 'people'
  return asked_for === 'days' && isWhen && !isOfOne ? 'when' : asked_for
}

export const askedFor = (phrase: DatedPhrase, who: readonly Who[], span: Span): AskedFor => {
  const { sentence, said, isAny, isWhole } = phrase
  const areOfPeople = who.every(isOfPerson)
  const isOneDay = span.from >= span.to
  if (sentence.asked_for === 'whether') {
    const isNamed = sentence.subject === 'name' && !isWhole
    // "is ana in before christmas" asks for days on which she can be met.
    const isOfSome = areOfPeople && (isAny || (isNamed && said.words[0] === 'before'))
    // "has ana been in this week" asks whether she was at all; "in on monday and tuesday" does not.
    const isOfPast = isNamed && sentence.isPast && !isOneDay && said.outcome !== null && !said.isAnd
    if ((isOfSome || isOfPast) && sentence.state === 'in') return 'days'
    if (sentence.isMeeting && !isOneDay) return 'days'
    // What is not known is no yes and no no.
    if (sentence.remarks.includes('part_of_personal')) return 'people'
  }
  // "when is ana in today" is not about which days.
  if (sentence.asked_for === 'days' && sentence.isWhen && isOneDay) return 'people'
  const asked = askedOf(who, phrase)
  // "ana in monday or tuesday" asks on which of them.
  const isOr = areOfPeople && sentence.isStated && sentence.state === 'in' && said.isOr
  return isOr && asked === 'people' ? 'days' : asked
}

/** A person, or a team that is in, is meant whole where no word says of how many something is asked. */
export const quantityOf = (
  asked: AskedFor,
  { sentence: { asks, form, quantity, uses }, isEither, said }: DatedPhrase,
  who: readonly Who[],
): Quantity | null => {
  if (asked === 'days') return quantity === 'all' ? null : quantity
  if (asked === 'how_long') return isEither ? 'any' : quantity
  if (asked === 'holidays') return form === 'whether' ? 'any' : null
  if (asked !== 'whether' && asked !== 'when') return null
  if (quantity !== null) return quantity
  // "is design working on easter monday" asks whether it is a working day there.
  const isWork = uses.some(({ rule, words }) => rule === 'state' && /^work/iu.test(words))
  if (isWork && said.trace.some(({ rule }) => rule === 'holiday') && !who.some(isOfPerson)) return 'any'
  return !isEither && (asks === 'in' || who.some(isOfPerson)) ? 'all' : 'any'
}

const saysMoment = createSays('at the moment')
const saysHere = createSays('here')

/** "who is in now", "sue here?": about the running half of today. */
const isOfRunningHalf = (phrase: DatedPhrase, spans: readonly Span[]): boolean => {
  const { parsing, sentence, said } = phrase
  const isIn = sentence.state === 'in' && sentence.isStated
  const isNow = isIn || (sentence.asked_for === 'whether' && sentence.subject === 'name')
  const isToday =
    said.outcome === null || spans.every(({ from, to }) => from === to && to === parsing.calendar.today)
  return isNow && isToday && (saysMoment(phrase) || (isIn && said.outcome === null && saysHere(phrase)))
}

const half = /\b(?:morning|afternoon)\b/u

export const saysHalf = ({ said }: DatedPhrase): boolean => said.words.some((word) => half.test(word))

/** "friday morning": the half that is meant, or those that are named with each of the days; none: no half is. */
export const halvesOf = (phrase: DatedPhrase, spans: readonly Span[]): readonly (HalfDay | null)[] => {
  const { said, context } = phrase
  if (context.half && isOfRunningHalf(phrase, spans)) return [context.half]
  const words = said.words.join(' ')
  const items = said.isList ? words.split(/ (?:and|or|,|&)(?: |$)/u) : [words]
  const halves = items.map((item) => (half.exec(item)?.[0] ?? null) as HalfDay | null)
  const [one, ...others] = halves.filter((found) => found !== null)
  if (one === undefined) return []
  // "the 11th and 12th pm", "the afternoon of the 24th and 31st": that half of each.
  const isOfAll = others.length === 0 && (halves.at(-1) === one || /^(?:the )?\w+ of\b/u.test(items[0]!))
  return isOfAll ? [one] : halves
}
