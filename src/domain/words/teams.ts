import { isOneDay } from '../reply/days.js'
import type { GroupedPerson, OutGroup, PresenceReply } from '../reply/reply.js'
import { cutName } from './asked.js'
import { foldedNames, namedOnce, personWords } from './groups.js'
import { cutLead, leadParts } from './lead.js'
import { andMore, bold, list, type Line, type Message, type Part, type Voice } from './message.js'

/** The people of one team in an answer. */
interface TeamRow {
  readonly team: string
  readonly size: number
  /** The reader's own team, or the only one: everybody is named, with their days. */
  readonly is_own: boolean
  readonly names: readonly string[]
  /** The same people with what stands behind each name; none where it is asked who is in. */
  readonly people: readonly GroupedPerson[]
  readonly wordsOf: (person: GroupedPerson) => string
}

/** About the bytes of a name in a message: characters beyond ASCII take several each, and some are escaped. */
const costOf = (name: string): number => (/^[\w ,.'()–-]*$/.test(name) ? name.length : 5 * name.length) + 2

/** The reader's own team first, then those with the most people. */
const inOrder = (a: TeamRow, b: TeamRow): number =>
  Number(b.is_own) - Number(a.is_own) || b.names.length - a.names.length

const rowsOf = (reply: PresenceReply, later: readonly OutGroup[], voice: Voice): readonly TeamRow[] => {
  const { asked, teams, own_team, present } = reply
  const named = namedOnce(reply.groups, later).flatMap(({ people }) => people)
  const rows = teams.map(({ id, name, size }): TeamRow => {
    const people = named.filter(({ team_id }) => team_id === id)
    const isIn = asked.asks === 'in'
    const names = isIn
      ? (present.find(({ team }) => team === name)?.people ?? [])
      : people.map((one) => one.name)
    return {
      team: name ?? 'No team',
      size,
      is_own: teams.length === 1 || (id !== null && id === own_team?.id),
      names,
      people: isIn ? [] : people,
      wordsOf: (person) => personWords(person, asked, voice),
    }
  })
  return rows.filter(({ names }) => names.length > 0).sort(inOrder)
}

/** How much of a row is shown: the cost of the names in the reader's own team, and of those in another. */
interface RowRoom {
  readonly lines: number
  readonly own: number
  readonly other: number
  /** Everybody is shown with their days. */
  readonly is_detailed: boolean
}

/**
 * As many names as there is room for: "Ada Lin (Mon–Wed), Ben Cole and 1 more"; empty when there is none. `draw`: the
 * first so many of them.
 */
export const namesWithin = (
  words: readonly string[],
  room: number,
  draw = (count: number): string => words.slice(0, count).join(', '),
): string => {
  let left = room
  const isOver = words.findIndex((one) => (left -= costOf(one)) < 0)
  const count = isOver < 0 ? words.length : isOver
  const more = words.length - count
  return count === 0 ? '' : `${draw(count)}${more > 0 ? ` ${andMore(more)}` : ''}`
}

/** The same with days: "Ada Lin, Ben Cole (Mon–Wed) · Eve Ray (Fri) and 1 more". */
export const daysWithin = (
  people: readonly GroupedPerson[],
  wordsOf: (person: GroupedPerson) => string,
  room: number,
): string => {
  const words = people.map((one) => `${one.name} (${wordsOf(one)})`)
  return namesWithin(words, room, (count) => foldedNames(people.slice(0, count), wordsOf))
}

/** "Design · 3 of 9: Ada Lin (Mon–Wed) · Ben Cole (Fri) and 1 more". */
const rowLine = ({ team, size, is_own, names, people, wordsOf }: TeamRow, room: RowRoom): Line => {
  const head = bold(`${cutName(team)} · ${names.length} of ${size}`)
  const most = is_own ? room.own : room.other
  const isDetailed = (is_own || room.is_detailed) && people.length > 0
  const said = isDetailed ? daysWithin(people, wordsOf, most) : namesWithin(names, most)
  return said === '' ? [head] : [head, `: ${said}`]
}

const linesOf = (rows: readonly TeamRow[], room: RowRoom): readonly Line[] => {
  const fits = rows.length <= room.lines ? rows.length : Math.max(room.lines - 1, 0)
  const others = rows.slice(fits)
  const people = others.reduce((count, { names }) => count + names.length, 0)
  const teams = `${others.length} more ${others.length === 1 ? 'team' : 'teams'}`
  return [
    ...rows.slice(0, fits).map((row) => rowLine(row, room)),
    ...(others.length > 0 ? [[bold(teams), `: ${people} people`]] : []),
  ]
}

/** A long answer in a few lines: by team, the reader's own first. `later`: see `namedOnce`. */
export const teamLines = (
  reply: PresenceReply,
  later: readonly OutGroup[],
  voice: Voice,
  lines: number,
): readonly Line[] =>
  linesOf(rowsOf(reply, later, voice), { lines, own: 1_600, other: 80, is_detailed: false })

/** People that are shown one a line; more than that are read faster as a paragraph for each team. */
const maxPersonLines = 60

const personLines = ({ team, size, people, wordsOf }: TeamRow): readonly Part[] =>
  list(
    [bold(`${cutName(team)} · ${people.length} of ${size}`)],
    people.map((one) => [[one.name, wordsOf(one)].filter(Boolean).join(' · ')]),
  )

/** Everybody in an answer, by team, one a line; with very many people, as many of each as fit. */
export const everybodyMessage = ({ title }: Message, reply: PresenceReply, voice: Voice): Message => {
  const days = reply.instead ?? reply
  const rows = rowsOf(days, [], voice)
  const people = rows.reduce((count, { names }) => count + names.length, 0)
  if (reply.asked.asks !== 'in' && people <= maxPersonLines)
    return {
      title,
      parts: [...cutLead(leadParts(days, null), { ...voice, lines: people }), ...rows.flatMap(personLines)],
    }
  const most = Math.max(Math.floor(5_000 / Math.max(rows.length, 1)), 40)
  const lines = linesOf(rows, { lines: 60, own: Math.max(most, 1_600), other: most, is_detailed: true })
  const lead = cutLead(leadParts(days, null), { ...voice, lines: lines.length })
  return { title, parts: [...lead, ...list(null, lines)] }
}

/** The days with most people out that are named. */
const maxDays = 3

/** "Out each day: Mon 9 · Tue 7"; in a longer range "Most out on: Tue 22 Dec (9)". */
export const eachDayParts = (
  { asked, each_day }: PresenceReply,
  label: (day: string) => string,
): readonly Part[] => {
  if (isOneDay(asked.range) || each_day.every(({ out }) => out === 0)) return []
  const between = each_day.length > 5 ? ': ' : ' '
  const words = each_day.map(({ day, out }) => `${label(day)}${between}${out}`)
  return [{ kind: 'line', line: [bold('Out each day'), `: ${words.join(' · ')}`] }]
}

export const mostOutParts = (
  { each_day }: PresenceReply,
  label: (day: string) => string,
): readonly Part[] => {
  const most = [...each_day].sort((a, b) => b.out - a.out).slice(0, maxDays)
  const words = most.filter(({ out }) => out > 0).map(({ day, out }) => `${label(day)} (${out})`)
  // Where nobody overlaps, no day stands out.
  return (most[0]?.out ?? 0) < 2
    ? []
    : [{ kind: 'line', line: [bold('Most out on'), `: ${words.join(', ')}`] }]
}
