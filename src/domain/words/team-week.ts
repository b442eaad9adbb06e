import type { Day } from '../../calendar/day.js'
import type { AwayKind } from '../presence/away.js'
import type { TeamWeek } from '../presence/team-week.js'
import { dayWords, shortRangeWords } from './dates.js'
import { andMore, bold, joined, line, list, note, people, type Line, type Part } from './message.js'

const squares: Readonly<Record<AwayKind | 'in', string>> = {
  leave: '🟧',
  bank_holiday: '🟦',
  not_working: '⬜',
  in: '⬜',
}

/** A row of squares for each person, a square a day, and the days on which fewer than half are in. */
export const teamWeekParts = ({ team, days, rows, more, thin }: TeamWeek, today: Day): readonly Part[] => {
  const range = { from: days[0]!, to: days.at(-1)! }
  const rowOf = ({ name, isMe, cells }: TeamWeek['rows'][number]): Line => [
    `${cells.map((cell) => squares[cell ?? 'in']).join('')}  ${name}${isMe ? ' (you)' : ''}`,
  ]
  return [
    ...list(
      [bold(`${team} · ${shortRangeWords(range, today)}`)],
      [
        ...rows.map(rowOf),
        ...(more.count > 0 ? [[`${andMore(more.count)}${more.areIn ? ', in all week' : ''}`]] : []),
      ],
    ),
    ...(thin.length > 0
      ? [
          line(
            `Fewer than half of ${people(rows.length + more.count)} are in on ${joined(thin.map((day) => dayWords(day, today)))}.`,
          ),
        ]
      : []),
    note('🟧 out · 🟦 bank holiday · ⬜ in'),
  ]
}
