import { onlyDay } from '../../calendar/day.js'
import { boundOf } from '../../language/question.js'
import { isEvent } from '../ask/events.js'
import type { AwayCounts } from '../presence/away.js'
import { personReach } from '../presence/range.js'
import { isOfNumbers, type Asked, type Found } from '../reply/asked.js'
import type { FoundReply } from '../reply/reply.js'
import { isOneDay } from '../reply/days.js'
import { askedNotes, maxNamedDays, notWorking, onDays, readingNotes, setSuffix } from './asked.js'
import { dailyWords, nobodyOnAll, numbersPerDay } from './daily.js'
import { dayWords, rangeWords, shortRangeWords } from './dates.js'
import { edgeWords } from './edge.js'
import { isSeveral, namesOf, teamOf } from './named.js'
import { capital, note, people, type Message, type Part, type Voice } from './message.js'
import { be, isPast, predicateOf, verb } from './predicate.js'
import { besides, foundDays, holidaysAmong, summedDays, summedParts } from './summed.js'

/** The titles of findings. The first word of an answer to a yes/no question follows from `yes`, and from nothing else. */

/** Of one person, who is so on some of the days: those. */
const daysOfSome = (asked: Asked, found: Found, voice: Voice): string | null => {
  const { ranges, range, today } = asked
  const { yes, each, half, missed, is_named } = found
  if (!ranges?.every(isOneDay) || !is_named || !yes || each || half !== null || missed.length === 0)
    return null
  const such = ranges.filter(({ from }) => !missed.includes(from))
  return ranges.length > maxNamedDays
    ? `on ${such.length} of ${ranges.length} days, ${shortRangeWords(range, today)}`
    : onDays({ ...asked, ranges: such, found: { ...found, each: true } }, voice)
}

/** What stands before the days where an answer is about each of them, or about any: "every day next week". */
const leadOfDays = ({ ranges }: Asked, found: Found, isOne: boolean): string => {
  const { byDay, each, free, half, quantity, state, yes } = found
  const isOfAll = quantity === 'all'
  if (byDay === 'some' && isOfAll && !isOne) return `on ${yes ? 'at least one' : 'any'} day, `
  if (each && !isOne && !ranges) return 'every day '
  if (state === 'in' && yes === true && isOfAll && free.length > 0) return 'every working day '
  return each && isOne && half === null && state === 'out' ? 'all day ' : ''
}

/** "on Fri 27 Nov", "on Fri 27 Nov in the morning", "every day next week, 23–27 Nov". */
const daysOf = (asked: Asked, found: Found, voice: Voice): string => {
  const some = daysOfSome(asked, found, voice)
  if (some !== null) return some
  const { ranges, range, today } = asked
  const missed = ranges && found.is_named && found.yes === false ? found.missed : []
  if (ranges && missed.length > maxNamedDays) {
    const any = missed.length === ranges.length ? 'any' : missed.length
    return `on ${any} of ${ranges.length} days, ${shortRangeWords(range, today)}`
  }
  const isOne = isOneDay(found.looked)
  const ofOne = isOne ? { ...asked, range: found.looked, is_dated: true } : asked
  const days = onDays(missed.length > 0 ? { ...asked, ranges: missed.map(onlyDay) } : ofOne, voice)
  const onAll = found.each && ranges && missed.length === 0 ? days.replace(/^on /, 'on each of ') : days
  const half = found.half === null ? '' : `${onAll.includes(', ') ? ',' : ''} in the ${found.half}`
  return leadOfDays(asked, found, isOne) + onAll + half
}

/** Why not everybody is in: on leave, a bank holiday, or both. */
const missing = (asked: Asked, { leave, bank_holiday }: AwayCounts, of: number): string => {
  if (of > 1 && bank_holiday === of) return `all ${of} ${isPast(asked) ? 'had' : 'have'} a bank holiday`
  const having = verb(
    { verbs: ['has', 'have', 'had', 'had'], rest: 'a bank holiday' },
    bank_holiday !== 1,
    asked,
  )
  const said = [
    ...(leave > 0 ? [`${people(leave)} ${verb(be('out'), leave !== 1, asked)}`] : []),
    ...(bank_holiday > 0 ? [`${leave > 0 ? `${bank_holiday} more` : people(bank_holiday)} ${having}`] : []),
  ]
  return said.join(' and ')
}

