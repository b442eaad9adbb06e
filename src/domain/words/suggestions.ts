import { parseDay, type Day } from '../calendar/day.js'
import { shortRangeWords } from './dates.js'

const isoDays = /(\d{4}-\d{2}-\d{2})(?:\.\.(\d{4}-\d{2}-\d{2}))?/gu

/** Words of a command as a button says them: "2026-11-23..2026-11-29" is "23–29 Nov". */
export const suggestionLabel = (words: string, today: Day): string => {
  const said = words
    .replace(isoDays, (typed, from: string, to: string = from) =>
      parseDay(from) && parseDay(to) ? shortRangeWords({ from, to }, today) : typed,
    )
    .replace(/(?:team:|@)"((?:[^"]|"")*)"/gu, (_, name: string) => name.replaceAll('""', '"'))
  return said === '' ? 'The next 7 days' : said
}
