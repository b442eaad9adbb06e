import { groupedBy } from '../../calendar/grouped.js'
import { dayNumber, daysBetween, weekdays, type Day, type DayRange } from '../../calendar/day.js'
import { compare } from '../../calendar/slices.js'
import { dayHead, showDayAndMonth, showMonth } from '../../calendar/date.js'
import { isWholeMonths } from '../../calendar/period.js'
import { weekAround } from '../../calendar/week.js'
import { isOneDay, lengthOf, workingPart } from '../reply/days.js'
import type { Asked } from '../reply/asked.js'
import type { GroupedPerson, OutGroup, SharedPlace } from '../reply/reply.js'
import { listedReason, nearBackWords } from './absence.js'
import { isWeek } from './asked.js'
import { placeWords } from './places.js'
import { datesWords, nearDayWords } from './dates.js'
import { bold, joined, capital, note, people, type Line, type Part, type Voice } from './message.js'

type GroupVoice = Pick<Voice, 'absolute'>

type AskedSpan = Pick<Asked, 'range' | 'week'>

/** Within one week, the name of a weekday is enough. */
const isShort = ({ range, week }: AskedSpan): boolean => {
  const { to } = weekAround(dayNumber(range.from), weekdays.indexOf(week.start))
  return dayNumber(range.to) <= to
}

/** "Mon" within one week, "Mon 23" otherwise. */
export const dayLabel = (day: string, asked: AskedSpan): string =>
  isShort(asked) ? dayHead(day).weekday : nearDayWords(day, asked.range.from)

/** The last day on which anyone in a group can be out. */
const lastDayOf = ({ range, week }: Asked): Day => (workingPart(range, week.working_days) ?? range).to

const allOf = (asked: Asked): string => {
  if (isWeek(asked)) return 'All week'
  return isWholeMonths(asked.range) && lengthOf(asked.range) === 'weeks' ? 'All month' : 'All days'
}

/** "All week", "Mon", "Wed–Fri", "Wed 25 – Fri 27", "Week of 7 Dec", "December"; for one day "Back Wed 25". */
const labelOf = ({ days, is_all, people: all }: OutGroup, asked: Asked, voice: GroupVoice): string => {
  const length = lengthOf(asked.range)
  if (length === 'day')
    return capital(nearBackWords(all[0]?.absence.back ?? null, asked.range.from, asked.today, voice))
  if (is_all) return allOf(asked)
  if (length === 'months') return showMonth(days.from).split(' ')[0]!
  if (length === 'weeks') return `Week of ${showDayAndMonth(days.from)}`
  const first = dayLabel(days.from, asked)
  if (isOneDay(days)) return first
  // The end of the range is not the end of the absence: the return date follows the names.
  if (!isShort(asked) && days.to === lastDayOf(asked)) return `From ${first}`
  const last = dayLabel(days.to, asked)
  return isShort(asked) ? `${first}–${last}` : `${first} – ${last}`
}

/** Half days; for a morning, the label says that people are back at noon. */
const halfWords = ({ absence, part }: GroupedPerson, asked: Asked): string => {
  const { from, to, starts_at_noon, ends_at_noon } = absence
  if (starts_at_noon && from === part.from) return from === to ? 'afternoon' : 'from noon'
  return ends_at_noon && from === to && !isOneDay(asked.range) ? 'morning' : ''
}

/** The return date, when the label does not have it. */
const backOf = ({ absence: { back } }: GroupedPerson, asked: Asked, voice: GroupVoice): string => {
  const isSaid = lengthOf(asked.range) === 'day' || (back && back.day <= asked.range.to && !back.at_noon)
  return isSaid ? '' : nearBackWords(back, asked.range.from, asked.today, voice)
}

/** Somebody who is named once, with the other absences. */
interface NamedOnce extends GroupedPerson {
  readonly also?: readonly GroupedPerson[]
}

export interface NamedGroup extends OutGroup {
  readonly people: readonly NamedOnce[]
}