/** Whether those who are out are all who are away, bank holidays included. */
const isOfAway = ({ state, kind, people: those }: Found, { leave, bank_holiday }: AwayCounts): boolean =>
  state === 'out' && kind === null && those.length === leave + bank_holiday

/** Those who spoil that it is so of all. */
const spoilers = (asked: Asked, found: Found, away: AwayCounts | null): string => {
  const count = found.others.length
  const predicate = predicateOf(found)
  if (found.state === 'back') return `${people(count)} ${verb(be('still out'), count !== 1, asked)}`
  if (away && found.state === 'in' && away.leave + away.bank_holiday === count)
    return missing(asked, away, count + found.people.length)
  const isAway = away && found.state === 'out' && away.leave === found.people.length
  if (isAway && away.bank_holiday === count && isOneDay(found.looked))
    return missing(asked, { ...away, leave: 0 }, count)
  const isIn = away && !found.each && isOfAway(found, away)
  return `${people(count)} ${verb(isIn ? be('in') : predicate, count !== 1, asked, !isIn)}`
}

/** "3 people in Design are out", "everyone is in", "nobody is out". */
const groupWords = (asked: Asked, found: Found, away: AwayCounts | null): string => {
  const { quantity, yes, people: those } = found
  const predicate = predicateOf(found)
  const one = verb(predicate, false, asked)
  const where = teamOf(asked)
  const within = (said: string): string => said.replace(/people|person|all \d+/, (word) => `${word}${where}`)
  // Who is off may be out or have a bank holiday.
  if (away && away.bank_holiday > 0 && isOfAway(found, away) && (quantity !== 'all' || away.leave === 0))
    return within(missing(asked, away, those.length + found.others.length))
  if (quantity === 'all') return yes ? `everyone${where} ${one}` : within(spoilers(asked, found, away))
  return those.length === 0
    ? `nobody${where} ${one}`
    : `${people(those.length)}${where} ${verb(predicate, those.length !== 1, asked)}`
}

/** "Ana Ruiz and Ben Okafor are in", "Ben Okafor is not in". */
const namedWords = (asked: Asked, found: Found, voice: Voice): string => {
  const isSo = found.people.length > 0 && !(found.quantity === 'all' && found.yes === false)
  const some = isSo ? found.people : found.others
  return `${namesOf(some, voice)} ${verb(predicateOf(found), isSeveral(some), asked, !isSo)}`
}

const yesWords = (asked: Asked, found: Found, away: AwayCounts | null, voice: Voice): string => {
  if (found.daily) {
    const is = (isSeveral: boolean): string => verb(predicateOf(found), isSeveral, asked)
    return `${answerWord(found)}${dailyWords(asked, found, found.daily, { voice, is })}`
  }
  const said = found.is_named ? namedWords(asked, found, voice) : groupWords(asked, found, away)
  return `${answerWord(found)}${said} ${daysOf(asked, found, voice)}`
}

/** "Yes: ", "No: "; empty for any other question. */
export const answerWord = (found: Found | undefined): string =>
  found?.yes == null || found.ask === 'when' ? '' : found.yes ? 'Yes: ' : 'No: '

/** "No: today, Sun 22 Nov, is not a working day", "Nobody works on 28–29 Nov". */
export const answeredRest = (asked: Asked, voice: Voice): string => {
  const { found } = asked
  const isOfSome = found?.yes === true && found.partly_free.length > 0
  const of = found?.isOfLeave && !found.yes ? null : found?.free.length ? '' : isOfSome ? ' of some' : null
  const off = notWorking(asked, voice).replace(
    'not a working day',
    of === null ? '$&' : `a bank holiday${of}`,
  )
  const word = answerWord(found)
  return word === ''
    ? off
    : `${word}${off.replace(/^(Today|Tomorrow|Yesterday|Nobody)/, (name) => name.toLowerCase())}`
}

