import type { Ahead, DigestReply } from '../reply/digest.js'
import type { Asked } from '../reply/asked.js'
import type { GroupedPerson, OutGroup, PresenceReply } from '../reply/reply.js'
import { weekdayName } from '../../calendar/date.js'
import { weekdayIndex } from '../../calendar/day.js'
import { onDays, teamPrefix } from './asked.js'
import { dayWords } from './dates.js'
import { foldLong, groupLines, holidayWords, longNote, namedOnce, type NamedGroup } from './groups.js'
import { andMore, bold, line, list, note, people, type Line, type Message, type Part } from './message.js'
import { isBankHolidayOfAll, leadParts } from './lead.js'
import { ofAll } from './presence.js'

/** The circumstances of a digest. */
export interface Posting {
  /** More than ten minutes after its time. */
  readonly late: boolean
  /** `HH:mm`, in the digest's zone. */
  readonly planned: string
}

/** Read on its own day, so "today" is that day. */
const voice = { absolute: false }

/** The number of names in one line; the others are counted. */
const maxNames = 15

const backToday = (names: readonly string[]): readonly Part[] => {
  if (names.length === 0) return []
  const more = names.length > maxNames ? ` ${andMore(names.length - maxNames)}` : ''
  return [line(bold('Back today'), `: ${names.slice(0, maxNames).join(', ')}${more}`)]
}

/** People in one list of a digest. */
const maxPeople = 60

/** As many groups as a message has room for, and the number of people in the others. */
const cutGroups = (
  groups: readonly OutGroup[],
  later: readonly OutGroup[] = [],
): { readonly shown: readonly NamedGroup[]; readonly more: number } => {
  let room = maxPeople
  const all = namedOnce(groups, later)
  const shown = all.flatMap((group): NamedGroup[] => {
    const some = group.people.slice(0, room)
    room -= some.length
    return some.length === 0 ? [] : [{ ...group, people: some }]
  })
  const countOf = (some: readonly OutGroup[]) => some.reduce((sum, one) => sum + one.people.length, 0)
  return { shown, more: countOf(all) - countOf(shown) }
}

const cutLines = (groups: readonly OutGroup[], asked: Asked): readonly Line[] => {
  const { shown, more } = cutGroups(groups)
  return [...groupLines(shown, asked, { absolute: true }), ...(more > 0 ? [[andMore(more)]] : [])]
}

/** Who is out on the day, and those who are out for weeks in a line of their own. */
const outParts = (
  { groups, asked }: PresenceReply,
  heading: Line | null,
  later: readonly OutGroup[],
): readonly Part[] => {
  const { shown, more } = cutGroups(groups, later)
  const { shown: near, long } = foldLong(shown)
  const lines = [...groupLines(near, asked, voice), ...(more > 0 ? [[andMore(more)]] : [])]
  return [...list(heading, lines), ...longNote(long, asked, voice)]
}

/** Groups, preceded by the bank holidays of their days. */
const aheadLines = ({
  asked,
  groups,
  places,
}: Pick<PresenceReply, 'asked' | 'groups' | 'places'>): readonly Line[] => [
  ...places.map((place): Line => [holidayWords(place, asked)]),
  ...cutLines(groups, asked),
]

/** "and 3 more, as in Friday's digest": people whose leave is still to come. */
const beforeLines = (
  before: Extract<Ahead, { kind: 'coming' }>['before'],
  isMore: boolean,
): readonly Line[] => {
  if (!before) return []
  const who = isMore ? andMore(before.people) : people(before.people)
  return [[`${who}, as in ${weekdayName(weekdayIndex(before.day))}’s digest`]]
}

/** `isAlso`: others are out in the week, who are named above. */
const aheadParts = (ahead: Ahead, groups: readonly OutGroup[], isAlso: boolean): readonly Part[] => {
  if (ahead.kind === 'coming') {
    const lines = aheadLines({ ...ahead, groups })
    return list([bold('Coming up')], [...lines, ...beforeLines(ahead.before, groups.length > 0)])
  }
  const { which, reply } = ahead
  const heading = which === 'next' ? 'Next week' : 'This week'
  if (!reply.has_working_day) return []
  const lines = aheadLines({ ...reply, groups })
  if (lines.length > 0) return list([bold(isAlso ? `Also ${which} week` : heading)], lines)
  return [line(bold(heading), `: nobody${isAlso ? ' else' : ''} is out`)]
}

/** "9 of 40 out", "Everyone is in", "Not a working day". */
const titleWords = (reply: PresenceReply): string => {
  const { out, away, size, has_working_day } = reply
  if (size === 0) return 'Who is out'
  if (!has_working_day) return 'Not a working day'
  if (isBankHolidayOfAll(reply)) return 'Bank holiday'
  if (out.length > 0) return `${out.length} of ${size} out`
  return away.bank_holiday > 0 ? 'Nobody else out' : 'Everyone is in'
}

/** Nobody is out on a day on which nobody works: the next working day is shown in its place. */
const restParts = (next: PresenceReply, later: readonly OutGroup[]): readonly Part[] => {
  const { asked, out } = next
  const title = `${ofAll(out.length, next)} out ${onDays(asked, voice)}`
  return [line(bold(title)), ...leadParts(next, null), ...outParts(next, null, later)]
}

const todayParts = (reply: PresenceReply, isBelow: boolean, later: readonly OutGroup[]): readonly Part[] => {
  const { asked, has_working_day, instead, size } = reply
  if (size === 0) return [line(`There are no members in ${asked.team?.name ?? asked.organization} yet.`)]
  if (!has_working_day) return instead ? restParts(instead, later) : []
  // Below who is back, the list says what it is.
  const heading = isBelow ? [bold('Out today')] : null
  return [...leadParts(reply, null), ...outParts(reply, heading, later)]
}

const keepPeople = (
  groups: readonly OutGroup[],
  isKept: (person: GroupedPerson) => boolean,
): readonly OutGroup[] =>
  groups.flatMap((group) => {
    const people = group.people.filter(isKept)
    return people.length === 0 ? [] : [{ ...group, people }]
  })

/** Nobody is named twice: whoever is out already is listed there, with the absences that begin later. */
const splitAhead = (listed: PresenceReply, ahead: Ahead) => {
  const groups = ahead.kind === 'week' ? ahead.reply.groups : ahead.groups
  const named = new Set(listed.out.map(({ id }) => id))
  return {
    later: keepPeople(groups, ({ absence }) => absence.from > listed.asked.range.to),
    others: keepPeople(groups, ({ id }) => !named.has(id)),
    isAlso: groups.some(({ people: some }) => some.some(({ id }) => named.has(id))),
  }
}

/** A channel's morning digest in words: what is new today, who is out, and what is coming. */
export const digestMessage = (reply: DigestReply, { late, planned }: Posting): Message => {
  const { today, back, ahead } = reply
  const { asked } = today
  const { later, others, isAlso } = splitAhead(today.instead ?? today, ahead)
  return {
    ...(cutGroups((today.instead ?? today).groups).more > 0 && { is_cut: true }),
    title: `${teamPrefix(asked)}${titleWords(today)} · ${dayWords(asked.today, asked.today)}`,
    parts: [
      ...backToday(back),
      ...todayParts(today, back.length > 0, later),
      ...aheadParts(ahead, others, isAlso),
      ...(late ? [note(`Posted late: planned for ${planned}.`)] : []),
    ],
  }
}
