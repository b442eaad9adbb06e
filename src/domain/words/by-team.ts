import { showDayOfYear, dayHead } from '../../calendar/date.js'
import type { Asked, PresenceReply } from '../reply/reply.js'
import { lengthOf } from '../reply/days.js'
import { listedOnce, personWords } from './groups.js'
import { andMore, bold, joined, line, list, type Line, type Part, type Voice } from './message.js'

/** Names in the line of a team that is not the reader's own. */
const maxNames = 5
/** Days that are said to have the most people out. */
const maxBusy = 3

interface TeamOut {
  readonly id: string | null
  readonly name: string
  readonly size: number
  /** Each as it is said: "Ana Ruiz (back Mon 30)". */
  readonly people: readonly string[]
}

/** The teams in which somebody is out: the reader's own first, then those with the most. */
const teamsOut = ({ groups, teams, own_team, asked }: PresenceReply, voice: Voice): readonly TeamOut[] => {
  const names = new Map<string | null, string[]>()
  const known = new Set(teams.map(({ id }) => id))
  for (const { is_all, people } of listedOnce(groups))
    for (const one of people) {
      const id = known.has(one.team_id) ? one.team_id : null
      names.set(id, [...(names.get(id) ?? []), personWords(one, is_all, asked, voice)])
    }
  const isOwn = ({ id }: TeamOut): number => Number(id !== null && id === own_team?.id)
  return teams
    .map((team) => ({ ...team, people: (names.get(team.id) ?? []).sort() }))
    .filter(({ people }) => people.length > 0)
    .sort((a, b) => isOwn(b) - isOwn(a) || b.people.length - a.people.length)
}

const teamHead = ({ name, size, people }: TeamOut): Line[number] =>
  bold(`${name} · ${people.length} of ${size}`)

/** "Out each day: Mon 9 · Tue 7"; of more than two weeks, the days on which most are out. */
export const dayParts = ({ each_day, asked }: Pick<PresenceReply, 'each_day' | 'asked'>): readonly Part[] => {
  if (each_day.length === 0) return []
  if (lengthOf(asked.range) === 'days') {
    const isWeek = each_day.length <= 7
    const label = (day: string): string =>
      isWeek ? dayHead(day).weekday : `${dayHead(day).weekday} ${dayHead(day).date}`
    return [
      line(bold('Out each day'), `: ${each_day.map(({ day, out }) => `${label(day)} ${out}`).join(' · ')}`),
    ]
  }
  const most = each_day.filter(({ out }) => out > 1)
  if (most.length === 0) return []
  const busy = most.toSorted((a, b) => b.out - a.out || (a.day < b.day ? -1 : 1)).slice(0, maxBusy)
  const days = busy.map(({ day, out }) => `${showDayOfYear(day)} (${out})`)
  return [line(bold('Most are out'), ` on ${joined(days)}`)]
}

/**
 * Who is out in at most `room` lines: the days, then a line for each team, the reader's own with all its names. Where
 * there are more teams than lines, the last line counts the others.
 */
export const compactParts = (reply: PresenceReply, voice: Voice, room: number): readonly Part[] => {
  const days = dayParts(reply)
  const all = teamsOut(reply, voice)
  const left = room - days.length
  const shown = all.length <= left ? all : all.slice(0, left - 1)
  const rest = all.slice(shown.length)
  const lines = shown.map((team): Line => {
    const isCut = team.id !== reply.own_team?.id && team.people.length > maxNames
    const names = isCut ? team.people.slice(0, maxNames - 1) : team.people
    return [
      teamHead(team),
      `: ${names.join(', ')}${isCut ? ` ${andMore(team.people.length - names.length)}` : ''}`,
    ]
  })
  const others = rest.reduce((sum, { people }) => sum + people.length, 0)
  const last: readonly Line[] = rest.length === 0 ? [] : [[`${rest.length} more teams: ${others} out`]]
  return [...days, ...list(null, [...lines, ...last])]
}

/** Everybody who is out, by team, a line each. */
export const wholeParts = (reply: PresenceReply, voice: Voice): readonly Part[] => [
  ...dayParts(reply),
  ...teamsOut(reply, voice).flatMap((team) =>
    list(
      [teamHead(team)],
      team.people.map((one) => [one]),
    ),
  ),
]

/** Whether an answer has more lines than are read at a glance. */
export const maxLines = 12

export const isListedWhole = ({ page }: Asked, { whole }: Voice): boolean => page !== null || whole === true
