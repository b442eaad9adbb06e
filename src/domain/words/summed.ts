import type { Day } from '../../calendar/day.js'
import { kindNouns } from '../../language/question.js'
import type { Asked, Found } from '../reply/asked.js'
import { onDays } from './asked.js'
import { dayWords } from './dates.js'
import { capital, line, type Part, type Voice } from './message.js'
import { nameOf, teamOf } from './named.js'

/** The days of a finding: how many each of several people was out, added up, or which they are. */

/** That many people are listed beside their days. */
const maxSummed = 20

/** "17 days of leave in Design, 1 Jan – 25 Nov". */
export const summedDays = (asked: Asked, { kind, each_days }: Found, voice: Voice): string => {
  const sum = (each_days ?? []).reduce((all, one) => all + one, 0)
  const what = kind === null ? 'leave' : kindNouns[kind]
  return `${sum === 0 ? 'no' : sum} day${sum === 1 ? '' : 's'} of ${what}${teamOf(asked)}, ${onDays(asked, voice)}`
}

/** "Ana Ruiz 10 · Ben Okafor 7", those with the most days first. */
export const summedParts = ({ found }: Asked, voice: Voice): readonly Part[] => {
  const each = (found?.people ?? []).map((one, at) => ({ one, days: found?.each_days?.[at] ?? 0 }))
  if (!found?.each_days || each.length === 0) return []
  const sorted = each.toSorted((a, b) => b.days - a.days)
  const more = sorted.length > maxSummed ? ` · ${sorted.length - maxSummed} more` : ''
  const words = sorted.slice(0, maxSummed).map(({ one, days }) => `${capital(nameOf(one, voice))} ${days}`)
  return [line(words.join(' · ') + more)]
}

/** Of days off: the bank holidays, which are no days of leave. */
export const besides = ({ ask, state, isOfLeave, free, days }: Found): readonly Day[] =>
  (ask === 'days' || ask === 'how_long') && state === 'out' && !isOfLeave
    ? free.filter((day) => !days.includes(day))
    : []

/** Those of the days that are bank holidays. */
export const holidaysAmong = ({ days, free, partly_free }: Found): readonly Day[] =>
  days.filter((day) => free.includes(day) || partly_free.includes(day))

/** The days below a title that counts them, and the bank holidays beside them. */
export const foundDays = ({ found, today }: Asked): readonly Part[] => {
  const words = (days: readonly Day[]): string => days.map((day) => dayWords(day, today)).join(', ')
  if (!found) return []
  const [free, among] = [besides(found), holidaysAmong(found)]
  const withHoliday = (day: Day): string =>
    `${dayWords(day, today)}${among.includes(day) ? ` (bank holiday${found.free.includes(day) ? '' : ' of some'})` : ''}`
  return [
    ...(found.ask === 'days' && found.days.length > 0 ? [line(found.days.map(withHoliday).join(', '))] : []),
    ...(free.length > 0 ? [line(`Bank holiday${free.length === 1 ? '' : 's'}: ${words(free)}`)] : []),
  ]
}
