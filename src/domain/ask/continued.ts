import { type AskQuery, isOfAnyone, isOfPeople } from '../../language/query.js'

/** Questions about one leave, or about a person, which other people or other days turn into a list. */
const ofOne: readonly AskQuery['asked_for'][] = ['whether', 'when', 'starts', 'ends', 'days', 'how_long']

const asList = (query: AskQuery): AskQuery =>
  ofOne.includes(query.asked_for)
    ? { ...query, asked_for: 'people', form: 'list', quantity: null, each: false, byDay: null }
    : query

/**
 * What "and design?" or "next week?" asks after another question: the same about other people, or about other days.
 * A question that says more than one of these stands for itself.
 */
export const continued = (before: AskQuery | null, query: AskQuery): AskQuery => {
  const isOfDays = isOfAnyone(query.who)
  if (before === null || !query.isFragment || before.asks === 'holidays' || query.isDated !== isOfDays)
    return query
  const { corrections, remarks } = query
  if (!isOfDays) {
    const { team, person, who, except } = query
    const asked = isOfPeople(before) === isOfPeople(query) ? before : asList(before)
    return { ...asked, team, person, who, except, corrections, remarks, alternative: null }
  }
  const { range, ranges, exceptDays, clipped, half, isPast, each, alternative } = query
  const asked = before.asked_for === 'whether' ? before : asList(before)
  const days = { range, ranges, exceptDays, notDays: [], clipped, half, isPast, each, isDated: true }
  return { ...asked, ...days, isNotOut: false, corrections, remarks, alternative }
}
