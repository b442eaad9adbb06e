import type { Day } from '../../calendar/day.js'
import { boundOf } from '../../language/question.js'
import { decidingDay } from '../ask/by-day.js'
import type { DayCount } from '../ask/people-question.js'
import { isOfNumbers, type Asked, type Found } from '../reply/asked.js'
import { onDays } from './asked.js'
import { dayWords } from './dates.js'
import { dayLabel } from './groups.js'
import { joined, line, people, type Part, type Voice } from './message.js'
import { namesOf, teamOf } from './named.js'

/** What the people of each of several days say, where they need not be the same; `is`: the verb, for one or for several. */

/** That many days are named. */
const maxDays = 4

const without = (days: readonly DayCount[], { today }: Asked, { is_named }: Found): string => {
  if (days.length === 0) return ''
  const some = days.slice(0, maxDays).map(({ day }) => dayWords(day, today))
  const more = days.length > maxDays ? [`${days.length - maxDays} more`] : []
  return ` · ${is_named ? 'none of them' : 'nobody'} on ${joined([...some, ...more])}`
}

/** "someone in Finance is in on 4 of 5 days, 25–29 Jan · nobody on Fri 29 Jan". */
export const dailyWords = (
  asked: Asked,
  found: Found,
  daily: readonly DayCount[],
  { voice, is }: { readonly voice: Voice; readonly is: (isSeveral: boolean) => string },
): string => {
  const { byDay, quantity, half, yes } = found
  const days = `${onDays(asked, voice)}${half === null ? '' : ` in the ${half}`}`
  const where = teamOf(asked)
  const bound = boundOf(quantity ?? 'any')
  if (bound) {
    const { day, count } = decidingDay(daily, bound, byDay ?? 'some')
    const isFewest = bound.isLeast === (byDay === 'each')
    if (count === 0 && !isFewest) return `nobody${where} ${is(false)} ${days}`
    const of = `the ${isFewest ? 'fewest' : 'most'} of ${daily.length} days, ${days}`
    return `${people(count)}${where} ${is(count !== 1)} on ${dayWords(day, asked.today)}, ${of}`
  }
  const all = [...found.people, ...found.others]
  const who = found.is_named ? namesOf(all, voice, 'or') : `someone${where}`
  const rest = daily.filter(({ count }) => count === 0)
  const some = `${byDay === 'each' && !yes ? 'only ' : ''}${daily.length - rest.length} of`
  const on = rest.length === 0 ? 'each of' : some
  const isMe = found.is_named && all.at(-1)?.is_me === true
  return `${who} ${is(isMe)} on ${on} ${daily.length} days, ${days}${without(rest, asked, found)}`
}

/** "0 people are in on all of 27–29 Jan · 1 to 3 a day"; null where nothing more is known about the days. */
export const nobodyOnAll = (
  asked: Asked,
  { ask, people: those, daily }: Found,
  voice: Voice,
): string | null => {
  const counts = (daily ?? []).map(({ count }) => count)
  const [least, most] = [Math.min(...counts), Math.max(...counts)]
  if (ask !== 'count' || those.length > 0 || counts.length === 0 || most === 0) return null
  const days = onDays(asked, voice).replace(/^on /, '')
  const aDay = least === most ? String(most) : `${least} to ${most}`
  return `0 people${teamOf(asked)} are in on all of ${days} · ${aDay} a day`
}

/** "Mon 5 · Tue 5 · Wed 0 (bank holiday)"; empty where no number per day was asked for. */
export const numbersPerDay = (asked: Asked): readonly Part[] => {
  const { found } = asked
  if (!found || !isOfNumbers(found)) return []
  const of = (day: Day): string =>
    found.free.includes(day)
      ? ' (bank holiday)'
      : found.partly_free.includes(day)
        ? ' (bank holiday of some)'
        : ''
  const days = found.daily ?? []
  const between = days.length > 5 ? ': ' : ' '
  const words = days.map(({ day, count }) => `${dayLabel(day, asked)}${between}${count}${of(day)}`)
  return [line(words.join(' · '))]
}
