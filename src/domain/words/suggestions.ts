import { parseDay } from '../../calendar/day.js'
import type { Asked } from '../reply/asked.js'
import { daysSaid } from './asked.js'
import { shortRangeWords } from './dates.js'
import { capital } from './message.js'

const isoDays = /(\d{4}-\d{2}-\d{2})(?:\.\.(\d{4}-\d{2}-\d{2}))?/gu
const quotedNames = /(?:team:|@)"((?:[^"]|"")*)"/gu

/** A command as a button label: `2026-11-23..2026-11-29 team:"Design"` becomes "Design · 23–27 Nov", as its answer says. */
export const suggestionLabel = (words: string, { today, week }: Pick<Asked, 'today' | 'week'>): string => {
  const names = [...words.matchAll(quotedNames)].map(([, name]) => name!.replaceAll('""', '"'))
  const days = words
    .replace(quotedNames, '')
    .replace(isoDays, (typed, from: string, to: string = from) =>
      parseDay(from) && parseDay(to)
        ? shortRangeWords(daysSaid({ range: { from, to }, week }), today)
        : typed,
    )
    .trim()
  return capital([...names, ...(days === '' ? [] : [days])].join(' · '))
}
