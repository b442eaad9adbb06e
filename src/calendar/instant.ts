import { parseDay } from './day.js'

const shape =
  /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/

/** ISO 8601 with its offset; null for anything else, dates that do not exist and years outside 0001 to 9999 too. */
export const parseInstant = (text: string): Date | null => {
  const day = shape.exec(text)?.[1]
  if (day === undefined || parseDay(day) === null) return null
  const instant = new Date(text)
  const year = instant.getUTCFullYear()
  return year >= 1 && year <= 9999 ? instant : null
}
