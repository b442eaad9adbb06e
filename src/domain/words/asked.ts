import { addDays } from '../calendar/day.js'
import { longestRange } from '../presence/range.js'
import type { Asked } from '../reply/reply.js'
import { fullRangeWords, rangeWords } from './dates.js'
import { code, note, type Part, type Voice } from './message.js'

/** So that no title is longer than a title may be. */
const longestName = 50

export const cutName = (name: string): string => {
  const characters = [...name]
  return characters.length <= longestName ? name : `${characters.slice(0, longestName - 1).join('')}…`
}

/** Said where nobody works on any of the days. */
export const notWorking = ({ range }: Pick<Asked, 'range'>): Part =>
  note(range.from === range.to ? 'Not a working day.' : 'No working days.')

const nearDay = ({ range, today }: Asked): string => {
  if (range.from !== range.to) return ''
  if (range.from === today) return 'today, '
  return range.from === addDays(today, 1) ? 'tomorrow, ' : ''
}

/** "Design · today, Fri 20 Nov (Asia/Tokyo)": who and which days, never in doubt. */
export const askedTitle = (asked: Asked, { absolute }: Pick<Voice, 'absolute'>): string => {
  const { range, today, zone, team } = asked
  const dates = absolute ? fullRangeWords(range) : `${nearDay(asked)}${rangeWords(range, today)}`
  const past = range.to < today ? ' (past)' : ''
  return `${team ? `${cutName(team.name)} · ` : ''}${dates}${past}${zone === null ? '' : ` (${zone})`}`
}

const clippedNote = ({ clipped_from: whole, today }: Asked): readonly Part[] =>
  whole ? [note(`${longestRange} days at a time; you asked for ${rangeWords(whole, today)}.`)] : []

/** The days before and after those that are shown, as commands. */
const restNotes = ({ clipped_from: whole, range, team }: Asked, { write }: Voice): readonly Part[] => {
  if (!whole) return []
  const who = team ? ` team:"${team.name.replaceAll('"', '""')}"` : ''
  const before = whole.from < range.from ? [`${whole.from}..${addDays(range.from, -1)!}${who}`] : []
  const after = range.to < whole.to ? [`${addDays(range.to, 1)!}..${whole.to}${who}`] : []
  const commands = [...before, ...after].flatMap((words) => [', ', code(write(words))]).slice(1)
  return [note('The rest: ', ...commands)]
}

/** How the words were read, wherever somebody may have meant something else. */
export const askedNotes = (asked: Asked, voice: Voice): readonly Part[] => {
  if (voice.absolute) return []
  const { corrections, alternative, range, clipped_from, today } = asked
  const read = [
    ...corrections.map(({ typed, read: as }) => note(`I read "${typed}" as "${as}".`)),
    ...asked.remarks.map((remark) => note(remark)),
  ]
  const understood = rangeWords(clipped_from ?? range, today)
  const other =
    alternative === null
      ? []
      : [note(`Read as ${understood}. If you meant something else: `, code(voice.write(alternative)))]
  return [...read, ...other, ...clippedNote(asked), ...restNotes(asked, voice)]
}