/** Everybody in one place, in the order of the groups. `later`: groups of which only other absences are of interest. */
export const namedOnce = (
  groups: readonly OutGroup[],
  later: readonly OutGroup[] = [],
): readonly NamedGroup[] => {
  const all = [...groups, ...later].flatMap<GroupedPerson>(({ people }) => people)
  const byPerson = groupedBy(all, ({ id }) => id)
  return groups.flatMap((group): NamedGroup[] => {
    const people = group.people.flatMap((one): NamedOnce[] => {
      const [first, ...also] = byPerson.get(one.id)!
      return first === one ? [{ ...one, ...(also.length > 0 && { also }) }] : []
    })
    return people.length === 0 ? [] : [{ ...group, people }]
  })
}

const partWords = ({ from, to }: DayRange, asked: Asked): string => {
  const isNamed = lengthOf(asked.range) !== 'day' && isShort(asked) && to <= asked.range.to
  if (!isNamed) return datesWords({ from, to })
  return from === to ? dayLabel(from, asked) : `${dayLabel(from, asked)}–${dayLabel(to, asked)}`
}

/** "also Thu–Fri", "also sick Thu–Fri", "also Tue afternoon". */
const alsoWords = ({ also = [] }: NamedOnce, asked: Asked): readonly string[] =>
  also.map((other) => {
    const { absence, part } = other
    const { from, to } = workingPart({ from: part.from, to: absence.to }, asked.week.working_days) ?? part
    const words = [listedReason(absence), partWords({ from, to }, asked), halfWords(other, asked)]
    return ['also', ...words].filter(Boolean).join(' ')
  })

/** "you, holiday, Mon–Wed, also Fri", "back Wed 25": behind a name in a list by team. */
export const personWords = (person: NamedOnce, asked: Asked, voice: GroupVoice): string => {
  const { absence, is_me, part } = person
  const isDay = lengthOf(asked.range) === 'day'
  return [
    is_me && !voice.absolute ? 'you' : '',
    listedReason(absence),
    isDay ? '' : partWords(part, asked),
    halfWords(person, asked),
    isDay ? nearBackWords(absence.back, asked.range.from, asked.today, voice) : backOf(person, asked, voice),
    ...alsoWords(person, asked),
  ]
    .filter(Boolean)
    .join(', ')
}

/** The text in brackets after one or several names: "holiday, back Mon 30". */
const suffixOf = (person: NamedOnce, group: OutGroup, asked: Asked, voice: GroupVoice): string => {
  const { part, is_me, absence } = person
  const isOwnDays = ['weeks', 'months'].includes(lengthOf(asked.range)) && !group.is_all
  const isWhole = part.from === group.days.from && part.to === group.days.to
  return [
    is_me && !voice.absolute ? 'you' : '',
    listedReason(absence),
    isOwnDays && !isWhole ? datesWords(part) : '',
    halfWords(person, asked),
    backOf(person, asked, voice),
    ...alsoWords(person, asked),
  ]
    .filter(Boolean)
    .join(', ')
}

/** A reason behind several names belongs to each of them: "both holiday", "all holiday". */
const countedSuffix = (suffix: string, [first, ...others]: readonly GroupedPerson[]): string => {
  const reason = first ? listedReason(first.absence) : ''
  if (others.length === 0 || reason === '' || reason.includes(' and ')) return suffix
  return `${others.length === 1 ? 'both' : 'all'} ${suffix}`
}

/** "Hugo Lefèvre (back 12 Jan) · Ana Ruiz, Peter Nguyen (both holiday, back Mon 30)". */
export const foldedNames = (
  people: readonly GroupedPerson[],
  wordsOf: (person: GroupedPerson) => string,
): string =>
  [...groupedBy(people, wordsOf)]
    .sort(([, [a]], [, [b]]) => compare(a!.part.from, b!.part.from) || compare(b!.part.to, a!.part.to))
    .map(([suffix, all]) => {
      const names = all.map(({ name }) => name).join(', ')
      return suffix === '' ? names : `${names} (${countedSuffix(suffix, all)})`
    })
    .join(' · ')