/** Those for whom one day is asked for. */
const allWords = (asked: Asked, found: Found, voice: Voice, isNot = false): string => {
  const all = [...found.people, ...found.others]
  const isBound = found.quantity !== null && boundOf(found.quantity) !== null
  const lead = isBound
    ? `${found.quantity} people`
    : found.quantity === 'none'
      ? found.is_named && all.length === 2
        ? `neither ${namesOf(all, voice, 'nor')}`
        : 'nobody'
      : found.quantity === 'any'
        ? 'anyone'
        : found.is_named
          ? null
          : 'everyone'
  const several = isBound || (lead === null && isSeveral(all))
  const both = lead === null && all.length === 2 ? ' both' : ''
  const said = verb(predicateOf(found), several, asked, isNot)
  const who = lead === null ? namesOf(all, voice) : `${lead}${teamOf(asked)}`
  return `${who} ${both === '' ? said : said.replace(isNot ? ' not ' : ' ', `$&${both.trim()} `)}`
}

/** "Everyone is in on Mon 30 Nov", or that there is no such day, and which comes nearest. */
const whenWords = (asked: Asked, found: Found, voice: Voice): string => {
  const [day] = found.days
  const all = allWords(asked, found, voice)
  if (day && found.yes && found.isPast) {
    const some = all.replace(/^anyone/, 'someone')
    return day === asked.today
      ? `${some.replace(/ (?:was|were) /, (were) => (were === ' was ' ? ' is ' : ' are '))} today`
      : `${some.replace(/ (was|were)( both)? /, ' $1$2 last ')} on ${dayWords(day, asked.today)}`
  }
  if (day && found.yes) {
    const run = { from: day, to: found.until ?? day }
    const days = `${isOneDay(run) ? 'on ' : ''}${rangeWords(run, asked.today)}`
    const more =
      asked.is_dated && found.more > 0 && found.state !== 'back'
        ? `, and on ${found.more} more day${found.more === 1 ? '' : 's'}`
        : ''
    const count = found.people.length
    const isOfEvent = found.quantity === 'any' && isEvent(found.state)
    const some = isOfEvent
      ? `${people(count)}${teamOf(asked)} ${verb(predicateOf(found), count !== 1, asked)}`
      : all.replace(/^anyone/, 'someone')
    return `${some} ${days}${more}`
  }
  const looked = found.isPast
    ? `was no day since ${dayWords(found.looked.from, asked.today)}`
    : `is no day until ${dayWords(found.looked.to, asked.today)}`
  const until = `There ${looked} on which ${all}`
  return day ? `${until} · closest ${dayWords(day, asked.today)}` : until
}

/** "Ana Ruiz and Ben Okafor are both out on 3 days, next week, 23–27 Nov". */
const countedDays = (asked: Asked, found: Found, voice: Voice): string => {
  const { ask, days } = found
  const all = allWords(asked, found, voice)
  const among = holidaysAmong(found).length
  const kind = ask === 'how_long' && among === 0 ? 'working day' : 'day'
  const free = besides(found).length
  const beside = free === 0 ? '' : ` · ${free} bank holiday${free === 1 ? '' : 's'} not counted`
  const isOfAll = found.yes === false || (found.quantity !== 'any' && found.quantity !== 'none')
  const isOne = !asked.ranges && isOneDay(asked.range)
  if (days.length === 0 && isOfAll && !found.is_named && !asked.ranges && !isOne)
    return `there ${isPast(asked) ? 'was' : 'is'} no day, ${onDays(asked, voice)}, on which ${all}`
  const of = asked.ranges && asked.ranges.length > maxNamedDays ? asked.ranges.length : 0
  const within = among === 0 ? '' : ` · ${among} bank holiday${among === 1 ? '' : 's'} included`
  if (of > 0 && (days.length > 0 || found.quantity === 'all' || found.is_named)) {
    const count = days.length === 0 ? 'none' : days.length
    return `${all} on ${count} of ${of} days, ${shortRangeWords(asked.range, asked.today)}${within}${beside}`
  }
  if (days.length === 0 && found.is_named && found.quantity !== 'none' && !found.isNotOut)
    return `${allWords(asked, found, voice, true)} ${isOne ? '' : 'on any day, '}${onDays(asked, voice)}${beside}`
  if (days.length === 0)
    return found.quantity === 'none'
      ? `${all.replace(/^nobody/, 'somebody')} on every day, ${onDays(asked, voice)}`
      : `${all.replace(/^anyone/, 'nobody')} on ${found.quantity === 'any' ? 'any' : 'no'} day, ${onDays(asked, voice)}${beside}`
  return `${all} on ${days.length} ${kind}${days.length === 1 ? '' : 's'}, ${onDays(asked, voice)}${within}${beside}`
}

