import { dayFromNumber, millisecondsPerDay } from '../../calendar/day.js'
import { elementsOf } from './json-pieces.js'
import { maxRows, recordLimit, tooManyRows } from './pieces.js'
import type { CellRow, Grid } from './grid.js'

/** A file of people or leaves has far fewer. */
const maxColumns = 1_000
const batch = 500

/** From this year on, a number of milliseconds can be a day: midnight of 1973. */
const firstInstant = 1e11

const notARecord = `is not valid JSON, or not an array of objects of at most ${recordLimit.toLocaleString('en')} characters each`

const cellOf = (value: unknown): string => {
  if (value === null) return ''
  if (typeof value === 'number' && value >= firstInstant && value % millisecondsPerDay === 0)
    return dayFromNumber(value / millisecondsPerDay) ?? String(value)
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const recordIn = (text: string): Readonly<Record<string, unknown>> | null => {
  try {
    const value = JSON.parse(text) as unknown
    return typeof value === 'object' && !Array.isArray(value)
      ? (value as Readonly<Record<string, unknown>>)
      : null
  } catch {
    return null
  }
}

/** Whether a JSON text is an array, of which each element is one row: what tables of data are saved as. */
export const looksLikeRecords = (text: string): boolean => /^\s*\[\s*[{\]]/.test(text)

/** Such a text as rows of cells, whose first is the header; the first record is row 1. */
export const createRecordsGrid = (text: string): Grid => {
  const span = { from: text.indexOf('[') + 1, to: text.trimEnd().length - 1 }
  const records = function* () {
    for (const { from, to } of text[span.to] === ']' ? elementsOf(text, span) : [])
      yield to - from > recordLimit ? null : recordIn(text.slice(from, to))
  }
  return {
    format: 'sheet',
    holds: (found) => found(text),
    rows: function* (report) {
      const names = new Set<string>()
      if (text[span.to] !== ']') return report('is not valid JSON', 0)
      let number = 0
      for (const record of records()) {
        number += 1
        if (record === null) return report(notARecord, number)
        for (const name of Object.keys(record)) names.add(name)
        if (names.size > maxColumns) return report('has too many columns', number)
        if (number > maxRows) return report(tooManyRows, 0)
      }
      let rows: CellRow[] = [{ cells: [...names], number: 0 }]
      number = 0
      for (const record of records()) {
        // As many as were counted above.
        const cells = [...names].map((name) =>
          cellOf(record && Object.hasOwn(record, name) ? record[name] : null),
        )
        rows.push({ cells, number: (number += 1) })
        if (rows.length < batch) continue
        yield rows
        rows = []
      }
      yield rows
    },
  }
}
