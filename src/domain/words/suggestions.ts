import { parseDay, type Day } from '../../calendar/day.js'
import { shortRangeWords } from './dates.js'
import { capital } from './message.js'

const isoDays = /(\d{4}-\d{2}-\d{2})(?:\.\.(\d{4}-\d{2}-\d{2}))?/gu
const quotedNames = /(?:team:|@)"((?:[^"]|"")*)"/gu

/** A command as a button label: `2026-11-23..2026-11-29 team:"Design"` becomes "Design · 23–29 Nov". */
export const suggestionLabel = (words: string, today: Day): string => {
  const names = [...words.matchAll(quotedNames)].map(([, name]) => name!.replaceAll('""', '"'))
  const days = words
    .replace(quotedNames, '')
    .replace(isoDays, (typed, from: string, to: string = from) =>
      parseDay(from) && parseDay(to) ? shortRangeWords({ from, to }, today) : typed,
    )
    .trim()
  return capital([...names, ...(days === '' ? [] : [days])].join(' · '))
}
