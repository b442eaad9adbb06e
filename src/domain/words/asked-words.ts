import { addDays } from '../day.js'
import type { Asked } from '../reply/reply.js'
import { rangeWords } from './dates.js'
import { code, note, type Part, type WriteCommand } from './message.js'

const longestTeam = 50

const cut = (name: string, longest: number): string => {
  const characters = [...name]
  return characters.length <= longest ? name : `${characters.slice(0, longest - 1).join('')}…`
}

const nearDay = ({ range, today }: Asked): string => {
  if (range.from !== range.to) return ''
  if (range.from === today) return 'today, '
  return range.from === addDays(today, 1) ? 'tomorrow, ' : ''
}

/** "Design · today, Fri 20 Nov (Asia/Tokyo)": who and which days, never in doubt. */
export const askedTitle = (asked: Asked): string => {
  const { range, today, zone, team } = asked
  const dates = `${nearDay(asked)}${rangeWords(range, today)}`
  const past = range.to < today ? ' (past)' : ''
  return `${team ? `${cut(team.name, longestTeam)} · ` : ''}${dates}${past}${zone === null ? '' : ` (${zone})`}`
}

const clippedNote = ({ clipped_from: whole, today }: Asked): readonly Part[] =>
  whole ? [note(`90 days at a time; you asked for ${rangeWords(whole, today)}.`)] : []

/** The days before and after those that are shown, as commands. */
const restNotes = ({ clipped_from: whole, range, team }: Asked, write: WriteCommand): readonly Part[] => {
  if (!whole) return []
  const who = team ? ` team:"${team.name.replaceAll('"', '""')}"` : ''
  const before = whole.from < range.from ? [`${whole.from}..${addDays(range.from, -1)!}${who}`] : []
  const after = range.to < whole.to ? [`${addDays(range.to, 1)!}..${whole.to}${who}`] : []
  const commands = [...before, ...after].flatMap((words) => [', ', code(write(words))]).slice(1)
  return [note('The rest: ', ...commands)]
}

/** How the words were read, wherever somebody may have meant something else. */
export const askedNotes = (asked: Asked, write: WriteCommand): readonly Part[] => {
  const { corrections, alternative, range, clipped_from, today } = asked
  const read = corrections.map(({ typed, read: as }) => note(`I read "${typed}" as "${as}".`))
  const understood = rangeWords(clipped_from ?? range, today)
  const other =
    alternative === null
      ? []
      : [note(`Read as ${understood}. If you meant something else: `, code(write(alternative)))]
  return [...read, ...other, ...clippedNote(asked), ...restNotes(asked, write)]
}