/** Whether a list names its days and people as any list of who is out, in or back. */
export const isPlainList = ({ ask, state, kind, half, each, isNotOut, isOfLeave }: Found): boolean =>
  ask === 'people' &&
  !(isNotOut && isOfLeave) &&
  kind === null &&
  half === null &&
  !each &&
  (state === 'out' || state === 'in' || state === 'back')

/** "Nobody is out on each of …": who is so on some of the days is listed below it, too. */
const partlyWords = ({ partly }: Found): string =>
  partly.length === 0 ? '' : ` · ${partly.length} more on some of these days`

/** "3 people in Design are out every day next week · 1 more on some of these days". */
const listWords = (asked: Asked, found: Found, voice: Voice, away: AwayCounts | null): string => {
  const said = found.is_named
    ? namedWords(asked, found, voice)
    : groupWords(asked, { ...found, quantity: 'any' }, away)
  return `${said} ${daysOf(asked, found, voice)}${partlyWords(found)}`
}

/** The title of an answer to a question other than plain "who"; `away`: of the same people on the same days. */
export const foundTitle = (
  asked: Asked,
  found: Found,
  voice: Voice,
  away: AwayCounts | null = null,
): string => {
  switch (found.ask) {
    case 'whether':
      return `${yesWords(asked, found, away, voice)}${setSuffix(asked)}`
    case 'when':
      return capital(`${whenWords(asked, found, voice)}${setSuffix(asked)}`)
    case 'days':
    case 'how_long':
      if (found.each_days) return capital(`${summedDays(asked, found, voice)}${setSuffix(asked)}`)
      const counted = `${countedDays(asked, found, voice)}${setSuffix(asked)}`
      return found.yes === null ? capital(counted) : `${answerWord(found)}${counted}`
    case 'starts':
    case 'ends':
      return capital(edgeWords(asked, found, voice))
    default:
      if (isOfNumbers(found))
        return `How many${teamOf(asked)} ${verb(predicateOf(found), true, asked)} each day · ${onDays(asked, voice)}${setSuffix(asked)}`
      return capital(
        `${nobodyOnAll(asked, found, voice) ?? listWords(asked, found, voice, away)}${setSuffix(asked)}`,
      )
  }
}

/** What was looked at, of a question for a day or for a leave that names no days. */
export const lookedNotes = ({ found, is_dated, today }: Asked): readonly Part[] => {
  if (!found || is_dated) return []
  if (found.ask === 'when')
    return [
      note(
        `I looked at the days ${found.isPast ? `since ${dayWords(found.looked.from, today)}` : `until ${dayWords(found.looked.to, today)}`}.`,
      ),
    ]
  const isEdge = found.ask === 'starts' || found.ask === 'ends'
  return isEdge && !found.absence && found.days.length === 0
    ? [note(`I looked at the ${personReach} days ${found.isPast ? 'before' : 'after'} today.`)]
    : []
}

/** An answer without a list of people. */
export const foundMessage = ({ asked }: FoundReply, voice: Voice): Message => ({
  title: foundTitle(asked, asked.found, voice),
  parts: [
    ...readingNotes(asked, voice),
    ...numbersPerDay(asked),
    ...foundDays(asked),
    ...summedParts(asked, voice),
    ...lookedNotes(asked),
    ...askedNotes(asked, voice),
  ],
})