/** A line for each group: people who are out on the same days, or come back on the same one. */
export const groupLines = (groups: readonly NamedGroup[], asked: Asked, voice: GroupVoice): readonly Line[] =>
  groups.map((group) => [
    bold(labelOf(group, asked, voice)),
    `: ${foldedNames(group.people, (person) => suffixOf(person, group, asked, voice))}`,
  ])

/** More than four weeks. */
const longAbsence = 28

const isLong = ({ absence: { from, to, back } }: GroupedPerson): boolean =>
  back === null || daysBetween(from, to) + 1 > longAbsence

/** Groups without the people who are out for weeks, and those people once each; all of them where nobody else is out. */
export const foldLong = (
  groups: readonly NamedGroup[],
): { readonly shown: readonly NamedGroup[]; readonly long: readonly NamedOnce[] } => {
  const shown = groups.flatMap((group): NamedGroup[] => {
    const people = group.people.filter((one) => !isLong(one))
    return people.length === 0 ? [] : [{ ...group, people }]
  })
  if (shown.length === 0) return { shown: groups, long: [] }
  return { shown, long: groups.flatMap(({ people }) => people.filter(isLong)) }
}

/** "Out for longer: Hugo Lefèvre (back 13 Jan)". */
export const longNote = (long: readonly NamedOnce[], asked: Asked, voice: GroupVoice): readonly Part[] => {
  if (long.length === 0) return []
  const words = long.map((person) => {
    const { name, is_me, absence } = person
    const back = nearBackWords(absence.back, asked.range.from, asked.today, voice)
    const own = is_me && !voice.absolute ? 'you' : ''
    return `${name} (${[own, listedReason(absence), back, ...alsoWords(person, asked)].filter(Boolean).join(', ')})`
  })
  return [note(`Out for longer: ${words.join(' · ')}`)]
}

const maxTeams = 2

type HolidayShare = SharedPlace['teams'][number]

/** "Design (13)", "Design (4 of 13)" when only a part of the team has it. */
const shareWords = ({ name, people: count, size }: HolidayShare): string =>
  `${name} (${count < size ? `${count} of ${size}` : count})`

/** The teams after the first ones, as if they were one: "2 more teams". */
const otherTeams = (teams: readonly HolidayShare[]): HolidayShare => ({
  name: `${teams.length} more ${teams.length === 1 ? 'team' : 'teams'}`,
  people: teams.reduce((sum, { people: count }) => sum + count, 0),
  size: teams.reduce((sum, { size }) => sum + size, 0),
})

/**
 * "everybody (40)", "Design (4 of 13)", "Design and Sales (26)", "Design (13) and Sales (1 of 14)", "DE-BY, Germany
 * (20)", "Design, Sales and 2 more teams (31)".
 */
const whoseWords = ({ people: count, is_for_all, teams, calendars }: SharedPlace): string => {
  if (is_for_all) return count === 1 ? people(1) : `everybody (${count})`
  if (teams.length > maxTeams && calendars.length === 1) return `${placeWords(calendars[0]!)} (${count})`
  const others = teams.slice(maxTeams)
  const all = [...teams.slice(0, maxTeams), ...(others.length > 0 ? [otherTeams(others)] : [])]
  // One number for all of them would say that each of these teams has the day as a whole.
  const isPartial = all.some(({ people: some, size }) => some < size)
  const words = all.map((team) => (isPartial ? shareWords(team) : team.name))
  return isPartial ? joined(words) : `${joined(words)} (${count})`
}

/** "Thu", "Thu 26 and Fri 25 Dec", as people's days are written below; empty when only one day was asked about. */
const placeDays = ({ days }: SharedPlace, asked: AskedSpan): string => {
  if (isOneDay(asked.range)) return ''
  return joined(
    days.map(({ from, to }) =>
      from === to ? dayLabel(from, asked) : `${dayLabel(from, asked)} – ${dayLabel(to, asked)}`,
    ),
  )
}

/** "Bank holiday: Customer Success (13), Thu 26"; without the date when only one day was asked about. */
export const holidayWords = (place: SharedPlace, asked: AskedSpan): string =>
  `Bank holiday${place.days.length > 1 ? 's' : ''}: ${[whoseWords(place), placeDays(place, asked)].filter(Boolean).join(', ')}`
