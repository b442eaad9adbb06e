import { dayHead } from '../../calendar/date.js'
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

/** " · out Mon–Tue, Fri · bank holiday Wed": the squares in words, for who has no colours, and to say which day is which. */
const awayWords = (cells: TeamWeek['rows'][number]['cells'], days: readonly Day[]): string =>
  (['leave', 'bank_holiday'] as const)
    .flatMap((kind) => {
      const runs: { readonly first: string; last: string; at: number }[] = []
      for (const [at, cell] of cells.entries()) {
        if (cell !== kind) continue
        const { weekday } = dayHead(days[at]!)
        const run = runs.at(-1)
        if (run && run.at === at - 1) Object.assign(run, { last: weekday, at })
        else runs.push({ first: weekday, last: weekday, at })
      }
      const said = runs.map(({ first, last }) => (first === last ? first : `${first}–${last}`))
      return said.length === 0 ? [] : [` · ${kind === 'leave' ? 'out' : 'bank holiday'} ${said.join(', ')}`]
    })
    .join('')

/** A row of squares for each person, a square a day, and the days on which fewer than half are in. */
export const teamWeekParts = (
  { team, days, isNext, rows, more, thin }: TeamWeek,
  today: Day,
): readonly Part[] => {
  const range = { from: days[0]!, to: days.at(-1)! }
  const rowOf = ({ name, isMe, cells }: TeamWeek['rows'][number]): Line => [
    `${cells.map((cell) => squares[cell ?? 'in']).join('')}  ${name}${isMe ? ' (you)' : ''}${awayWords(cells, days)}`,
  ]
  return [
    ...list(
      [bold(`${team} · ${isNext ? 'next' : 'this'} week, ${shortRangeWords(range, today)}`)],
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
